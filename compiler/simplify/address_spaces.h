// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SIMPLIFY_ADDRESS_SPACES_H
#define WEFT_COMPILER_SIMPLIFY_ADDRESS_SPACES_H

#include "llvm/IR/PassManager.h"

namespace weft {

inline constexpr unsigned PrivateSpace = 0, GlobalSpace = 1, LocalSpace = 3, GenericSpace = 4;

/// Lets volatile accesses name the space that their generic pointer is known to come from, as InferAddressSpaces does for
/// others; volatile ones it leaves to targets where they are other instructions. The language's atomic functions are
/// volatile, and those of OpenCL C 2.0 take generic pointers.
class NameVolatileSpacesPass : public llvm::PassInfoMixin<NameVolatileSpacesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

/// Answers to_global, to_local and to_private: see address_spaces.cpp.
class LowerSpaceQueriesPass : public llvm::PassInfoMixin<LowerSpaceQueriesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
