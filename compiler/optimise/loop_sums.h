// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_OPTIMISE_LOOP_SUMS_H
#define WEFT_COMPILER_OPTIMISE_LOOP_SUMS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/IntrinsicInst.h"

namespace weft {

inline bool isMultiplyAdd(const llvm::Value *V) {
  const auto *Call = llvm::dyn_cast<llvm::IntrinsicInst>(V);
  return Call && (Call->getIntrinsicID() == llvm::Intrinsic::fma || Call->getIntrinsicID() == llvm::Intrinsic::fmuladd);
}

/// The variables of a loop to which each iteration adds a product.
inline llvm::SmallVector<const llvm::PHINode *, 8> sumsOfProducts(const llvm::Loop &L) {
  llvm::SmallVector<const llvm::PHINode *, 8> Sums;
  if (const llvm::BasicBlock *Latch = L.getLoopLatch())
    for (const llvm::PHINode &Phi : L.getHeader()->phis())
      if (const llvm::Value *Next = Phi.getIncomingValueForBlock(Latch);
          isMultiplyAdd(Next) && llvm::cast<llvm::IntrinsicInst>(Next)->getArgOperand(2) == &Phi)
        Sums.push_back(&Phi);
  return Sums;
}

} // namespace weft

#endif
