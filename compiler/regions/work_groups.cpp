// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builds the work-group function (kernel_abi.h) of each kernel from its regions:
//
//   for each group of the batch
//     region 0:  for z, y, x: the blocks from the entry to the first cuts
//     cut 1:     the group statement (nothing for a barrier, the copy's body for an async copy)
//     region 1:  for z, y, x: the blocks from behind cut 1 to the next cuts
//     ...
//
// A region is a clone of every block that can be reached before the next cut. Where the work-items of a region go next
// is the same for all of them by the specification's rule for barriers, so the last one's answer sends the whole group
// there. Values across cuts travel in slots (region_context.cpp): the group's in variables of this function, a
// work-item's in slots of the frame. A region that changes nothing but slots of the group runs for one work-item only:
// the code that leads to a copy costs no loop.

#include "compiler/ir/item_nest.h"
#include "compiler/ir/markers.h"
#include "compiler/ir/names.h"
#include "compiler/ir/uniformity.h"
#include "compiler/kernel/arg_layout.h"
#include "compiler/kernel/kernel_info.h"
#include "compiler/kernel_abi.h"
#include "compiler/optimise/fetch_ahead.h"
#include "compiler/optimise/loop_hints.h"
#include "compiler/regions/column_loops.h"
#include "compiler/regions/inductions.h"
#include "compiler/regions/trace_groups.h"
#include "compiler/regions/work_group_builder.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace weft {

/// Private memory above this many bytes goes to the frame instead of the worker's stack.
static constexpr uint64_t StackLimit = 4096;

/// Kernels with more regions than this pass through a switch after every so many: LLVM's scalar evolution walks from
/// each loop up through all loops in a straight line before it, which took 20 s for 200 barriers. The switch, whose
/// operand it cannot know, ends the line.
static constexpr unsigned StraightRegions = 8;

/// Above this many regions loops over work-items are not unrolled.
static constexpr unsigned ManyRegions = 16;

AllocaInst *WorkGroupBuilder::variable(Type *Ty, const Twine &Name, bool PerItem) {
  IRBuilder<> Top(EntryBlock, EntryBlock->begin());
  AllocaInst *A = Top.CreateAlloca(Ty, nullptr, Name);
  Promoted.push_back(A);
  spmd::markVariable(*A, PerItem);
  return A;
}

/// Launch record and argument block do not change while a kernel runs.
static LoadInst *constantLoad(IRBuilder<> &B, Type *Ty, Value *Base, uint64_t Offset, Align A, const Twine &Name) {
  LoadInst *Load = B.CreateAlignedLoad(Ty, B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Base, Offset), A, Name);
  Load->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(B.getContext(), {}));
  return Load;
}

Value *WorkGroupBuilder::loadLaunch(uint64_t Offset, Type *Ty, const Twine &Name) {
  return constantLoad(B, Ty, Launch, Offset, Align(8), Name);
}

void WorkGroupBuilder::createEntry() {
  Type *Ptr = B.getPtrTy();
  auto *Ty = FunctionType::get(B.getVoidTy(), {Ptr, Ptr, B.getInt64Ty(), Ptr, Ptr}, false);
  Entry = Function::Create(Ty, GlobalValue::ExternalLinkage, Layout.symbol, State.M);
  AttrBuilder FnAttrs(C, Kernel.getAttributes().getFnAttrs());
  for (const char *Drop :
       {KernelAttribute, FlatAttribute, AnyShapeAttribute, SubGroupsAttribute, "uniform-work-group-size"})
    FnAttrs.removeAttribute(Drop);
  FnAttrs.removeAttribute(Attribute::Convergent)
      .removeAttribute(Attribute::AlwaysInline)
      .removeAttribute(Attribute::Memory);
  FnAttrs.removeAttribute(Attribute::NoInline).removeAttribute(Attribute::OptimizeNone);
  FnAttrs.addAttribute(Attribute::NoUnwind);
  Entry->addFnAttrs(FnAttrs);
  // Nothing else leads to the launch record, the group's ids, its local memory and its frame.
  for (unsigned I : {0, 1, 3, 4}) {
    Entry->addParamAttr(I, Attribute::NoAlias);
    Entry->addParamAttr(I, Attribute::NonNull);
  }
  Entry->addParamAttr(0, Attribute::ReadOnly);
  Entry->addParamAttr(1, Attribute::ReadOnly);
  for (unsigned I : {3, 4})
    Entry->addParamAttr(I, Attribute::getWithAlignment(C, Align(WEFT_GROUP_MEMORY_ALIGN)));
  Entry->setSubprogram(Kernel.getSubprogram());
  Kernel.setSubprogram(nullptr);
  const char *Names[] = {"launch", "group", "count", "local", "frame"};
  for (unsigned I = 0; I < 5; ++I)
    Entry->getArg(I)->setName(Names[I]);

  EntryBlock = BasicBlock::Create(C, "entry", Entry);
  B.SetInsertPoint(EntryBlock);
  Launch = Entry->getArg(0);
  LocalMemory = B.CreateAddrSpaceCast(Entry->getArg(3), B.getPtrTy(3));
  Frame = Entry->getArg(4);
  AccessGroup = MDNode::getDistinct(C, {});
}

void WorkGroupBuilder::loadArguments() {
  uint32_t Total = 0;
  std::vector<ArgSlot> Slots = layoutArguments(Kernel, Total);
  Value *Block = loadLaunch(offsetof(weft_launch, args), B.getPtrTy(), "args");
  for (Argument &A : Kernel.args()) {
    const ArgSlot &S = Slots[A.getArgNo()];
    Value *V;
    if (A.hasByValAttr()) {
      V = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Block, S.offset);
      if (A.getType() != V->getType())
        V = B.CreateAddrSpaceCast(V, A.getType());
    } else if (A.getType()->isPointerTy() && A.getType()->getPointerAddressSpace() == 3) {
      LoadInst *Offset = constantLoad(B, B.getInt64Ty(), Block, S.offset, Align(8), A.getName() + ".offset");
      Offset->setMetadata(LocalArgumentMark, MDNode::get(C, {}));
      V = B.CreateInBoundsGEP(B.getInt8Ty(), LocalMemory, Offset);
    } else {
      LoadInst *Load = constantLoad(B, A.getType(), Block, S.offset, Align(S.align), A.getName());
      auto Promise = [&](unsigned Kind, uint64_t Number) {
        Load->setMetadata(Kind, MDNode::get(C, ConstantAsMetadata::get(B.getInt64(Number))));
      };
      if (A.getType()->isPointerTy() && is_contained({1u, 2u}, A.getType()->getPointerAddressSpace()))
        Load->setMetadata(ObjectMark, MDNode::get(C, {}));
      if (uint64_t Bytes = A.getDereferenceableBytes()) { // an image's view, which loops may then read once
        Promise(LLVMContext::MD_dereferenceable, Bytes);
        Promise(LLVMContext::MD_align, A.getParamAlign().valueOrOne().value());
      }
      V = Load;
    }
    Arguments[&A] = V;
  }
}

/// Whether groups that are neighbours in x may run as one: the kernel neither looks at them nor has anything of theirs.
bool WorkGroupBuilder::isFlat() const {
  if (!Kernel.hasFnAttribute(FlatAttribute) || !State.Options.vectorises() || !Regions.Cuts.empty() ||
      Regions.Scheduled || Layout.local_size > 0)
    return false;
  auto IsLocal = [](const Argument &A) {
    return A.getType()->isPointerTy() && A.getType()->getPointerAddressSpace() == 3;
  };
  return none_of(Kernel.args(), IsLocal) && none_of(instructions(Kernel), [](Instruction &I) {
           auto Query = asContext(&I);
           return Query && (Query->Kind == Context::LocalMemory || Query->Kind == Context::Frame);
         });
}

/// Groups of a batch that run as one of at most WEFT_LARGEST_GROUP work-items a row: those that full packets would not
/// fill, those of one row, whose order stays what it is, and others up to a row that the processor sees coming. Null:
/// one at a time.
Value *WorkGroupBuilder::groupsAtOnce() {
  if (!isFlat())
    return nullptr;
  Value *One = B.getInt64(1), *Rows = B.CreateNUWMul(FullSize[1], FullSize[2]);
  Value *Fills = B.CreateIsNull(B.CreateAnd(FullSize[0], B.CreateSub(spmd::createColumns(B), One), "rest"));
  Value *Most = B.CreateUDiv(B.getInt64(WEFT_LARGEST_GROUP), FullSize[0]);
  Value *Few = B.CreateBinaryIntrinsic(Intrinsic::umax, B.CreateUDiv(spmd::createRow(B), FullSize[0]), One);
  Value *IsPlane = B.CreateAnd(Fills, B.CreateICmpNE(Rows, One));
  return B.CreateSelect(IsPlane, Few, Most, "groups.at_once");
}

/// The loop over the batch's groups; ends where the first region begins.
void WorkGroupBuilder::startGroup() {
  uint64_t Required[3] = {0, 0, 0};
  if (MDNode *Size = Kernel.getMetadata("reqd_work_group_size"))
    for (unsigned D = 0; D < 3 && D < Size->getNumOperands(); ++D)
      Required[D] = mdconst::extract<ConstantInt>(Size->getOperand(D))->getZExtValue();
  Type *I64 = B.getInt64Ty();
  WorkDim = loadLaunch(offsetof(weft_launch, work_dim), I64, "work_dim");
  Disjoint = loadLaunch(offsetof(weft_launch, disjoint), I64, "disjoint");
  Value *Largest = loadLaunch(offsetof(weft_launch, largest_object), I64, "largest_object");
  cast<LoadInst>(Largest)->setMetadata(LargestObjectMark, MDNode::get(C, {}));
  auto Load3 = [&](Value *(&Values)[3], uint64_t Offset, const char *Name) {
    for (unsigned D = 0; D < 3; ++D)
      Values[D] = loadLaunch(Offset + 8 * D, I64, Name);
  };
  Load3(FullSize, offsetof(weft_launch, local_size), "full_size");
  for (Value *Size : FullSize)
    cast<LoadInst>(Size)->setMetadata(LLVMContext::MD_range,
                                      MDBuilder(C).createRange(APInt(64, 1), APInt(64, WEFT_LARGEST_GROUP + 1)));
  Load3(GlobalSize, offsetof(weft_launch, global_size), "global_size");
  Load3(GlobalOffset, offsetof(weft_launch, global_offset), "global_offset");
  Load3(NumGroups, offsetof(weft_launch, num_groups), "num_groups");
  Value *FirstGroup[3];
  for (unsigned D = 0; D < 3; ++D) {
    if (Required[D])
      FullSize[D] = B.getInt64(Required[D]);
    FirstGroup[D] = constantLoad(B, I64, Entry->getArg(1), 8 * D, Align(8), "group");
  }
  Value *Items = B.CreateNUWMul(B.CreateNUWMul(FullSize[0], FullSize[1]), FullSize[2]);
  PaddedItems = B.CreateAnd(B.CreateNUWAdd(Items, B.getInt64(WEFT_FRAME_ITEM_ROUND - 1)),
                            B.getInt64(-uint64_t(WEFT_FRAME_ITEM_ROUND)), "padded_items");

  Value *AtOnce = groupsAtOnce();
  auto *Group = BasicBlock::Create(C, "group", Entry);
  NextGroup = BasicBlock::Create(C, "group.next", Entry);
  auto *Done = BasicBlock::Create(C, "done", Entry);
  B.CreateCondBr(B.CreateIsNull(Entry->getArg(2)), Done, Group);

  B.SetInsertPoint(Group);
  PHINode *Index = B.CreatePHI(I64, 2, "group.index");
  Index->addIncoming(B.getInt64(0), EntryBlock);
  Value *Here = nullptr;
  if (AtOnce)
    Here = B.CreateBinaryIntrinsic(Intrinsic::umin, AtOnce, B.CreateNUWSub(Entry->getArg(2), Index), nullptr, "groups");
  // Whoever chooses another shape for the groups need not find one that divides the range.
  const bool AnyShape =
      AtOnce && Kernel.hasFnAttribute(AnyShapeAttribute) && !any_of(Required, [](uint64_t N) { return N; });
  if (AnyShape)
    Entry->addFnAttr(AnyShapeAttribute);
  bool Even = !AnyShape && Kernel.getFnAttribute("uniform-work-group-size").getValueAsString() == "true";
  for (unsigned D = 0; D < 3; ++D) {
    GroupId[D] = D == 0 ? B.CreateNUWAdd(FirstGroup[0], Index, "group_id") : FirstGroup[D];
    Value *Before = B.CreateMul(GroupId[D], FullSize[D], "", true, true);
    GroupBase[D] = B.CreateAdd(GlobalOffset[D], Before, "group_base", true, true);
    Value *Size = D == 0 && Here ? B.CreateMul(FullSize[D], Here, "flat_size", true, true) : FullSize[D];
    LocalSize[D] =
        Even ? Size
             : B.CreateBinaryIntrinsic(Intrinsic::umin, Size, B.CreateSub(GlobalSize[D], Before, "", true, true),
                                       nullptr, "local_size");
  }

  if (!AtOnce)
    markSizes();

  IRBuilder<> Latch(NextGroup);
  Value *NextIndex = Latch.CreateNUWAdd(Index, Here ? Here : Latch.getInt64(1));
  Index->addIncoming(NextIndex, NextGroup);
  Latch.CreateCondBr(Latch.CreateICmpULT(NextIndex, Entry->getArg(2)), Group, Done)
      ->setMetadata(LLVMContext::MD_loop, loopHints(C, loopHint(C, GroupsMark)));
  IRBuilder<>(Done).CreateRetVoid();
}

/// For whole_groups.cpp: which values are sizes of groups, and which dimensions matter. Of groups that run one by one.
void WorkGroupBuilder::markSizes() {
  if (Regions.Scheduled || !State.Options.vectorises())
    return;
  if (Regions.Cuts.empty())
    Entry->addFnAttr(UncutAttribute);
  auto Mark = [&](Value *V, unsigned D, bool IsFull) {
    Metadata *Numbers[] = {ConstantAsMetadata::get(B.getInt32(D)), ConstantAsMetadata::get(B.getInt32(IsFull))};
    if (auto *I = dyn_cast<Instruction>(V))
      I->setMetadata(SizeMark, MDNode::get(C, Numbers));
  };
  for (unsigned D = 0; D < 3; ++D) {
    Mark(FullSize[D], D, true);
    if (LocalSize[D] != FullSize[D])
      Mark(LocalSize[D], D, false);
  }
  bool IsUsed[3] = {};
  for (Instruction &I : instructions(Kernel))
    if (auto Query = asContext(&I); Query && Query->Kind == Context::LocalId)
      IsUsed[Query->Dim] = true;
  std::string Names;
  for (unsigned D = 0; D < 3; ++D)
    if (IsUsed[D])
      Names += "xyz"[D];
  if (MDNode *Size = Kernel.getMetadata("reqd_work_group_size"))
    Entry->setMetadata(RequiredSizeMark, Size);
  Entry->addFnAttr(DimensionsAttribute, Names);
}

void WorkGroupBuilder::createVariables() {
  for (Slot &S : Regions.Slots) {
    SlotOf[S.Variable] = ItemVariable.size();
    Type *Ty = S.Variable->getAllocatedType();
    ItemVariable.push_back(S.Array || S.Operand ? nullptr : variable(Ty, S.Variable->getName(), /*PerItem=*/true));
    GroupVariable.push_back(S.Uniform ? variable(Ty, S.Variable->getName() + ".group") : nullptr);
    OutVariable.push_back(S.Uniform ? variable(Ty, S.Variable->getName() + ".out") : nullptr);
  }
  for (Cut &Cut : Regions.Cuts) {
    SmallVector<AllocaInst *, 9> Variables;
    for (unsigned I = 0; I < Cut.numOperands(); ++I)
      Variables.push_back(variable(Cut.Call->getArgOperand(I)->getType(), "copy.operand"));
    OperandVariable.push_back(std::move(Variables));
  }
  Next = variable(B.getInt32Ty(), "next");
}

/// Whether the kernel asks of addresses what they point to (address_spaces.cpp): private memory must be in the frame.
static bool asksForSpaces(Function &Kernel) {
  return any_of(instructions(Kernel), [](Instruction &I) {
    auto Query = asContext(&I);
    return Query && Query->Kind == Context::Frame;
  });
}

/// Private arrays that no cut separates from themselves: one copy serves all work-items in turn.
void WorkGroupBuilder::placePrivateMemory() {
  SmallVector<AllocaInst *, 8> Allocas;
  uint64_t Total = 0;
  for (Instruction &I : Kernel.getEntryBlock())
    if (auto *A = dyn_cast<AllocaInst>(&I)) {
      if (any_of(Regions.Slots, [&](Slot &S) { return S.Variable == A; }))
        continue;
      Allocas.push_back(A);
      Total += DL.getTypeAllocSize(A->getAllocatedType());
    }
  HasPrivateMemory = !Allocas.empty() || any_of(Regions.Slots, [](Slot &S) { return S.Array; });
  uint64_t Fixed = 0;
  bool OnStack = Total <= StackLimit && !asksForSpaces(Kernel);
  for (AllocaInst *A : Allocas) {
    Type *Ty = A->getAllocatedType();
    if (OnStack) {
      IRBuilder<> Top(EntryBlock, EntryBlock->begin());
      AllocaInst *Copy = Top.CreateAlloca(Ty, nullptr, A->getName());
      Copy->setAlignment(A->getAlign());
      spmd::markVariable(*Copy, /*PerItem=*/true);
      PrivateMemory[A] = Copy;
      continue;
    }
    Fixed = alignTo(Fixed, A->getAlign());
    PrivateMemory[A] = B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Frame, Fixed, A->getName());
    Fixed += DL.getTypeAllocSize(Ty);
  }
  if (Fixed > 0)
    Entry->addFnAttr(ScalarAttribute, "private memory is in the frame");
  Layout.frame_fixed = alignTo(Fixed, WEFT_GROUP_MEMORY_ALIGN);
}

RegionBlocks WorkGroupBuilder::blocksOf(unsigned R) const {
  RegionBlocks Blocks;
  SmallVector<BasicBlock *, 16> Work{Regions.start(Kernel, R)};
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (!Blocks.Members.insert(BB).second)
      continue;
    Blocks.Order.push_back(BB);
    if (const Cut *To = CutAt.lookup(BB)) {
      Blocks.Targets.push_back(unsigned(To - Regions.Cuts.begin()) + 1);
      continue;
    }
    Blocks.Ends |= succ_empty(BB);
    append_range(Work, reverse(SmallVector<BasicBlock *, 4>(successors(BB))));
  }
  Blocks.Assigns.resize(Regions.Slots.size());
  for (const BasicBlock *BB : Blocks.Order)
    for (const Instruction &I : *BB)
      if (const auto *Store = dyn_cast<StoreInst>(&I))
        for (const Value *Operand : Store->operands())
          if (auto Found = SlotOf.find(Operand); Found != SlotOf.end())
            Blocks.Assigns.set(Found->second);
  return Blocks;
}

/// Whether one work-item can stand for all: nothing but slots of the group and private memory changes.
bool WorkGroupBuilder::runsOnce(const RegionBlocks &Blocks) const {
  if (Regions.NeedsAlive)
    return false;
  for (auto [I, S] : enumerate(Regions.Slots))
    if (!S.Uniform && !S.Array && Blocks.Assigns[I])
      return false;
  for (BasicBlock *BB : Blocks.Order) {
    if (const Cut *To = CutAt.lookup(BB))
      for (auto [S, IsThere] : zip(To->OperandSlots, To->InPlace))
        if (S >= 0 && !IsThere)
          return false;
    for (Instruction &I : *BB) {
      if (cutKind(I) != CutKind::None || I.isLifetimeStartOrEnd() || isa<DbgInfoIntrinsic>(I) ||
          !I.mayHaveSideEffects())
        continue;
      auto *Store = dyn_cast<StoreInst>(&I);
      if (!Store || !Store->isSimple())
        return false;
      auto *Object = dyn_cast<AllocaInst>(underlyingObject(Store->getPointerOperand()));
      if (!Object || any_of(Regions.Slots, [&](const Slot &S) { return S.Array && S.Variable == Object; }))
        return false;
    }
  }
  return true;
}

Value *WorkGroupBuilder::frameAddress(IRBuilder<> &B, uint64_t First, uint64_t Stride, Value *Linear) {
  // frame_fixed is known before any region is emitted.
  Value *Offset = B.CreateNUWAdd(B.CreateNUWMul(PaddedItems, B.getInt64(First)), B.getInt64(Layout.frame_fixed));
  Value *Base = B.CreateInBoundsGEP(B.getInt8Ty(), Frame, Offset);
  return B.CreateInBoundsGEP(ArrayType::get(B.getInt8Ty(), Stride), Base, Linear);
}

/// A slot's entry in the frame, or in the sub-group's slots.
Value *WorkGroupBuilder::slotAddress(IRBuilder<> &B, unsigned Slot, Value *Linear, Value *Lane) {
  const auto &S = Regions.Slots[Slot];
  if (InLanes && LaneSlots[Slot])
    return B.CreateInBoundsGEP(ArrayType::get(B.getInt8Ty(), S.Stride), LaneSlots[Slot], Lane);
  return frameAddress(B, S.Offset, S.Stride, Linear);
}

/// Of a loop over work-items: each touches only its own.
MDNode *WorkGroupBuilder::loopProperties(bool Unroll) {
  SmallVector<Metadata *, 2> Hints{MDNode::get(C, {MDString::get(C, "llvm.loop.parallel_accesses"), AccessGroup})};
  if (!Unroll)
    Hints.push_back(loopHint(C, "llvm.loop.unroll.disable"));
  return loopHints(C, Hints);
}

ItemLoops WorkGroupBuilder::emitItemLoops(unsigned R, bool Once) {
  ItemLoops Loops;
  Loops.Body = BasicBlock::Create(C, "item", Entry);
  Loops.Latch = BasicBlock::Create(C, "item.next", Entry);
  Loops.After = BasicBlock::Create(C, "items.done", Entry);
  if (Once) {
    B.CreateBr(Loops.Body);
    IRBuilder<>(Loops.Latch).CreateBr(Loops.After);
    for (Value *&Id : Loops.LocalId)
      Id = B.getInt64(0);
    Loops.Linear = B.getInt64(0);
    return Loops;
  }
  Value *Row = B.getInt64(0);
  BasicBlock *Outer = B.GetInsertBlock(), *Exit = Loops.After;
  Value *Size[3] = {LocalSize[0], LocalSize[1], LocalSize[2]};
  if (InLanes) {
    Size[0] = B.getInt64(Lanes);
    Size[1] = Size[2] = B.getInt64(1);
  }
  for (int D = 2; D >= 0; --D) {
    static constexpr const char *Names[] = {"x", "y", "z"};
    BasicBlock *Header = D == 0 ? Loops.Body : BasicBlock::Create(C, Names[D], Entry, Loops.Body);
    BasicBlock *Latch = D == 0 ? Loops.Latch : BasicBlock::Create(C, Twine(Names[D]) + ".next", Entry);
    B.CreateBr(Header);
    B.SetInsertPoint(Header);
    PHINode *Id = B.CreatePHI(B.getInt64Ty(), 2, Twine("local_id.") + Names[D]);
    Id->addIncoming(B.getInt64(0), Outer);
    IRBuilder<> L(Latch);
    Value *NextId = L.CreateAdd(Id, L.getInt64(1), "", true, true);
    Id->addIncoming(NextId, Latch);
    BranchInst *Back = L.CreateCondBr(L.CreateICmpNE(NextId, Size[D]), Header, Exit);
    // Unrolling pays nothing outside of the innermost loop; in kernels of many loops each one unrolled makes LLVM
    // forget what it knows of all.
    Back->setMetadata(LLVMContext::MD_loop, loopProperties(D == 0 && Regions.numRegions() <= ManyRegions));
    spmd::markItemLoop(*Back, D, R, InLanes);
    Loops.LocalId[D] = Id;
    Row = B.CreateAdd(Row, Id, "", true, true);
    if (D > 0)
      Row = B.CreateMul(Row, Size[D - 1], "", true, true);
    Outer = Header;
    Exit = Latch;
  }
  Loops.Linear = Row;
  return Loops;
}

/// Memory that no two work-items of a region touch in a conflicting way: all that is not private. (If they do, the
/// program races.)
bool WorkGroupBuilder::isParallelAccess(const Value *Pointer) const {
  unsigned Space = Pointer->getType()->getPointerAddressSpace();
  if (Space >= 1 && Space <= 3)
    return true;
  if (!HasPrivateMemory)
    return true;
  return isa<Argument>(underlyingObject(Pointer)) && underlyingObject(Pointer) != Frame;
}

void WorkGroupBuilder::markParallel(ArrayRef<BasicBlock *> Cloned) {
  for (BasicBlock *BB : Cloned)
    for (Instruction &I : *BB) {
      Value *Pointer = getLoadStorePointerOperand(&I);
      if (!Pointer || I.hasMetadata(LLVMContext::MD_access_group))
        continue;
      auto *Variable = dyn_cast<AllocaInst>(Pointer);
      if (!(Variable && is_contained(Promoted, Variable)) && isParallelAccess(Pointer))
        I.setMetadata(LLVMContext::MD_access_group, AccessGroup);
    }
}

void WorkGroupBuilder::replaceQueries(ArrayRef<BasicBlock *> Cloned, const ItemLoops &Loops) {
  for (BasicBlock *BB : Cloned)
    for (Instruction &I : make_early_inc_range(*BB)) {
      auto Query = asContext(&I);
      if (!Query)
        continue;
      unsigned D = Query->Dim;
      Value *V = nullptr;
      switch (Query->Kind) {
      case Context::LocalId:
        V = Loops.LocalId[D];
        break;
      case Context::LocalSize:
        V = LocalSize[D];
        break;
      case Context::FullSize:
        V = FullSize[D];
        break;
      case Context::GroupId:
        V = GroupId[D];
        break;
      case Context::GroupBase:
        V = GroupBase[D];
        break;
      case Context::GlobalSize:
        V = GlobalSize[D];
        break;
      case Context::GlobalOffset:
        V = GlobalOffset[D];
        break;
      case Context::NumGroups:
        V = NumGroups[D];
        break;
      case Context::WorkDim:
        V = WorkDim;
        break;
      case Context::Disjoint:
        V = Disjoint;
        break;
      case Context::Launch:
        V = Launch;
        break;
      case Context::LocalMemory:
        V = D ? IRBuilder<>(&I).CreateConstInBoundsGEP1_64(B.getInt8Ty(), LocalMemory, D, I.getName()) : LocalMemory;
        break;
      case Context::Frame:
        V = Frame;
        break;
      }
      I.replaceAllUsesWith(V);
      I.eraseFromParent();
    }
}

/// Ends a work-item's way through a region: what the next one needs is put where it looks for it. `To` is null at the
/// kernel's end.
void WorkGroupBuilder::endRegion(unsigned R, const RegionBlocks &Blocks, BasicBlock *End, const Cut *To,
                                 const ValueToValueMapTy &Map, const ItemLoops &Loops) {
  IRBuilder<> E(End);
  unsigned Target = 0;
  if (To) {
    Target = unsigned(To - Regions.Cuts.begin()) + 1;
    for (auto [I, S] : enumerate(Regions.Slots)) {
      if (S.Array || !S.LiveIn[Target] || !Blocks.Assigns[I])
        continue;
      Value *V = E.CreateLoad(S.Variable->getAllocatedType(), ItemVariable[I]);
      if (S.Uniform) {
        E.CreateStore(V, OutVariable[I]);
        continue;
      }
      Align A = S.Variable->getAlign();
      if (V->getType()->isIntegerTy(1))
        V = E.CreateZExt(V, E.getInt8Ty());
      noteFrameAccess(E.CreateAlignedStore(V, slotAddress(E, unsigned(I), Loops.Linear, Loops.Lane), A));
    }
    auto *Statement = cast<CallInst>(Map.lookup(To->Call));
    for (unsigned I = 0; I < To->numOperands(); ++I) {
      if (To->Kind == CutKind::Statement && To->OperandSlots[I] >= 0) {
        if (To->InPlace[I])
          continue;
        unsigned Slot = unsigned(To->OperandSlots[I]);
        noteFrameAccess(E.CreateAlignedStore(Statement->getArgOperand(I),
                                             slotAddress(E, Slot, Loops.Linear, Loops.Lane),
                                             Regions.Slots[Slot].Variable->getAlign()));
      } else {
        E.CreateStore(Statement->getArgOperand(I), OperandVariable[Target - 1][I]);
      }
    }
    if (!Statement->use_empty()) // by what left its place in this region: dead code
      Statement->replaceAllUsesWith(PoisonValue::get(Statement->getType()));
    Statement->eraseFromParent();
  }
  if (Regions.Scheduled) {
    uint32_t Where = !To ? ScheduleEnded : Target | (To->ofSubGroup() ? 0 : ScheduleOfGroup);
    noteFrameAccess(E.CreateStore(E.getInt32(Where), frameAddress(E, Regions.NextSlot, 4, Loops.Linear)));
    E.CreateBr(Loops.Latch);
    return;
  }
  if (Regions.NeedsAlive) {
    if (R == 0 || !To)
      noteFrameAccess(E.CreateStore(E.getInt8(To != nullptr), frameAddress(E, Regions.SlotBytes - 1, 1, Loops.Linear)));
    if (To)
      E.CreateStore(E.getInt32(Target), Next);
  } else {
    E.CreateStore(E.getInt32(Target), Next);
  }
  E.CreateBr(Loops.Latch);
}

void WorkGroupBuilder::cloneBlocks(unsigned R, const RegionBlocks &Blocks, const ItemLoops &Loops) {
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *, 16> Cloned;
  for (BasicBlock *BB : Blocks.Order) {
    BasicBlock *Copy = CloneBasicBlock(BB, Map, "", Entry);
    Copy->moveBefore(Loops.Latch);
    Map[BB] = Copy;
    Cloned.push_back(Copy);
  }
  for (auto &[A, V] : Arguments)
    Map[A] = V;
  // The kernel's own variables stand in its entry block: theirs are the group's now.
  SmallVector<Instruction *, 8> Dead;
  for (Instruction &I : Kernel.getEntryBlock())
    if (auto *A = dyn_cast<AllocaInst>(&I)) {
      if (Value *Copy = Map.lookup(A))
        Dead.push_back(cast<Instruction>(Copy));
      auto Found = SlotOf.find(A);
      const Slot *S = Found == SlotOf.end() ? nullptr : &Regions.Slots[Found->second];
      if (!S)
        Map[A] = PrivateMemory[A];
      else if (S->Array)
        Map[A] = frameAddress(B, S->Offset, S->Stride, Loops.Linear);
      else
        Map[A] = ItemVariable[Found->second];
    }
  for (Instruction *I : Dead)
    I->eraseFromParent();
  for (BasicBlock *BB : Cloned)
    for (PHINode &Phi : make_early_inc_range(BB->phis()))
      for (unsigned I = Phi.getNumIncomingValues(); I-- > 0;)
        if (!Blocks.Members.contains(Phi.getIncomingBlock(I)))
          Phi.removeIncomingValue(I, /*DeletePHIIfEmpty=*/false);
  for (BasicBlock *BB : Cloned)
    for (Instruction &I : *BB) {
      RemapDbgRecordRange(&State.M, I.getDbgRecordRange(), Map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      RemapInstruction(&I, Map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    }
  for (BasicBlock *BB : Cloned) // what lies in the frame is no alloca any more
    for (Instruction &I : make_early_inc_range(*BB))
      if (I.isLifetimeStartOrEnd() && !isa<AllocaInst>(I.getOperand(0)))
        I.eraseFromParent();
  B.CreateBr(cast<BasicBlock>(Map[Regions.start(Kernel, R)]));

  for (BasicBlock *BB : Blocks.Order) {
    auto *Copy = cast<BasicBlock>(Map[BB]);
    const Cut *To = CutAt.lookup(BB);
    if (!To && !isa<ReturnInst>(Copy->getTerminator()))
      continue;
    Copy->getTerminator()->eraseFromParent();
    endRegion(R, Blocks, Copy, To, Map, Loops);
  }
  replaceQueries(Cloned, Loops);
  markParallel(Cloned);
}

/// What a work-item takes up at the start of a region: from the group's variables, or from its entries of the slots.
void WorkGroupBuilder::loadSlots(unsigned R, ArrayRef<Value *> FromGroup, const ItemLoops &Loops) {
  for (auto [I, S] : enumerate(Regions.Slots)) {
    if (S.Array || S.Operand || !S.LiveIn[R])
      continue;
    Value *V = FromGroup.empty() ? nullptr : FromGroup[I];
    if (!V) {
      Type *Ty = S.Variable->getAllocatedType();
      bool Bit = Ty->isIntegerTy(1);
      Value *Place = slotAddress(B, unsigned(I), Loops.Linear, Loops.Lane);
      LoadInst *Load = B.CreateAlignedLoad(Bit ? B.getInt8Ty() : Ty, Place, S.Variable->getAlign());
      noteFrameAccess(Load);
      V = Bit ? B.CreateTrunc(Load, Ty) : static_cast<Value *>(Load);
    }
    B.CreateStore(V, ItemVariable[I]);
  }
}

/// Goes on in a block, behind those that there are: they stand in the order in which they are read.
void WorkGroupBuilder::append(BasicBlock *Block) {
  if (Block != &Entry->back())
    Block->moveAfter(&Entry->back());
  B.SetInsertPoint(Block);
}

void WorkGroupBuilder::emitRegion(unsigned R) {
  RegionBlocks Blocks = blocksOf(R);
  append(RegionBlock[R]);
  if (R > 0)
    emitStatement(Regions.Cuts[R - 1], R - 1);
  emitRegionBody(R, Blocks);
  goOn(R, Blocks, [&](unsigned To) { return RegionBlock[To]; }, NextGroup);
}

/// The work-items, and what all of them leave to the group.
void WorkGroupBuilder::emitRegionBody(unsigned R, const RegionBlocks &Blocks) {
  SmallVector<Value *, 16> In(Regions.Slots.size(), nullptr);
  for (auto [I, S] : enumerate(Regions.Slots))
    if (S.Uniform && S.LiveIn[R])
      In[I] = B.CreateLoad(S.Variable->getAllocatedType(), GroupVariable[I]);
  if (Regions.NeedsAlive)
    B.CreateStore(B.getInt32(0), Next);

  ItemLoops Loops = emitItemLoops(R, runsOnce(Blocks));
  B.SetInsertPoint(Loops.Body);
  if (InLanes)
    placeLanes(Loops);
  if (Regions.NeedsAlive && R > 0) {
    LoadInst *Alive = B.CreateLoad(B.getInt8Ty(), frameAddress(B, Regions.SlotBytes - 1, 1, Loops.Linear), "alive");
    noteFrameAccess(Alive);
    auto *Live = BasicBlock::Create(C, "item.alive", Entry, Loops.Latch);
    B.CreateCondBr(B.CreateIsNull(Alive), Loops.Latch, Live);
    B.SetInsertPoint(Live);
  }
  loadSlots(R, In, Loops);
  cloneBlocks(R, Blocks, Loops);
  B.SetInsertPoint(Loops.After);
  for (auto [I, S] : enumerate(Regions.Slots))
    if (S.Uniform && Blocks.Assigns[I])
      B.CreateStore(B.CreateLoad(S.Variable->getAllocatedType(), OutVariable[I]), GroupVariable[I]);
}

/// On to the next region.
void WorkGroupBuilder::goOn(unsigned R, const RegionBlocks &Blocks, function_ref<BasicBlock *(unsigned)> BlockOf,
                            BasicBlock *End) {
  SmallVector<unsigned, 4> Targets = Blocks.Targets;
  const bool Ends = Blocks.Ends;
  if (Targets.empty()) {
    B.CreateBr(End);
  } else if (R % StraightRegions == StraightRegions - 1) {
    B.CreateBr(dispatchBlock(End));
    auto *Switch = cast<SwitchInst>(Dispatch->getTerminator());
    for (unsigned T : Targets)
      if (Switch->findCaseValue(B.getInt32(T)) == Switch->case_default())
        Switch->addCase(B.getInt32(T), BlockOf(T));
  } else if (Targets.size() == 1 && !Ends) {
    B.CreateBr(BlockOf(Targets[0]));
  } else {
    SwitchInst *Switch =
        B.CreateSwitch(B.CreateLoad(B.getInt32Ty(), Next), Ends ? End : BlockOf(Targets.back()), Targets.size());
    if (!Ends)
      Targets.pop_back();
    for (unsigned T : Targets)
      Switch->addCase(B.getInt32(T), BlockOf(T));
  }
}

BasicBlock *WorkGroupBuilder::dispatchBlock(BasicBlock *End) {
  if (Dispatch)
    return Dispatch;
  Dispatch = BasicBlock::Create(C, "dispatch", Entry);
  IRBuilder<> D(Dispatch);
  Type *I32 = D.getInt32Ty();
  InlineAsm *Hide = InlineAsm::get(FunctionType::get(I32, {I32}, false), "", "=r,0", /*hasSideEffects=*/false);
  CallInst *Target = D.CreateCall(Hide, {D.CreateLoad(I32, Next)}, "target");
  if (DISubprogram *SP = Entry->getSubprogram())
    Target->setDebugLoc(DILocation::get(C, 0, 0, SP));
  D.CreateSwitch(Target, End);
  return Dispatch;
}

Function *WorkGroupBuilder::build() {
  for (Instruction &I : Kernel.getEntryBlock())
    if (auto *A = dyn_cast<AllocaInst>(&I))
      Layout.private_size += DL.getTypeAllocSize(A->getAllocatedType());
  Width = subGroupWidth(Kernel);
  const bool HasSubGroupCut = hasSubGroupCut(Kernel);
  if (State.Options.optimise && !HasSubGroupCut) {
    cutColumnLoops(Kernel);
    splitInductions(Kernel);
    cutAtUniformBranches(Kernel);
  }
  limitRegionGrowth(Kernel);
  Regions.Scheduled = prepareSchedule(Kernel);
  if (State.Options.optimise && HasSubGroupCut && !Regions.Scheduled)
    cutAtUniformBranches(Kernel);
  splitAtCuts(Kernel, Regions);
  demoteAcrossCuts(Kernel, Regions, State.Options.optimise);
  for (const Cut &Cut : Regions.Cuts)
    CutAt[Cut.Block] = &Cut;

  createEntry();
  if (Regions.Scheduled)
    Entry->addFnAttr(ScalarAttribute, "its sub-groups are scheduled");
  loadArguments();
  placePrivateMemory();
  startGroup();
  BasicBlock *Group = B.GetInsertBlock();
  createVariables();
  Layout.frame_per_item = Regions.SlotBytes;
  for (unsigned R = 0; R < Regions.numRegions(); ++R)
    RegionBlock.push_back(BasicBlock::Create(C, "region." + Twine(R), Entry));
  B.SetInsertPoint(Group);
  if (Regions.Scheduled)
    startSchedule();
  else if (planLanes())
    emitLanes();
  else
    B.CreateBr(RegionBlock[0]);
  for (unsigned R = 0; R < Regions.numRegions(); ++R)
    Regions.Scheduled ? emitScheduledRegion(R) : emitRegion(R);
  EliminateUnreachableBlocks(*Entry);
  // A work-item has no results but what it stores: so the vectoriser finds the bodies of the loops, and promotes then.
  if (!State.Options.vectorises())
    spmd::promoteVariables(*Entry);
  return Entry;
}

bool buildWorkGroups(PassState &State) {
  for (auto &[Kernel, Layout] : State.Kernels) {
    // Here, since the passes behind this one compute without atomics what those of a group answer.
    Layout.order_matters = dependsOnOrder(*WorkGroupBuilder(State, *Kernel, Layout).build());
    Kernel->deleteBody();
  }
  for (auto &[Kernel, Layout] : State.Kernels) {
    if (!Kernel->use_empty()) {
      State.Error = "kernel '" + Layout.name + "' is used as a function";
      return false;
    }
    Kernel->eraseFromParent();
    State.Layouts.push_back(std::move(Layout));
  }
  State.Kernels.clear();
  return true;
}

} // namespace weft
