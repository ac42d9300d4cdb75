// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/simplify/share_truncations.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

class Narrower {
public:
  explicit Narrower(Function &F) : F(F) {}
  bool run();

private:
  static constexpr unsigned ManyUses = 64;
  static constexpr unsigned Deepest = 8;

  bool isWanted(const Value &V, const TruncInst &Trunc, unsigned Depth, bool &HasMany);
  Value *narrow(Value &V, TruncInst &Trunc);
  Value *truncation(Value &V, Type *T);

  Function &F;
  SmallPtrSet<const Value *, 8> Many; ///< values that had many uses when the first of them was looked at
  DenseMap<std::pair<Value *, Type *>, Value *> Truncations;
};

} // namespace

/// Operations of which the low bits follow from the operands' low bits.
static bool keepsLowBits(const Value &V) {
  const auto *I = dyn_cast<BinaryOperator>(&V);
  if (!I || !I->hasOneUse())
    return false;
  switch (I->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return true;
  default:
    return false;
  }
}

static bool isExtensionFrom(const Value &V, const Type *T) {
  const auto *Cast = dyn_cast<CastInst>(&V);
  return Cast && (isa<ZExtInst>(Cast) || isa<SExtInst>(Cast)) && Cast->getSrcTy() == T;
}

/// Whether narrowing V takes no more operations than there are, and whether a value of many uses takes part.
bool Narrower::isWanted(const Value &V, const TruncInst &Trunc, unsigned Depth, bool &HasMany) {
  if (isa<Constant>(V) || isExtensionFrom(V, Trunc.getType()))
    return true;
  if (Depth < Deepest && keepsLowBits(V)) {
    const auto &I = cast<BinaryOperator>(V);
    return isWanted(*I.getOperand(0), Trunc, Depth + 1, HasMany) &&
           isWanted(*I.getOperand(1), Trunc, Depth + 1, HasMany);
  }
  const bool IsMany = (isa<Instruction>(V) || isa<Argument>(V)) && (Many.contains(&V) || V.hasNUsesOrMore(ManyUses));
  if (IsMany)
    Many.insert(&V);
  HasMany |= IsMany;
  return IsMany;
}

/// V's low bits, made where they are not there yet, behind the value itself.
Value *Narrower::truncation(Value &V, Type *T) {
  Value *&Known = Truncations[{&V, T}];
  if (!Known) {
    IRBuilder<> B(F.getContext());
    if (auto *I = dyn_cast<Instruction>(&V))
      B.SetInsertPoint(*I->getInsertionPointAfterDef());
    else
      B.SetInsertPoint(F.getEntryBlock().getFirstInsertionPt());
    Known = B.CreateTrunc(&V, T);
  }
  return Known;
}

Value *Narrower::narrow(Value &V, TruncInst &Trunc) {
  Type *T = Trunc.getType();
  if (auto *C = dyn_cast<Constant>(&V))
    return IRBuilder<>(&Trunc).CreateTrunc(C, T);
  if (isExtensionFrom(V, T))
    return cast<CastInst>(V).getOperand(0);
  if (!keepsLowBits(V))
    return truncation(V, T);
  auto &I = cast<BinaryOperator>(V);
  Value *A = narrow(*I.getOperand(0), Trunc), *B = narrow(*I.getOperand(1), Trunc);
  return IRBuilder<>(&Trunc).CreateBinOp(I.getOpcode(), A, B, I.getName());
}

bool Narrower::run() {
  SmallVector<TruncInst *, 32> Work;
  for (Instruction &I : instructions(F))
    if (auto *Trunc = dyn_cast<TruncInst>(&I);
        Trunc && Trunc->getType()->isIntegerTy() && keepsLowBits(*Trunc->getOperand(0)))
      Work.push_back(Trunc);
  bool Changed = false;
  for (TruncInst *Trunc : Work) {
    bool HasMany = false;
    if (!isWanted(*Trunc->getOperand(0), *Trunc, 0, HasMany) || !HasMany)
      continue;
    Trunc->replaceAllUsesWith(narrow(*Trunc->getOperand(0), *Trunc));
    RecursivelyDeleteTriviallyDeadInstructions(Trunc);
    Changed = true;
  }
  return Changed;
}

PreservedAnalyses ShareTruncationsPass::run(Function &F, FunctionAnalysisManager &) {
  if (!Narrower(F).run())
    return PreservedAnalyses::all();
  return PreservedAnalyses::allInSet<CFGAnalyses>();
}

} // namespace weft
