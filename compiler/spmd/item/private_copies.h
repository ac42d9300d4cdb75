// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ITEM_PRIVATE_COPIES_H
#define WEFT_COMPILER_SPMD_ITEM_PRIVATE_COPIES_H

#include "llvm/IR/PassManager.h"

namespace weft::spmd {

/// Spells memset, memcpy and memmove of private variables of known sizes out as loads and stores of the elements that
/// the item function knows the variable by: float r[8] = {0}, or a copy of a table. What is left of these functions are
/// calls for each lane, and the lanes' elements do not lie side by side in the variable (ShapeAnalysis::elementOf).
/// Neither do they where some accesses are of one element and some of several (vstore4, or what an optimiser made of
/// loops): these become accesses of one element each.
class SpellPrivateCopiesPass : public llvm::PassInfoMixin<SpellPrivateCopiesPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &Item, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft::spmd

#endif
