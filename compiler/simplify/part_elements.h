// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SIMPLIFY_PART_ELEMENTS_H
#define WEFT_COMPILER_SIMPLIFY_PART_ELEMENTS_H

#include "llvm/IR/PassManager.h"

namespace weft {

/// Kernels that mostly look elements of vectors up in tables, one by one, as ciphers do, have them apart: in a vector
/// each would be taken out and put back, which takes longer than what is saved.
class PartElementsPass : public llvm::PassInfoMixin<PartElementsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
