// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that may wait: for the host, for another kernel, for another device. Such a kernel has a loop whose number of
// iterations is not known before it begins and that asks memory again and again: by volatile or atomic accesses, or at
// the same address between fences and barriers, which keep LLVM from taking such loads out of the loop.
//
// A thread of the application that runs such a kernel while it waits for something else may be the very one that
// the kernel waits for. Loops that bring themselves forward do not count: a compare-and-swap with what was seen there,
// in each iteration, fails only where somebody else's has succeeded, and who counts a counter up reaches its end. What
// is not certain to be such a loop counts as waiting, which costs no more than a wake-up.

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/names.h"
#include "compiler/ir/passes.h"

#include "compiler/ir/analyses.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

namespace {

constexpr unsigned Private = 0, Local = 3;

/// Memory that others than the work-group may write to.
bool isSeenOutside(const Value &Pointer) {
  unsigned Space = Pointer.getType()->getPointerAddressSpace();
  return Space != Private && Space != Local;
}

/// Through changes of type, which an exchange of floats needs.
const Value *withoutCasts(const Value *V) {
  while (const auto *Cast = dyn_cast<CastInst>(V))
    V = Cast->getOperand(0);
  return V;
}

class WaitingLoops {
public:
  WaitingLoops(Function &F, FunctionAnalysisManager &FAM)
      : F(F), Loops(FAM.getResult<LoopAnalysis>(F)), Tree(FAM.getResult<DominatorTreeAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)) {}

  bool any() {
    ReversePostOrderTraversal<const Function *> Order(&F);
    if (containsIrreducibleCFG<const BasicBlock *>(Order, Loops) && asks())
      return true;
    return any_of(Loops.getLoopsInPreorder(), [&](const Loop *L) { return !isCounted(*L) && asksAgain(*L); });
  }

  /// A read that a loop around the call, or one that is no natural loop, may make again and again.
  bool asks() {
    return any_of(instructions(F), [&](const Instruction &I) { return asks(I, nullptr); });
  }

private:
  bool isCounted(const Loop &L) {
    SmallVector<BasicBlock *, 4> Exiting;
    L.getExitingBlocks(Exiting);
    return !Exiting.empty() && all_of(Exiting, [&](const BasicBlock *BB) {
      return !isa<SCEVCouldNotCompute>(SE.getExitCount(&L, BB, ScalarEvolution::SymbolicMaximum));
    });
  }

  bool asksAgain(const Loop &L) {
    const bool Ordered = any_of(L.blocks(), [](const BasicBlock *BB) { return any_of(*BB, orders); });
    return any_of(L.blocks(), [&](const BasicBlock *BB) {
      return any_of(*BB, [&](const Instruction &I) { return asks(I, &L) || (Ordered && asksBetween(I, L)); });
    });
  }

  /// Loads behind it may see what others have written.
  static bool orders(const Instruction &I) {
    return isa<FenceInst>(I) || cutKind(I) == CutKind::Barrier;
  }

  static bool asksBetween(const Instruction &I, const Loop &L) {
    const auto *Load = dyn_cast<LoadInst>(&I);
    return Load && isSeenOutside(*Load->getPointerOperand()) && L.isLoopInvariant(Load->getPointerOperand());
  }

  bool asks(const Instruction &I, const Loop *L) const {
    if (const auto *Load = dyn_cast<LoadInst>(&I))
      return (Load->isVolatile() || Load->isAtomic()) && isSeenOutside(*Load->getPointerOperand()) &&
             !(L && isExpectedByExchange(*Load, *L));
    if (const auto *Update = dyn_cast<AtomicRMWInst>(&I))
      return !Update->use_empty() && isSeenOutside(*Update->getPointerOperand()) && !(L && counts(*Update));
    if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
      return isSeenOutside(*Exchange->getPointerOperand()) && !(L && comesForward(*Exchange, *L));
    return false;
  }

  static bool counts(const AtomicRMWInst &Update) {
    const auto *By = dyn_cast<ConstantInt>(Update.getValOperand());
    return By && !By->isZero() &&
           (Update.getOperation() == AtomicRMWInst::Add || Update.getOperation() == AtomicRMWInst::Sub);
  }

  bool isInEachIteration(const Instruction &I, const Loop &L) const {
    SmallVector<BasicBlock *, 4> Latches;
    L.getLoopLatches(Latches);
    return all_of(Latches, [&](const BasicBlock *BB) { return Tree.dominates(I.getParent(), BB); });
  }

  bool isExpectedByExchange(const LoadInst &Load, const Loop &L) const {
    for (const BasicBlock *BB : L.blocks())
      for (const Instruction &I : *BB)
        if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
            Exchange && withoutCasts(Exchange->getCompareOperand()) == &Load && isInEachIteration(*Exchange, L))
          return true;
    return false;
  }

  /// It fails only where another one has succeeded.
  bool comesForward(const AtomicCmpXchgInst &Exchange, const Loop &L) const {
    SmallPtrSet<const Value *, 8> Seen;
    return !L.isLoopInvariant(Exchange.getCompareOperand()) &&
           isAsSeen(Exchange.getCompareOperand(), Exchange, L, Seen);
  }

  /// What lay there, as it was: a load, the exchange's own answer, or a choice of those.
  static bool isAsSeen(const Value *V, const AtomicCmpXchgInst &Exchange, const Loop &L,
                       SmallPtrSetImpl<const Value *> &Seen) {
    V = withoutCasts(V);
    if (isa<LoadInst>(V) || !Seen.insert(V).second)
      return true;
    if (const auto *Part = dyn_cast<ExtractValueInst>(V))
      return Part->getAggregateOperand() == &Exchange;
    const auto *Phi = dyn_cast<PHINode>(V);
    return Phi && all_of(seq(Phi->getNumIncomingValues()), [&](unsigned N) {
             return !L.contains(Phi->getIncomingBlock(N)) || isAsSeen(Phi->getIncomingValue(N), Exchange, L, Seen);
           });
  }

  Function &F;
  LoopInfo &Loops;
  DominatorTree &Tree;
  ScalarEvolution &SE;
};

/// The functions that a kernel still calls, itself among them.
SmallVector<Function *, 4> reachable(Function &Kernel) {
  SmallVector<Function *, 4> List = {&Kernel};
  SmallPtrSet<Function *, 8> Seen = {&Kernel};
  for (size_t N = 0; N < List.size(); ++N)
    for (Instruction &I : instructions(*List[N]))
      if (auto *Call = dyn_cast<CallBase>(&I))
        if (Function *Callee = Call->getCalledFunction();
            Callee && !Callee->isDeclaration() && Seen.insert(Callee).second)
          List.push_back(Callee);
  return List;
}

bool mayWait(Function &Kernel, FunctionAnalysisManager &FAM) {
  for (Function *F : reachable(Kernel)) {
    WaitingLoops Waiting(*F, FAM);
    if (Waiting.any() || (F != &Kernel && Waiting.asks()))
      return true;
  }
  return false;
}

} // namespace

bool noteWaitingLoops(PassState &State) {
  Analyses A(&State.TM);
  for (auto &[Kernel, Layout] : State.Kernels)
    if (mayWait(*Kernel, A.Functions)) {
      Layout.may_wait = true;
      Kernel->addFnAttr(MayWaitAttribute);
    }
  return true;
}

} // namespace weft
