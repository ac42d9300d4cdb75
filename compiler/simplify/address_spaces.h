// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SIMPLIFY_ADDRESS_SPACES_H
#define WEFT_COMPILER_SIMPLIFY_ADDRESS_SPACES_H

#include "llvm/IR/PassManager.h"

namespace weft {

inline constexpr unsigned PrivateSpace = 0, GlobalSpace = 1, LocalSpace = 3, GenericSpace = 4;

/// Answers to_global, to_local and to_private: see address_spaces.cpp.
class LowerSpaceQueriesPass : public llvm::PassInfoMixin<LowerSpaceQueriesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
