// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/simplify/combine.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

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

/// Takes comparisons of a number's lower half with a power of two as such, which the combiner spells as a mask of the
/// whole number: a bound by which a loop ends is seen no longer.
static bool nameBounds(Function &F) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    Value *X;
    const APInt *Mask;
    auto *Compare = dyn_cast<ICmpInst>(&I);
    if (!Compare || !Compare->isEquality() || !Compare->getOperand(0)->getType()->isIntegerTy(64) ||
        !match(Compare->getOperand(1), m_Zero()) ||
        !match(Compare->getOperand(0), m_OneUse(m_And(m_Value(X), m_APInt(Mask)))))
      continue;
    const APInt Bound = APInt::getLowBitsSet(64, 32) - *Mask + 1;
    if (!Mask->isIntN(32) || !Bound.isPowerOf2() || Bound.logBase2() + Mask->popcount() != 32)
      continue;
    IRBuilder<> B(Compare);
    Value *Low = B.CreateTrunc(X, B.getInt32Ty());
    const bool IsBelow = Compare->getPredicate() == CmpInst::ICMP_EQ;
    Compare->replaceAllUsesWith(
        B.CreateICmp(IsBelow ? CmpInst::ICMP_ULT : CmpInst::ICMP_UGE, Low, B.getInt(Bound.trunc(32))));
    auto *Masked = cast<Instruction>(Compare->getOperand(0));
    Compare->eraseFromParent();
    Masked->eraseFromParent();
    Changed = true;
  }
  return Changed;
}

PreservedAnalyses CombinePass::run(Function &F, FunctionAnalysisManager &FAM) {
  PreservedAnalyses Kept = PreservedAnalyses::all();
  if (freezeLoads(F)) {
    Kept = PreservedAnalyses::allInSet<CFGAnalyses>();
    FAM.invalidate(F, Kept);
  }
  Kept.intersect(Inner.run(F, FAM));
  if (nameBounds(F))
    Kept.intersect(PreservedAnalyses::allInSet<CFGAnalyses>());
  return Kept;
}

} // namespace weft
