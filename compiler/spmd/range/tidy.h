// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_RANGE_TIDY_H
#define WEFT_COMPILER_SPMD_RANGE_TIDY_H

namespace llvm {
class Function;
class TargetMachine;
} // namespace llvm

namespace weft::spmd {

/// Takes from a copy of an item function what its part of the range cannot reach.
void tidyCopy(llvm::Function &Copy, llvm::TargetMachine &TM);

} // namespace weft::spmd

#endif
