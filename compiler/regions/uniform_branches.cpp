// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A uniform branch that decides which cut comes next is taken by the group, not by each work-item: cuts are put before
// it and on its ways. What is between them runs once. So the loops over work-items on both sides of it
// have one thing to do each, and one range in which they do it:
//
//   for (n = 128; n; n /= 2) {        region 1:  if (l < n) ...
//     barrier;                        region 2:  n /= 2, n == 0?          (once)
//     if (l < n) ...                  region 3:  if (l == 0) ...
//   }
//   if (l == 0) ...
//
// A cut costs nothing but what lives across it. Branches are left alone where that would be more than lives across the
// kernel's own cuts.

#include "compiler/ir/uniformity.h"
#include "compiler/regions/region_context.h"

#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace weft {

/// Kernels of more cuts have regions enough.
static constexpr unsigned MostCuts = 16;

namespace {

class UniformBranches {
public:
  explicit UniformBranches(Function &Kernel)
      : Kernel(Kernel), Uniform(Kernel), PDT(Kernel), HasSubGroupCut(hasSubGroupCut(Kernel)) {}

  void run();

private:
  using Blocks = SmallPtrSet<BasicBlock *, 16>;

  bool tryBranch(BasicBlock &BB);
  bool allComeTo(BasicBlock &BB) const;
  bool isWork(const Instruction &I) const;
  bool hasWork(BasicBlock &From) const;
  bool hasWorkBefore(BasicBlock &BB) const;
  bool hasSlot(const Instruction &V, const Blocks &Live) const;
  bool makesSlotsAt(BasicBlock::iterator Place) const;
  void cutAt(BasicBlock::iterator Place);
  Blocks reachable(BasicBlock &From) const;
  SmallPtrSet<const Instruction *, 4> nextCuts(BasicBlock &From) const;

  Function &Kernel;
  weft::Uniformity Uniform;
  PostDominatorTree PDT;
  const bool HasSubGroupCut; ///< sub-groups meet at the new cuts, not the group
};

} // namespace

static Instruction *firstCut(BasicBlock &BB) {
  for (Instruction &I : BB)
    if (cutKind(I) != CutKind::None)
      return &I;
  return nullptr;
}

/// The blocks that begin before the next cuts on all ways from the start of one.
UniformBranches::Blocks UniformBranches::reachable(BasicBlock &From) const {
  Blocks Seen;
  SmallVector<BasicBlock *, 16> Work{&From};
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (Seen.insert(BB).second && !hasCut(*BB))
      append_range(Work, successors(BB));
  }
  return Seen;
}

/// The kernel's end is null.
SmallPtrSet<const Instruction *, 4> UniformBranches::nextCuts(BasicBlock &From) const {
  SmallPtrSet<const Instruction *, 4> Cuts;
  for (BasicBlock *BB : reachable(From))
    if (Instruction *Cut = firstCut(*BB); Cut || succ_empty(BB))
      Cuts.insert(Cut);
  return Cuts;
}

/// What cannot be left to one work-item for all.
bool UniformBranches::isWork(const Instruction &I) const {
  if (cutKind(I) != CutKind::None || asContext(&I) || I.isLifetimeStartOrEnd() || I.isDebugOrPseudoInst())
    return false;
  if (I.mayHaveSideEffects())
    return true;
  return (isa<PHINode>(I) || isa<CallInst>(I) || I.mayReadFromMemory()) && !Uniform.isUniform(&I);
}

/// Between the start of a block and the next cuts.
bool UniformBranches::hasWork(BasicBlock &From) const {
  for (BasicBlock *BB : reachable(From))
    for (Instruction &I : *BB) {
      if (cutKind(I) != CutKind::None)
        break;
      if (isWork(I))
        return true;
    }
  return false;
}

/// Between the cuts before a branch and the branch.
bool UniformBranches::hasWorkBefore(BasicBlock &Branch) const {
  Blocks Seen;
  SmallVector<BasicBlock *, 16> Work{&Branch};
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (!Seen.insert(BB).second)
      continue;
    for (Instruction &I : reverse(*BB)) {
      if (cutKind(I) != CutKind::None)
        break;
      // A divergent phi of the branch's own block is a slot already, or is worth none.
      if (isWork(I) && !(BB == &Branch && isa<PHINode>(I)))
        return true;
    }
    if (!hasCut(*BB))
      append_range(Work, predecessors(BB));
  }
  return false;
}

/// Whether no work-item passes by: wherever they part before, all ways lead here.
bool UniformBranches::allComeTo(BasicBlock &BB) const {
  for (BasicBlock &Branching : Kernel) {
    if (!Uniform.hasDivergentTerminator(Branching) || PDT.dominates(&BB, &Branching))
      continue;
    for (BasicBlock *Side : successors(&Branching))
      if (reachable(*Side).contains(&BB))
        return false;
  }
  return true;
}

/// Whether a value, live at the starts of `Live`, lives across a place in a block.
static bool livesAcross(const Instruction &V, const SmallPtrSetImpl<BasicBlock *> &Live, BasicBlock::iterator Place) {
  BasicBlock *At = Place->getParent();
  if (V.getParent() == At ? !V.comesBefore(&*Place) : !Live.contains(At))
    return false;
  return any_of(V.users(),
                [&](const User *U) {
                  auto *User = cast<Instruction>(U);
                  return User->getParent() == At && !isa<PHINode>(User) && !User->comesBefore(&*Place);
                }) ||
         any_of(successors(At), [&](BasicBlock *S) {
           return Live.contains(S) ||
                  any_of(S->phis(), [&](PHINode &Phi) { return Phi.getIncomingValueForBlock(At) == &V; });
         });
}

/// Whether a value lives across one of the kernel's cuts.
bool UniformBranches::hasSlot(const Instruction &V, const Blocks &Live) const {
  return any_of(instructions(Kernel), [&](Instruction &I) {
    return cutKind(I) != CutKind::None && livesAcross(V, Live, std::next(I.getIterator()));
  });
}

/// Whether a cut here would make slots for values that no other cut makes slots for.
bool UniformBranches::makesSlotsAt(BasicBlock::iterator Place) const {
  for (Instruction &I : instructions(Kernel)) {
    if (I.use_empty() || Uniform.isUniform(&I))
      continue;
    Blocks Live = liveBlocks(I);
    if (!livesAcross(I, Live, Place) || canRecompute(I, Uniform))
      continue;
    // Where sub-groups are lanes, a phi and what goes into it are one register.
    bool IsInPhi = HasSubGroupCut && any_of(I.users(), [&](User *U) {
                     auto *Phi = dyn_cast<PHINode>(U);
                     return Phi && hasSlot(*Phi, liveBlocks(*Phi));
                   });
    if (!IsInPhi && !hasSlot(I, Live))
      return true;
  }
  return false;
}

void UniformBranches::cutAt(BasicBlock::iterator Place) {
  if (HasSubGroupCut) {
    insertSubGroupMeeting(&*Place);
    return;
  }
  insertBarrier(Place);
}

bool UniformBranches::tryBranch(BasicBlock &BB) {
  if (succ_size(&BB) < 2 || Uniform.hasDivergentTerminator(BB) || !PDT.getNode(&BB) || !allComeTo(BB))
    return false;
  SmallPtrSet<BasicBlock *, 4> Sides(llvm::from_range, successors(&BB));
  if (Sides.size() < 2 || all_of(Sides, [&](BasicBlock *S) { return nextCuts(*S) == nextCuts(**Sides.begin()); }))
    return false;
  SmallVector<BasicBlock *, 4> WithWork;
  for (BasicBlock *S : successors(&BB))
    if (!is_contained(WithWork, S) && hasWork(*S))
      WithWork.push_back(S);
  if (WithWork.empty())
    return false;
  // A divergent phi's first value is stored in its slot before the branch. Where all ways on have work, that is done
  // with it; a way without any would be kept in the loop over work-items that stores.
  bool HasSlot = any_of(BB.phis(), [&](const PHINode &Phi) { return !Uniform.isUniform(&Phi); });
  bool WorksBefore = hasWorkBefore(BB) || (HasSlot && WithWork.size() < Sides.size());
  BasicBlock::iterator Place = BB.getFirstInsertionPt();
  for (Instruction &I : BB)
    if (!isa<PHINode>(I) && (isWork(I) || cutKind(I) != CutKind::None))
      Place = std::next(I.getIterator());
  if (WorksBefore && makesSlotsAt(Place))
    return false;
  for (BasicBlock *S : WithWork)
    if (makesSlotsAt(S->getFirstInsertionPt()))
      return false;
  if (WorksBefore)
    cutAt(Place);
  for (BasicBlock *S : WithWork) {
    if (S->getSinglePredecessor() == &BB) {
      cutAt(S->getFirstInsertionPt());
      continue;
    }
    BasicBlock *Way = SplitBlockPredecessors(S, {&BB}, ".way");
    cutAt(Way->getTerminator()->getIterator());
  }
  PDT.recalculate(Kernel);
  return true;
}

void UniformBranches::run() {
  SmallVector<BasicBlock *, 16> Branches;
  for (BasicBlock &BB : Kernel)
    if (succ_size(&BB) > 1)
      Branches.push_back(&BB);
  unsigned Cuts = unsigned(count_if(instructions(Kernel), [](Instruction &I) { return cutKind(I) != CutKind::None; }));
  for (BasicBlock *BB : Branches)
    if (Cuts <= MostCuts && tryBranch(*BB))
      Cuts += 3;
}

void cutAtUniformBranches(Function &Kernel) {
  if (none_of(Kernel, hasCut) || any_of(instructions(Kernel), [](Instruction &I) { return isa<AllocaInst>(I); }))
    return;
  UniformBranches(Kernel).run();
}

} // namespace weft
