// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RESTORE_WHILE_LOOPS_H
#define WEFT_COMPILER_RESTORE_WHILE_LOOPS_H

#include "llvm/IR/PassManager.h"

namespace weft {

/// Makes loops that ask at their end, and are entered where they would go on, loops that ask at their beginning: see
/// while_loops.cpp.
class WhileLoopsPass : public llvm::PassInfoMixin<WhileLoopsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &Kernel, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
