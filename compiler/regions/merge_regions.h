// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_REGIONS_MERGE_REGIONS_H
#define WEFT_COMPILER_REGIONS_MERGE_REGIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"

namespace weft {

/// Makes one function of those that differ by a few numbers, which it takes as arguments. They are called, and nothing
/// else. Returns how many are gone.
unsigned mergeRegions(llvm::ArrayRef<llvm::Function *> Regions);

} // namespace weft

#endif
