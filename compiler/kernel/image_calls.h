// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_IMAGE_CALLS_H
#define WEFT_COMPILER_KERNEL_IMAGE_CALLS_H

// A kernel's calls of image functions (compiler/library/image_functions.h).

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace weft {

/// A kernel's calls of image functions on images that are its arguments.
llvm::SmallVector<llvm::CallInst *, 16> imageCalls(llvm::Function &Kernel);

/// The kernel's argument that a call reads or writes, if its format may be fixed: an image handed to a function that
/// was not inlined is none.
llvm::Argument *imageOf(const llvm::CallInst &Call);
/// Else it writes. Reads have their sampler behind the image.
bool isImageRead(const llvm::CallInst &Call);

/// Has the call go to a twin of its function, inlined where that leads further.
void callTwin(llvm::CallInst &Call, llvm::Function &Twin);

/// What the source calls the type of a kernel's argument, typedefs aside; "" unknown.
llvm::StringRef baseType(const llvm::Argument &A);
bool isImage(const llvm::Argument &A);

} // namespace weft

#endif
