// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/simplify/combine.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

/// The masked load that a value is but for casts of its bits, which the combiner may take away.
static const Instruction *maskedLoad(const Value *V) {
  while (const auto *Cast = dyn_cast<BitCastInst>(V))
    V = Cast->getOperand(0);
  const auto *Load = dyn_cast<IntrinsicInst>(V);
  return Load && Load->getIntrinsicID() == Intrinsic::masked_load ? Load : nullptr;
}

/// Whether memory may be written behind `Load` and before `User`; said of all that is not in one block and near.
static bool mayWriteBetween(const Instruction &Load, const Instruction &User) {
  constexpr unsigned Near = 64; ///< instructions
  if (Load.getParent() != User.getParent())
    return true;
  unsigned Distance = 0;
  for (const Instruction *I = Load.getNextNode(); I != &User; I = I->getNextNode())
    if (!I || I->mayWriteToMemory() || ++Distance > Near)
      return true;
  return false;
}

static bool freezeLoads(Function &F) {
  SmallVector<std::pair<Instruction *, unsigned>, 8> Uses;
  for (Instruction &I : instructions(F)) {
    if (!isa<SelectInst>(I))
      continue;
    for (unsigned Side : {1, 2})
      if (const Instruction *Load = maskedLoad(I.getOperand(Side)); Load && mayWriteBetween(*Load, I))
        Uses.push_back({&I, Side});
  }
  for (auto [Select, Side] : Uses) {
    Value *V = Select->getOperand(Side);
    auto *Frozen = new FreezeInst(V, V->getName() + ".frozen", Select->getIterator());
    Frozen->setDebugLoc(Select->getDebugLoc());
    Select->setOperand(Side, Frozen);
  }
  return !Uses.empty();
}

PreservedAnalyses CombinePass::run(Function &F, FunctionAnalysisManager &FAM) {
  PreservedAnalyses Kept = PreservedAnalyses::all();
  if (freezeLoads(F)) {
    Kept = PreservedAnalyses::allInSet<CFGAnalyses>();
    FAM.invalidate(F, Kept);
  }
  Kept.intersect(Inner.run(F, FAM));
  return Kept;
}

} // namespace weft
