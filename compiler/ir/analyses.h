// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_IR_ANALYSES_H
#define WEFT_COMPILER_IR_ANALYSES_H

#include "llvm/Passes/PassBuilder.h"

namespace weft {

/// LLVM's four analysis managers, for running passes of its own.
struct Analyses {
  Analyses() = default;
  /// Those of the target; of none in particular if TM is null.
  explicit Analyses(llvm::TargetMachine *TM) {
    llvm::PassBuilder Builder(TM);
    add(Builder);
  }
  Analyses(const Analyses &) = delete;
  Analyses &operator=(const Analyses &) = delete;

  /// What was registered before stays.
  void add(llvm::PassBuilder &Builder) {
    Builder.registerModuleAnalyses(Modules);
    Builder.registerCGSCCAnalyses(Graph);
    Builder.registerFunctionAnalyses(Functions);
    Builder.registerLoopAnalyses(Loops);
    Builder.crossRegisterProxies(Loops, Functions, Graph, Modules);
  }

  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Graph;
  llvm::ModuleAnalysisManager Modules;
};

} // namespace weft

#endif
