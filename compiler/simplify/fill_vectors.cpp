// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each value that can be had in the wider type is made there, in reverse post-order, and what is left of the narrow one
// is a shuffle of it: for those users that want just three elements, such as stores of three and calls. The last
// element is poison or whatever a wider load has read. So integer divisions stay narrow: it could be a divisor of 0.

#include "compiler/simplify/fill_vectors.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

namespace {

constexpr int Three[] = {0, 1, 2}, Filled[] = {0, 1, 2, PoisonMaskElem};

bool isNarrow(const Type *Ty) {
  const auto *V = dyn_cast<FixedVectorType>(Ty);
  return V && V->getNumElements() == 3;
}
bool isNarrow(const Value *V) {
  return isNarrow(V->getType());
}
Type *filled(const Type *Ty) {
  return FixedVectorType::get(Ty->getScalarType(), 4);
}

class Filler {
public:
  bool run(Function &F) {
    ReversePostOrderTraversal<Function *> Blocks(&F);
    for (BasicBlock *BB : Blocks)
      for (Instruction &I : make_early_inc_range(*BB))
        visit(I);
    for (auto [Narrow, Wide] : Phis) {
      for (auto [V, From] : zip(Narrow->incoming_values(), Narrow->blocks())) {
        IRBuilder<> B(From->getTerminator());
        Wide->addIncoming(wide(B, V), From);
      }
      Narrow->eraseFromParent();
    }
    return Changed;
  }

private:
  /// The wider value, made at the builder's place where there is none yet.
  Value *wide(IRBuilder<> &B, Value *V) {
    if (Value *Known = Wider.lookup(V))
      return Known;
    if (auto *C = dyn_cast<Constant>(V)) {
      if (Constant *Splat = C->getSplatValue())
        return ConstantVector::getSplat(ElementCount::getFixed(4), Splat);
      SmallVector<Constant *, 4> Elements;
      for (unsigned I = 0; I < 3; ++I)
        Elements.push_back(C->getAggregateElement(I));
      Elements.push_back(PoisonValue::get(V->getType()->getScalarType()));
      if (!is_contained(Elements, nullptr))
        return ConstantVector::get(Elements);
    }
    return B.CreateShuffleVector(V, Filled);
  }

  /// Mask over operands that had three elements and have four.
  static SmallVector<int, 16> remapped(ArrayRef<int> Mask) {
    SmallVector<int, 16> All(Mask);
    for (int &Index : All)
      Index += Index >= 3;
    return All;
  }

  Value *shuffle(IRBuilder<> &B, ShuffleVectorInst &I) {
    SmallVector<int, 16> Mask(I.getShuffleMask());
    Value *From = I.getOperand(0), *Other = I.getOperand(1);
    if (isNarrow(From)) {
      Mask = remapped(Mask);
      From = wide(B, From);
      Other = isa<PoisonValue>(Other) ? PoisonValue::get(From->getType()) : wide(B, Other);
    }
    if (isNarrow(&I)) // of one element four times where it was three times
      Mask.push_back(all_equal(Mask) ? Mask.front() : PoisonMaskElem);
    const bool IsThere = cast<FixedVectorType>(From->getType())->getNumElements() == 4 &&
                         (equal(Mask, Filled) || equal(Mask, ArrayRef{0, 1, 2, 3}));
    if (IsThere)
      return From;
    return B.CreateShuffleVector(From, Other, Mask);
  }

  Value *intrinsic(IRBuilder<> &B, IntrinsicInst &I) {
    const Intrinsic::ID ID = I.getIntrinsicID();
    SmallVector<Value *, 4> Arguments;
    SmallVector<Type *, 2> Overloads;
    if (isVectorIntrinsicWithOverloadTypeAtArg(ID, -1, /*TTI=*/nullptr))
      Overloads.push_back(filled(I.getType()));
    for (auto [Index, Use] : enumerate(I.args())) {
      Value *V = isNarrow(Use.get()) ? wide(B, Use.get()) : Use.get();
      if (isVectorIntrinsicWithOverloadTypeAtArg(ID, int(Index), /*TTI=*/nullptr))
        Overloads.push_back(V->getType());
      Arguments.push_back(V);
    }
    return B.CreateIntrinsic(ID, Overloads, Arguments);
  }

  static bool isElementwise(const IntrinsicInst &I) {
    return isTriviallyVectorizable(I.getIntrinsicID()) && all_of(enumerate(I.args()), [&](const auto &Arg) {
             return isNarrow(Arg.value().get()) ||
                    isVectorIntrinsicWithScalarOpAtArg(I.getIntrinsicID(), unsigned(Arg.index()), /*TTI=*/nullptr);
           });
  }

  /// The wider twin of a value of three elements; null where it has none.
  Value *twin(IRBuilder<> &B, Instruction &I) {
    auto At = [&](unsigned Operand) { return wide(B, I.getOperand(Operand)); };
    if (auto *Op = dyn_cast<BinaryOperator>(&I))
      return Op->isIntDivRem() ? nullptr : B.CreateBinOp(Op->getOpcode(), At(0), At(1));
    if (auto *Op = dyn_cast<UnaryOperator>(&I))
      return B.CreateUnOp(Op->getOpcode(), At(0));
    if (auto *Cast = dyn_cast<CastInst>(&I))
      return isNarrow(Cast->getOperand(0)) ? B.CreateCast(Cast->getOpcode(), At(0), filled(I.getType())) : nullptr;
    if (auto *Compare = dyn_cast<CmpInst>(&I))
      return B.CreateCmp(Compare->getPredicate(), At(0), At(1));
    if (auto *Select = dyn_cast<SelectInst>(&I))
      return B.CreateSelect(isNarrow(Select->getCondition()) ? At(0) : Select->getCondition(), At(1), At(2));
    if (isa<FreezeInst>(I))
      return B.CreateFreeze(At(0));
    if (isa<InsertElementInst>(I) && isa<ConstantInt>(I.getOperand(2)))
      return B.CreateInsertElement(At(0), I.getOperand(1), I.getOperand(2));
    if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I))
      return shuffle(B, *Shuffle);
    if (auto *Call = dyn_cast<IntrinsicInst>(&I); Call && isElementwise(*Call))
      return intrinsic(B, *Call);
    return nullptr;
  }

  void replace(Instruction &I, Value *W, Instruction *Before) {
    IRBuilder<> B(Before);
    Value *Narrow = B.CreateShuffleVector(W, Three);
    Narrow->takeName(&I);
    Wider[Narrow] = W;
    I.replaceAllUsesWith(Narrow);
    Changed = true;
  }

  void visit(Instruction &I) {
    IRBuilder<> B(&I);
    if (auto *Phi = dyn_cast<PHINode>(&I); Phi && isNarrow(Phi)) {
      PHINode *W = B.CreatePHI(filled(Phi->getType()), Phi->getNumIncomingValues());
      Phis.push_back({Phi, W});
      replace(*Phi, W, &*I.getParent()->getFirstInsertionPt());
    } else if (isNarrow(&I)) {
      if (Wider.contains(&I))
        return; // what was left of another one
      Value *W = twin(B, I);
      if (!W)
        return;
      if (auto *Made = dyn_cast<Instruction>(W);
          Made && Made->getOpcode() == I.getOpcode() && Made != I.getOperand(0)) {
        Made->copyIRFlags(&I);
        Made->copyMetadata(I);
      }
      replace(I, W, &I);
      I.eraseFromParent();
    } else if (isa<ExtractElementInst>(I) && Wider.contains(I.getOperand(0))) {
      I.setOperand(0, Wider.lookup(I.getOperand(0)));
      Changed = true;
    } else if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I);
               Shuffle && (Wider.contains(I.getOperand(0)) || Wider.contains(I.getOperand(1)))) {
      I.replaceAllUsesWith(shuffle(B, *Shuffle));
      I.eraseFromParent();
      Changed = true;
    }
  }

  DenseMap<Value *, Value *> Wider; ///< by what is left of the narrow one
  SmallVector<std::pair<PHINode *, PHINode *>, 8> Phis;
  bool Changed = false;
};

} // namespace

PreservedAnalyses FillVectorsPass::run(Function &F, FunctionAnalysisManager &) {
  if (!Filler().run(F))
    return PreservedAnalyses::all();
  return PreservedAnalyses::allInSet<CFGAnalyses>();
}

} // namespace weft
