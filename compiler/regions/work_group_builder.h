// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_REGIONS_WORK_GROUP_BUILDER_H
#define WEFT_COMPILER_REGIONS_WORK_GROUP_BUILDER_H

// The work-group function of one kernel while it is built: work_groups.cpp does regions and loops,
// group_statements.cpp what happens at the cuts.

#include "compiler/regions/region_context.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace weft {

/// The kernel's blocks that a region runs, in the order in which it reaches them.
struct RegionBlocks {
  llvm::SmallVector<llvm::BasicBlock *, 16> Order;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 32> Members;
  llvm::BitVector Assigns;                ///< of each slot: whether the region stores to it
  llvm::SmallVector<unsigned, 4> Targets; ///< regions behind the cuts at which this one ends
  bool Ends = false;                      ///< the kernel may end in it
};

/// The loops around a region, with holes for its body.
struct ItemLoops {
  llvm::BasicBlock *Body = nullptr;  ///< one work-item; not terminated
  llvm::BasicBlock *Latch = nullptr; ///< where a work-item ends
  llvm::BasicBlock *After = nullptr; ///< behind all work-items
  llvm::Value *LocalId[3] = {nullptr, nullptr, nullptr};
  llvm::Value *Linear = nullptr; ///< index of the work-item's entry in a slot
  llvm::Value *Lane = nullptr;   ///< where a sub-group has slots of its own: in those
};

/// Regions that one sub-group executes before the next one does: those behind a cut of the group, or the kernel's
/// start, up to the next cuts of the group.
struct LaneSegment {
  unsigned Start;                             ///< the first
  llvm::SmallVector<unsigned, 8> Regions;     ///< with the first
  llvm::BasicBlock *Enter = nullptr;          ///< all work-items of the group have come
  llvm::BasicBlock *Next = nullptr;           ///< a sub-group has ended
  llvm::SmallVector<unsigned, 8> Followers{}; ///< regions at which other segments start
  bool Ends = false;                          ///< or the kernel does
};

/// Of a work-item's entry in RegionContext::NextSlot, see builtins/sub_group_schedule.cl.
inline constexpr uint32_t ScheduleOfGroup = 0x80000000; ///< waits for the whole group
inline constexpr uint32_t ScheduleEnded = 0xffffffff;

class WorkGroupBuilder {
public:
  WorkGroupBuilder(PassState &State, llvm::Function &Kernel, KernelLayout &Layout)
      : State(State), Kernel(Kernel), Layout(Layout), C(State.M.getContext()), DL(State.M.getDataLayout()), B(C) {}

  llvm::Function *build();

private:
  void createEntry();
  void loadArguments();
  void startGroup();
  bool isFlat() const;
  llvm::Value *groupsAtOnce();
  void markSizes();
  void createVariables();
  void placePrivateMemory();
  void emitRegion(unsigned R);
  void emitStatement(const Cut &Cut, unsigned Index);
  void emitGroupBody(const Cut &Cut, unsigned Index);
  void emitSubGroupBodies(const Cut &Cut, unsigned Index);
  void callSubGroupBody(const Cut &Cut, unsigned Index, llvm::Value *First, llvm::Value *Count, llvm::Value *Active,
                        llvm::Value *Lane = nullptr);
  llvm::CallInst *callBody(const Cut &Cut, llvm::Type *Result, llvm::ArrayRef<llvm::Value *> Operands);
  llvm::Value *statementOperand(const Cut &Cut, unsigned Index, unsigned Operand, llvm::Value *First,
                                llvm::Value *Lane = nullptr);
  void emitRegionBody(unsigned R, const RegionBlocks &Blocks);
  void goOn(unsigned R, const RegionBlocks &Blocks, llvm::function_ref<llvm::BasicBlock *(unsigned)> BlockOf,
            llvm::BasicBlock *End);
  bool planLanes();
  void collectSegment(LaneSegment &Segment);
  bool isOfSubGroup(unsigned R) const {
    return R > 0 && Regions.Cuts[R - 1].ofSubGroup();
  }
  unsigned planTogether() const;
  void findLaneSlots();
  void createLaneSlots();
  void placeLanes(ItemLoops &Loops);
  void emitLanes();
  void append(llvm::BasicBlock *Block);
  void emitSegment(LaneSegment &Segment);
  void emitRegionsOfLanes(const LaneSegment &Segment, llvm::Value *Whole);
  void leaveSegment(const LaneSegment &Segment);
  void startSchedule();
  void emitScheduledRegion(unsigned R);
  void loadSlots(unsigned R, llvm::ArrayRef<llvm::Value *> FromGroup, const ItemLoops &Loops);
  ItemLoops emitLaneLoop(llvm::Value *First, llvm::Value *Count, llvm::Value *Active);
  llvm::MDNode *loopProperties(bool Unroll);
  llvm::Value *groupItems();
  ItemLoops emitItemLoops(unsigned R, bool Once);
  void cloneBlocks(unsigned R, const RegionBlocks &Blocks, const ItemLoops &Loops);
  void endRegion(unsigned R, const RegionBlocks &Blocks, llvm::BasicBlock *End, const Cut *To,
                 const llvm::ValueToValueMapTy &Map, const ItemLoops &Loops);
  void replaceQueries(llvm::ArrayRef<llvm::BasicBlock *> Cloned, const ItemLoops &Loops);
  void markParallel(llvm::ArrayRef<llvm::BasicBlock *> Cloned);
  llvm::BasicBlock *dispatchBlock(llvm::BasicBlock *End);
  RegionBlocks blocksOf(unsigned R) const;
  bool runsOnce(const RegionBlocks &Blocks) const;
  llvm::Value *frameAddress(llvm::IRBuilder<> &B, uint64_t Offset, uint64_t Stride, llvm::Value *Linear);
  llvm::Value *slotAddress(llvm::IRBuilder<> &B, unsigned Slot, llvm::Value *Linear, llvm::Value *Lane);
  llvm::Value *loadLaunch(uint64_t Offset, llvm::Type *Ty, const llvm::Twine &Name);
  llvm::AllocaInst *variable(llvm::Type *Ty, const llvm::Twine &Name, bool PerItem = false);
  bool isParallelAccess(const llvm::Value *Pointer) const;
  void noteFrameAccess(llvm::Instruction *I) {
    I->setMetadata(llvm::LLVMContext::MD_access_group, AccessGroup);
  }

  PassState &State;
  llvm::Function &Kernel;
  KernelLayout &Layout;
  llvm::LLVMContext &C;
  const llvm::DataLayout &DL;
  llvm::IRBuilder<> B;

  RegionContext Regions;
  unsigned Width = 0;                                          ///< work-items of a full sub-group
  llvm::BasicBlock *Schedule = nullptr;                        ///< scheduled form: asks who goes on where
  llvm::AllocaInst *Chosen = nullptr;                          ///< scheduled form: a struct weft_schedule
  llvm::DenseMap<const llvm::BasicBlock *, const Cut *> CutAt; ///< the cut that a block ends with
  llvm::Function *Entry = nullptr;
  llvm::BasicBlock *EntryBlock = nullptr;
  llvm::BasicBlock *NextGroup = nullptr; ///< latch of the loop over groups
  llvm::BasicBlock *Dispatch = nullptr;  ///< goes to the region that Next names; see StraightRegions
  llvm::DenseMap<const llvm::Argument *, llvm::Value *> Arguments;
  llvm::Value *Launch = nullptr, *LocalMemory = nullptr, *Frame = nullptr, *WorkDim = nullptr, *Disjoint = nullptr,
              *PaddedItems = nullptr;
  llvm::Value *FullSize[3], *GlobalSize[3], *GlobalOffset[3], *NumGroups[3], *GroupId[3], *GroupBase[3], *LocalSize[3];
  llvm::SmallVector<llvm::BasicBlock *, 8> RegionBlock;   ///< where each region begins
  llvm::DenseMap<const llvm::Value *, unsigned> SlotOf;   ///< of a slot's variable in the kernel
  llvm::SmallVector<llvm::AllocaInst *, 16> ItemVariable; ///< of each slot: the work-item's copy within a region
  llvm::SmallVector<llvm::AllocaInst *, 16> GroupVariable,
      OutVariable; ///< of each uniform slot: for the group; leaving a region
  llvm::SmallVector<llvm::SmallVector<llvm::AllocaInst *, 9>, 8> OperandVariable; ///< of each cut's operands
  llvm::AllocaInst *Next = nullptr; ///< region that follows, plus nothing: 0 ends the group
  llvm::DenseMap<const llvm::AllocaInst *, llvm::Value *>
      PrivateMemory; ///< of private arrays that live in one region only
  llvm::SmallVector<llvm::AllocaInst *, 32> Promoted;
  llvm::MDNode *AccessGroup = nullptr;
  bool HasPrivateMemory = false;

  // sub_group_lanes.cpp
  llvm::SmallVector<LaneSegment, 4> Segments;
  llvm::SmallVector<llvm::AllocaInst *, 16> LaneSlots; ///< of each slot: that of the lanes; null: it is in the frame
  llvm::SmallVector<bool, 16> HasLaneSlot;             ///< of each slot: whether it may have one
  unsigned Lanes = 0;                                  ///< work-items of the sub-groups that go together
  bool InLanes = false;                           ///< what is emitted is of such lanes, the values below are theirs
  llvm::Value *LaneFirst = nullptr;               ///< linear local id of the first work-item
  llvm::Value *LaneColumn = nullptr;              ///< local id in x of the first, in lanes
  llvm::Value *LaneColumns = nullptr;             ///< size of the group in x, in lanes
  llvm::Value *LaneY = nullptr, *LaneZ = nullptr; ///< local ids of all of them
};

} // namespace weft

#endif
