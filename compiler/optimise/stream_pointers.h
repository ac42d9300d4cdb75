// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_OPTIMISE_STREAM_POINTERS_H
#define WEFT_COMPILER_OPTIMISE_STREAM_POINTERS_H

#include "llvm/IR/PassManager.h"

namespace weft {

/// A product of sixteen rows of a matrix takes a factor of each in every iteration: sixteen streams, whose distance
/// only the launch knows. There are not as many registers for addresses: the first eight get pointers that go along
/// with the iterations, and the other eight are each as far behind one of these, which is a register more.
class StreamPointersPass : public llvm::PassInfoMixin<StreamPointersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
