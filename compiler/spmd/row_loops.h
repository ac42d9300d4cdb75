// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ROW_LOOPS_H
#define WEFT_COMPILER_SPMD_ROW_LOOPS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"

namespace weft::spmd {

/// How many times as fast a work-item's loop over its row is, at most, when LLVM has vectorised it: less than it has
/// lanes, for the row may be short, and for the checks before it.
constexpr double RowLoopGain = 4;

/// By header, gains of an item function's loops, no others around or in them, that walk memory element by element, as
/// rows of a matrix, each work-item its own, and that LLVM's loop vectoriser can take (LoopVectorizationLegality): what
/// lanes would gather and scatter over as many rows is contiguous for a work-item by itself. Where LLVM checks when the
/// loop runs whether a row is apart from itself it may be found not to be, and the gain is that lines of other rows do
/// not come between.
llvm::SmallDenseMap<const llvm::BasicBlock *, double, 4> findRowLoops(llvm::Function &Item,
                                                                      const llvm::TargetTransformInfo &TTI);

} // namespace weft::spmd

#endif
