// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_KERNEL_ARG_LAYOUT_H
#define WEFT_COMPILER_KERNEL_ARG_LAYOUT_H

#include <cstdint>
#include <vector>

namespace llvm {
class Function;
}

namespace weft {

/// Where one kernel argument lies in the argument block. Bytes.
struct ArgSlot {
  uint32_t offset;
  uint32_t size; ///< of the value in memory; vec3 takes as much as vec4, pointers and handles 8
  uint32_t align;
};

/// The slots of a kernel's arguments in order, each at the natural alignment of its type in memory;
/// a byval pointer's slot holds the pointee. `TotalSize` is the size of the block, a multiple of 8.
/// The one definition that the entry (compiler/regions) and the runtime (weft_arg_info) both follow.
std::vector<ArgSlot> layoutArguments(const llvm::Function &Kernel, uint32_t &TotalSize);

} // namespace weft

#endif
