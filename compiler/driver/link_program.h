// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_DRIVER_LINK_PROGRAM_H
#define WEFT_COMPILER_DRIVER_LINK_PROGRAM_H

#include "compiler/driver/pipeline.h"
#include "compiler/kernel/kernel_info.h"

#include <memory>

namespace llvm {
class TargetMachine;
}

namespace weft {

/// What a link leaves behind.
struct LinkResult {
  cl_int Code = CL_SUCCESS;
  std::string Log;
  std::string Bitcode;
  std::string Object;
  std::vector<KernelDescription> Kernels;
  bool HasWritableGlobals = false;
  bool HasConstructors = false;
  uint64_t GlobalVariablesSize = 0;
};

/// Steps of the way from linked spir64 bitcode to a shared object, for the link itself and for weftc.
enum class Stage { Linked, Imported, Pipeline };

/// Brings a linked program's module to a stage. False with a message in `Error`.
/// `Kernels` receives the descriptions once the import is done. Of `Request` the target, the options' flags and what is
/// asked of a specialisation count.
bool advanceProgram(llvm::Module &M, llvm::TargetMachine &TM, const weft_link_request &Request, Stage Until,
                    std::vector<KernelDescription> &Kernels, std::string &Error);

/// Joins modules of compiled programs. Null with a message if two define the same symbol.
std::unique_ptr<llvm::Module> joinModules(std::vector<std::unique_ptr<llvm::Module>> Modules, std::string &Error);

/// Links compiled programs and libraries into a library or an executable program.
LinkResult linkProgram(const weft_link_request &Request, llvm::LLVMContext &Context);

} // namespace weft

#endif
