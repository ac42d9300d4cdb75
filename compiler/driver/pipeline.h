// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_DRIVER_PIPELINE_H
#define WEFT_COMPILER_DRIVER_PIPELINE_H

#include "compiler/ir/kernel_layout.h"

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft {

struct PassState;

/// Enters the kernels of an imported module, with their names and those of their entries.
void findKernels(PassState &State);

/// Turns the kernels of a module into work-group functions and optimises it.
///
/// The module comes from the import pass with the builtins linked: host triple and layout, C calling conventions,
/// address-space numbers 1 to 4 still there, no target() types; kernels are external functions with the attribute
/// "weft.kernel". Afterwards each kernel has an entry named as its layout's symbol, and the module is ready for code
/// generation. Returns false and says why in `Error` if a kernel can't be compiled.
bool runKernelPipeline(llvm::Module &M, llvm::TargetMachine &TM, const PipelineOptions &Options,
                       std::vector<KernelLayout> &Layouts, std::string &Error);

} // namespace weft

#endif
