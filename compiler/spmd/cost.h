// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_COST_H
#define WEFT_COMPILER_SPMD_COST_H

#include "compiler/spmd/packet/packetise.h"

namespace weft::spmd {

/// What a work-item costs in rough cycles, by itself and in a packet. Inner loops count eightfold.
struct Costs {
  double Scalar = 0;
  double Packet = 0;
};

/// Costs of an item function and of a packet of its linearised form.
Costs compareCosts(llvm::Function &Item, llvm::Function &Linearised, const PacketPlan &Plan,
                   const llvm::TargetTransformInfo &TTI);

/// The elements that a packet accesses or moves one by one, each with instructions of its own: what it has no vectors
/// for costs code for every lane.
uint64_t elementsOneByOne(llvm::Function &Linearised, const PacketPlan &Plan, const llvm::TargetTransformInfo &TTI);

/// Whether a masked packet would access more than a few elements one by one, each behind a branch of its own, because
/// the target has no masked loads and stores of their type. Code for hundreds of them takes seconds to generate.
bool hasDearMasks(llvm::Function &Linearised, const PacketPlan &Masked, const llvm::TargetTransformInfo &TTI);

} // namespace weft::spmd

#endif
