// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ITEM_REDUCTIONS_H
#define WEFT_COMPILER_SPMD_ITEM_REDUCTIONS_H

#include "llvm/IR/Function.h"

namespace weft::spmd {

/// any() and all() of a work-item's vector are, in InstCombine's form, one number of as many bits as the vector has
/// elements, compared with 0 or -1. A packet of such numbers has no registers, and an intrinsic function that goes
/// through a vector's elements would be one call for each lane. `Apart`: where vectors are about to be taken apart,
/// both are spelt element by element. Else masks are compared as numbers of whole bytes, one for each lane. InstCombine
/// would make them narrower again.
void spellReductions(llvm::Function &Item, bool Apart);

} // namespace weft::spmd

#endif
