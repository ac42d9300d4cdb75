// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_IR_ITEM_NEST_H
#define WEFT_COMPILER_IR_ITEM_NEST_H

// The loops over the work-items of a region, as compiler/regions/work_groups.cpp leaves them for the vectoriser: marked
// with metadata, their results in variables that are not promoted yet.

#include "compiler/ir/passes.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

namespace weft::spmd {

/// Marks the branch that closes a loop over work-items.
void markItemLoop(llvm::BranchInst &Back, unsigned Dim, unsigned Region, bool OfSubGroup = false);

/// Marks a variable of the entry: each work-item's own within a region, or the group's.
void markVariable(llvm::AllocaInst &A, bool PerItem);
bool isItemVariable(const llvm::AllocaInst &A);

/// Makes values of the marked variables; the marks go, of loops too, but for the outermost ones of regions that are too
/// many to be compiled together.
void promoteVariables(llvm::Function &Entry);

/// The headers of the loops that are marked yet, in the order of their blocks. The marks go.
llvm::SmallVector<llvm::BasicBlock *, 0> takeItemLoops(llvm::Function &Entry);

/// One region's loops: z around y around x.
struct ItemNest {
  unsigned Region = 0;
  bool OfSubGroup = false;     ///< the lanes of sub-groups: Size is constant, 1 in y and z
  llvm::BasicBlock *Header[3]; ///< by dimension; x's begins the work-item
  llvm::BasicBlock *Latch[3];
  llvm::PHINode *Id[3];
  llvm::Value *Size[3];                           ///< of the group; at least 1
  llvm::BasicBlock *Preheader;                    ///< ends with a branch to z's header
  llvm::SmallVector<llvm::BasicBlock *, 16> Body; ///< the work-item's blocks, x's header first, without x's latch
};

/// The nests of an entry in the order of its blocks.
llvm::SmallVector<ItemNest, 4> findItemNests(llvm::Function &Entry);

/// The size that the groups of an entry with barriers are known to have, but for smaller ones at the ends of a launch:
/// the one that the kernel requires, or that of the launches which this copy of it is for (docs/specialisation.md).
bool knownGroupSize(const PassState &State, const KernelLayout &Layout, const llvm::Function &Entry,
                    uint64_t (&Size)[3]);

} // namespace weft::spmd

#endif
