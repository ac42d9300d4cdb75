// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ANALYSIS_AFFINE_H
#define WEFT_COMPILER_SPMD_ANALYSIS_AFFINE_H

#include "llvm/IR/InstrTypes.h"

namespace weft::spmd {

// What an item function's integers are along a row. Queries (row_query.h) can compute all of these.

/// Sums, products, shifts up, bits and casts: each has a result for all operands.
bool isIntegerArithmetic(const llvm::Instruction &I);

/// Whether the work-item's number in this dimension is one of the arguments that it follows from.
bool dependsOnId(const llvm::Value *V, unsigned Dim);

/// Whether it follows from the arguments, and not from x.
bool followsFromRow(const llvm::Value *V, unsigned Depth = 0);

/// Whether it is x plus what follows from the row, modulo its width as long as nothing below an extension wraps.
bool isAffine(const llvm::Value *V, unsigned Depth = 0);

/// By how much it grows from work-item to work-item, or shrinks: a number of times x plus what follows from the row, in
/// the same sense. 0 for others, and beyond MostGrowth.
constexpr int64_t MostGrowth = 1 << 12;
int64_t affineGrowth(const llvm::Value *V, unsigned Depth = 0);

/// What an integer division divides by, where what it divides is not negative and this is positive: without what is put
/// in its place elsewhere (1, where the divisor is 0 or the quotient too large).
llvm::Value *divisorOf(const llvm::BinaryOperator &Division);

} // namespace weft::spmd

#endif
