// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_LIBRARY_CALL_CYCLES_H
#define WEFT_COMPILER_LIBRARY_CALL_CYCLES_H

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <string>
#include <vector>

namespace weft {

/// The calls of one cycle that a kernel can reach, in the order in which they are made: each stands in the function
/// that the one before calls. Empty if there is none.
std::vector<llvm::CallBase *> findCallCycle(llvm::Module &M);

/// A function's symbol as Clang makes it of the source: a kernel's body has another one.
llvm::StringRef sourceName(const llvm::GlobalValue &Symbol);

/// A symbol as the program writes it, without parameters' types.
std::string nameInSource(const llvm::GlobalValue &Symbol);

/// Programs whose kernels recurse are refused: false with a line in `Error` that names the functions.
bool refuseCallCycles(llvm::Module &M, std::string &Error);

} // namespace weft

#endif
