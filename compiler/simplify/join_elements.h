// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SIMPLIFY_JOIN_ELEMENTS_H
#define WEFT_COMPILER_SIMPLIFY_JOIN_ELEMENTS_H

#include "llvm/IR/PassManager.h"

namespace weft {

/// Vectors whose elements are computed one by one in the same way, from the elements of other vectors, are computed at
/// once: what is left of builtins that are called for each element (builtin_expand.cpp), such as convert_int4.
class JoinElementsPass : public llvm::PassInfoMixin<JoinElementsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
