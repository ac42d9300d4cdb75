// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_VECTOR_LITERALS_H
#define WEFT_COMPILER_FRONTEND_VECTOR_LITERALS_H

#include <clang/AST/ASTConsumer.h>
#include <memory>

namespace weft {

/// To stand before Clang's code generation: puts swizzles in vector literals, `(float4)(zero, (a + b).zw)`, into
/// parentheses. Clang 22 merges a swizzle's shuffle with the literal's. It expects instructions there, and crashes, or
/// goes on with what it finds in their place, where constants were folded. It does not look behind parentheses.
std::unique_ptr<clang::ASTConsumer> makeSwizzleGuard();

} // namespace weft

#endif
