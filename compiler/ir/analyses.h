// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_IR_ANALYSES_H
#define WEFT_COMPILER_IR_ANALYSES_H

#include "compiler/timing/timeline.h"

#include "llvm/IR/PassInstrumentation.h"
#include "llvm/Passes/PassBuilder.h"

namespace weft {

/// LLVM's four analysis managers, for running passes of its own.
struct Analyses {
  /// `add` is still to be called, with a builder that has the callbacks.
  Analyses() {
    if (Timeline *Times = Timeline::current())
      Times->countAnalyses(Callbacks);
  }
  /// Those of the target; of none in particular if TM is null.
  explicit Analyses(llvm::TargetMachine *TM) : Analyses() {
    llvm::PassBuilder Builder(TM, llvm::PipelineTuningOptions(), std::nullopt, &Callbacks);
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

  llvm::PassInstrumentationCallbacks Callbacks;
  llvm::LoopAnalysisManager Loops;
  llvm::FunctionAnalysisManager Functions;
  llvm::CGSCCAnalysisManager Graph;
  llvm::ModuleAnalysisManager Modules;
};

} // namespace weft

#endif
