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
  bool ForShortRow = false; ///< with fewer lanes than there would be for longer rows
  std::string WhyScalar;    ///< not empty: the region stays scalar
};

/// Packets for short rows have as many lanes at least.
constexpr unsigned FewestForRow = 4;

/// What is known of rows of work-items; 0: nothing.
struct RowLength {
  uint64_t Exact = 0;     ///< each row's
  uint64_t Longest = 0;   ///< of groups with barriers, whose rows do not go on in the next group
  uint64_t Rows = 0;      ///< how many such a group has
  bool GoesOn = false;    ///< in the groups beside, which a launch hands out together
  bool IsOfPlane = false; ///< most likely short: of groups of two dimensions whose size nobody knows
  unsigned Strip = 0;     ///< how many of its work-items are beside one another in strips (strips.h)
};

/// Lanes, parts and tail for an item function, from its types and loops, the rows, and from what the user asks for.
Plan planItem(llvm::Function &Item, const llvm::TargetMachine &TM, const weft_spmd &Options, RowLength Row = {});

} // namespace weft::spmd

#endif
