// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_RANGE_CLIP_H
#define WEFT_COMPILER_SPMD_RANGE_CLIP_H

#include "llvm/IR/Function.h"
#include "llvm/Target/TargetMachine.h"
#include <optional>

namespace weft::spmd {

/// The part of a row, most of it as a rule, where what an item function asks about its x has one answer: comparisons
/// (`x < width`), clamps and remainders of x that change nothing; and comparisons that ask about the row alone (`y <
/// height`), which all of the row answers alike.
struct Clip {
  /// The item function with those answers. For work-items of the range alone.
  llvm::Function *Inner = nullptr;
  /// {i64, i64, i1} of the item function's arguments and i64 columns: the range begins at the first number and ends
  /// before the second one, between 0 and columns; it is empty if that does not lie behind the first. The third one
  /// tells that outside the range some answer is another, and that the row's are the usual ones: in other rows the
  /// range is empty. x is not looked at.
  bool BeginsWithRow = true; ///< no fact holds from some work-item on only
  llvm::Function *Range = nullptr;
  /// What each work-item below and above the range does, if that does not depend on its x, so that once for all of them
  /// is enough: a function of the item function's arguments. Null: something else.
  llvm::Function *Below = nullptr, *Above = nullptr;
};

/// Null if the function asks nothing of that kind. The item function stays as it is.
std::optional<Clip> clipItem(llvm::Function &Item, llvm::TargetMachine &TM);

} // namespace weft::spmd

#endif
