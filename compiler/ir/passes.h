// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_IR_PASSES_H
#define WEFT_COMPILER_IR_PASSES_H

#include "compiler/ir/kernel_layout.h"
#include "compiler/timing/timeline.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Target/TargetMachine.h"

namespace weft {

/// A copy of a kernel for one format of its images (image_variants.cpp).
struct ImageVariant {
  struct Guard {
    uint32_t Slot; ///< offset of the image's argument
    uint64_t Key;  ///< channel_order and channel_type of its view as one number
  };
  std::string Symbol; ///< of the variant's entry
  std::string Kernel; ///< of the kernel's entry
  std::vector<Guard> Guards;
};

/// What the passes share. A pass returns false after it has set Error.
struct PassState {
  llvm::Module &M;
  llvm::TargetMachine &TM;
  const PipelineOptions &Options;
  /// Layouts of the kernels in the order of the module.
  llvm::MapVector<llvm::Function *, KernelLayout> Kernels;
  /// Of the kernels that have become entries.
  std::vector<KernelLayout> Layouts;
  std::string Error;
  /// In the order in which a launch tries them.
  std::vector<ImageVariant> Variants = {};
};

#define WEFT_STAGE_KERNEL
#define WEFT_PASS(Name, When, Function, Reason) bool Function(PassState &State);
#include "compiler/ir/passes.def"

// Other stages of passes.def. With `Only`, of the stage the pass of that name alone, for weftc --passes; a stage
// without it is empty.
llvm::FunctionPassManager simplifyStage(const PipelineOptions &Options, bool HasCuts, llvm::StringRef Only = "");
llvm::FunctionPassManager specialiseStage(llvm::StringRef Only = "");
llvm::FunctionPassManager tidyStage(llvm::StringRef Only = "");
/// item, item-loops, item-unroll, item-again, apart, ways
llvm::FunctionPassManager itemStage(llvm::StringRef Stage, llvm::StringRef Only = "");
/// prepare, promote, scalar, rotation, loops, late
llvm::FunctionPassManager optimiseFunctionsStage(llvm::StringRef Stage, const weft_spmd &Rules,
                                                 llvm::StringRef Only = "");

} // namespace weft

#endif
