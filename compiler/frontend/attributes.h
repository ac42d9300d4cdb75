// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_ATTRIBUTES_H
#define WEFT_COMPILER_FRONTEND_ATTRIBUTES_H

#include <clang/AST/ASTConsumer.h>
#include <memory>

namespace weft {

/// Takes annotations off declarations, and refuses kernels whose attributes ask for another calling convention: of
/// both, Clang cannot always make code. Must come before Clang's own consumer.
std::unique_ptr<clang::ASTConsumer> makeAttributeGuard();

} // namespace weft

#endif
