// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_REMARKS_H
#define WEFT_COMPILER_SPMD_REMARKS_H

// What remarks say of a region, in words (docs/vectoriser_plan.md has the format).

#include "compiler/spmd/packet/packetise.h"

#include "llvm/ADT/SmallVector.h"

namespace weft::spmd {

/// "; loads: 2 contiguous, 1 gathered (1 masked); stores: ...; lane by lane: 1 call"; empty if there is nothing to say.
std::string describeCounts(const PacketCounts &Counts);

/// A line for each loop of an item function that is not linearised, outer ones first: "loop 1.2 (kernel.cl:7):
/// uniform".
llvm::SmallVector<std::string, 4> describeLoops(llvm::Function &Item, unsigned Ids);

} // namespace weft::spmd

#endif
