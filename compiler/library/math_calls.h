// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_LIBRARY_MATH_CALLS_H
#define WEFT_COMPILER_LIBRARY_MATH_CALLS_H

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/Module.h>
#include <string>

namespace weft {

/// Whether there is anything for lowerMathCalls.
bool hasMathCalls(llvm::Module &M);

/// Intrinsics and calls of the C library that compute mathematical functions, and remainders, become calls of the
/// builtins of the same meaning, as far as `Exists` knows those by their symbols. False with a line in `Error` where
/// there is none for an intrinsic.
bool lowerMathCalls(llvm::Module &M, llvm::function_ref<bool(llvm::StringRef)> Exists, std::string &Error);

} // namespace weft

#endif
