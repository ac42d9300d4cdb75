// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a group does at its cuts: it calls the body of a copy or of a statement with the operands that its work-items
// brought. And the scheduled form, in which the sub-groups of a group come to their cuts one by one (docs/groups.md).

#include "compiler/regions/work_group_builder.h"

#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;

namespace weft {

Value *WorkGroupBuilder::groupItems() {
  return B.CreateNUWMul(B.CreateNUWMul(LocalSize[0], LocalSize[1]), LocalSize[2], "items");
}

CallInst *WorkGroupBuilder::callBody(const Cut &Cut, Type *Result, ArrayRef<Value *> Operands) {
  SmallVector<Type *, 9> Types;
  for (Value *V : Operands)
    Types.push_back(V->getType());
  std::string Name = (Cut.Call->getCalledFunction()->getName() + "_body").str();
  auto *Ty = FunctionType::get(Result, Types, false);
  FunctionCallee Body = State.M.getOrInsertFunction(Name, Ty);
  if (cast<Function>(Body.getCallee())->getFunctionType() != Ty)
    reportFatalInternalError(Twine("the body of a statement has another type: ") + Name);
  CallInst *Call = B.CreateCall(Body, Operands);
  if (DISubprogram *SP = Entry->getSubprogram())
    Call->setDebugLoc(DILocation::get(C, 0, 0, SP));
  return Call;
}

/// A value of the group, or the address of entry `First` of the work-items' slot.
Value *WorkGroupBuilder::statementOperand(const Cut &Cut, unsigned Index, unsigned Operand, Value *First, Value *Lane) {
  if (Cut.Kind == CutKind::Statement && Cut.OperandSlots[Operand] >= 0)
    return slotAddress(B, unsigned(Cut.OperandSlots[Operand]), First, Lane);
  AllocaInst *A = OperandVariable[Index][Operand];
  return B.CreateLoad(A->getAllocatedType(), A);
}

/// One call for the group. Slots come with the number of their entries; a result of the group's is returned.
void WorkGroupBuilder::emitGroupBody(const Cut &Cut, unsigned Index) {
  const Slot *Result = Cut.ResultSlot >= 0 ? &Regions.Slots[Cut.ResultSlot] : nullptr;
  SmallVector<Value *, 9> Operands;
  bool HasSlots = false;
  if (Cut.Form.Result == 'r') {
    Operands.push_back(frameAddress(B, Result->Offset, Result->Stride, B.getInt64(0)));
    HasSlots = true;
  }
  for (unsigned I = 0; I < Cut.numOperands(); ++I) {
    Operands.push_back(statementOperand(Cut, Index, I, B.getInt64(0)));
    HasSlots |= Cut.OperandSlots[I] >= 0;
  }
  if (HasSlots)
    Operands.push_back(groupItems());
  Type *Ty = Cut.Form.Result == 'u' ? Cut.Call->getType() : B.getVoidTy();
  CallInst *Value = callBody(Cut, Ty, Operands);
  if (Cut.Form.Result != 'u' || !Result)
    return;
  if (Result->Uniform) {
    B.CreateStore(Value, GroupVariable[Cut.ResultSlot]);
    return;
  }
  // In the scheduled form each work-item has it in a slot.
  auto *Fill = BasicBlock::Create(C, "fill", Entry), *Done = BasicBlock::Create(C, "fill.done", Entry);
  llvm::Value *Items = groupItems();
  BasicBlock *Before = B.GetInsertBlock();
  B.CreateBr(Fill);
  B.SetInsertPoint(Fill);
  PHINode *I = B.CreatePHI(B.getInt64Ty(), 2);
  I->addIncoming(B.getInt64(0), Before);
  B.CreateAlignedStore(Value, frameAddress(B, Result->Offset, Result->Stride, I), Result->Variable->getAlign());
  llvm::Value *Next = B.CreateNUWAdd(I, B.getInt64(1));
  I->addIncoming(Next, Fill);
  B.CreateCondBr(B.CreateICmpNE(Next, Items), Fill, Done);
  B.SetInsertPoint(Done);
}

void WorkGroupBuilder::callSubGroupBody(const Cut &Cut, unsigned Index, Value *First, Value *Count, Value *Active,
                                        Value *Lane) {
  SmallVector<Value *, 9> Operands;
  if (Cut.Form.Result == 'r')
    Operands.push_back(slotAddress(B, unsigned(Cut.ResultSlot), First, Lane));
  for (unsigned I = 0; I < Cut.numOperands(); ++I)
    Operands.push_back(statementOperand(Cut, Index, I, First, Lane));
  Operands.append({Count, Active});
  callBody(Cut, B.getVoidTy(), Operands);
}

/// All sub-groups of the group, each with all of its work-items: the full ones by a number that LLVM knows.
void WorkGroupBuilder::emitSubGroupBodies(const Cut &Cut, unsigned Index) {
  Value *Items = groupItems();
  Value *Rest = B.CreateAnd(Items, B.getInt64(Width - 1), "rest");
  Value *Full = B.CreateSub(Items, Rest, "", true, true);
  auto Block = [&](const char *Name) { return BasicBlock::Create(C, Name, Entry); };
  BasicBlock *Before = B.GetInsertBlock(), *Head = Block("sub_group"), *Body = Block("sub_group.full"),
             *Last = Block("sub_group.last"), *Partial = Block("sub_group.partial"), *Done = Block("sub_group.done");
  B.CreateBr(Head);
  B.SetInsertPoint(Head);
  PHINode *First = B.CreatePHI(B.getInt64Ty(), 2, "first");
  First->addIncoming(B.getInt64(0), Before);
  B.CreateCondBr(B.CreateICmpNE(First, Full), Body, Last);
  B.SetInsertPoint(Body);
  callSubGroupBody(Cut, Index, First, B.getInt32(Width), B.getInt64(~uint64_t(0) >> (64 - Width)));
  First->addIncoming(B.CreateNUWAdd(First, B.getInt64(Width)), B.GetInsertBlock());
  B.CreateBr(Head);
  B.SetInsertPoint(Last);
  B.CreateCondBr(B.CreateIsNull(Rest), Done, Partial);
  B.SetInsertPoint(Partial);
  Value *Active = B.CreateSub(B.CreateShl(B.getInt64(1), Rest), B.getInt64(1));
  callSubGroupBody(Cut, Index, Full, B.CreateTrunc(Rest, B.getInt32Ty()), Active);
  B.CreateBr(Done);
  B.SetInsertPoint(Done);
}

/// The bytes of a contiguous copy, where they are known and so few that moving them is shorter than a call; else 0.
static uint64_t fewBytes(const Cut &Cut) {
  constexpr uint64_t Most = 128; // eight registers where they are shortest: no target calls memcpy for it
  if (Cut.Kind != CutKind::Copy1D)
    return 0;
  const auto *Bytes = dyn_cast<ConstantInt>(Cut.Call->getArgOperand(2));
  return Bytes && Bytes->getZExtValue() <= Most ? Bytes->getZExtValue() : 0;
}

void WorkGroupBuilder::emitStatement(const Cut &Cut, unsigned Index) {
  if (Cut.Kind == CutKind::Barrier || (Cut.Kind == CutKind::Statement && !Cut.Form.hasBody()))
    return;
  if (Cut.Kind == CutKind::Statement) {
    Cut.Form.SubGroup ? emitSubGroupBodies(Cut, Index) : emitGroupBody(Cut, Index);
    return;
  }
  SmallVector<Value *, 9> Operands;
  for (unsigned I = 0; I < Cut.numOperands(); ++I)
    Operands.push_back(statementOperand(Cut, Index, I, nullptr));
  if (uint64_t Bytes = fewBytes(Cut)) {
    B.CreateMemCpy(Operands[0], Align(1), Operands[1], Align(1), Bytes);
    return;
  }
  callBody(Cut, B.getVoidTy(), Operands);
}

// --- The scheduled form. ----------------------------------------------------------------------------------------

/// The members of struct weft_schedule in builtins/sub_group_schedule.cl.
static constexpr unsigned FirstOffset = 0, ActiveOffset = 8, CountOffset = 16, ScheduleBytes = 24;

/// The group starts: everybody goes on at region 0. Emits the block that asks for the next step and the statements of
/// the group, which are steps of their own.
void WorkGroupBuilder::startSchedule() {
  Type *I32 = B.getInt32Ty(), *I64 = B.getInt64Ty();
  {
    IRBuilder<> Top(EntryBlock, EntryBlock->begin());
    Chosen = Top.CreateAlloca(ArrayType::get(I64, ScheduleBytes / 8), nullptr, "schedule");
  }
  Value *Items = groupItems();
  Value *Goal = frameAddress(B, Regions.NextSlot, 4, B.getInt64(0));
  B.CreateMemSet(Goal, B.getInt8(0), B.CreateNUWMul(Items, B.getInt64(4)), Align(4));
  B.CreateStore(B.getInt64(0), Chosen);
  Schedule = BasicBlock::Create(C, "schedule", Entry);
  B.CreateBr(Schedule);
  B.SetInsertPoint(Schedule);
  FunctionCallee Next = State.M.getOrInsertFunction(
      "__weft_stmt_schedule_body", FunctionType::get(I32, {B.getPtrTy(), I64, I32, I32, B.getPtrTy()}, false));
  const bool InTurn = any_of(Regions.Cuts, [](const Cut &Cut) { return pollsOthers(*Cut.Call); });
  CallInst *Step = B.CreateCall(Next, {Goal, Items, B.getInt32(Width), B.getInt32(InTurn), Chosen}, "step");
  if (DISubprogram *SP = Entry->getSubprogram())
    Step->setDebugLoc(DILocation::get(C, 0, 0, SP));
  SwitchInst *Switch = B.CreateSwitch(Step, NextGroup, 2 * Regions.numRegions());
  Switch->addCase(B.getInt32(0), RegionBlock[0]);
  for (auto [Index, Cut] : enumerate(Regions.Cuts)) {
    Switch->addCase(B.getInt32(Index + 1), RegionBlock[Index + 1]);
    if (Cut.ofSubGroup())
      continue;
    auto *Block = BasicBlock::Create(C, "statement." + Twine(Index + 1), Entry);
    Switch->addCase(B.getInt32((Index + 1) | ScheduleOfGroup), Block);
    B.SetInsertPoint(Block);
    emitStatement(Cut, Index);
    B.CreateBr(Schedule);
  }
}

/// A loop over the work-items of one sub-group that are active.
ItemLoops WorkGroupBuilder::emitLaneLoop(Value *First, Value *Count, Value *Active) {
  ItemLoops Loops;
  auto *Lane = BasicBlock::Create(C, "lane", Entry);
  Loops.Body = BasicBlock::Create(C, "item", Entry);
  Loops.Latch = BasicBlock::Create(C, "item.next", Entry);
  Loops.After = BasicBlock::Create(C, "items.done", Entry);
  Value *Start[3];
  Start[0] = B.CreateURem(First, LocalSize[0]);
  Value *Line = B.CreateUDiv(First, LocalSize[0]);
  Start[1] = B.CreateURem(Line, LocalSize[1]);
  Start[2] = B.CreateUDiv(Line, LocalSize[1]);
  BasicBlock *Before = B.GetInsertBlock();
  B.CreateBr(Lane);
  B.SetInsertPoint(Lane);
  IRBuilder<> L(Loops.Latch);
  PHINode *Id[3], *I = B.CreatePHI(B.getInt64Ty(), 2, "lane");
  I->addIncoming(B.getInt64(0), Before);
  for (unsigned D = 0; D < 3; ++D) {
    Id[D] = B.CreatePHI(B.getInt64Ty(), 2, "local_id");
    Id[D]->addIncoming(Start[D], Before);
    Loops.LocalId[D] = Id[D];
  }
  Value *Carry = L.getInt64(1);
  for (unsigned D = 0; D < 3; ++D) {
    Value *Up = L.CreateNUWAdd(Id[D], Carry);
    if (D < 2) {
      Value *Wraps = L.CreateICmpEQ(Up, LocalSize[D]);
      Up = L.CreateSelect(Wraps, L.getInt64(0), Up);
      Carry = L.CreateZExt(Wraps, L.getInt64Ty());
    }
    Id[D]->addIncoming(Up, Loops.Latch);
  }
  Value *Next = L.CreateNUWAdd(I, L.getInt64(1));
  I->addIncoming(Next, Loops.Latch);
  BranchInst *Back = L.CreateCondBr(L.CreateICmpNE(Next, Count), Lane, Loops.After);
  Back->setMetadata(LLVMContext::MD_loop, loopProperties(/*Unroll=*/false));
  Loops.Linear = B.CreateNUWAdd(First, I, "linear");
  Value *IsActive = B.CreateTrunc(B.CreateLShr(Active, I), B.getInt1Ty());
  B.CreateCondBr(IsActive, Loops.Body, Loops.Latch);
  return Loops;
}

/// One step: the active work-items of one sub-group execute the statement that they wait at, then go on to their next
/// cuts.
void WorkGroupBuilder::emitScheduledRegion(unsigned R) {
  RegionBlocks Blocks = blocksOf(R);
  append(RegionBlock[R]);
  auto Member = [&](Type *Ty, unsigned Offset, const char *Name) {
    return B.CreateLoad(Ty, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Chosen, Offset), Name);
  };
  Value *First = Member(B.getInt64Ty(), FirstOffset, "first");
  Value *Active = Member(B.getInt64Ty(), ActiveOffset, "active");
  Value *Count = Member(B.getInt32Ty(), CountOffset, "count");
  if (R > 0 && Regions.Cuts[R - 1].ofSubGroup() && Regions.Cuts[R - 1].Form.hasBody())
    callSubGroupBody(Regions.Cuts[R - 1], R - 1, First, Count, Active);
  ItemLoops Loops = emitLaneLoop(First, B.CreateZExt(Count, B.getInt64Ty()), Active);
  B.SetInsertPoint(Loops.Body);
  loadSlots(R, {}, Loops);
  cloneBlocks(R, Blocks, Loops);
  B.SetInsertPoint(Loops.After);
  B.CreateBr(Schedule);
}

} // namespace weft
