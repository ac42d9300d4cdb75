// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CHECKS_UNDEFINED_H
#define WEFT_COMPILER_CHECKS_UNDEFINED_H

#include <clang/AST/ASTConsumer.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <memory>

namespace weft {

/// To stand behind the consumer that makes code. What the program declares and leaves to another to define gets a note
/// of where it is named (PlaceAttribute), for the link that finds nobody; so do calls by constructors of its variables,
/// for the link that finds that they need a work-item.
std::unique_ptr<clang::ASTConsumer> makePlaceNotes(const clang::CodeGenAction &Action);

} // namespace weft

#endif
