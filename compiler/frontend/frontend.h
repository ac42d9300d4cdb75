// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_FRONTEND_H
#define WEFT_COMPILER_FRONTEND_FRONTEND_H

#include "compiler/frontend/disk_files.h"

#include <llvm/IR/Module.h>
#include <memory>
#include <set>
#include <string>
#include <vector>

struct weft_build_options;
struct weft_compile_request;
struct weft_target;

namespace weft {

struct FrontendResult {
  std::unique_ptr<llvm::Module> Module; ///< of the spir64 flavour; null after an error
  std::string Log;
  std::vector<Dependency> Dependencies;
  bool Transient = false; ///< the same again may come out otherwise: see weft_compile_output
};

/// Arguments for `clang -cc1`, without the source. False with a message for what cannot be.
bool makeFrontendArguments(const weft_compile_request &Request, std::vector<std::string> &Arguments,
                           std::string &Error);

/// Language version that options ask for: 100, 110, 120, 200, 300, 310 or WEFT_STD_CXX_*.
unsigned languageVersion(const weft_build_options &Options);

/// OpenCL C to a module. Diagnostics carry the program's own lines, as `<source>:LINE:COLUMN`,
/// or what its #line directives make of them.
FrontendResult compileSource(const weft_compile_request &Request, llvm::LLVMContext &Context);

/// What the options of a program mean to later stages; kept in the bitcode, as a link may join programs that were
/// compiled differently.
void recordOptions(llvm::Module &M, const weft_build_options &Options);

} // namespace weft

#endif
