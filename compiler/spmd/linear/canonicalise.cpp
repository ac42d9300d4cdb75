// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/ir/analyses.h"
#include "compiler/ir/passes.h"
#include "compiler/spmd/analysis/divergence.h"
#include "compiler/spmd/linear/linearise.h"
#include "compiler/spmd/linear/tidy.h"

#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/FixIrreducible.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include <optional>

using namespace llvm;

namespace weft::spmd {

/// The steps that follow take time that grows faster than the function.
static constexpr unsigned MostBlocks = 1500;

static bool isHopeless(Function &Item, std::string &WhyNot) {
  if (!Item.getReturnType()->isVoidTy())
    WhyNot = "it returns a value";
  else if (Item.size() > MostBlocks)
    WhyNot = "too many blocks";
  for (Instruction &I : instructions(Item)) {
    if (I.isTerminator() && !isa<ReturnInst, BranchInst, SwitchInst, UnreachableInst>(I))
      WhyNot = std::string("control flow by ") + I.getOpcodeName();
    else if (auto *A = dyn_cast<AllocaInst>(&I); A && !A->isStaticAlloca())
      WhyNot = "private memory of a size that is not known";
    else if (I.getType()->isTokenTy())
      WhyNot = "a token";
  }
  return !WhyNot.empty();
}

/// All that ends the function, or should never be come to, goes to one block: lanes meet there again.
static void unifyReturns(Function &Item) {
  BasicBlock *Return = BasicBlock::Create(Item.getContext(), "return", &Item);
  for (BasicBlock &BB : Item)
    if (&BB != Return && isa<ReturnInst, UnreachableInst>(BB.getTerminator())) {
      BB.getTerminator()->eraseFromParent();
      BranchInst::Create(Return, &BB);
    }
  ReturnInst::Create(Item.getContext(), Return);
}

static void foldEqualSuccessors(Function &Item) {
  for (BasicBlock &BB : Item) {
    auto *Branch = dyn_cast<BranchInst>(BB.getTerminator());
    if (!Branch || !Branch->isConditional() || Branch->getSuccessor(0) != Branch->getSuccessor(1))
      continue;
    BasicBlock *To = Branch->getSuccessor(0);
    To->removePredecessor(&BB, /*KeepOneInputPHIs=*/true);
    Branch->eraseFromParent();
    BranchInst::Create(To, &BB);
  }
}

/// The blocks by which cycles with several ways in are entered; none if control flow is reducible.
static SmallVector<BasicBlock *, 8> irreducibleEntries(Function &Item) {
  SmallVector<BasicBlock *, 8> Entries;
  CycleInfo Cycles;
  Cycles.compute(Item);
  SmallVector<const Cycle *, 8> Work(Cycles.toplevel_begin(), Cycles.toplevel_end());
  while (!Work.empty()) {
    const Cycle *C = Work.pop_back_val();
    if (!C->isReducible())
      Entries.append(C->entries().begin(), C->entries().end());
    Work.append(C->child_begin(), C->child_end());
  }
  return Entries;
}

static bool lowerSwitches(Function &Item, function_ref<bool(BasicBlock &)> Which) {
  SmallVector<SwitchInst *, 4> Switches;
  for (BasicBlock &BB : Item)
    if (auto *Switch = dyn_cast<SwitchInst>(BB.getTerminator()); Switch && Which(BB))
      Switches.push_back(Switch);
  for (SwitchInst *Switch : Switches)
    lowerSwitch(*Switch);
  return !Switches.empty();
}

/// LLVM's FixIrreducible takes a phi's value from a block for moved if the block goes by its other edge to another
/// entry of the cycle: edges to entries start from blocks with no other edge.
static void splitEdgesToEntries(Function &Item) {
  for (BasicBlock *Entry : irreducibleEntries(Item)) {
    SmallSetVector<BasicBlock *, 4> Before(pred_begin(Entry), pred_end(Entry));
    for (BasicBlock *From : Before)
      if (!From->getSingleSuccessor())
        SplitEdge(From, Entry);
  }
}

static void makeReducible(Function &Item) {
  lowerSwitches(Item, [](BasicBlock &) { return true; });
  foldEqualSuccessors(Item);
  splitEdgesToEntries(Item);
  TimedStep Step("reducible", "set-up");
  Analyses A(/*TM=*/nullptr);
  const StringRef Only;
  FunctionPassManager Passes;
#define WEFT_STAGE_REDUCIBLE
#include "compiler/ir/passes.def"
  Passes.run(Item, A.Functions);
}

/// Loops with one way in and one way back, exits of their own, and, for one that never ends, an exit that is never
/// taken: each block leads to the return.
static void simplifyLoops(Function &Item) {
  DominatorTree DT(Item);
  std::optional<LoopInfo> LI(std::in_place, DT);
  for (Loop *L : LI->getTopLevelLoops())
    simplifyLoop(L, &DT, &*LI, nullptr, nullptr, nullptr, /*PreserveLCSSA=*/false);
  BasicBlock *Return = nullptr;
  for (BasicBlock &BB : Item)
    if (isa<ReturnInst>(BB.getTerminator()))
      Return = &BB;
  bool Added = false;
  for (Loop *L : LI->getLoopsInPreorder()) {
    if (!L->hasNoExitBlocks())
      continue;
    BasicBlock *Way = SplitEdge(L->getLoopLatch(), L->getHeader(), &DT, &*LI);
    MDNode *Hints = Way->getTerminator()->getMetadata(LLVMContext::MD_loop);
    Way->getTerminator()->eraseFromParent();
    BranchInst *Branch = BranchInst::Create(L->getHeader(), Return, ConstantInt::getTrue(Item.getContext()), Way);
    Branch->setMetadata(LLVMContext::MD_loop, Hints);
    Added = true;
  }
  if (Added) {
    DT.recalculate(Item);
    LI.emplace(DT); // LLVM's library does not unpoison memory that releaseMemory() poisons here under asan
    for (Loop *L : LI->getTopLevelLoops())
      simplifyLoop(L, &DT, &*LI, nullptr, nullptr, nullptr, /*PreserveLCSSA=*/false);
  }
  for (Loop *L : LI->getTopLevelLoops())
    formLCSSARecursively(*L, DT, &*LI, nullptr);
}

bool canonicalise(Function &Item, unsigned Ids, std::string &WhyNot) {
  if (isHopeless(Item, WhyNot))
    return false;
  removeUnreachableBlocks(Item);
  unifyReturns(Item);
  foldEqualSuccessors(Item);
  if (!irreducibleEntries(Item).empty()) {
    makeReducible(Item);
    if (!irreducibleEntries(Item).empty()) {
      WhyNot = "irreducible control flow";
      return false;
    }
  }
  auto LowerDivergent = [&] {
    Divergence D(Item, Ids);
    return lowerSwitches(Item, [&](BasicBlock &BB) { return D.hasDivergentTerminator(BB); });
  };
  LowerDivergent();
  // Phis of exits that loops get may differ where what they stand for did not.
  do {
    foldEqualSuccessors(Item);
    simplifyLoops(Item);
  } while (LowerDivergent());
  if (Item.size() > MostBlocks) {
    WhyNot = "too many blocks";
    return false;
  }
  return true;
}

} // namespace weft::spmd
