// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_OPTIMISE_SINK_BROADCASTS_H
#define WEFT_COMPILER_OPTIMISE_SINK_BROADCASTS_H

#include "llvm/IR/PassManager.h"

namespace weft {

/// Numbers that a loop takes from memory for all lanes, as factors of a tile or a filter, stand before the loop as
/// vectors once they are hoisted. Of more than there are registers for, each would be stored as a whole vector and
/// loaded again; an operation takes such a number from where it is as well. So the loop loads those itself, where it
/// writes nothing that they may be in.
class SinkBroadcastsPass : public llvm::PassInfoMixin<SinkBroadcastsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
