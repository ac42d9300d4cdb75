// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_PLAN_H
#define WEFT_COMPILER_SPMD_PLAN_H

#include "compiler/compiler.h"
#include "compiler/spmd/packet/packetise.h"

#include "llvm/Target/TargetMachine.h"

namespace weft::spmd {

struct Plan {
  PacketPlan Packet;
  bool MaskedTail = true;
  std::string WhyScalar; ///< not empty: the region stays scalar
};

/// Lanes, parts and tail for an item function, from its types and loops and from what the user asks for.
Plan planItem(llvm::Function &Item, const llvm::TargetMachine &TM, const weft_spmd &Options, uint64_t Columns = 0);

} // namespace weft::spmd

#endif
