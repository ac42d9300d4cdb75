// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_DRIVER_DEFERRED_H
#define WEFT_COMPILER_DRIVER_DEFERRED_H

namespace llvm {
class Module;
}

namespace weft {

/// Whether the code of each kernel of an imported module can be made later, alone, from the program's bitcode: nothing
/// is shared that must be there once, and nothing is left that the rest of the way could find wrong, but for a kernel
/// that inlining makes too large.
bool canBeDeferred(const llvm::Module &M);

/// Whether that pays: where kernels are many or large, so that one that nobody asks for is worth not making.
bool isWorthDeferring(const llvm::Module &M);

} // namespace weft

#endif
