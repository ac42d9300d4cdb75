// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_LIBRARY_BUILTIN_LIBRARY_H
#define WEFT_COMPILER_LIBRARY_BUILTIN_LIBRARY_H

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace weft {

/// The builtins of one ISA level: a bitcode file of many modules with an index of their symbols, as builtins/pack.py
/// writes it. Opening it reads nothing but the modules' places; a module costs when it is opened.
class BuiltinLibrary {
public:
  /// Null with a line in `Error` if there is no such file or it is no library.
  static std::unique_ptr<BuiltinLibrary> open(llvm::StringRef Path, std::string &Error);
  /// The same, opened once and kept for the process's life: later builds need no file, nor a descriptor for it, and an
  /// application may have changed its root folder or its rights meanwhile.
  static const BuiltinLibrary *openOnce(llvm::StringRef Path, std::string &Error);

  /// The number of the module that defines a symbol.
  std::optional<size_t> find(llvm::StringRef Symbol) const;
  bool defines(llvm::StringRef Symbol) const {
    return find(Symbol).has_value();
  }

  size_t moduleCount() const {
    return Modules.size();
  }
  /// A module whose functions are read when they are materialised. Null with a line in `Error` if it is broken.
  std::unique_ptr<llvm::Module> openModule(size_t Number, llvm::LLVMContext &Context, std::string &Error) const;

private:
  std::unique_ptr<llvm::MemoryBuffer> File;
  llvm::StringRef Index; ///< in File
  std::vector<llvm::BitcodeModule> Modules;
};

} // namespace weft

#endif
