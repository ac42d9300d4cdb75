// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPIRV_DIALECT_H
#define WEFT_COMPILER_SPIRV_DIALECT_H

#include <llvm/IR/Module.h>
#include <string>

namespace weft {

/// Parts of importTranslated() with files of their own.

/// Calls that stand for SPV_KHR_integer_dot_product's instructions become arithmetic.
void lowerDotProducts(llvm::Module &M);

/// Calls that rewrite_calls.cpp makes of SubgroupDispatch's instructions and modes, and of modes with ids: queries become
/// calls of builtins, what a kernel requires its metadata, "weft.num_sub_groups" for the sub-groups of a group. False with a line in `Error` where
/// they are not as they were made.
bool lowerSubGroupDispatch(llvm::Module &M, std::string &Error);

/// Functions that kernels enqueue become kernels with the attribute "weft.block". False with a line in `Error` where
/// there is no such function.
bool markBlocks(llvm::Module &M, std::string &Error);

} // namespace weft

#endif
