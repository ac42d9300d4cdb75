// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which kernels need the scheduled form, in which work-items stand at different cuts at the same time, and the order
// in which it serves them (docs/groups.md).

#include "compiler/ir/uniformity.h"
#include "compiler/regions/region_context.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace weft {

bool hasSubGroupCut(const Function &Kernel) {
  return any_of(instructions(Kernel), [](const Instruction &I) {
    auto Form = statementForm(I);
    return Form && Form->SubGroup;
  });
}

CallInst *insertSubGroupMeeting(Instruction *Before) {
  Module &M = *Before->getModule();
  FunctionCallee Meeting = M.getOrInsertFunction("__weft_stmt_sv_barrier", Type::getVoidTy(M.getContext()));
  cast<Function>(Meeting.getCallee())->setConvergent();
  return CallInst::Create(Meeting, "", Before->getIterator());
}

/// Whether some work-items may meet a cut on their way from a branch to where all ways from it join again.
static bool meetsCutBeforeJoin(BasicBlock &Branch, const PostDominatorTree &PDT) {
  const auto *Node = PDT.getNode(&Branch);
  const BasicBlock *Join = Node && Node->getIDom() ? Node->getIDom()->getBlock() : nullptr;
  SmallVector<BasicBlock *, 16> Work(successors(&Branch));
  SmallPtrSet<const BasicBlock *, 32> Seen;
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (BB == Join || !Seen.insert(BB).second)
      continue;
    if (hasCut(*BB))
      return true;
    append_range(Work, successors(BB));
  }
  return false;
}

/// One more meeting on the way back of each loop in which work-items may meet different cuts: nobody starts the next
/// iteration before all are through with this one.
static void meetAtBackEdges(Function &Kernel, ArrayRef<BasicBlock *> Branches) {
  DominatorTree DT(Kernel);
  LoopInfo Loops(DT);
  MapVector<BasicBlock *, SmallVector<BasicBlock *, 4>> Latches; // by header
  for (BasicBlock *Branch : Branches)
    for (Loop *L = Loops.getLoopFor(Branch); L; L = L->getParentLoop()) {
      // Of those who come to a branch out of the loop only one side stays: they go on together.
      if (count_if(successors(Branch), [&](BasicBlock *S) { return L->contains(S); }) < 2 &&
          Loops.getLoopFor(Branch) == L)
        continue;
      if (none_of(L->blocks(), [](BasicBlock *BB) { return hasCut(*BB); }))
        continue;
      SmallVector<BasicBlock *, 4> LoopLatches;
      L->getLoopLatches(LoopLatches);
      Latches.insert({L->getHeader(), LoopLatches});
    }
  for (auto &[Header, LoopLatches] : Latches) {
    BasicBlock *Back = SplitBlockPredecessors(Header, LoopLatches, ".again");
    insertSubGroupMeeting(Back->getTerminator());
  }
}

bool prepareSchedule(Function &Kernel) {
  if (!hasSubGroupCut(Kernel))
    return false;
  SmallVector<BasicBlock *, 16> Branches;
  {
    Uniformity Uniform(Kernel);
    PostDominatorTree PDT(Kernel);
    for (BasicBlock &BB : Kernel)
      if (succ_size(&BB) > 1 && Uniform.hasDivergentTerminator(BB) && meetsCutBeforeJoin(BB, PDT))
        Branches.push_back(&BB);
  }
  if (Branches.empty())
    return false;
  meetAtBackEdges(Kernel, Branches);
  return true;
}

namespace {

/// Numbers blocks so that each comes after all that lead to it, back edges apart, and a loop's blocks follow one
/// another: what is behind the loop has higher numbers.
class LoopOrder {
public:
  explicit LoopOrder(Function &F) : DT(F), Loops(DT) {
    visit(nullptr, &F.getEntryBlock());
  }
  unsigned operator[](const BasicBlock *BB) const {
    return Numbers.lookup(BB);
  }

private:
  /// A loop directly inside `Outer` that holds the block, or null.
  Loop *inner(const Loop *Outer, const BasicBlock *BB) const {
    Loop *L = Loops.getLoopFor(BB);
    while (L && L->getParentLoop() != Outer)
      L = L->getParentLoop();
    return L;
  }

  void visit(Loop *L, BasicBlock *Start) {
    struct Frame {
      BasicBlock *Node; ///< a block of this level, or an inner loop's header
      SmallVector<BasicBlock *, 4> Successors;
    };
    SmallVector<Frame, 16> Stack;
    SmallVector<BasicBlock *, 32> PostOrder;
    SmallPtrSet<const BasicBlock *, 32> Seen;
    auto Enter = [&](BasicBlock *BB) {
      if (L && (!L->contains(BB) || (BB == L->getHeader() && BB != Start)))
        return;
      Loop *In = inner(L, BB);
      BasicBlock *Node = In ? In->getHeader() : BB;
      if (!Seen.insert(Node).second)
        return;
      Frame F{Node, {}};
      if (In) {
        SmallVector<BasicBlock *, 8> Exits;
        In->getExitBlocks(Exits);
        append_range(F.Successors, Exits);
      } else {
        append_range(F.Successors, successors(Node));
      }
      Stack.push_back(std::move(F));
    };
    Enter(Start);
    while (!Stack.empty()) {
      if (Stack.back().Successors.empty()) {
        PostOrder.push_back(Stack.pop_back_val().Node);
        continue;
      }
      Enter(Stack.back().Successors.pop_back_val());
    }
    for (BasicBlock *Node : reverse(PostOrder)) {
      if (Loop *In = inner(L, Node))
        visit(In, Node);
      else
        Numbers[Node] = unsigned(Numbers.size()) + 1;
    }
  }

  DominatorTree DT;
  LoopInfo Loops;
  DenseMap<const BasicBlock *, unsigned> Numbers;
};

} // namespace

void orderCuts(Function &Kernel, RegionContext &Context) {
  LoopOrder Order(Kernel);
  llvm::stable_sort(Context.Cuts, [&](const Cut &A, const Cut &B) { return Order[A.Block] < Order[B.Block]; });
}

} // namespace weft
