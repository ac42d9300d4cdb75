// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The oracle of linearise: see tool_passes.h. Where a lane does not run an instruction, and where linearise put poison,
// the result is a pattern that no program computes by chance; a scalar access that no lane wants traps.

#include "compiler/ir/markers.h"
#include "compiler/ir/names.h"
#include "compiler/spmd/analysis/divergence.h"
#include "compiler/spmd/analysis/verify.h"
#include "compiler/spmd/tool_passes.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft::spmd {

namespace {

constexpr unsigned Count = 4;

class LaneWriter {
public:
  explicit LaneWriter(Function &Item) : Item(Item), Ids(varyingIds(Item)), D(Item, Ids), B(Item.getContext()) {
    SmallVector<Type *, 8> Types(Item.getFunctionType()->params());
    Types.push_back(B.getInt64Ty());
    Lanes = Function::Create(FunctionType::get(B.getVoidTy(), Types, false), Item.getLinkage(),
                             Item.getName() + "_lanes", Item.getParent());
  }

  void run() {
    for (BasicBlock &BB : Item)
      Begin[&BB] = BasicBlock::Create(Item.getContext(), BB.getName(), Lanes);
    B.SetInsertPoint(Begin[&Item.getEntryBlock()]);
    for (Argument &A : Item.args())
      for (unsigned L = 0; L < Count; ++L) {
        Value *Now = Lanes->getArg(A.getArgNo());
        unsigned Offset = offset(idDimension(A), L);
        Values[{&A, L}] = Offset ? B.CreateAdd(Now, ConstantInt::get(A.getType(), Offset)) : Now;
      }
    for (unsigned L = 0; L < Count; ++L)
      Exists.push_back(B.CreateTrunc(B.CreateLShr(Lanes->getArg(Item.arg_size()), L), B.getInt1Ty()));
    for (BasicBlock *BB : ReversePostOrderTraversal<Function *>(&Item)) {
      B.SetInsertPoint(Begin[BB]);
      Mask = Exists;
      for (Instruction &I : *BB)
        write(I);
      Finish[BB] = B.GetInsertBlock();
    }
    for (auto &[Phi, Copy, Lane] : Phis)
      for (unsigned I = 0; I < Phi->getNumIncomingValues(); ++I)
        Copy->addIncoming(value(Phi->getIncomingValue(I), Lane), Finish[Phi->getIncomingBlock(I)]);
  }

private:
  /// A lane's id minus that of lane 0.
  unsigned offset(std::optional<unsigned> Dim, unsigned Lane) const {
    unsigned Columns = Ids == VaryingXY ? 2 : Count;
    return Dim == 0u ? Lane % Columns : Dim == 1u ? Lane / Columns : 0;
  }

  Value *value(Value *V, unsigned Lane) {
    if (isa<PoisonValue>(V)) // if it is read, it must show
      return garbage(V->getType());
    if (!isa<Instruction>(V) && !isa<Argument>(V))
      return V;
    return Values.lookup({V, isa<Instruction>(V) && !D.isDivergent(V) ? 0 : Lane});
  }

  Instruction *copy(Instruction &I, unsigned Lane) {
    Instruction *Copy = I.clone();
    for (Use &U : Copy->operands())
      if (!isa<BasicBlock>(U.get()))
        U.set(value(U.get(), Lane));
    B.Insert(Copy);
    return Copy;
  }

  Value *anyLane(ArrayRef<Value *> Bits) {
    Value *Any = Bits[0];
    for (Value *Bit : Bits.drop_front())
      Any = B.CreateOr(Any, Bit);
    return Any;
  }

  static Constant *garbage(Type *T) {
    if (auto *Int = dyn_cast<IntegerType>(T))
      return ConstantInt::get(T, APInt::getSplat(Int->getBitWidth(), APInt(8, 0xa5)));
    return PoisonValue::get(T);
  }

  /// The instruction for a lane, if the lane wants it.
  void guarded(Instruction &I, unsigned Lane) {
    BasicBlock *Before = B.GetInsertBlock();
    BasicBlock *Do = BasicBlock::Create(I.getContext(), "do", Lanes),
               *Then = BasicBlock::Create(I.getContext(), "then", Lanes);
    B.CreateCondBr(Mask[Lane], Do, Then);
    B.SetInsertPoint(Do);
    Instruction *Copy = copy(I, Lane);
    B.CreateBr(Then);
    B.SetInsertPoint(Then);
    if (I.getType()->isVoidTy())
      return;
    PHINode *Result = B.CreatePHI(I.getType(), 2);
    Result->addIncoming(Copy, Do);
    Result->addIncoming(garbage(I.getType()), Before);
    Values[{&I, Lane}] = Result;
  }

  void write(Instruction &I) {
    if (isMask(&I)) {
      SmallVector<Value *, Count> Now;
      for (unsigned L = 0; L < Count; ++L)
        Now.push_back(value(I.getOperand(0), L));
      Mask = Now;
    } else if (isActive(&I)) {
      for (unsigned L = 0; L < Count; ++L)
        Values[{&I, L}] = Exists[L];
    } else if (isAny(&I)) {
      SmallVector<Value *, Count> Bits;
      for (unsigned L = 0; L < Count; ++L)
        Bits.push_back(value(I.getOperand(0), L));
      Values[{&I, 0}] = anyLane(Bits);
    } else if (I.isTerminator()) {
      Instruction *End = copy(I, 0);
      for (unsigned S = 0; S < I.getNumSuccessors(); ++S)
        End->setSuccessor(S, Begin[I.getSuccessor(S)]);
    } else if (auto *Phi = dyn_cast<PHINode>(&I)) {
      for (unsigned L = 0; L < (D.isDivergent(&I) ? Count : 1); ++L) {
        PHINode *Copy = PHINode::Create(I.getType(), 2, I.getName());
        B.Insert(Copy);
        Phis.push_back({Phi, Copy, L});
        Values[{&I, L}] = Copy;
      }
    } else if (D.isDivergent(&I) || I.mayWriteToMemory()) {
      bool Guarded = !isSafeToSpeculativelyExecute(&I) && !isa<AllocaInst>(I);
      for (unsigned L = 0; L < Count; ++L) {
        if (Guarded)
          guarded(I, L);
        else
          Values[{&I, L}] = copy(I, L);
      }
    } else {
      if (!isSafeToSpeculativelyExecute(&I)) {
        BasicBlock *Fault = BasicBlock::Create(I.getContext(), "fault", Lanes);
        BasicBlock *Then = BasicBlock::Create(I.getContext(), "then", Lanes);
        B.CreateCondBr(anyLane(Mask), Then, Fault);
        B.SetInsertPoint(Fault);
        B.CreateIntrinsic(Intrinsic::trap, {});
        B.CreateUnreachable();
        B.SetInsertPoint(Then);
      }
      Values[{&I, 0}] = copy(I, 0);
    }
  }

  Function &Item;
  Function *Lanes;
  unsigned Ids;
  Divergence D;
  IRBuilder<> B;
  DenseMap<std::pair<const Value *, unsigned>, Value *> Values;
  DenseMap<const BasicBlock *, BasicBlock *> Begin, Finish;
  SmallVector<Value *, Count> Exists, Mask;
  SmallVector<std::tuple<PHINode *, PHINode *, unsigned>, 16> Phis;
};

} // namespace

bool toolLanes(PassState &State) {
  for (Function *Item : itemFunctions(State.M)) {
    std::string WhyNot;
    if (!verifyLinearised(*Item, varyingIds(*Item), WhyNot)) {
      State.Error = (Item->getName() + ": " + WhyNot).str();
      return false;
    }
    LaneWriter(*Item).run();
    if (!Item->use_empty()) {
      State.Error = (Item->getName() + " is called").str();
      return false;
    }
    Item->eraseFromParent();
  }
  for (Function &F : make_early_inc_range(State.M))
    if (F.isDeclaration() && F.use_empty() && F.getName().starts_with(MarkerPrefix))
      F.eraseFromParent();
  return true;
}

} // namespace weft::spmd
