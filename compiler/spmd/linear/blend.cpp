// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Rewires the blocks as the plan says, then makes masks, and selects of phis. What came over an edge of the original
// function is a variable that is false wherever its block has not run, in this iteration; reads of such variables, and
// uses of values whose definition no longer dominates them, get their phis from SSAUpdater.

#include "compiler/ir/markers.h"
#include "compiler/spmd/linear/linear_plan.h"
#include "compiler/spmd/linear/tidy.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"

using namespace llvm;

namespace weft::spmd {

namespace {

class Blender {
public:
  Blender(Function &F, Levels &Lv, const LinearPlan &Plan, const DivergentBlocks &Divergent,
          const DivergentLoops &Loops)
      : F(F), Lv(Lv), Plan(Plan), Divergent(Divergent), Loops(Loops), B(F.getContext()) {}

  void run() {
    noteLoops();
    detachPhis();
    rewire();
    Dominators.recalculate(F);
    for (BasicBlock *BB : Lv.order())
      makeMask(*BB);
    for (auto &[Mark, By] : Loops.CameBy) {
      Mark->replaceAllUsesWith(By == Mark->getParent() ? maskOf(By) : cameBy(By, nullptr, Mark->getParent()));
      Mark->eraseFromParent();
    }
    for (auto &[Stand, Phi] : Detached)
      blend(*Stand, Phi);
    repair();
    for (auto &[Stand, Phi] : Detached) {
      Stand->replaceAllUsesWith(Phi.Result);
      Stand->eraseFromParent();
    }
    for (BasicBlock *BB : Lv.order())
      if (Value *Mask = Masks.lookup(BB)) {
        B.SetInsertPoint(BB, BB->getFirstNonPHIIt());
        createMask(B, Mask);
      }
  }

private:
  /// How a block ended.
  struct End {
    BasicBlock *True = nullptr, *False = nullptr;
    WeakTrackingVH Condition;
  };
  struct DetachedPhi {
    SmallVector<std::pair<BasicBlock *, WeakTrackingVH>, 2> Incoming;
    WeakTrackingVH Result;
  };
  using Edge = std::pair<BasicBlock *, BasicBlock *>;

  bool isHeader(const BasicBlock *BB) const {
    return Lv.loops().isLoopHeader(BB);
  }

  void noteLoops() {
    for (BasicBlock *BB : Lv.order()) {
      auto &Around = Headers[BB];
      for (Loop *L = Lv.loops().getLoopFor(BB); L; L = L->getParentLoop())
        Around.push_back(L->getHeader());
    }
  }

  /// Phis of joins are taken out, as the edges are about to move; stand-ins keep their uses. Those of loop headers
  /// stay.
  void detachPhis() {
    SmallVector<std::pair<PHINode *, FreezeInst *>, 16> Taken;
    for (BasicBlock &BB : F) {
      if (isHeader(&BB))
        continue;
      for (PHINode &Phi : BB.phis())
        Taken.push_back(
            {&Phi, new FreezeInst(PoisonValue::get(Phi.getType()), Phi.getName(), BB.getFirstInsertionPt())});
    }
    for (auto [Phi, Stand] : Taken)
      Phi->replaceAllUsesWith(Stand);
    for (auto [Phi, Stand] : Taken) {
      DetachedPhi &Kept = Detached[Stand];
      SmallPtrSet<BasicBlock *, 4> Seen;
      for (Use &U : Phi->incoming_values())
        if (Seen.insert(Phi->getIncomingBlock(U)).second)
          Kept.Incoming.push_back({Phi->getIncomingBlock(U), U.get()});
    }
    for (auto [Phi, Stand] : Taken)
      Phi->eraseFromParent();
  }

  void rewire() {
    for (BasicBlock *BB : Lv.order())
      Before[BB].assign(pred_begin(BB), pred_end(BB));
    for (BasicBlock *BB : Lv.order()) {
      const LinearBlock &Now = Plan.of(BB);
      Instruction *Last = BB->getTerminator();
      End &Was = Ends[BB];
      if (auto *Branch = dyn_cast<BranchInst>(Last); Branch && Branch->isConditional())
        Was = {Branch->getSuccessor(0), Branch->getSuccessor(1), Branch->getCondition()};
      if (isa<SwitchInst>(Last))
        SwitchTargets[BB].assign(succ_begin(BB), succ_end(BB));
      if (Divergent.contains(BB)) {
        BranchInst::Create(Plan.site(Now.Next.front()), Last->getIterator());
        Last->eraseFromParent();
      } else {
        for (unsigned I = 0; I < Now.Next.size(); ++I) {
          bool Back = isHeader(Now.Next[I]);
          Last->setSuccessor(I, Back ? Now.Next[I] : Plan.site(Now.Next[I]));
        }
      }
      if (!Now.Gate)
        continue;
      B.SetInsertPoint(Now.Gate);
      if (!Now.IfNone)
        B.CreateBr(BB);
      else // the condition is set once the mask is known
        B.CreateCondBr(B.getTrue(), BB, Plan.site(Now.IfNone));
    }
  }

  Value *active() {
    if (!Active) {
      BasicBlock &Entry = F.getEntryBlock();
      IRBuilder<> At(&Entry, Entry.getFirstInsertionPt());
      Active = createActive(At);
    }
    return Active;
  }

  /// The lanes that run a block.
  Value *maskOf(const BasicBlock *BB) {
    Value *Mask = Masks.lookup(BB);
    return Mask ? Mask : active();
  }

  /// A variable that has `V` from the end of `Def` on, and another value where that has not run in this iteration.
  std::unique_ptr<SSAUpdater> variable(Value *V, BasicBlock *Def, Value *Else) {
    auto Variable = std::make_unique<SSAUpdater>();
    Variable->Initialize(V->getType(), V->getName());
    Variable->AddAvailableValue(&F.getEntryBlock(), Else);
    for (BasicBlock *Header : Headers[Def])
      Variable->AddAvailableValue(Header, Else);
    Variable->AddAvailableValue(Def, V);
    return Variable;
  }

  static Value *read(SSAUpdater &Variable, BasicBlock *At, bool AtEnd) {
    return AtEnd ? Variable.GetValueAtEndOfBlock(At) : Variable.GetValueInMiddleOfBlock(At);
  }

  /// The lanes that went from a block to another; null: to its only successor.
  Value *edgeMask(BasicBlock *From, BasicBlock *To) {
    const End &Was = Ends[From];
    Value *Mask = maskOf(From);
    if (!To || (!Was.True && !isa<SwitchInst>(From->getTerminator())))
      return Mask;
    B.SetInsertPoint(From->getTerminator());
    Value *Goes = nullptr;
    if (Was.True) {
      Goes = Was.Condition;
      if (To != Was.True)
        Goes = B.CreateNot(Goes);
    } else { // a uniform switch, which still has its cases in their order
      Goes = caseOf(*cast<SwitchInst>(From->getTerminator()), To);
    }
    return B.CreateLogicalAnd(Mask, Goes);
  }

  Value *caseOf(SwitchInst &Switch, BasicBlock *To) {
    ArrayRef<BasicBlock *> Targets = SwitchTargets[Switch.getParent()];
    Value *Any = nullptr;
    bool Default = Targets[0] == To;
    for (auto Case : Switch.cases()) {
      if ((Targets[Case.getSuccessorIndex()] == To) == Default)
        continue;
      Value *Equal = B.CreateICmpEQ(Switch.getCondition(), Case.getCaseValue());
      Any = Any ? B.CreateOr(Any, Equal) : Equal;
    }
    if (!Any)
      return B.getInt1(Default);
    return Default ? B.CreateNot(Any) : Any;
  }

  Value *cameBy(BasicBlock *From, BasicBlock *To, BasicBlock *At, bool AtEnd = false) {
    auto &Variable = EdgeVariables[{From, To}];
    if (!Variable)
      Variable = variable(edgeMask(From, To), From, B.getFalse());
    return read(*Variable, At, AtEnd);
  }

  Value *valueAt(Value *V, BasicBlock *At, bool AtEnd) {
    auto *I = dyn_cast<Instruction>(V);
    if (!I || Dominators.dominates(I->getParent(), At))
      return V;
    auto &Variable = ValueVariables[I];
    if (!Variable)
      Variable = variable(I, I->getParent(), PoisonValue::get(I->getType()));
    return read(*Variable, At, AtEnd);
  }

  void makeMask(BasicBlock &BB) {
    const LinearBlock &Now = Plan.of(&BB);
    if (Now.AllActive)
      return;
    if (PHINode *Live = Loops.Live.lookup(&BB)) {
      Masks[&BB] = Live;
      return;
    }
    if (Now.SameMask) {
      if (Value *Mask = Masks.lookup(Now.SameMask))
        Masks[&BB] = Mask;
      return;
    }
    Value *Mask = nullptr;
    SmallPtrSet<BasicBlock *, 4> Seen;
    for (BasicBlock *From : Before[&BB]) {
      if (!Seen.insert(From).second)
        continue;
      Value *Came = cameBy(From, &BB, Now.Gate);
      B.SetInsertPoint(Now.Gate->getTerminator());
      Mask = Mask ? B.CreateOr(Mask, Came) : Came;
    }
    Masks[&BB] = Mask;
    if (Now.IfNone)
      cast<BranchInst>(Now.Gate->getTerminator())->setCondition(createAny(B, Mask));
  }

  /// A block on an edge, which needs no mask of its own unless a select asks for it.
  static bool isEmpty(const BasicBlock *BB) {
    return BB->getFirstNonPHIIt()->isTerminator();
  }

  /// What a phi is at a place: of the values that may have come there, each for its lanes.
  Value *choose(const DetachedPhi &Phi, BasicBlock *To, BasicBlock *At, bool AtEnd, IRBuilder<> &Out) {
    struct Candidate {
      BasicBlock *From;
      Value *V, *Came;
    };
    SmallVector<Candidate, 4> Candidates;
    for (auto &[From, V] : Phi.Incoming) {
      Value *Came = cameBy(From, To, At, AtEnd);
      if (auto *Known = dyn_cast<ConstantInt>(Came); !Known || !Known->isZero())
        Candidates.push_back({From, valueAt(V, At, AtEnd), Came});
    }
    if (Candidates.empty())
      return PoisonValue::get(Phi.Incoming.front().second->getType());
    // One needs no mask; best an edge that has nothing else to do.
    auto *Base = find_if(Candidates, [](const Candidate &C) { return isEmpty(C.From); });
    if (Base != Candidates.end())
      std::swap(*Base, Candidates.front());
    Value *Result = Candidates.front().V;
    for (const Candidate &C : drop_begin(Candidates))
      if (C.V != Result)
        Result = Out.CreateSelect(C.Came, C.V, Result);
    return Result;
  }

  void blend(Instruction &Stand, DetachedPhi &Phi) {
    BasicBlock *To = Stand.getParent(), *Site = Plan.site(To);
    SmallSetVector<BasicBlock *, 4> From(pred_begin(Site), pred_end(Site));
    IRBuilder<> Out(F.getContext());
    if (From.size() == 1) {
      Out.SetInsertPoint(&Stand);
      Phi.Result = choose(Phi, To, To, false, Out);
      return;
    }
    SmallVector<Value *, 4> Values;
    for (BasicBlock *BB : From) {
      Out.SetInsertPoint(BB->getTerminator());
      Values.push_back(choose(Phi, To, BB, true, Out));
    }
    if (all_equal(Values) &&
        (!isa<Instruction>(Values[0]) || Dominators.dominates(cast<Instruction>(Values[0])->getParent(), Site))) {
      Phi.Result = Values[0];
      return;
    }
    Out.SetInsertPoint(Site, Site->begin());
    PHINode *Joined = Out.CreatePHI(Stand.getType(), Values.size(), Stand.getName());
    for (BasicBlock *BB : predecessors(Site))
      Joined->addIncoming(Values[std::distance(From.begin(), find(From, BB))], BB);
    Phi.Result = Joined;
  }

  /// Uses that their definition does not dominate any more.
  void repair() {
    SmallVector<Use *, 32> Broken;
    for (Instruction &I : instructions(F))
      for (Use &U : I.uses())
        if (!Dominators.dominates(&I, U))
          Broken.push_back(&U);
    for (Use *U : Broken) {
      auto *User = cast<Instruction>(U->getUser());
      auto *Phi = dyn_cast<PHINode>(User);
      U->set(valueAt(U->get(), Phi ? Phi->getIncomingBlock(*U) : User->getParent(), Phi));
    }
  }

  Function &F;
  Levels &Lv;
  const LinearPlan &Plan;
  const DivergentBlocks &Divergent;
  const DivergentLoops &Loops;
  IRBuilder<> B;
  DominatorTree Dominators; ///< of the linear order
  Value *Active = nullptr;
  DenseMap<const BasicBlock *, SmallVector<BasicBlock *, 4>> Headers, Before, SwitchTargets;
  DenseMap<const BasicBlock *, End> Ends;
  DenseMap<const BasicBlock *, Value *> Masks; ///< none: all active lanes
  MapVector<Instruction *, DetachedPhi> Detached;
  DenseMap<Edge, std::unique_ptr<SSAUpdater>> EdgeVariables;
  DenseMap<Instruction *, std::unique_ptr<SSAUpdater>> ValueVariables;
};

} // namespace

void blendLinearised(Function &F, Levels &Lv, const LinearPlan &Plan, const DivergentBlocks &Divergent,
                     const DivergentLoops &Loops, unsigned Ids) {
  Blender(F, Lv, Plan, Divergent, Loops).run();
  tidyLinearised(F, Ids);
}

} // namespace weft::spmd
