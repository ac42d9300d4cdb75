// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_LOCAL_ARGUMENTS_H
#define WEFT_COMPILER_FRONTEND_LOCAL_ARGUMENTS_H

#include <clang/AST/ASTConsumer.h>
#include <map>
#include <memory>
#include <string>

namespace clang {
class CompilerInstance;
}

namespace weft {

/// Files by name, as a second attempt is to read them.
using RewrittenFiles = std::map<std::string, std::string>;

/// cl_khr_device_enqueue_local_arg_types 1.0.0. Clang 22 takes blocks whose parameters are `local void *` alone, and
/// refuses others with an error. Where it did, `Files` gets the program's files with those calls as Clang takes them: a
/// variable that is a block with a cast, a block's literal with parameters of `local void *` and with variables of the
/// types and names that they had. Lines stay where they are, columns behind such a place do not. What it was told is
/// not undone: the program has to be read again.
std::unique_ptr<clang::ASTConsumer> makeLocalArguments(clang::CompilerInstance &Clang, RewrittenFiles &Files);

} // namespace weft

#endif
