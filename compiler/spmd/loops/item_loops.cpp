// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What becomes of a nest, for packets of W columns and R rows (R is 1 but for parts along y):
//
//   for z
//     for y by R
//       full  = where rows y to y + R exist and the guard holds: columns up to the last multiple of W; else 0
//       limit = with a masked packet: all columns where the guard holds, else 0; without one: full
//       (clipped: full packets begin and end where the range does, masked ones run on both sides)
//       for x from 0 to full by W:      full packet
//       (with a packet of R / 2 rows: that, for the first of the rows where there are so many but not R)
//       for rows from y to y + R, x from full, or 0 where no packet was, to limit by the lanes of a part: masked packet
//       for rows from y to y + R, if limit is not the end:
//         for x from limit:             the scalar loop as it was
//
// The guard says no to rows of very few work-items as well. In a nest with divisions a full packet is
//
//   if x to x + W lie in one segment of each: the packet for that; else: one for any work-items, or they one by one
//
// and where most work-items may return at once
//
//   if few of them stay: they one by one; else: the packet

#include "compiler/spmd/loops/item_loops.h"
#include "compiler/optimise/loop_hints.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
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
  void emitLoop(Value *From, Value *To, uint64_t Step, function_ref<void(Value *)> Body, const Twine &Name,
                Value *Hole = nullptr, Value *Behind = nullptr);
  void emitMasked(Value *From, Value *To, Value *Hole, Value *Behind, Value *RowsHere, Value *RowsDone = nullptr);
  Value *emitFewer(Value *Ok, Value *RowsHere, Value *&Full);
  void emitSide(Function *Side, Value *From, Value *To, Value *RowsHere);
  void emitOutside(Value *From, Value *To, Value *First, Value *Last, Value *Limit, Value *RowsHere);
  void emitNarrow(Value *From, Value *To);
  void emitFull(Value *Column);
  void emitUnlessFew(Value *Column);
  Value *activeBits(Value *Column);
  void emitClipped(Value *All, Value *Limit, Value *RowsHere);
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
  return loopHints(C, {MDNode::get(C, {MDString::get(C, "llvm.loop.vectorize.enable"), Off}),
                       loopHint(C, "llvm.loop.unroll.disable")});
}

/// V where the condition holds, else 0. A null condition always holds.
Value *NestPacker::where(Value *Condition, Value *V, const Twine &Name) {
  return Condition ? B.CreateSelect(Condition, V, B.getInt64(0), Name) : V;
}

/// for (x = From; x < To; x += Step) Body(x), with x = Behind where it would be Hole.
void NestPacker::emitLoop(Value *From, Value *To, uint64_t Step, function_ref<void(Value *)> Body, const Twine &Name,
                          Value *Hole, Value *Behind) {
  // What has few iterations is no loop: what packets leave for one another can be in registers.
  constexpr uint64_t FewIterations = 4;
  auto *Begin = dyn_cast<ConstantInt>(From), *End = dyn_cast<ConstantInt>(To);
  if (Begin && End && !Hole && End->getZExtValue() - Begin->getZExtValue() <= FewIterations * Step) {
    for (uint64_t X = Begin->getZExtValue(); X < End->getZExtValue(); X += Step)
      Body(B.getInt64(X));
    return;
  }
  BasicBlock *Before = B.GetInsertBlock(), *Loop = block(Name), *After = block(Name + ".done");
  B.CreateCondBr(B.CreateICmpULT(From, To), Loop, After);
  B.SetInsertPoint(Loop);
  PHINode *X = B.CreatePHI(B.getInt64Ty(), 2, Name + ".x");
  X->addIncoming(From, Before);
  Body(X);
  Value *Next = B.CreateAdd(X, B.getInt64(Step), "", true, true);
  if (Hole)
    Next = B.CreateSelect(B.CreateICmpEQ(Next, Hole), Behind, Next);
  X->addIncoming(Next, B.GetInsertBlock());
  B.CreateCondBr(B.CreateICmpULT(Next, To), Loop, After)->setMetadata(LLVMContext::MD_loop, packetLoop());
  B.SetInsertPoint(After);
}

/// The masked packets of a row, or of each of the rows that packets are for. From `Hole` they go on at `Behind`. Rows
/// below the first RowsDone begin at 0.
void NestPacker::emitMasked(Value *From, Value *To, Value *Hole, Value *Behind, Value *RowsHere, Value *RowsDone) {
  Value *X = Nest.Size[0], *Y = Nest.Id[1], *EndY = Nest.Size[1];
  Value *BehindDone = RowsDone ? B.CreateAdd(Y, RowsDone, "", true, true) : nullptr;
  auto Row = [&](Value *Here) {
    emitLoop(
        BehindDone ? where(B.CreateICmpULT(Here, BehindDone), From, "from") : From, To, P.Plan.Lanes,
        [&](Value *Column) { call(P.Masked, Column, Here, {X, EndY}); }, "masked", Hole, Behind);
  };
  if (Rows > 1) {
    Value *Some = B.CreateICmpULT(From, To);
    if (RowsDone)
      Some = B.CreateOr(Some, B.CreateAnd(B.CreateICmpULT(RowsDone, RowsHere), B.CreateIsNotNull(To)));
    Value *End = B.CreateSelect(Some, B.CreateAdd(Y, RowsHere, "", true, true), Y);
    emitLoop(Y, End, 1, Row, "masked.rows");
  } else if (P.Plan.Parts > 1 || Hole) {
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

/// Packets of half the rows, a quarter, ..., where not all are there. The columns that are done then go into Full, the
/// rows are returned.
Value *NestPacker::emitFewer(Value *Ok, Value *RowsHere, Value *&Full) {
  Value *End = where(Ok, B.CreateAnd(Nest.Size[0], B.getInt64(-Columns)), "fewer");
  uint64_t Some = Rows, Before = 0;
  for (Function *F : P.Fewer) {
    Some /= 2;
    Value *Y = Nest.Id[1];
    if (Before)
      Y = B.CreateAdd(Y, B.CreateAnd(RowsHere, B.getInt64(Before)), "", true, true);
    Value *Is = B.CreateIsNotNull(B.CreateAnd(RowsHere, B.getInt64(Some)));
    emitLoop(B.getInt64(0), where(Is, End, "here"), Columns, [&](Value *Column) { call(F, Column, Y, {}); }, "fewer");
    Before |= Some;
  }
  Value *Done = B.CreateAnd(RowsHere, B.getInt64(Before)), *IsSome = B.CreateIsNotNull(Done);
  Full = B.CreateSelect(IsSome, End, Full);
  return B.CreateSelect(IsSome, Done, RowsHere, "rows.done");
}

/// What all work-items from From to To do, once for each row.
void NestPacker::emitSide(Function *Side, Value *From, Value *To, Value *RowsHere) {
  if (!Side || From == To)
    return;
  Value *Y = Nest.Id[1];
  auto Row = [&](Value *Here) { call(Side, From, Here, {}); };
  Value *IsThere = B.CreateICmpULT(From, To);
  if (Rows > 1) {
    emitLoop(Y, B.CreateSelect(IsThere, B.CreateAdd(Y, RowsHere, "", true, true), Y), 1, Row, "side.rows");
    return;
  }
  BasicBlock *Does = block("side"), *Done = block("side.done");
  B.CreateCondBr(IsThere, Does, Done);
  B.SetInsertPoint(Does);
  Row(Y);
  B.CreateBr(Done);
  B.SetInsertPoint(Done);
}

/// What is outside of the range, from From to First and from Last to To: the last packet of a row only is masked.
void NestPacker::emitOutside(Value *From, Value *To, Value *First, Value *Last, Value *Limit, Value *RowsHere) {
  if (!P.Outside) {
    emitMasked(From, To, First, Last, RowsHere);
    return;
  }
  Value *Partial = B.CreateAnd(Limit, B.getInt64(-uint64_t(P.Plan.Lanes)), "partial");
  emitLoop(
      From, B.CreateBinaryIntrinsic(Intrinsic::umin, To, Partial), P.Plan.Lanes,
      [&](Value *Column) { call(P.Outside, Column, Nest.Id[1], {}); }, "outside", First, Last);
  emitMasked(Partial, To, nullptr, nullptr, RowsHere);
}

/// A bit for each work-item of a full packet that stays, by way of bytes that become registers.
Value *NestPacker::activeBits(Value *Column) {
  const unsigned Lanes = P.Plan.Lanes;
  IRBuilder<> Top(&Entry.getEntryBlock(), Entry.getEntryBlock().begin());
  AllocaInst *Bytes = Top.CreateAlloca(Top.getInt8Ty(), Top.getInt32(unsigned(Columns)), "active");
  Bytes->setAlignment(Align(64));
  call(P.Active->Query, Column, Nest.Id[1], {Bytes, Column});
  auto *Part = FixedVectorType::get(B.getInt8Ty(), Lanes);
  Value *All = B.getInt64(0);
  for (unsigned First = 0; First < Columns; First += Lanes) {
    Value *Stay = B.CreateLoad(Part, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Bytes, First));
    Value *Bits = B.CreateBitCast(B.CreateICmpNE(Stay, Constant::getNullValue(Part)), B.getIntNTy(Lanes));
    All = B.CreateOr(All, B.CreateShl(B.CreateZExt(Bits, B.getInt64Ty()), First));
  }
  return All;
}

/// A full packet, or the work-items that stay one by one.
void NestPacker::emitUnlessFew(Value *Column) {
  Value *Y = Nest.Id[1], *Bits = activeBits(Column), *Zero = B.getInt64(0);
  Value *AreFew = B.CreateICmpULE(B.CreateUnaryIntrinsic(Intrinsic::ctpop, Bits), B.getInt64(P.Active->Most));
  BasicBlock *Few = block("few"), *Many = block("many"), *Done = block("active.done"), *Loop = block("active.lane");
  B.CreateCondBr(AreFew, Few, Many);
  B.SetInsertPoint(Many);
  call(P.Full, Column, Y, {});
  B.CreateBr(Done);
  B.SetInsertPoint(Few);
  B.CreateCondBr(B.CreateICmpEQ(Bits, Zero), Done, Loop);
  B.SetInsertPoint(Loop);
  PHINode *Left = B.CreatePHI(B.getInt64Ty(), 2);
  Left->addIncoming(Bits, Few);
  Value *Lane = B.CreateBinaryIntrinsic(Intrinsic::cttz, Left, B.getTrue());
  call(P.Active->Item, B.CreateAdd(Column, Lane, "", true, true), Y, {});
  Value *Rest = B.CreateAnd(Left, B.CreateSub(Left, B.getInt64(1)));
  Left->addIncoming(Rest, B.GetInsertBlock());
  B.CreateCondBr(B.CreateICmpEQ(Rest, Zero), Done, Loop)->setMetadata(LLVMContext::MD_loop, packetLoop());
  B.SetInsertPoint(Done);
}

/// A full packet; where the work-items do not lie in one segment, another one, or they one by one.
void NestPacker::emitFull(Value *Column) {
  Value *Y = Nest.Id[1];
  if (P.Active) {
    emitUnlessFew(Column);
    return;
  }
  if (!P.Segmented) {
    call(P.Full, Column, Y, {});
    return;
  }
  const Packets::InSegments &S = *P.Segmented;
  Value *End = B.CreateAdd(Column, B.getInt64(Columns), "", true, true);
  Value *Found = call(S.Divided.Find, Column, Y, {End}), *Ok = B.CreateExtractValue(Found, 0);
  SmallVector<Value *, 8> More;
  for (unsigned I = 1; I < Found->getType()->getStructNumElements(); ++I)
    More.push_back(B.CreateExtractValue(Found, I));
  if (S.Guard) {
    More.push_back(End);
    Ok = B.CreateAnd(Ok, call(S.Guard, Column, Y, More));
    More.pop_back();
  }
  BasicBlock *Segment = block("segment"), *Across = block("across"), *Done = block("segment.done");
  B.CreateCondBr(Ok, Segment, Across);
  B.SetInsertPoint(Segment);
  call(P.Full, Column, Y, More);
  B.CreateBr(Done);
  B.SetInsertPoint(Across);
  if (S.Across)
    call(S.Across, Column, Y, {});
  else
    for (unsigned R = 0; R < Rows; ++R) {
      Value *Row = R ? B.CreateAdd(Y, B.getInt64(R), "", true, true) : Y;
      emitLoop(Column, End, 1, [&](Value *X) { call(S.Item, X, Row, {}); }, "across");
    }
  B.CreateBr(Done);
  B.SetInsertPoint(Done);
}

/// Full packets in the range, masked ones on both sides of it where there is something to do.
void NestPacker::emitClipped(Value *All, Value *Limit, Value *RowsHere) {
  const Clip &Range = *P.Range;
  Value *X = Nest.Size[0], *Y = Nest.Id[1], *Low = nullptr, *High = nullptr, *Sides = nullptr;
  bool DependsOnY = !Range.Range->getArg(1)->use_empty();
  for (unsigned R = 0; R < (DependsOnY ? Rows : 1); ++R) {
    Value *Found = call(Range.Range, B.getInt64(0), R ? B.CreateAdd(Y, B.getInt64(R)) : Y, {X});
    Value *Begin = B.CreateExtractValue(Found, 0), *Behind = B.CreateExtractValue(Found, 1);
    Sides = B.CreateExtractValue(Found, 2);
    Low = Low ? B.CreateBinaryIntrinsic(Intrinsic::umax, Low, Begin) : Begin;
    High = High ? B.CreateBinaryIntrinsic(Intrinsic::umin, High, Behind) : Behind;
  }
  Value *From = B.getInt64(0), *To = Limit;
  // A side can be left out only where the range is the same for all rows.
  if (Rows == 1 || !DependsOnY) {
    if (Range.Below) {
      Value *Side =
          B.CreateAnd(B.CreateBinaryIntrinsic(Intrinsic::umin, Low, High), B.getInt64(-uint64_t(P.Plan.Lanes)));
      From = where(Sides, B.CreateBinaryIntrinsic(Intrinsic::umin, Limit, Side), "from");
    }
    if (Range.Above) {
      Value *Side = B.CreateBinaryIntrinsic(Intrinsic::umax, Low, High);
      To = B.CreateSelect(Sides, B.CreateBinaryIntrinsic(Intrinsic::umin, Limit, Side), Limit);
    }
  }
  emitSide(Range.Below, B.getInt64(0), From, RowsHere);
  emitSide(Range.Above, To, Limit, RowsHere);
  Value *First = B.CreateAnd(B.CreateAdd(Low, B.getInt64(Columns - 1)), B.getInt64(-Columns));
  Value *Last = B.CreateAnd(High, B.getInt64(-Columns));
  Value *HasFull = B.CreateICmpULT(First, Last);
  if (All)
    HasFull = B.CreateAnd(HasFull, All);
  First = B.CreateSelect(HasFull, First, From, "full.first");
  Last = B.CreateSelect(HasFull, Last, From, "full.last");
  emitLoop(First, Last, Columns, [&](Value *Column) { emitFull(Column); }, "packet");
  From = B.CreateSelect(B.CreateICmpEQ(From, First), Last, From);
  if (P.Narrow.empty()) {
    emitOutside(From, To, First, Last, Limit, RowsHere);
    return;
  }
  BasicBlock *Narrow = block("narrow"), *Wide = block("wide"), *Done = block("range.done");
  B.CreateCondBr(All ? B.CreateAnd(Sides, All) : Sides, Narrow, Wide);
  B.SetInsertPoint(Narrow);
  emitNarrow(From, To);
  B.CreateBr(Done);
  B.SetInsertPoint(Wide);
  emitOutside(From, To, First, Last, Limit, RowsHere);
  B.CreateBr(Done);
  B.SetInsertPoint(Done);
}

/// Fewer work-items than lanes, the first of which is where a full packet could be: packets of half the lanes, a
/// quarter, ... , as many as are needed.
void NestPacker::emitNarrow(Value *From, Value *To) {
  uint64_t Lanes = P.Plan.Lanes;
  Value *X = From, *Left = B.CreateSub(To, From, "left");
  for (Function *F : P.Narrow) {
    Lanes /= 2;
    BasicBlock *Before = B.GetInsertBlock(), *Some = block("narrow." + Twine(Lanes)), *Next = block("narrow.next");
    B.CreateCondBr(B.CreateIsNull(B.CreateAnd(Left, B.getInt64(Lanes))), Next, Some);
    B.SetInsertPoint(Some);
    call(F, X, Nest.Id[1], {});
    Value *Behind = B.CreateAdd(X, B.getInt64(Lanes), "", true, true);
    B.CreateBr(Next);
    B.SetInsertPoint(Next);
    PHINode *At = B.CreatePHI(B.getInt64Ty(), 2, "narrow.x");
    At->addIncoming(X, Before);
    At->addIncoming(Behind, Some);
    X = At;
  }
}

/// The loop over x begins where the packets ended; around it one over the rows that they were for.
void NestPacker::emitScalar(Value *From, Value *RowsHere) {
  BasicBlock *YLatch = Nest.Latch[1], *Before = B.GetInsertBlock();
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
  // A row of one work-item, or of few for many lanes, is done sooner without masked packets.
  Value *Ok = P.Masked ? B.CreateICmpUGE(X, B.getInt64(std::max(2u, P.Plan.Lanes / 8))) : nullptr;
  for (Function *Guard : P.Guards) {
    Value *Holds = call(Guard, Zero, Y, {X});
    Ok = Ok ? B.CreateAnd(Ok, Holds) : Holds;
  }
  Value *All = Whole && Ok ? B.CreateAnd(Whole, Ok) : Whole ? Whole : Ok;
  Value *Limit = P.Masked ? where(Ok, X, "limit") : nullptr;
  if (P.Range) {
    emitClipped(All, Limit, RowsHere);
  } else {
    Value *Full = where(All, B.CreateAnd(X, B.getInt64(-Columns)), "full");
    emitLoop(Zero, Full, Columns, [&](Value *Column) { emitFull(Column); }, "packet");
    Value *RowsDone = P.Fewer.empty() ? nullptr : emitFewer(Ok, RowsHere, Full);
    if (P.Masked)
      emitMasked(Full, Limit, nullptr, nullptr, RowsHere, RowsDone);
    else
      Limit = Full;
  }
  Down->setSuccessor(0, Row);
  emitScalar(Limit, RowsHere);
  stepRows();
  if (P.Masked)
    keepRolled(*P.Masked, [](const BasicBlock *) { return true; });
  // What has one iteration is no loop.
  for (unsigned D = 1; D < 3; ++D)
    if (auto *Size = dyn_cast<ConstantInt>(Nest.Size[D]); Size && Size->isOne() && Rows == 1)
      cast<BranchInst>(Nest.Latch[D]->getTerminator())->setCondition(B.getFalse());
  for (CallInst *Call : Calls) {
    InlineFunctionInfo Info;
    InlineFunction(*Call, Info);
  }
}

void keepRolled(Function &F, function_ref<bool(const BasicBlock *)> IsCopy) {
  const DominatorTree DT(F);
  const LoopInfo LI(DT);
  for (Loop *L : LI.getLoopsInPreorder())
    if (IsCopy(L->getHeader()))
      addStringMetadataToLoop(L, "llvm.loop.unroll.runtime.disable");
}

void packNest(ItemNest &Nest, const ItemFunction &Item, const Packets &P) {
  NestPacker(Nest, Item, P).run();
}

} // namespace weft::spmd
