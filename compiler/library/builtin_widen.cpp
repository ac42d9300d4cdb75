// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Overloads on vectors are made of calls for each element (builtin_expand.cpp). Inlined, each of these brings its
// branches along, and what comes in and goes out is taken out of a vector and put into one, element by element. Where
// the scalar function is arithmetic, the same operations on whole vectors replace the calls: branches become
// selections, since nothing behind them has effects. Each element sees the operations that it would have seen, so the
// results are the same bits.
#include "compiler/library/link.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace weft {

namespace {

class Widening {
public:
  Widening(Function &Scalar, unsigned Elements, IRBuilder<> &B) : Scalar(Scalar), Elements(Elements), B(B) {}

  static bool canWiden(const Function &Scalar);
  /// The result for these arguments, of which each is a vector.
  Value *run(ArrayRef<Value *> Arguments);

private:
  Type *wide(Type *T) const {
    return FixedVectorType::get(T, Elements);
  }
  Value *of(Value *V);
  Value *both(Value *Mask, Value *Condition);
  Value *edgeMask(BasicBlock &From, BasicBlock &To);
  Value *joined(PHINode &Phi);
  Value *widened(Instruction &I);

  Function &Scalar;
  unsigned Elements;
  IRBuilder<> &B;
  DenseMap<const Value *, Value *> Wide;
  DenseMap<const BasicBlock *, Value *> Masks; ///< null: all elements
};

} // namespace

static bool isArithmetic(const Instruction &I) {
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I)) {
    const Intrinsic::ID Id = Call->getIntrinsicID();
    return isTriviallyVectorizable(Id) && !Call->getType()->isStructTy() && !Call->mayReadOrWriteMemory() &&
           none_of(seq(Call->arg_size()), [&](unsigned N) {
             return isVectorIntrinsicWithScalarOpAtArg(Id, N, nullptr) && !isa<Constant>(Call->getArgOperand(N));
           });
  }
  if (isa<CastInst>(I))
    return !I.getType()->isVectorTy() && !I.getOperand(0)->getType()->isVectorTy() && !I.getType()->isPointerTy() &&
           !I.getOperand(0)->getType()->isPointerTy();
  return !I.getType()->isVectorTy() && !I.getType()->isPointerTy() &&
         ((isa<BinaryOperator>(I) && !I.isIntDivRem()) || isa<UnaryOperator>(I) || isa<CmpInst>(I) ||
          isa<SelectInst>(I) || isa<FreezeInst>(I) || isa<PHINode>(I));
}

/// Whether the function is arithmetic that may be done for all elements, wherever its branches lead.
bool Widening::canWiden(const Function &F) {
  constexpr unsigned MostBlocks = 16;
  if (F.isDeclaration() || F.size() > MostBlocks)
    return false;
  SmallVector<std::pair<const BasicBlock *, const BasicBlock *>, 2> Backward;
  FindFunctionBackedges(F, Backward);
  unsigned Returns = 0;
  for (const BasicBlock &BB : F)
    Returns += isa<ReturnInst>(BB.getTerminator());
  if (!Backward.empty() || Returns != 1)
    return false;
  return all_of(instructions(F), [&](const Instruction &I) {
    if (isa<ReturnInst>(I) || isa<BranchInst>(I))
      return true;
    if (!isArithmetic(I) || !(isa<PHINode>(I) || isSafeToSpeculativelyExecute(&I)))
      return false;
    const auto *Call = dyn_cast<CallInst>(&I);
    return none_of(Call ? Call->args() : make_range(I.op_begin(), I.op_end()),
                   [](const Use &U) { return isa<ConstantExpr>(U) || isa<GlobalValue>(U); });
  });
}

Value *Widening::of(Value *V) {
  if (auto *C = dyn_cast<Constant>(V))
    return ConstantVector::getSplat(ElementCount::getFixed(Elements), C);
  return Wide.lookup(V);
}

/// Of elements that do not come there the condition may be poison.
Value *Widening::both(Value *Mask, Value *Condition) {
  return Mask ? B.CreateSelect(Mask, Condition, Constant::getNullValue(Mask->getType())) : Condition;
}

Value *Widening::edgeMask(BasicBlock &From, BasicBlock &To) {
  auto *Branch = cast<BranchInst>(From.getTerminator());
  Value *Mask = Masks.lookup(&From);
  if (Branch->isUnconditional() || Branch->getSuccessor(0) == Branch->getSuccessor(1))
    return Mask;
  Value *Condition = of(Branch->getCondition());
  return both(Mask, Branch->getSuccessor(0) == &To ? Condition : B.CreateNot(Condition));
}

Value *Widening::joined(PHINode &Phi) {
  Value *Result = nullptr;
  for (unsigned N = 0; N < Phi.getNumIncomingValues(); ++N) {
    Value *V = of(Phi.getIncomingValue(N));
    Result = Result ? B.CreateSelect(edgeMask(*Phi.getIncomingBlock(N), *Phi.getParent()), V, Result) : V;
  }
  return Result;
}

Value *Widening::widened(Instruction &I) {
  if (auto *Phi = dyn_cast<PHINode>(&I))
    return joined(*Phi);
  SmallVector<Value *, 4> Operands;
  Value *Result;
  if (auto *Call = dyn_cast<IntrinsicInst>(&I)) {
    const Intrinsic::ID Id = Call->getIntrinsicID();
    SmallVector<Type *, 2> Overloads;
    if (isVectorIntrinsicWithOverloadTypeAtArg(Id, -1, nullptr))
      Overloads.push_back(wide(I.getType()));
    for (auto [N, Argument] : enumerate(Call->args())) {
      const bool IsScalar = isVectorIntrinsicWithScalarOpAtArg(Id, unsigned(N), nullptr);
      Operands.push_back(IsScalar ? Argument.get() : of(Argument));
      if (isVectorIntrinsicWithOverloadTypeAtArg(Id, int(N), nullptr))
        Overloads.push_back(Operands.back()->getType());
    }
    Result = B.CreateIntrinsic(Id, Overloads, Operands);
  } else {
    for (Value *Operand : I.operands())
      Operands.push_back(of(Operand));
    if (auto *Cast = dyn_cast<CastInst>(&I))
      Result = B.CreateCast(Cast->getOpcode(), Operands[0], wide(I.getType()));
    else if (auto *Cmp = dyn_cast<CmpInst>(&I))
      Result = B.CreateCmp(Cmp->getPredicate(), Operands[0], Operands[1]);
    else if (isa<SelectInst>(I))
      Result = B.CreateSelect(Operands[0], Operands[1], Operands[2]);
    else if (isa<FreezeInst>(I))
      Result = B.CreateFreeze(Operands[0]);
    else if (isa<UnaryOperator>(I))
      Result = B.CreateFNeg(Operands[0]);
    else
      Result = B.CreateBinOp(cast<BinaryOperator>(I).getOpcode(), Operands[0], Operands[1]);
  }
  if (auto *Inst = dyn_cast<Instruction>(Result); Inst && !isa<FreezeInst>(I))
    Inst->copyIRFlags(&I);
  return Result;
}

Value *Widening::run(ArrayRef<Value *> Arguments) {
  for (auto [Argument, V] : zip(Scalar.args(), Arguments))
    Wide[&Argument] = V;
  Value *Result = nullptr;
  ReversePostOrderTraversal<Function *> Order(&Scalar);
  for (BasicBlock *BB : Order) {
    if (BB != &Scalar.getEntryBlock()) {
      Value *Mask = nullptr;
      bool IsAll = false;
      for (BasicBlock *From : predecessors(BB)) {
        Value *Edge = edgeMask(*From, *BB);
        IsAll |= !Edge;
        Mask = !Mask || !Edge ? Edge : B.CreateOr(Mask, Edge);
      }
      Masks[BB] = IsAll ? nullptr : Mask;
    }
    for (Instruction &I : *BB) {
      if (auto *Return = dyn_cast<ReturnInst>(&I))
        Result = of(Return->getReturnValue());
      else if (!I.isTerminator())
        Wide[&I] = widened(I);
    }
  }
  return Result;
}

/// Three elements are computed as four: too many operations for nothing, where there are more than these.
static bool isShortEnough(const Function &Scalar, unsigned Elements) {
  constexpr unsigned LongestOfThree = 24;
  return isPowerOf2_32(Elements) || Scalar.getInstructionCount() <= LongestOfThree;
}

void widenExpanded(Function &Overload) {
  auto *T = dyn_cast<FixedVectorType>(Overload.getReturnType());
  CallInst *First = nullptr;
  for (Instruction &I : Overload.getEntryBlock())
    if (auto *Call = dyn_cast<CallInst>(&I)) {
      First = Call;
      break;
    }
  Function *Scalar = First ? First->getCalledFunction() : nullptr;
  if (!T || !Scalar || !isShortEnough(*Scalar, T->getNumElements()) || !Widening::canWiden(*Scalar) ||
      any_of(Overload.args(), [](const Argument &A) { return A.getType()->isPointerTy(); }))
    return;
  const unsigned Elements = T->getNumElements();
  Overload.deleteBody();
  Overload.setLinkage(GlobalValue::InternalLinkage);
  IRBuilder<> B(BasicBlock::Create(Overload.getContext(), "entry", &Overload));
  SmallVector<Value *, 4> Arguments;
  for (auto [Argument, Param] : zip(Overload.args(), Scalar->args())) {
    Value *V = &Argument;
    if (!V->getType()->isVectorTy())
      V = B.CreateVectorSplat(Elements, V);
    if (V->getType()->getScalarType() != Param.getType())
      V = B.CreateFPExt(V, FixedVectorType::get(Param.getType(), Elements));
    Arguments.push_back(V);
  }
  Value *Result = Widening(*Scalar, Elements, B).run(Arguments);
  if (Result->getType() != T)
    Result = B.CreateFPTrunc(Result, T);
  B.CreateRet(Result);
}

} // namespace weft
