// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_CODEGEN_H
#define WEFT_COMPILER_CODEGEN_CODEGEN_H

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <string>
#include <vector>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft {

/// Machine code of a module: a relocatable object, or assembly text. False with a message in `Error`.
bool emitCode(llvm::Module &M, llvm::TargetMachine &TM, bool Assembly, llvm::SmallVectorImpl<char> &Out,
              std::string &Error);

/// Makes a shared object of relocatable ones, none of which needs another. Every undefined symbol must be one that the C
/// library has; `Error` names the others. `Symbols` must be defined in them.
bool linkSharedObject(llvm::ArrayRef<llvm::StringRef> Objects, const std::vector<std::string> &Symbols, std::string &Out,
                      std::string &Error);

} // namespace weft

#endif
