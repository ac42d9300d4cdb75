// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Kernels that may wait: for the host, for another kernel, for another device. Such a kernel has a loop whose number of
// iterations is not known before it begins and that asks memory again and again, by volatile or atomic accesses. Other
// loads need not be asked for: without either a program may not expect to see what others write meanwhile, and LLVM
// takes such loads out of the loop.
//
// A thread of the application that runs such a kernel while it waits for something else may be the very one that
// the kernel waits for. Loops that bring themselves forward do not count: a compare-and-swap fails only where somebody
// else's has succeeded, and who counts a counter up reaches its end.

#include "compiler/passes/passes.h"

#include "compiler/analyses.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Constants.h"
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
      : F(F), Loops(FAM.getResult<LoopAnalysis>(F)), SE(FAM.getResult<ScalarEvolutionAnalysis>(F)) {}

  bool any() {
    return any_of(Loops.getLoopsInPreorder(), [&](const Loop *L) { return !isCounted(*L) && asksAgain(*L); });
  }

  /// A read that a loop around the call may make again and again.
  bool asks() {
    return any_of(instructions(F), [](const Instruction &I) { return asks(I, nullptr); });
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
    return any_of(L.blocks(), [&](const BasicBlock *BB) {
      return any_of(*BB, [&](const Instruction &I) { return asks(I, &L); });
    });
  }

  static bool asks(const Instruction &I, const Loop *L) {
    if (const auto *Load = dyn_cast<LoadInst>(&I))
      return (Load->isVolatile() || Load->isAtomic()) && isSeenOutside(*Load->getPointerOperand()) &&
             !(L && isExpectedByExchange(*Load, *L));
    if (const auto *Update = dyn_cast<AtomicRMWInst>(&I))
      return !Update->use_empty() && isSeenOutside(*Update->getPointerOperand()) && !(L && counts(*Update));
    if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
      return isSeenOutside(*Exchange->getPointerOperand()) && (!L || L->isLoopInvariant(Exchange->getCompareOperand()));
    return false;
  }

  static bool counts(const AtomicRMWInst &Update) {
    const auto *By = dyn_cast<ConstantInt>(Update.getValOperand());
    return By && !By->isZero() &&
           (Update.getOperation() == AtomicRMWInst::Add || Update.getOperation() == AtomicRMWInst::Sub);
  }

  static bool isExpectedByExchange(const LoadInst &Load, const Loop &L) {
    for (const BasicBlock *BB : L.blocks())
      for (const Instruction &I : *BB)
        if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
            Exchange && withoutCasts(Exchange->getCompareOperand()) == &Load)
          return true;
    return false;
  }

  Function &F;
  LoopInfo &Loops;
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
      Kernel->addFnAttr("weft.may-wait");
    }
  return true;
}

} // namespace weft
