// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What becomes of a nest, for packets of W columns and R rows (R is 1 but for parts along y):
//
//   for z
//     for y by R
//       full  = where rows y to y + R exist and the guard holds: columns up to the last multiple of W; else 0
//       limit = with a masked packet: all columns where the guard holds, else 0; without one: full
//       for x from 0 to full by W:      full packet
//       for rows from y to y + R, x from full to limit by the lanes of a part: masked packet
//       for rows from y to y + R, if limit is not the end:
//         for x from limit:             the scalar loop as it was
//
// Where a masked packet takes all that is left and there is no guard, the scalar loop goes.

#include "compiler/spmd/item_loops.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace weft::spmd {

namespace {

class NestPacker {
public:
  NestPacker(ItemNest &Nest, const ItemFunction &Item, const Packets &P)
      : Nest(Nest), Item(Item), P(P), C(Nest.Preheader->getContext()), Entry(*Nest.Preheader->getParent()), B(C),
        Rows(P.Plan.PartDim == 1 ? P.Plan.Parts : 1), Columns(P.Plan.columns()) {}

  void run();

private:
  BasicBlock *block(const Twine &Name) {
    return BasicBlock::Create(C, Name, &Entry, Nest.Header[0]);
  }
  CallInst *call(Function *F, Value *X, Value *Y, ArrayRef<Value *> More) {
    SmallVector<Value *, 16> Arguments{X, Y, Nest.Id[2]};
    Arguments.append(Item.Inputs.begin(), Item.Inputs.end());
    Arguments.append(More.begin(), More.end());
    Calls.push_back(B.CreateCall(F, Arguments));
    return Calls.back();
  }
  void emitLoop(Value *From, Value *To, uint64_t Step, function_ref<void(Value *)> Body, const Twine &Name);
  void emitMasked(Value *From, Value *To, Value *RowsHere);
  Value *where(Value *Condition, Value *V, const Twine &Name);
  void emitScalar(Value *From, Value *RowsHere);
  void stepRows();
  MDNode *packetLoop();

  ItemNest &Nest;
  const ItemFunction &Item;
  const Packets &P;
  LLVMContext &C;
  Function &Entry;
  IRBuilder<> B;
  const uint64_t Rows, Columns;
  SmallVector<CallInst *, 8> Calls;
};

} // namespace

/// LLVM's loop passes would only make more of what is wide already.
MDNode *NestPacker::packetLoop() {
  Metadata *Off = ConstantAsMetadata::get(B.getFalse());
  SmallVector<Metadata *, 4> Hints{nullptr, MDNode::get(C, {MDString::get(C, "llvm.loop.vectorize.enable"), Off}),
                                   MDNode::get(C, {MDString::get(C, "llvm.loop.unroll.disable")})};
  if (P.KeepLoads)
    Hints.push_back(MDNode::get(C, {MDString::get(C, "llvm.licm.disable")}));
  MDNode *Loop = MDNode::getDistinct(C, Hints);
  Loop->replaceOperandWith(0, Loop);
  return Loop;
}

/// V where the condition holds, else 0. A null condition always holds.
Value *NestPacker::where(Value *Condition, Value *V, const Twine &Name) {
  return Condition ? B.CreateSelect(Condition, V, B.getInt64(0), Name) : V;
}

/// for (x = From; x < To; x += Step) Body(x).
void NestPacker::emitLoop(Value *From, Value *To, uint64_t Step, function_ref<void(Value *)> Body, const Twine &Name) {
  BasicBlock *Before = B.GetInsertBlock(), *Loop = block(Name), *After = block(Name + ".done");
  B.CreateCondBr(B.CreateICmpULT(From, To), Loop, After);
  B.SetInsertPoint(Loop);
  PHINode *X = B.CreatePHI(B.getInt64Ty(), 2, Name + ".x");
  X->addIncoming(From, Before);
  Body(X);
  Value *Next = B.CreateAdd(X, B.getInt64(Step), "", true, true);
  X->addIncoming(Next, B.GetInsertBlock());
  B.CreateCondBr(B.CreateICmpULT(Next, To), Loop, After)->setMetadata(LLVMContext::MD_loop, packetLoop());
  B.SetInsertPoint(After);
}

/// The masked packets of a row, or of each of the rows that packets are for.
void NestPacker::emitMasked(Value *From, Value *To, Value *RowsHere) {
  Value *X = Nest.Size[0], *Y = Nest.Id[1], *EndY = Nest.Size[1];
  auto Row = [&](Value *Here) {
    emitLoop(From, To, P.Plan.Lanes, [&](Value *Column) { call(P.Masked, Column, Here, {X, EndY}); }, "masked");
  };
  if (Rows > 1) {
    Value *End = B.CreateSelect(B.CreateICmpULT(From, To), B.CreateAdd(Y, RowsHere, "", true, true), Y);
    emitLoop(Y, End, 1, Row, "masked.rows");
  } else if (P.Plan.Parts > 1) {
    Row(Y);
  } else {
    BasicBlock *Masked = block("masked"), *Done = block("masked.done");
    B.CreateCondBr(B.CreateICmpULT(From, To), Masked, Done);
    B.SetInsertPoint(Masked);
    call(P.Masked, From, Y, {X, EndY});
    B.CreateBr(Done);
    B.SetInsertPoint(Done);
  }
}

/// The loop over x begins where the packets ended; around it one over the rows that they were for.
void NestPacker::emitScalar(Value *From, Value *RowsHere) {
  BasicBlock *YLatch = Nest.Latch[1], *Before = B.GetInsertBlock();
  if (!P.Guard && P.Masked) {
    B.CreateBr(YLatch);
    SmallVector<BasicBlock *, 16> Dead(Nest.Body);
    Dead.push_back(Nest.Latch[0]);
    DeleteDeadBlocks(Dead);
    return;
  }
  BasicBlock *Scalar = block("scalar");
  B.CreateCondBr(B.CreateICmpULT(From, Nest.Size[0]), Scalar, YLatch);
  B.SetInsertPoint(Scalar);
  auto *Back = cast<BranchInst>(Nest.Latch[0]->getTerminator());
  Back->setMetadata(LLVMContext::MD_loop, packetLoop());
  if (Rows > 1) {
    PHINode *Y = B.CreatePHI(B.getInt64Ty(), 2, "scalar.y");
    Y->addIncoming(Nest.Id[1], Before);
    // What the body takes from y's header is computed again for each of the rows.
    ValueToValueMapTy Map;
    Map[Nest.Id[1]] = Y;
    for (Instruction &I : make_early_inc_range(*Nest.Header[1]))
      if (!isa<PHINode>(I) && !I.isTerminator() && !isa<CallInst>(I)) {
        Instruction *Copy = I.clone();
        B.Insert(Copy, I.getName());
        RemapInstruction(Copy, Map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
        Map[&I] = Copy;
      }
    for (BasicBlock *BB : Nest.Body)
      for (Instruction &I : *BB)
        RemapInstruction(&I, Map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    BasicBlock *Next = block("scalar.next");
    IRBuilder<> L(Next);
    Value *Up = L.CreateNUWAdd(Y, L.getInt64(1));
    Y->addIncoming(Up, Next);
    L.CreateCondBr(L.CreateICmpULT(Up, L.CreateNUWAdd(Nest.Id[1], RowsHere)), Scalar, YLatch);
    Back->setSuccessor(1, Next);
  }
  B.CreateBr(Nest.Header[0]);
  int Outer = Nest.Id[0]->getBasicBlockIndex(Nest.Header[1]);
  Nest.Id[0]->setIncomingBlock(Outer, Scalar);
  Nest.Id[0]->setIncomingValue(Outer, From);
}

/// y goes on by the rows of a packet, which may lead beyond its end.
void NestPacker::stepRows() {
  if (Rows == 1)
    return;
  auto *Back = cast<BranchInst>(Nest.Latch[1]->getTerminator());
  auto *Test = cast<ICmpInst>(Back->getCondition());
  auto *Next = cast<Instruction>(Test->getOperand(0));
  Next->setOperand(1, B.getInt64(Rows));
  IRBuilder<> L(Back);
  Back->setCondition(L.CreateICmpULT(Next, Nest.Size[1]));
  Test->eraseFromParent();
}

void NestPacker::run() {
  Value *X = Nest.Size[0], *Y = Nest.Id[1], *Zero = B.getInt64(0);
  auto *Down = cast<BranchInst>(Nest.Header[1]->getTerminator());
  BasicBlock *Row = block("row");
  B.SetInsertPoint(Row);
  Value *Whole = nullptr, *RowsHere = nullptr;
  if (Rows > 1) {
    RowsHere = B.CreateBinaryIntrinsic(Intrinsic::umin, B.getInt64(Rows), B.CreateSub(Nest.Size[1], Y, "", true, true));
    Whole = B.CreateICmpEQ(RowsHere, B.getInt64(Rows));
  }
  // For packets from the row's first work-item to its last; where rows are missing it may say no for nothing.
  Value *Ok = P.Guard ? static_cast<Value *>(call(P.Guard, Zero, Y, {X})) : nullptr;
  Value *All = Whole && Ok ? B.CreateAnd(Whole, Ok) : Whole ? Whole : Ok;
  Value *Full = where(All, B.CreateAnd(X, B.getInt64(-Columns)), "full");
  Value *Limit = P.Masked ? where(Ok, X, "limit") : Full;
  emitLoop(Zero, Full, Columns, [&](Value *Column) { call(P.Full, Column, Y, {}); }, "packet");
  if (P.Masked)
    emitMasked(Full, Limit, RowsHere);
  Down->setSuccessor(0, Row);
  emitScalar(Limit, RowsHere);
  stepRows();
  for (CallInst *Call : Calls) {
    InlineFunctionInfo Info;
    InlineFunction(*Call, Info);
  }
}

void packNest(ItemNest &Nest, const ItemFunction &Item, const Packets &P) {
  NestPacker(Nest, Item, P).run();
}

} // namespace weft::spmd
