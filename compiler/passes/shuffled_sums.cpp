// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/shuffled_sums.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace weft {

/// Whether it moves its operand's second half onto the first, and the halves share an element.
static bool overlaps(const ShuffleVectorInst &Shuffle) {
  ArrayRef<int> Mask = Shuffle.getShuffleMask();
  int Half = Mask[0] + 1;
  if (Half < 2 || unsigned(Half) > Mask.size())
    return false;
  for (auto [At, From] : enumerate(Mask))
    if (From != (int(At) < Half ? Half - 1 + int(At) : PoisonMaskElem))
      return false;
  return true;
}

static bool isCounted(const User *U) {
  const auto *Operation = dyn_cast<BinaryOperator>(U);
  return Operation && is_contained({Instruction::Add, Instruction::Mul, Instruction::Xor}, Operation->getOpcode());
}

PreservedAnalyses ShuffledSumsPass::run(Function &F, FunctionAnalysisManager &) {
  SmallVector<ShuffleVectorInst *, 8> Overlapping;
  for (Instruction &I : instructions(F)) {
    auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I);
    auto *Type = dyn_cast<FixedVectorType>(I.getType());
    if (Shuffle && Type && !isPowerOf2_32(Type->getNumElements()) && overlaps(*Shuffle) && any_of(I.users(), isCounted))
      Overlapping.push_back(Shuffle);
  }
  for (ShuffleVectorInst *Shuffle : Overlapping) {
    auto *Frozen = new FreezeInst(Shuffle, Shuffle->getName() + ".frozen");
    Frozen->insertAfter(Shuffle->getIterator());
    Shuffle->replaceUsesWithIf(Frozen, [&](Use &U) { return isCounted(U.getUser()); });
  }
  PreservedAnalyses Kept = Overlapping.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
  if (!Overlapping.empty())
    Kept.preserveSet<CFGAnalyses>();
  return Kept;
}

} // namespace weft
