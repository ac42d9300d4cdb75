// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ROW_LOOPS_H
#define WEFT_COMPILER_SPMD_ROW_LOOPS_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"

namespace weft::spmd {

/// The headers of an item function's innermost loops that walk memory element by element, as rows of a matrix, each
/// work-item its own, and that LLVM's loop vectoriser can take (LoopVectorizationLegality): what lanes would gather and
/// scatter over as many rows is contiguous for a work-item by itself.
llvm::SmallPtrSet<const llvm::BasicBlock *, 4> findRowLoops(llvm::Function &Item, const llvm::TargetTransformInfo &TTI);

} // namespace weft::spmd

#endif
