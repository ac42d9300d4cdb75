// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/analysis/progress.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft::spmd {

static bool isFixed(const Value *V, const Cycle &C) {
  const auto *I = dyn_cast<Instruction>(V);
  return !I || !C.contains(I->getParent());
}

/// Whether the instruction, in the cycle, asks memory for what only others can change.
static bool asksForChange(const Instruction &I, const Cycle &C) {
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return Load->isAtomic() || Load->isVolatile();
  if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I))
    return isFixed(Exchange->getCompareOperand(), C);
  const auto *Operation = dyn_cast<AtomicRMWInst>(&I);
  if (!Operation || !isFixed(Operation->getValOperand(), C))
    return false;
  switch (Operation->getOperation()) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub: {
    const auto *Step = dyn_cast<ConstantInt>(Operation->getValOperand());
    return Step && Step->isZero(); // a load in other words
  }
  case AtomicRMWInst::FAdd:
  case AtomicRMWInst::FSub:
  case AtomicRMWInst::UIncWrap:
  case AtomicRMWInst::UDecWrap:
    return false;
  default:
    return true;
  }
}

/// Whether one of the instructions of the cycle that the value is made of asks so.
static bool comesOfAsking(Value *V, const Cycle &C) {
  SmallPtrSet<Value *, 16> Seen;
  SmallVector<Value *, 16> Work{V};
  while (!Work.empty()) {
    auto *I = dyn_cast<Instruction>(Work.pop_back_val());
    if (!I || !C.contains(I->getParent()) || !Seen.insert(I).second)
      continue;
    if (asksForChange(*I, C))
      return true;
    append_range(Work, I->operand_values());
  }
  return false;
}

static bool waits(const Cycle &C) {
  SmallVector<BasicBlock *, 4> Exiting;
  C.getExitingBlocks(Exiting);
  return any_of(Exiting,
                [&](BasicBlock *BB) {
                  return any_of(BB->getTerminator()->operand_values(), [&](Value *V) { return comesOfAsking(V, C); });
                }) ||
         any_of(C.children(), [](const Cycle *Inner) { return waits(*Inner); });
}

static bool waits(Function &F, SmallPtrSetImpl<Function *> &Seen) {
  if (F.isDeclaration() || !Seen.insert(&F).second)
    return false;
  bool Asks = false;
  for (Instruction &I : instructions(F)) {
    Asks |= isa<AtomicCmpXchgInst, AtomicRMWInst>(I) || (isa<LoadInst>(I) && (I.isAtomic() || I.isVolatile()));
    if (auto *Call = dyn_cast<CallBase>(&I))
      if (Function *Callee = Call->getCalledFunction(); Callee && waits(*Callee, Seen))
        return true;
  }
  if (!Asks)
    return false;
  CycleInfo Cycles;
  Cycles.compute(F);
  return any_of(Cycles.toplevel_cycles(), [](const Cycle *C) { return waits(*C); });
}

bool mayWaitForOthers(Function &Item) {
  SmallPtrSet<Function *, 8> Seen;
  return waits(Item, Seen);
}

} // namespace weft::spmd
