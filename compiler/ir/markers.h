// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_IR_MARKERS_H
#define WEFT_COMPILER_IR_MARKERS_H

// What the passes of the vectoriser leave for one another in the IR, see docs/vectoriser.md.

#include "llvm/IR/IRBuilder.h"
#include <optional>

namespace weft::spmd {

/// 0 for x, 1 for y, 2 for z.
std::optional<unsigned> idDimension(const llvm::Argument &A);

/// i1 weft.spmd.active(): whether the lane exists.
llvm::CallInst *createActive(llvm::IRBuilderBase &B);
/// void weft.spmd.mask(i1): the lanes for which the block runs.
llvm::CallInst *createMask(llvm::IRBuilderBase &B, llvm::Value *Mask);
/// i1 weft.spmd.any(i1): whether any lane of the packet has it.
llvm::CallInst *createAny(llvm::IRBuilderBase &B, llvm::Value *Mask);

/// i64 weft.spmd.columns(): the work-items in x that a full packet of the region has, 1 where it stays scalar. Asked by
/// entries of one region, before there are packets; the vectoriser answers.
llvm::CallInst *createColumns(llvm::IRBuilderBase &B);

/// i64 weft.spmd.row(): the work-items in x that make a row of groups long enough, 0 where groups' rows are better left
/// as they are. Likewise.
llvm::CallInst *createRow(llvm::IRBuilderBase &B);

bool isActive(const llvm::Value *V);
bool isMask(const llvm::Value *V);
bool isAny(const llvm::Value *V);
bool isColumns(const llvm::Value *V);
bool isRow(const llvm::Value *V);

/// The operand of the block's mask marker; null for a block that all active lanes run.
llvm::Value *blockMask(const llvm::BasicBlock &BB);

} // namespace weft::spmd

#endif
