// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CHECKS_RECURSION_H
#define WEFT_COMPILER_CHECKS_RECURSION_H

#include <clang/AST/ASTConsumer.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <memory>

namespace weft {

/// Reports recursion at the program's lines. Looks at the code that `Action` made, so it must come after Clang's own
/// consumer.
std::unique_ptr<clang::ASTConsumer> makeRecursionCheck(const clang::CodeGenAction &Action);

} // namespace weft

#endif
