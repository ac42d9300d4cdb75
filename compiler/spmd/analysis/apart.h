// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ANALYSIS_APART_H
#define WEFT_COMPILER_SPMD_ANALYSIS_APART_H

#include "llvm/IR/IntrinsicInst.h"

#include <optional>

namespace weft::spmd {

/// Whether the language's vectors in an item function are better taken for numbers of their own. In a packet they lie
/// lane beside lane, as they come from memory: what happens to them element by element costs nothing more. What goes
/// from element to element costs shuffles, and so do masks of their lanes if the elements do not fill registers, as
/// three do not. As numbers of their own, it is the accesses that cost shuffles (packet_groups.cpp).
bool betterApart(llvm::Function &Item);

/// The operation that a call repeats which goes through all elements of a vector for one number (vector_reduce_or);
/// BinaryOpsEnd for minima and maxima, which are calls themselves. Nothing for other calls.
std::optional<llvm::Instruction::BinaryOps> reductionStep(const llvm::IntrinsicInst &Call);

} // namespace weft::spmd

#endif
