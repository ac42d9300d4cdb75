// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ANALYSIS_VERIFY_H
#define WEFT_COMPILER_SPMD_ANALYSIS_VERIFY_H

#include "compiler/compiler.h"

#include "llvm/IR/Dominators.h"
#include <string>

namespace weft::spmd {

/// Whether the vectoriser looks at what its steps leave.
inline bool verifies(const weft_spmd &Options) {
#ifdef NDEBUG
  return Options.verify != WEFT_SPMD_VERIFY_BY_BUILD;
#else
  return true;
#endif
}

/// Whether a linearised item function keeps to what the page says of it: no divergent terminator; a mask first in its
/// block, and nowhere else; masks combined by selects, never by `and`; no promises under masks; scalar accesses only
/// where a lane is known to want them.
bool verifyLinearised(llvm::Function &Item, unsigned Ids, std::string &WhyNot);

/// Whether some lane is known to run a block with a mask: a branch on `any` leads there, or the mask is what is left of
/// a loop's lanes.
bool hasKnownLane(const llvm::BasicBlock &BB, const llvm::DominatorTree &DT);

/// Whether a packet function has no marker left, and is well-formed IR.
bool verifyPacket(const llvm::Function &Packet, std::string &WhyNot);

} // namespace weft::spmd

#endif
