// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// After each round of LLVM's analysis each loop that holds a divergent branch is looked at again:
//
//   - Do threads leave it at different iterations? An iteration ends where it goes back to the header, or out. Within
//   it, all ways
//     from the branch must meet at a block, or all go back, or all go out. Otherwise some may stay while others leave,
//     be the branches by which they leave as uniform as they like.
//   - If they do, what is computed in the loop differs wherever it is used outside.
//   - Where ways out of the loop meet, a phi of different values differs.
//
// Where one value is kept for all threads, a phi of one value and of nothing differs wherever threads of both meet.
//
// What differs and LLVM did not know goes into the next round as divergent of itself.

#include "compiler/ir/thread_divergence.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/GenericUniformityImpl.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/IteratedDominanceFrontier.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

InstructionUniformity ThreadTTI::askOperation(const Instruction &I) const {
  switch (I.getOpcode()) {
  case Instruction::Alloca: // each work-item has its own
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
  case Instruction::VAArg:
    return InstructionUniformity::NeverUniform;
  case Instruction::Load:
    return load(cast<LoadInst>(I));
  case Instruction::Call:
    return call(cast<CallInst>(I));
  default:
    return InstructionUniformity::Default;
  }
}

InstructionUniformity ThreadTTI::plainCall(const CallInst &Call) {
  bool IsComputed = Call.doesNotAccessMemory() && !Call.isConvergent() && !Call.isInlineAsm();
  return IsComputed || isa<DbgInfoIntrinsic>(Call) ? InstructionUniformity::Default
                                                   : InstructionUniformity::NeverUniform;
}

/// Has the target say of these values, too, that they differ.
static std::unique_ptr<ThreadTTI> told(std::unique_ptr<ThreadTTI> Target, const DenseSet<const Value *> &Differing) {
  Target->Differing = &Differing;
  return Target;
}

ThreadDivergence::ThreadDivergence(Function &F, std::unique_ptr<ThreadTTI> Target, bool OneForAll)
    : DT(F), TTI(told(std::move(Target), Differing)) {
  Cycles.compute(F);
  do {
    Info = std::make_unique<UniformityInfo>(DT, Cycles, &TTI);
    Info->compute();
  } while (findMore() || (OneForAll && joinUndefined(F)));
}

ThreadDivergence::~ThreadDivergence() = default;

bool ThreadDivergence::findMore() {
  bool More = false;
  SmallVector<const Cycle *, 8> Work(Cycles.toplevel_begin(), Cycles.toplevel_end());
  while (!Work.empty()) {
    const Cycle *C = Work.pop_back_val();
    if (none_of(C->blocks(), [&](const BasicBlock *BB) { return hasDivergentTerminator(*BB); }))
      continue; // nor does one in it
    if (Order.empty())
      for (const BasicBlock *BB : post_order(DT.getRoot()))
        Order.insert({BB, Order.size()});
    Work.append(C->child_begin(), C->child_end());
    if (!DivergentExits.contains(C) && leavesApart(*C))
      noteDivergentExit(*C);
    More |= joinExits(*C);
  }
  for (const Cycle *C : DivergentExits)
    More |= differBehind(*C);
  return More;
}

/// Who leaves a loop leaves those around it as far as the way out leads.
void ThreadDivergence::noteDivergentExit(const Cycle &C) {
  SmallVector<BasicBlock *, 4> Exits;
  C.getExitBlocks(Exits);
  for (const Cycle *Left = &C; Left; Left = Left->getParentCycle())
    if (any_of(Exits, [&](const BasicBlock *Exit) { return !Left->contains(Exit); }))
      DivergentExits.insert(Left);
}

bool ThreadDivergence::leavesApart(const Cycle &C) const {
  SmallVector<BasicBlock *, 4> Exits;
  C.getExitBlocks(Exits);
  if (Exits.empty())
    return false;
  if (!C.isReducible())
    return true;
  // For each block, those that every way from it comes to within the iteration; Again and Out stand for the iteration's
  // ends.
  SmallVector<const BasicBlock *, 16> Blocks(C.blocks());
  DenseMap<const BasicBlock *, unsigned> Index;
  llvm::sort(Blocks, [&](const BasicBlock *A, const BasicBlock *B) { return Order.lookup(A) < Order.lookup(B); });
  for (const BasicBlock *BB : Blocks)
    Index.insert({BB, Index.size()});
  const unsigned Again = Blocks.size(), Out = Again + 1;
  SmallVector<BitVector, 16> Met(Blocks.size(), BitVector(Out + 1, true));
  auto MetFrom = [&](const BasicBlock *BB) {
    BitVector All(Out + 1, true);
    for (const BasicBlock *To : successors(BB)) {
      if (To != C.getHeader() && C.contains(To)) {
        All &= Met[Index.lookup(To)];
        continue;
      }
      bool Goes = All.test(To == C.getHeader() ? Again : Out);
      All.reset();
      All[To == C.getHeader() ? Again : Out] = Goes;
    }
    return All;
  };
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (auto [BB, Known] : zip(Blocks, Met)) {
      BitVector Now = MetFrom(BB);
      Now.set(Index.lookup(BB));
      Changed |= Now != Known;
      Known = std::move(Now);
    }
  }
  return any_of(Blocks, [&](const BasicBlock *BB) { return hasDivergentTerminator(*BB) && MetFrom(BB).none(); });
}

bool ThreadDivergence::joinExits(const Cycle &C) {
  SmallVector<BasicBlock *, 4> Targets, Joins;
  unsigned Exits = 0;
  for (BasicBlock *From : C.blocks())
    for (BasicBlock *To : successors(From))
      if (!C.contains(To)) {
        ++Exits;
        if (is_contained(Targets, To))
          Joins.push_back(To);
        else
          Targets.push_back(To);
      }
  if (Exits < 2)
    return false;
  SmallPtrSet<BasicBlock *, 4> Defining(Targets.begin(), Targets.end());
  SmallVector<BasicBlock *, 8> Frontier;
  ForwardIDFCalculator Frontiers(DT);
  Frontiers.setDefiningBlocks(Defining);
  Frontiers.calculate(Frontier);
  Joins.append(Frontier);
  bool More = false;
  for (BasicBlock *BB : Joins)
    for (PHINode &Phi : BB->phis())
      if (!Info->isDivergent(&Phi) && !Phi.hasConstantValue())
        More |= Differing.insert(&Phi).second;
  return More;
}

/// Whether threads that have parted may meet at a block: those of a divergent branch on the ways from the block's
/// dominator that do not meet on these ways already.
bool ThreadDivergence::isDivergentJoin(const BasicBlock &BB, const PostDominatorTree &PDT) const {
  const auto *Node = DT.getNode(&BB);
  const BasicBlock *From = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
  SmallPtrSet<const BasicBlock *, 16> Ways;
  SmallVector<const BasicBlock *, 8> Work(predecessors(&BB));
  while (!Work.empty()) {
    const BasicBlock *Way = Work.pop_back_val();
    if (Way != &BB && Ways.insert(Way).second && Way != From)
      append_range(Work, predecessors(Way));
  }
  return any_of(Ways, [&](const BasicBlock *Way) {
    if (!hasDivergentTerminator(*Way))
      return false;
    const auto *Parting = PDT.getNode(Way);
    const auto *Meeting = Parting ? Parting->getIDom() : nullptr;
    return !Meeting || !Ways.contains(Meeting->getBlock());
  });
}

bool ThreadDivergence::joinUndefined(Function &F) {
  std::optional<PostDominatorTree> PDT;
  bool More = false;
  for (const BasicBlock &BB : F)
    for (const PHINode &Phi : BB.phis()) {
      if (none_of(Phi.incoming_values(), [](const Use &U) { return isa<UndefValue>(U.get()); }) ||
          Info->isDivergent(&Phi))
        continue;
      if (!PDT)
        PDT.emplace(F);
      if (isDivergentJoin(BB, *PDT))
        More |= Differing.insert(&Phi).second;
    }
  return More;
}

bool ThreadDivergence::differBehind(const Cycle &C) {
  bool More = false;
  for (const BasicBlock *BB : C.blocks())
    for (const Instruction &I : *BB)
      for (const User *U : I.users()) {
        auto *Behind = cast<Instruction>(U);
        if (!C.contains(Behind->getParent()) && !Info->isDivergent(Behind))
          More |= Differing.insert(Behind).second;
      }
  return More;
}

bool ThreadDivergence::isDivergent(const Value *V) const {
  return Info->isDivergent(V);
}

bool ThreadDivergence::isDivergentUse(const Use &U) const {
  if (Info->isDivergentUse(U))
    return true;
  const auto *Def = dyn_cast<Instruction>(U.get());
  if (!Def)
    return false;
  const BasicBlock *Where = cast<Instruction>(U.getUser())->getParent();
  for (const Cycle *C = Cycles.getCycle(Def->getParent()); C && !C->contains(Where); C = C->getParentCycle())
    if (DivergentExits.contains(C))
      return true;
  return false;
}

bool ThreadDivergence::hasDivergentTerminator(const BasicBlock &BB) const {
  return Info->hasDivergentTerminator(BB);
}

bool ThreadDivergence::hasDivergentExit(const BasicBlock &Header) const {
  const Cycle *C = Cycles.getCycle(&Header);
  return C && C->isEntry(&Header) && DivergentExits.contains(C);
}

bool ThreadDivergence::isInDivergentLoop(const BasicBlock &BB) const {
  for (const Cycle *C = Cycles.getCycle(&BB); C; C = C->getParentCycle())
    if (DivergentExits.contains(C))
      return true;
  return false;
}

} // namespace weft
