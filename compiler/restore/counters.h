// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_RESTORE_COUNTERS_H
#define WEFT_COMPILER_RESTORE_COUNTERS_H

#include "llvm/IR/PassManager.h"

namespace weft {

/// Undoes what LLVM does to induction variables for a processor: the loop's counter goes up again and is compared with
/// its bound, and pointers that go beside it are reached by it.
class OneCounterPass : public llvm::PassInfoMixin<OneCounterPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
