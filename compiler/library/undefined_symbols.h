// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_LIBRARY_UNDEFINED_SYMBOLS_H
#define WEFT_COMPILER_LIBRARY_UNDEFINED_SYMBOLS_H

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <string>

namespace weft {

/// What a message about a call begins with: where it stands, if that is known.
std::string placeOf(const llvm::CallBase &Call);

/// A line in `Error` for each of these declarations that a kernel needs. Those that no kernel reaches are defined as
/// what does nothing, where the module has kernels: a header may declare more than the program has.
void refuseUndefined(llvm::ArrayRef<llvm::Function *> Functions, llvm::ArrayRef<llvm::GlobalVariable *> Variables,
                     std::string &Error);

} // namespace weft

#endif
