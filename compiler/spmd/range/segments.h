// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_RANGE_SEGMENTS_H
#define WEFT_COMPILER_SPMD_RANGE_SEGMENTS_H

#include "llvm/IR/Function.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/Target/TargetMachine.h"
#include <optional>

namespace weft::spmd {

/// Rows that divisions cut into segments: of `i / width` and `i % width`, as flat indices are taken apart, the quotient
/// is one number from one multiple of the width to the next, and the remainder grows with x.
struct Segments {
  /// The item function with what is one number in a segment as further arguments. For work-items of one segment alone.
  llvm::Function *Inner = nullptr;
  /// {i1, further arguments...} of the item function's arguments and i64 columns: whether the work-items with an x from
  /// the ids' on up to columns lie in one segment of each division, and what is one number there.
  llvm::Function *Find = nullptr;
  unsigned Divisions = 0; ///< that Find computes, by something other than a power of two
};

/// Null if the function divides nothing of that kind. The item function stays as it is.
std::optional<Segments> segmentItem(llvm::Function &Item, llvm::TargetMachine &TM);

/// Whether a remainder is for segments, rather than changes nothing in most of a row, as `(x + 1) % width` does.
bool cutsSegments(const llvm::BinaryOperator &Rem);

} // namespace weft::spmd

#endif
