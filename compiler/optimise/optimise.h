// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_OPTIMISE_OPTIMISE_H
#define WEFT_COMPILER_OPTIMISE_OPTIMISE_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft {

struct PipelineOptions;

/// LLVM's passes over a module of work-group functions.
void optimiseModule(llvm::Module &M, llvm::TargetMachine &TM, const PipelineOptions &Options);

} // namespace weft

#endif
