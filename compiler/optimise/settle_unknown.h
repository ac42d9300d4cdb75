// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_OPTIMISE_SETTLE_UNKNOWN_H
#define WEFT_COMPILER_OPTIMISE_SETTLE_UNKNOWN_H

#include "llvm/IR/PassManager.h"

namespace weft {

/// Floating-point numbers that nothing has computed are zero where ways join. Such are those of lanes that take no
/// part: code generation leaves to them whatever is in a register, often half an address, which is a denormal number;
/// and arithmetic on one denormal number among sixteen lanes takes Intel's processors a hundred cycles and more.
class SettleUnknownPass : public llvm::PassInfoMixin<SettleUnknownPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
