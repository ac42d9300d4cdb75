// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_LINEAR_LINEARISE_H
#define WEFT_COMPILER_SPMD_LINEAR_LINEARISE_H

#include "llvm/IR/Function.h"
#include <string>

namespace weft::spmd {

/// Brings an item function into the form that the other passes expect: divergent switches are branches, no irreducible
/// cycles, one return, simplified loops. False, with the reason, if that cannot be.
bool canonicalise(llvm::Function &Item, unsigned Ids, std::string &WhyNot);

/// Replaces every divergent branch of a canonical item function: its blocks then run under masks (markers.h) and its
/// terminators are uniform. `Ids`: VaryingIds. False, with the reason, if it leaves the function as it was.
bool linearise(llvm::Function &Item, unsigned Ids, std::string &WhyNot);

} // namespace weft::spmd

#endif
