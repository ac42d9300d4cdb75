// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SIMPLIFY_FILL_VECTORS_H
#define WEFT_COMPILER_SIMPLIFY_FILL_VECTORS_H

#include "llvm/IR/PassManager.h"

namespace weft {

/// Vectors of three are computed as vectors of four, whose last element is nobody's. They have the room of four in
/// memory, registers and rows of the frame anyway (OpenCL C 6.1.5), and clang reads and writes four; to take the fourth
/// out and to put it back costs a packet, which has all lanes' elements in one vector, a shuffle of all of them each
/// time.
class FillVectorsPass : public llvm::PassInfoMixin<FillVectorsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
