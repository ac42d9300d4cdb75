// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ITEM_ANY_ALL_H
#define WEFT_COMPILER_SPMD_ITEM_ANY_ALL_H

#include "llvm/IR/Function.h"

namespace weft::spmd {

/// any() and all() of a work-item's vector are, in InstCombine's form, one number of as many bits as the vector has
/// elements, compared with 0 or -1. A packet of such numbers has no registers. As elements that are joined one by one
/// they are masks of lanes, whether the vectors stay together or are taken apart. InstCombine does not make numbers of
/// them again.
void spellAnyAll(llvm::Function &Item);

} // namespace weft::spmd

#endif
