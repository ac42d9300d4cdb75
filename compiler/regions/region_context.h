// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_REGIONS_REGION_CONTEXT_H
#define WEFT_COMPILER_REGIONS_REGION_CONTEXT_H

// What lives across the cuts of a kernel, and where it is kept.

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/passes.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

namespace weft {

/// A group statement after its block was split behind it: `Resume` starts where the work-items go on.
struct Cut {
  CutKind Kind;
  llvm::CallInst *Call;    ///< the statement, still there so that its operands count as uses; its result is replaced
  llvm::BasicBlock *Block; ///< ends with the statement
  llvm::BasicBlock *Resume;
  StatementForm Form;                     ///< of a CutKind::Statement
  llvm::SmallVector<int, 4> OperandSlots; ///< of each operand: its slot; -1: a value of the group
  llvm::SmallVector<bool, 4> InPlace;     ///< of each operand: it lives in that slot anyway, and is there at the cut
  int ResultSlot = -1;                    ///< where a statement leaves its result
  /// Values that the statement is executed with: of a copy all but the event.
  unsigned numOperands() const {
    if (Kind == CutKind::Statement)
      return Call->arg_size();
    return Kind == CutKind::Barrier ? 0 : Call->arg_size() - 1;
  }
  bool ofSubGroup() const {
    return Kind == CutKind::Statement && Form.SubGroup;
  }
};

/// A value that lives across a cut, held in a variable of the kernel ("demoted": stored where defined, loaded where
/// used).
struct Slot {
  llvm::AllocaInst *Variable;
  bool Uniform;           ///< one for the group, else one for each work-item
  bool Array;             ///< a private array itself, used in place in its slot
  bool Operand;           ///< a statement's operand: written before the cut, read by the statement only
  llvm::BitVector LiveIn; ///< per region (0: the entry, i + 1: behind Cuts[i])
  uint64_t Offset = 0;    ///< bytes of a work-item before it (divergent slots)
  uint64_t Stride = 0;    ///< bytes of one work-item's entry
};

struct RegionContext {
  llvm::SmallVector<Cut, 8> Cuts;
  llvm::SmallVector<Slot, 16> Slots;
  uint64_t SlotBytes = 0; ///< of all slots, per work-item
  /// Some work-items may return while others go on to a cut: a slot tells who is left.
  bool NeedsAlive = false;
  /// Work-items may stand at different cuts at the same time; cuts are in the order in which they are served, and
  /// everything that lives across one is each work-item's own (docs/groups.md).
  bool Scheduled = false;
  uint64_t NextSlot = 0; ///< scheduled: slot with the region in which each work-item goes on, 32 bits

  unsigned numRegions() const {
    return Cuts.size() + 1;
  }
  llvm::BasicBlock *start(llvm::Function &Kernel, unsigned Region) const {
    return Region == 0 ? &Kernel.getEntryBlock() : Cuts[Region - 1].Resume;
  }
};

class Uniformity;

/// Blocks at whose start a value is live; not its own.
llvm::SmallPtrSet<llvm::BasicBlock *, 16> liveBlocks(llvm::Instruction &V);

/// Whether a value that differs between work-items is computed again where it is wanted, rather than kept in a slot.
bool canRecompute(llvm::Instruction &V, const Uniformity &Uniform);

/// Adds cuts around uniform branches that decide which cut comes next: the group takes them as one.
void cutAtUniformBranches(llvm::Function &Kernel);

/// Adds cuts where uniform branches around group statements join again, if the regions would otherwise repeat each
/// other's blocks too often: each region holds all that can be reached before the next cut, so n conditional barriers
/// in a row make n² / 2 blocks.
void limitRegionGrowth(llvm::Function &Kernel);

bool hasSubGroupCut(const llvm::Function &Kernel);

/// A cut at which the group meets, and nothing else.
llvm::CallInst *insertBarrier(llvm::BasicBlock::iterator Before);

/// A cut at which work-items of a sub-group meet, and nothing else.
llvm::CallInst *insertSubGroupMeeting(llvm::Instruction *Before);

/// Whether the work-items of a group may meet different cuts, and sub-groups are asked to take that: adds meetings to
/// the kernel's loops then. Before the blocks are split.
bool prepareSchedule(llvm::Function &Kernel);

/// Sorts the cuts of a kernel in the scheduled form: of two at which work-items of a sub-group wait, the first is
/// served.
void orderCuts(llvm::Function &Kernel, RegionContext &Context);

/// Splits the kernel's blocks behind each group statement.
void splitAtCuts(llvm::Function &Kernel, RegionContext &Context);

/// Finds what lives across the cuts, recomputes what is cheap, demotes the rest to slots. With `Share`, phis and what
/// they come from are one slot where that can be.
void demoteAcrossCuts(llvm::Function &Kernel, RegionContext &Context, bool Share);

} // namespace weft

#endif
