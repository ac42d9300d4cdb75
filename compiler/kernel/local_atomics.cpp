// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic operations on local memory without a lock: one worker runs a group from its beginning to its end, and nobody
// else sees the group's local memory. They must be atomic until here: the vectoriser lets work-items that choose the
// same place take turns.

#include "compiler/ir/passes.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace weft {

static constexpr unsigned Local = 3;

bool relaxLocalAtomics(PassState &State) {
  for (Function &F : State.M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      if (auto *RMW = dyn_cast<AtomicRMWInst>(&I)) {
        if (RMW->getPointerAddressSpace() == Local)
          lowerAtomicRMWInst(RMW);
      } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
        if (Exchange->getPointerAddressSpace() == Local)
          lowerAtomicCmpXchgInst(Exchange);
      } else if (auto *Load = dyn_cast<LoadInst>(&I)) {
        if (Load->isAtomic() && Load->getPointerAddressSpace() == Local)
          Load->setAtomic(AtomicOrdering::NotAtomic);
      } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
        if (Store->isAtomic() && Store->getPointerAddressSpace() == Local)
          Store->setAtomic(AtomicOrdering::NotAtomic);
      }
    }
  return true;
}

} // namespace weft
