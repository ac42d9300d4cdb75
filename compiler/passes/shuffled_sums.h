// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_PASSES_SHUFFLED_SUMS_H
#define WEFT_COMPILER_PASSES_SHUFFLED_SUMS_H

#include "llvm/IR/PassManager.h"

namespace weft {

/// Keeps LLVM's vector combiner from taking sums of shuffled vectors for sums of their elements. Where the number of
/// elements is no power of two, LLVM 22 lets the halves that it looks for overlap: v.x + 2 * v.y + v.z, computed as
/// v + v.yzz and the sum of that one's first two, becomes v.x + v.y + v.z (mended by its pull request 200778). The
/// shuffle that overlaps is frozen; minima, maxima, and, or may count an element twice.
class ShuffledSumsPass : public llvm::PassInfoMixin<ShuffledSumsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
