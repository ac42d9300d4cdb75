// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ITEM_ACTIVE_LANES_H
#define WEFT_COMPILER_SPMD_ITEM_ACTIVE_LANES_H

#include "llvm/IR/Function.h"

namespace weft::spmd {

/// Of an item function whose first test is of loaded values and lets a work-item return that has done nothing: as
/// `if (!alive[i]) return;` of particles, of vertices that a front has reached, of pixels under a mask. How many stay
/// is known when a packet runs, and not before.
///
/// The function of the same arguments, a pointer to bytes and the i64 x of a first work-item, which stores for a
/// work-item whether it stays, at its distance from the first one, and does what all do that return at once. Null for
/// other item functions, which stay as they are in any case.
llvm::Function *createActiveQuery(llvm::Function &Item);

/// Bytes that a work-item which stays accesses at places of its own, behind that test and in no loop: of those that do
/// not stay, a packet's accesses touch them too.
uint64_t bytesBehindTest(llvm::Function &Item);

} // namespace weft::spmd

#endif
