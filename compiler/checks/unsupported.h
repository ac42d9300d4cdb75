// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CHECKS_UNSUPPORTED_H
#define WEFT_COMPILER_CHECKS_UNSUPPORTED_H

#include <clang/AST/ASTConsumer.h>
#include <cstdint>
#include <memory>
#include <string>

namespace clang {
class DiagnosticsEngine;
} // namespace clang

namespace llvm {
class Module;
} // namespace llvm

namespace weft {

/// Bytes of all program-scope variables and constants of one program. More than that the code cannot address, and
/// CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE promises less for each.
constexpr uint64_t MostGlobalBytes = uint64_t(1) << 30;

/// To stand before Clang's code generation: refuses, where it is written, what Clang accepts and this device does not
/// have: inline assembly, aliases of functions, variables larger than MostGlobalBytes, samplers that are no constants.
std::unique_ptr<clang::ASTConsumer> makeUnsupportedCheck(clang::DiagnosticsEngine &Diagnostics);

/// The same of a module that comes from elsewhere, or from several sources: false, with names in `Error`.
bool checkSupported(const llvm::Module &M, std::string &Error);

} // namespace weft

#endif
