// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_OPTIMISE_BEFORE_VECTOR_COMBINE_H
#define WEFT_COMPILER_OPTIMISE_BEFORE_VECTOR_COMBINE_H

#include "llvm/IR/PassManager.h"

namespace weft {

/// Writes otherwise what LLVM 22's vector combiner gets wrong.
///
/// It takes sums of shuffled vectors for sums of their elements. Where the number of elements is no power of two, it
/// lets the halves that it looks for overlap: v.x + 2 * v.y + v.z, computed as v + v.yzz and the sum of that one's
/// first two, becomes v.x + v.y + v.z (mended by its pull request 200778). The shuffle that overlaps is frozen; and,
/// or, minima and maxima may count an element twice.
///
/// It makes the number of an element a signed index into memory: element `true` of a vector, its second, becomes the
/// one before its first (its issue 214650). Numbers of few bits become such of 64.
class BeforeVectorCombinePass : public llvm::PassInfoMixin<BeforeVectorCombinePass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
