// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_REGIONS_INDUCTIONS_H
#define WEFT_COMPILER_REGIONS_INDUCTIONS_H

#include "llvm/IR/Function.h"

namespace weft {

/// Takes the induction variables of work-items in loops with cuts apart: where each begins, which follows from its ids,
/// and how far the group has come.
void splitInductions(llvm::Function &Kernel);

} // namespace weft

#endif
