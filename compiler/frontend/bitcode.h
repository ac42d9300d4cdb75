// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_FRONTEND_BITCODE_H
#define WEFT_COMPILER_FRONTEND_BITCODE_H

#include <llvm/IR/Module.h>
#include <memory>
#include <string>

namespace weft {

/// A module as bytes for binaries and later links: LLVM bitcode behind a header with length and checksum, since LLVM's
/// reader trusts its input.
std::string packModule(const llvm::Module &M);

/// The module of such bytes, or null with the reason in `Error`: not ours, torn, altered, or not a device
/// independent module that the front end could have made.
std::unique_ptr<llvm::Module> unpackModule(llvm::StringRef Bytes, llvm::LLVMContext &Context, std::string &Error);

/// The same of one kernel and what it uses alone, of which nothing else is read. Null too where there is no such
/// kernel.
std::unique_ptr<llvm::Module> unpackKernel(llvm::StringRef Bytes, llvm::StringRef Kernel, llvm::LLVMContext &Context,
                                           std::string &Error);

/// Whether a module is of another target than the front end's.
bool isForeign(const llvm::Module &M);

} // namespace weft

#endif
