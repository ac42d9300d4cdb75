// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ACCESS_SCALED_LANES_H
#define WEFT_COMPILER_SPMD_ACCESS_SCALED_LANES_H

// Accesses of which the launch says how far lanes are apart: x[i * stride], or bytes at i * stride of a tensor. As a
// rule that is one element, so a packet asks, and loads or stores its lanes side by side where it is.

#include "compiler/spmd/analysis/linear_address.h"
#include "compiler/spmd/analysis/shapes.h"

#include "llvm/IR/Instructions.h"

namespace weft::spmd {

struct ScaledLanes {
  LinearAddress Address;         ///< without the product, all of it the same for all lanes
  const llvm::Value *Neighbours; ///< grows by 1 from lane to lane
  const llvm::Value *Scale;      ///< the same for all lanes, and times Neighbours an integer of the same bits
  Extension As;                  ///< the product's
  uint64_t ScaleOfNeighbours;    ///< at which lanes are side by side
  uint64_t Size;                 ///< bytes of an element
};

/// Those of an item function: not where several accesses have the same product, as members of structures have, nor
/// where a loop walks from there on, as along a row of each lane's own.
class ScaledAccesses {
public:
  ScaledAccesses(llvm::Function &Item, const Shapes &S);
  /// Null for others.
  const ScaledLanes *of(const llvm::Instruction *I) const {
    auto Found = All.find(I);
    return Found == All.end() ? nullptr : &Found->second;
  }

private:
  llvm::DenseMap<const llvm::Instruction *, ScaledLanes> All;
};

} // namespace weft::spmd

#endif
