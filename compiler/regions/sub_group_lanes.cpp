// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Sub-groups as lanes: where all work-items of a group meet the same cuts, a sub-group need not wait for the others at
// its own. It runs from one cut of the group to the next, with loops of exactly its width, which become one packet or a
// few; then it is the next one's turn (docs/groups.md).
//
//   cut of the group:  its statement, for all
//     for each sub-group
//       region:             one packet
//       sub-group's cut:    the body, its slots are the sub-group's alone
//       region:             one packet
//       ...
//   next cut of the group
//
// What lives from one of its cuts to the next lies in slots as long as a sub-group, in variables of the entry: loads
// and stores of whole packets, which LLVM makes registers of. What crosses a cut of the group has slots in the frame.
//
// That takes sub-groups that are full and lie along x. Whether the launch has them is asked for each group; the others
// go the way of work_groups.cpp.

#include "compiler/ir/machine.h"
#include "compiler/ir/names.h"
#include "compiler/regions/work_group_builder.h"

using namespace llvm;

namespace weft {

/// Bytes of slots that a sub-group may have on the worker's stack. Of more, some could not become registers anyway.
static constexpr uint64_t MostLaneBytes = 16384;

/// Sub-groups that go together, and their work-items: groups whose size in x is a multiple of those take this form.
static constexpr unsigned MostTogether = 4, MostLanes = 64;

/// Instructions of the kernel, times sub-groups that go together: each has a copy of its own, and takes as long to
/// compile. Kernels that are longer yet do without the form.
static constexpr unsigned MostInstructions = 1024, LongestKernel = 4096;

/// Regions with several ways into them are emitted once for each: so many times as many in all.
static constexpr unsigned MostCopies = 2;

/// The regions behind the first that a sub-group reaches through cuts of its own.
void WorkGroupBuilder::collectSegment(LaneSegment &Segment) {
  Segment.Regions.push_back(Segment.Start);
  for (unsigned I = 0; I < Segment.Regions.size(); ++I) {
    const RegionBlocks Blocks = blocksOf(Segment.Regions[I]);
    Segment.Ends |= Blocks.Ends;
    for (unsigned T : Blocks.Targets) {
      auto &List = isOfSubGroup(T) ? Segment.Regions : Segment.Followers;
      if (!is_contained(List, T))
        List.push_back(T);
    }
  }
}

/// Slots that no cut of the group has to keep: a sub-group has its own for them.
void WorkGroupBuilder::findLaneSlots() {
  for (const auto &[I, S] : enumerate(Regions.Slots)) {
    bool IsKept = S.Uniform || S.Array;
    for (const auto &[T, Cut] : enumerate(Regions.Cuts))
      if (!Cut.ofSubGroup())
        IsKept |= S.LiveIn[T + 1] || is_contained(Cut.OperandSlots, int(I)) || Cut.ResultSlot == int(I);
    HasLaneSlot.push_back(!IsKept);
  }
}

/// Sub-groups that go together. What a statement of one waits for, the others fill; what they keep shall fit into
/// registers.
unsigned WorkGroupBuilder::planTogether() const {
  if (Regions.Cuts.empty())
    return 1;
  uint64_t Most = 0;
  for (unsigned R = 1; R < Regions.numRegions(); ++R) {
    uint64_t Bytes = 0;
    for (const auto &[I, S] : enumerate(Regions.Slots))
      if (HasLaneSlot[I] && S.LiveIn[R])
        Bytes += S.Stride * Width;
    Most = std::max(Most, Bytes);
  }
  uint64_t Bits = spmd::vectorBits(Kernel), Registers = Bits == 512 ? 16 : 8;
  unsigned Together = 1;
  while (2 * Together <= MostTogether && 2 * Together * Width <= MostLanes &&
         2 * Together * Most * 8 <= Registers * Bits && 2 * Together * Kernel.getInstructionCount() <= MostInstructions)
    Together *= 2;
  return Together;
}

/// Finds the segments; false where the form is not for this kernel.
bool WorkGroupBuilder::planLanes() {
  auto HasSlots = [](const Cut &Cut) { return Cut.ofSubGroup() && Cut.Form.hasBody(); };
  if (!State.Options.vectorises() || Regions.NeedsAlive || Kernel.getInstructionCount() > LongestKernel ||
      (none_of(Regions.Cuts, HasSlots) && !Kernel.hasFnAttribute(SubGroupsAttribute)))
    return false;
  unsigned Copies = 0;
  Segments.push_back({0, {}});
  for (unsigned I = 0; I < Segments.size(); ++I) {
    collectSegment(Segments[I]);
    Copies += Segments[I].Regions.size();
    if (Copies > MostCopies * Regions.numRegions())
      return false;
    for (unsigned T : SmallVector<unsigned, 8>(Segments[I].Followers))
      if (none_of(Segments, [&](const LaneSegment &S) { return S.Start == T; }))
        Segments.push_back({T, {}});
  }
  findLaneSlots();
  Lanes = Width * planTogether();
  Value *Rest = B.CreateAnd(LocalSize[0], B.getInt64(Lanes - 1));
  return !isa<ConstantInt>(Rest) || cast<ConstantInt>(Rest)->isZero();
}

void WorkGroupBuilder::createLaneSlots() {
  uint64_t Bytes = 0;
  for (const auto &[I, S] : enumerate(Regions.Slots)) {
    LaneSlots.push_back(nullptr);
    if (!HasLaneSlot[I] || Bytes + Lanes * S.Stride > MostLaneBytes)
      continue;
    Bytes += Lanes * S.Stride;
    IRBuilder<> Top(EntryBlock, EntryBlock->begin());
    LaneSlots.back() = Top.CreateAlloca(ArrayType::get(ArrayType::get(Top.getInt8Ty(), S.Stride), Lanes), nullptr,
                                        S.Variable->getName() + ".lanes");
    LaneSlots.back()->setAlignment(Align(WEFT_GROUP_MEMORY_ALIGN));
  }
}

/// The ids of a work-item, from that of its lane. Computed in the loop's body, in which they are looked at: there it is
/// seen that the lower bits of the rest of a linear id are 0.
void WorkGroupBuilder::placeLanes(ItemLoops &Loops) {
  Loops.Lane = Loops.LocalId[0];
  if (isa<Constant>(Loops.Lane)) // one work-item stands for all
    return;
  Value *Bits = B.getInt64(Log2_32(Lanes));
  Loops.Linear = B.CreateAdd(B.CreateShl(B.CreateLShr(LaneFirst, Bits), Bits), Loops.Lane, "linear", true, true);
  Loops.LocalId[0] = B.CreateAdd(B.CreateShl(LaneColumn, Bits, "", true, true), Loops.Lane, "local_id", true, true);
  Loops.LocalId[1] = LaneY;
  Loops.LocalId[2] = LaneZ;
  LocalSize[0] = B.CreateShl(LaneColumns, Bits, "local_size", true, true);
}

/// The segment's regions for one sub-group, one after the other.
void WorkGroupBuilder::emitRegionsOfLanes(const LaneSegment &Segment, Value *Whole) {
  DenseMap<unsigned, BasicBlock *> Copies;
  for (unsigned R : Segment.Regions)
    Copies[R] = BasicBlock::Create(C, "lanes." + Twine(R), Entry);
  B.CreateBr(Copies[Segment.Start]);
  InLanes = true;
  for (unsigned R : Segment.Regions) {
    RegionBlocks Blocks = blocksOf(R);
    LocalSize[0] = Whole;
    append(Copies[R]);
    if (isOfSubGroup(R) && Regions.Cuts[R - 1].Form.hasBody())
      for (unsigned Lane = 0; Lane < Lanes; Lane += Width)
        callSubGroupBody(Regions.Cuts[R - 1], R - 1, B.CreateNUWAdd(LaneFirst, B.getInt64(Lane)), B.getInt32(Width),
                         B.getInt64(~uint64_t(0) >> (64 - Width)), B.getInt64(Lane));
    emitRegionBody(R, Blocks);
    goOn(R, Blocks, [&](unsigned To) { return isOfSubGroup(To) ? Copies[To] : Segment.Next; }, Segment.Next);
  }
  InLanes = false;
  LocalSize[0] = Whole;
  Dispatch = nullptr;
}

void WorkGroupBuilder::emitSegment(LaneSegment &Segment) {
  auto Block = [&](const Twine &Name) { return BasicBlock::Create(C, Name, Entry); };
  Type *I64 = B.getInt64Ty();
  Value *One = B.getInt64(1), *Whole = LocalSize[0];
  append(Segment.Enter);
  if (Segment.Start > 0)
    emitStatement(Regions.Cuts[Segment.Start - 1], Segment.Start - 1);

  // Each sub-group finds the group's values as they are here.
  SmallVector<std::pair<unsigned, AllocaInst *>, 8> Kept;
  for (const auto &[I, S] : enumerate(Regions.Slots))
    if (S.Uniform && S.LiveIn[Segment.Start]) {
      Type *Ty = S.Variable->getAllocatedType();
      Kept.push_back({unsigned(I), variable(Ty, S.Variable->getName() + ".kept")});
      B.CreateStore(B.CreateLoad(Ty, GroupVariable[I]), Kept.back().second);
    }
  Value *Items = groupItems();
  LaneColumns = B.CreateLShr(Whole, Log2_32(Lanes), "columns", /*isExact=*/true);
  BasicBlock *Before = B.GetInsertBlock(), *Head = Block("lanes");
  B.CreateBr(Head);
  B.SetInsertPoint(Head);
  PHINode *Phis[4];
  static constexpr const char *Names[] = {"first", "column", "y", "z"};
  for (unsigned I = 0; I < 4; ++I) {
    Phis[I] = B.CreatePHI(I64, 2, Names[I]);
    Phis[I]->addIncoming(B.getInt64(0), Before);
  }
  auto [First, Column, Y, Z] = Phis;
  LaneFirst = First;
  LaneColumn = Column;
  LaneY = Y;
  LaneZ = Z;
  for (auto [I, Variable] : Kept)
    B.CreateStore(B.CreateLoad(Variable->getAllocatedType(), Variable), GroupVariable[I]);

  emitRegionsOfLanes(Segment, Whole);

  // The next sub-group: behind the last column the next row, behind the last row the next plane.
  append(Segment.Next);
  auto Step = [&](PHINode *Phi, Value *By, Value *End) {
    Value *Up = B.CreateNUWAdd(Phi, By), *Wraps = B.CreateICmpEQ(Up, End);
    Phi->addIncoming(B.CreateSelect(Wraps, B.getInt64(0), Up), Segment.Next);
    return B.CreateZExt(Wraps, I64);
  };
  Value *NextFirst = B.CreateNUWAdd(First, B.getInt64(Lanes));
  First->addIncoming(NextFirst, Segment.Next);
  Value *Row = Step(Column, One, LaneColumns);
  Value *Plane = Step(Y, Row, LocalSize[1]);
  Z->addIncoming(B.CreateNUWAdd(Z, Plane), Segment.Next);
  BasicBlock *Done = Block("lanes.done");
  B.CreateCondBr(B.CreateICmpNE(NextFirst, Items), Head, Done);
  B.SetInsertPoint(Done);
  leaveSegment(Segment);
}

/// From the last sub-group of a segment on: to the segment that its cut leads to.
void WorkGroupBuilder::leaveSegment(const LaneSegment &Segment) {
  auto EnterOf = [&](unsigned Start) {
    return find_if(Segments, [&](const LaneSegment &S) { return S.Start == Start; })->Enter;
  };
  SmallVector<BasicBlock *, 4> Follow;
  for (unsigned T : Segment.Followers)
    Follow.push_back(EnterOf(T));
  if (Segment.Ends || Follow.empty())
    Follow.insert(Follow.begin(), NextGroup);
  if (Follow.size() == 1) {
    B.CreateBr(Follow.front());
    return;
  }
  SwitchInst *Switch = B.CreateSwitch(B.CreateLoad(B.getInt32Ty(), Next), Follow.front(), Follow.size());
  for (unsigned T : Segment.Followers)
    if (EnterOf(T) != Follow.front())
      Switch->addCase(B.getInt32(T), EnterOf(T));
}

/// From the group's start: all of it for full sub-groups along x; else on to region 0.
void WorkGroupBuilder::emitLanes() {
  createLaneSlots();
  for (LaneSegment &Segment : Segments) {
    Segment.Enter = BasicBlock::Create(C, "segment." + Twine(Segment.Start), Entry);
    Segment.Next = BasicBlock::Create(C, "lanes.next", Entry);
  }
  Value *Fits = B.CreateIsNull(B.CreateAnd(LocalSize[0], B.getInt64(Lanes - 1)), "has_lanes");
  if (isa<Constant>(Fits))
    B.CreateBr(Segments.front().Enter);
  else
    B.CreateCondBr(Fits, Segments.front().Enter, RegionBlock[0]);
  for (LaneSegment &Segment : Segments)
    emitSegment(Segment);
}

} // namespace weft
