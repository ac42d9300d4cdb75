// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A sum, difference, product or quotient of halves is exact enough in a float that rounding it once more gives the
// half that is nearest: a float has twice the digits, and two. Products are exact there, so that a contracted sum of
// one (a * b + c) is rounded as a float and as a half, and no worse than by two operations of halves. The lesser and
// the greater of two halves are one of them, and what rounds to whole numbers is exact: of these LLVM would make calls
// of the C library's functions for floats, or an operation for each element.

#include "compiler/codegen/half_arithmetic.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/ConstantFolding.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/MC/MCSubtargetInfo.h>

using namespace llvm;

namespace weft {

namespace {

class Widener {
public:
  Widener(Function &F, bool OnlyExact) : F(F), OnlyExact(OnlyExact) {}
  void run();

private:
  bool isOfHalves(const Instruction &I) const;
  Value *wide(Value *V);
  Function &F;
  const bool OnlyExact; ///< arithmetic stays as it is
  DenseMap<Value *, Value *> Known;
};

} // namespace

/// Operands of an intrinsic whose result is right where floats are computed and rounded; 0: of others.
static unsigned exactOperands(const Instruction &I) {
  const auto *Call = dyn_cast<IntrinsicInst>(&I);
  switch (Call ? Call->getIntrinsicID() : Intrinsic::not_intrinsic) {
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
    return 1;
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimumnum:
  case Intrinsic::maximumnum:
    return 2;
  default:
    return 0;
  }
}

bool Widener::isOfHalves(const Instruction &I) const {
  if (exactOperands(I))
    return I.getType()->getScalarType()->isHalfTy();
  if (OnlyExact)
    return false;
  switch (I.getOpcode()) {
  case Instruction::FAdd:
  case Instruction::FSub:
  case Instruction::FMul:
  case Instruction::FDiv:
  case Instruction::FCmp:
    return I.getOperand(0)->getType()->getScalarType()->isHalfTy();
  case Instruction::Call:
    return I.getType()->getScalarType()->isHalfTy() && isa<IntrinsicInst>(I) &&
           cast<IntrinsicInst>(I).getIntrinsicID() == Intrinsic::fmuladd;
  default:
    return false;
  }
}

/// V as floats, right behind where it comes from.
Value *Widener::wide(Value *V) {
  Type *T = V->getType()->getWithNewType(Type::getFloatTy(F.getContext()));
  if (auto *C = dyn_cast<Constant>(V))
    if (Constant *Folded = ConstantFoldCastOperand(Instruction::FPExt, C, T, F.getDataLayout()))
      return Folded;
  Value *&Made = Known[V];
  if (Made)
    return Made;
  IRBuilder<> B(F.getContext());
  if (auto *I = dyn_cast<Instruction>(V)) {
    std::optional<BasicBlock::iterator> Behind = I->getInsertionPointAfterDef();
    if (!Behind)
      return nullptr;
    B.SetInsertPoint((*Behind)->getParent(), *Behind);
  } else {
    BasicBlock &Entry = F.getEntryBlock();
    B.SetInsertPoint(&Entry, Entry.getFirstNonPHIOrDbgOrAlloca());
  }
  return Made = B.CreateFPExt(V, T);
}

void Widener::run() {
  SmallVector<Instruction *, 16> All;
  for (Instruction &I : instructions(F))
    if (isOfHalves(I))
      All.push_back(&I);
  for (Instruction *I : All) {
    const unsigned Exact = exactOperands(*I);
    const bool IsFused = isa<CallInst>(I) && !Exact;
    Value *Left = wide(I->getOperand(0)), *Right = Exact == 1 ? Left : wide(I->getOperand(1));
    Value *Summand = IsFused ? wide(I->getOperand(2)) : Right;
    if (!Left || !Right || !Summand)
      continue;
    IRBuilder<> B(I);
    // What allows more precision would allow to leave out the rounding.
    FastMathFlags Kept = I->getFastMathFlags();
    Kept.setAllowContract(false);
    Kept.setAllowReassoc(false);
    Kept.setApproxFunc(false);
    B.setFastMathFlags(Kept);
    Value *Result;
    if (IsFused)
      Result = B.CreateIntrinsic(Intrinsic::fmuladd, Left->getType(), {Left, Right, Summand});
    else if (Exact)
      Result = B.CreateIntrinsic(cast<IntrinsicInst>(I)->getIntrinsicID(), Left->getType(),
                                 ArrayRef<Value *>({Left, Right}).take_front(Exact));
    else if (auto *Compare = dyn_cast<FCmpInst>(I))
      Result = B.CreateFCmp(Compare->getPredicate(), Left, Right);
    else
      Result = B.CreateBinOp(Instruction::BinaryOps(I->getOpcode()), Left, Right);
    if (!isa<FCmpInst>(I))
      Result = B.CreateFPTrunc(Result, I->getType());
    Result->takeName(I);
    I->replaceAllUsesWith(Result);
    if (Value *Converted = Known.lookup(I)) {
      Known.erase(I);
      Known[Result] = Converted;
    }
    I->eraseFromParent();
  }
}

void computeHalvesAsFloats(Module &M, const TargetMachine &TM) {
  const MCSubtargetInfo &Has = *TM.getMCSubtargetInfo();
  const bool IsX86 = TM.getTargetTriple().isX86();
  if (Has.checkFeatures(IsX86 ? "+avx512fp16" : "+fullfp16"))
    return;
  const bool ConvertsSlowly = IsX86 && !Has.checkFeatures("+f16c");
  for (Function &F : M)
    if (!F.isDeclaration())
      Widener(F, ConvertsSlowly).run();
}

} // namespace weft
