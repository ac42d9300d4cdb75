// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_LINEAR_TIDY_H
#define WEFT_COMPILER_SPMD_LINEAR_TIDY_H

#include "llvm/IR/Function.h"

namespace llvm {
class SwitchInst;
} // namespace llvm

namespace weft::spmd {

/// What linearise leaves to do: conditions that are uniform only among the lanes that are there become `any`; promises
/// that dead lanes break go; blocks that only their masks kept apart are one again.
void tidyLinearised(llvm::Function &F, unsigned Ids);

/// Replaces a switch by a branch for each target; returns the blocks that are new.
llvm::SmallVector<llvm::BasicBlock *, 4> lowerSwitch(llvm::SwitchInst &Switch);

} // namespace weft::spmd

#endif
