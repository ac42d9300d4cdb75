// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_TOOL_PASSES_H
#define WEFT_COMPILER_SPMD_TOOL_PASSES_H

// The vectoriser's steps one by one, for weftc --passes=. They apply to the functions that have an id for an argument;
// what cannot be done to one is said in Error.

#include "llvm/IR/Module.h"
#include <string>

namespace weft::spmd {

/// The item functions of a module.
llvm::SmallVector<llvm::Function *, 4> itemFunctions(llvm::Module &M);

/// Marks what differs along x with metadata: instructions and terminators with !weft.divergent, instructions that see
/// another value of an operand than it has at its definition with !weft.divergent.use.
bool toolDivergence(llvm::Module &M, std::string &Error);

} // namespace weft::spmd

#endif
