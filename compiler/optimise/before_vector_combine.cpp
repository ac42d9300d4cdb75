// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/optimise/before_vector_combine.h"

#include "llvm/IR/IRBuilder.h"
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

static bool freezeOverlapping(Function &F) {
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
  return !Overlapping.empty();
}

static bool widenIndices(Function &F) {
  constexpr unsigned Wide = 64, Enough = 32; // elements of no vector are so many that 32 bits would be negative
  bool Changed = false;
  for (Instruction &I : instructions(F)) {
    unsigned Operand = isa<InsertElementInst>(I) ? 2 : 1;
    if (!isa<InsertElementInst, ExtractElementInst>(I) ||
        I.getOperand(Operand)->getType()->getIntegerBitWidth() >= Enough)
      continue;
    IRBuilder<> B(&I);
    I.setOperand(Operand, B.CreateZExt(I.getOperand(Operand), B.getIntNTy(Wide)));
    Changed = true;
  }
  return Changed;
}

PreservedAnalyses BeforeVectorCombinePass::run(Function &F, FunctionAnalysisManager &) {
  bool Frozen = freezeOverlapping(F), Widened = widenIndices(F);
  if (!Frozen && !Widened)
    return PreservedAnalyses::all();
  return PreservedAnalyses::allInSet<CFGAnalyses>();
}

} // namespace weft
