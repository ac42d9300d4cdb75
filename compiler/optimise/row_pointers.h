// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_OPTIMISE_ROW_POINTERS_H
#define WEFT_COMPILER_OPTIMISE_ROW_POINTERS_H

#include "llvm/IR/PassManager.h"

namespace weft {

/// A matrix product of sixteen rows takes a factor of each in every iteration, from rows whose pitch only the launch
/// knows. There are not as many registers for addresses: the first eight rows get pointers that go along with the
/// iterations, and the other eight are each as far behind one of these, which is a register more.
class RowPointersPass : public llvm::PassInfoMixin<RowPointersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
