// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop that lanes leave at different times, before and after:
//
//   preheader                      preheader
//   header  <----.                 header: live = phi(lanes that enter, going on), kept = phi(-, kept')  <----.
//   ... -> exit  |                 ... -> leaving ------.                                                     |
//   latch -------'                 old latch -> on -> new latch: kept' = leaving ? value : kept               |
//                                                                going on = came by on; any(going on)? -------'
//                                                     left: whoever left by exit goes there, the next by exit 2, ...
//
// In the body, leaving is a divergent branch like any other, whose sides join at the new latch. All other phis of the
// header run on: lanes that have left hold garbage in them that nobody reads.

#include "compiler/spmd/linear/divergent_loops.h"
#include "compiler/ir/markers.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace weft::spmd {

namespace {

class LoopUnifier {
public:
  LoopUnifier(Loop &L, DivergentLoops &Result, DivergentBlocks &Divergent)
      : L(L), Result(Result), Divergent(Divergent), Header(L.getHeader()), Preheader(L.getLoopPreheader()),
        OldLatch(L.getLoopLatch()), B(Header->getContext()) {}

  void run() {
    L.getUniqueExitBlocks(Exits);
    Function *F = Header->getParent();
    Latch = BasicBlock::Create(F->getContext(), Header->getName() + ".latch", F, OldLatch->getNextNode());
    Left = BasicBlock::Create(F->getContext(), Header->getName() + ".left", F, Latch->getNextNode());
    redirectLatch();
    redirectExits();
    createLive();
    for (BasicBlock *Exit : Exits)
      keepValues(*Exit);
    B.SetInsertPoint(Latch);
    B.CreateCondBr(createAny(B, GoingOn), Header, Left)->setMetadata(LLVMContext::MD_loop, Hints);
    dispatch();
  }

private:
  struct Way {
    BasicBlock *From;    ///< the block that the lanes leave from
    BasicBlock *Leaving; ///< between it and the new latch
    BasicBlock *Exit;
  };

  /// A new block of the loop on the way from `From` to the new latch, instead of to `To`.
  BasicBlock *detour(BasicBlock *From, BasicBlock *To, const Twine &Name) {
    BasicBlock *Between = BasicBlock::Create(From->getContext(), Name, From->getParent(), Latch);
    From->getTerminator()->replaceSuccessorWith(To, Between);
    BranchInst::Create(Latch, Between);
    return Between;
  }

  void redirectLatch() {
    Hints = OldLatch->getTerminator()->getMetadata(LLVMContext::MD_loop);
    OldLatch->getTerminator()->setMetadata(LLVMContext::MD_loop, nullptr);
    On = detour(OldLatch, Header, Header->getName() + ".on");
    for (PHINode &Phi : Header->phis()) {
      Value *Next = Phi.getIncomingValueForBlock(OldLatch);
      Phi.removeIncomingValueIf([&](unsigned I) { return Phi.getIncomingBlock(I) == OldLatch; }, false);
      Phi.addIncoming(Next, Latch);
    }
  }

  void redirectExits() {
    for (BasicBlock *Exit : Exits) {
      SmallSetVector<BasicBlock *, 4> From(pred_begin(Exit), pred_end(Exit));
      for (BasicBlock *BB : From)
        Ways.push_back({BB, detour(BB, Exit, BB->getName() + ".leaving"), Exit});
    }
  }

  /// The lanes that come from `By` to the end of `At`, as known later.
  Instruction *cameBy(BasicBlock *By, BasicBlock *At) {
    Value *Unknown = PoisonValue::get(B.getInt1Ty());
    Instruction *Mark = At->getTerminator() ? new FreezeInst(Unknown, "came", At->getTerminator()->getIterator())
                                            : new FreezeInst(Unknown, "came", At);
    Result.CameBy[Mark] = By;
    return Mark;
  }

  PHINode *headerPhi(Type *T, Value *First, const Twine &Name) {
    PHINode *Phi = PHINode::Create(T, 2, Name, Header->begin());
    Phi->addIncoming(First, Preheader);
    return Phi;
  }

  void createLive() {
    Live = headerPhi(B.getInt1Ty(), cameBy(Preheader, Preheader), "live");
    Result.Live[Header] = Live;
    GoingOn = cameBy(On, Latch);
    Live->addIncoming(GoingOn, Latch);
    for (Way &W : Ways)
      Came[W.Leaving] = cameBy(W.Leaving, Latch);
  }

  /// Whether every lane that is left comes to an exit's only way out in each iteration: what it had in its last one is
  /// what it leaves with, whether it leaves now or not.
  bool leavesFromEveryIteration(ArrayRef<const Way *> Through) const {
    return Ways.size() == 1 && Through.front()->From == OldLatch;
  }

  void keepValues(BasicBlock &Exit) {
    SmallVector<const Way *, 4> Through;
    for (const Way &W : Ways)
      if (W.Exit == &Exit)
        Through.push_back(&W);
    B.SetInsertPoint(Latch);
    for (PHINode &Phi : Exit.phis()) {
      Value *Common = Phi.hasConstantValue();
      if (!Common || !L.isLoopInvariant(Common)) {
        PHINode *Kept = headerPhi(Phi.getType(), PoisonValue::get(Phi.getType()), Phi.getName() + ".kept");
        Value *Now = Kept;
        for (const Way *W : Through) {
          Value *Lanes = leavesFromEveryIteration(Through) ? Live : Came[W->Leaving];
          Now = B.CreateSelect(Lanes, Phi.getIncomingValueForBlock(W->From), Now);
        }
        Kept->addIncoming(Now, Latch);
        Common = Now;
      }
      Phi.removeIncomingValueIf([](unsigned) { return true; }, /*DeletePHIIfEmpty=*/false);
      Phi.addIncoming(Common, Left); // the dispatch says later which block it is
    }
    if (&Exit == Exits.back())
      return;
    PHINode *Flag = headerPhi(B.getInt1Ty(), B.getFalse(), "by." + Exit.getName());
    Value *Now = Flag;
    for (const Way *W : Through)
      Now = B.CreateSelect(Came[W->Leaving], B.getTrue(), Now);
    Flag->addIncoming(Now, Latch);
    LeftBy[&Exit] = Now;
  }

  void dispatch() {
    BasicBlock *At = Left;
    for (BasicBlock *Exit : Exits) {
      for (PHINode &Phi : Exit->phis())
        Phi.setIncomingBlock(0, At);
      if (Exit == Exits.back()) {
        BranchInst::Create(Exit, At);
        break;
      }
      BasicBlock *Others =
          BasicBlock::Create(At->getContext(), Header->getName() + ".left", At->getParent(), At->getNextNode());
      BranchInst::Create(Exit, Others, LeftBy[Exit], At);
      Divergent.insert(At);
      At = Others;
    }
  }

  Loop &L;
  DivergentLoops &Result;
  DivergentBlocks &Divergent;
  BasicBlock *Header, *Preheader, *OldLatch, *Latch = nullptr, *Left = nullptr, *On = nullptr;
  IRBuilder<> B;
  SmallVector<BasicBlock *, 4> Exits;
  SmallVector<Way, 4> Ways;
  DenseMap<const BasicBlock *, Instruction *> Came;
  DenseMap<const BasicBlock *, Value *> LeftBy;
  PHINode *Live = nullptr;
  Instruction *GoingOn = nullptr;
  MDNode *Hints = nullptr;
};

} // namespace

DivergentLoops unifyDivergentLoops(Function &F, DivergentBlocks &Divergent) {
  DivergentLoops Result;
  auto Now = std::make_unique<Levels>(F);
  SmallVector<BasicBlock *, 8> InnerFirst;
  SmallVector<Loop *, 4> OuterFirst = Now->loops().getLoopsInPreorder();
  for (Loop *L : reverse(OuterFirst))
    InnerFirst.push_back(L->getHeader());
  for (BasicBlock *Header : InnerFirst) {
    Loop &L = *Now->loops().getLoopFor(Header);
    if (!Now->leavesDivergently(L, Divergent))
      continue;
    // An inner loop's dispatch may lie between its values, or this loop's, and the phis of the exits.
    formLCSSARecursively(L, Now->dominators(), &Now->loops(), nullptr);
    LoopUnifier(L, Result, Divergent).run();
    Now = std::make_unique<Levels>(F);
  }
  return Result;
}

} // namespace weft::spmd
