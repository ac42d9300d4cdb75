// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_VERIFY_H
#define WEFT_COMPILER_SPMD_VERIFY_H

#include "llvm/IR/Function.h"
#include <string>

namespace weft::spmd {

/// Whether a linearised item function keeps to what the page says of it: no divergent terminator; a mask first in its
/// block, and nowhere else; no promises under masks; scalar accesses only where a lane is known to want them.
bool verifyLinearised(llvm::Function &Item, unsigned Ids, std::string &WhyNot);

/// Whether a packet function has no marker left.
bool verifyPacket(const llvm::Function &Packet, std::string &WhyNot);

} // namespace weft::spmd

#endif
