// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_IR_NAMES_H
#define WEFT_COMPILER_IR_NAMES_H

#include <string>

namespace llvm {
class Module;
}

namespace weft {

#define WEFT_IR_NAME(Constant, Text, Kind, Makers, Readers) inline constexpr const char *Constant = Text;
#include "compiler/ir/names.def"
#undef WEFT_IR_NAME

/// How the names begin of the functions that stand in item functions alone (ir/markers.h).
/// How the function begins in which Clang has the body of a kernel, which the kernel calls and other kernels may.
inline constexpr const char *KernelBodyPrefix = "__clang_ocl_kern_imp_";
inline constexpr const char *MarkerPrefix = "weft.spmd.";

/// Whether every name in a module that is ours, by how it begins, is one of names.def and of that kind; says in
/// `WhyNot` which is not.
bool hasKnownNames(const llvm::Module &M, std::string &WhyNot);

} // namespace weft

#endif
