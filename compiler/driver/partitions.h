// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_DRIVER_PARTITIONS_H
#define WEFT_COMPILER_DRIVER_PARTITIONS_H

#include <string>
#include <vector>

namespace llvm {
class Function;
class Module;
} // namespace llvm

namespace weft {

/// Some kernels of a program and what they use, as a module of its own.
struct ProgramPartition {
  std::vector<std::string> Kernels;
  std::string Bitcode; ///< LLVM's own, trusted
};

/// The kernels that an imported module defines, in its order.
std::vector<const llvm::Function *> kernelsOf(const llvm::Module &M);

/// Whether all that kernels share may stand in several objects: code and small constants whose place nobody keeps.
bool isDivisible(const llvm::Module &M);

/// Cuts an imported module into partitions that can be compiled at the same time and linked afterwards. Each kernel is
/// in one of them; functions and constants that several use are in each of these. Which partitions there are depends on
/// the program alone, not on the machine. Empty: the program has one kernel, or something that must not be there twice.
std::vector<ProgramPartition> splitProgram(const llvm::Module &M);

} // namespace weft

#endif
