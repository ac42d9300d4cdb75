// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_KERNEL_INFO_H
#define WEFT_COMPILER_KERNEL_KERNEL_INFO_H

#include "compiler/compiler.h"

#include <llvm/IR/Module.h>
#include <string>
#include <vector>

namespace weft {

/// One argument of a kernel: weft_arg_info with strings of its own.
struct ArgDescription {
  weft_arg_info Info;
  std::string TypeName, Name;
};

/// One kernel as far as its source tells; the pipeline's KernelLayout has the rest.
struct KernelDescription {
  weft_kernel_info Info;
  std::string Name, Attributes;
  std::string Symbol; ///< of the entry, by the pipeline
  std::vector<ArgDescription> Args;
};

/// Reads the kernels of an imported module from the front end's metadata, before the pipeline consumes them.
std::vector<KernelDescription> describeKernels(const llvm::Module &M);

/// weft_kernel_info::order_matters of a kernel's entry, once what nobody reads is gone and before atomics are taken
/// apart.
bool dependsOnOrder(const llvm::Function &Entry);

} // namespace weft

#endif
