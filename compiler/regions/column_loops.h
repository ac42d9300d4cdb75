// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_REGIONS_COLUMN_LOOPS_H
#define WEFT_COMPILER_REGIONS_COLUMN_LOOPS_H

#include "llvm/IR/Function.h"

namespace llvm {
class Loop;
}

namespace weft {

class Uniformity;

/// Adds cuts to loops in which the group goes through a matrix row by row and work-items count what they find: the
/// group makes their iterations together.
void cutColumnLoops(llvm::Function &Kernel);

/// Whether work-items count in places of local memory that they choose.
bool countsInLocalMemory(const llvm::Loop &L, const Uniformity &Uniform);

/// Gives all work-items the same number of iterations in loops that count so, where each one's own number goes through a
/// buffer in strides of its own: the last iteration asks (even_loops.cpp).
void makeLoopsEven(llvm::Function &Kernel);

} // namespace weft

#endif
