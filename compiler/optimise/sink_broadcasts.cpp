// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/optimise/sink_broadcasts.h"
#include "compiler/ir/machine.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/MemoryLocation.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

namespace {

/// Registers for what an iteration computes besides what it carries and what stands before it.
constexpr double Computing = 6;

/// A splat of a number that is loaded before a loop, and used in the loop alone.
struct Broadcast {
  Instruction *Splat, *Insert;
  LoadInst *Load;
};

double registersOf(const Value &V, double Bits) {
  auto *T = dyn_cast<FixedVectorType>(V.getType());
  return T && T->getScalarSizeInBits() > 1 ? std::max(1.0, double(T->getPrimitiveSizeInBits()) / Bits) : 0;
}

/// Whether instructions from `From` on to the end of the block leave a place alone.
bool isKept(BasicBlock::iterator From, BasicBlock::iterator End, const MemoryLocation &Place, AAResults &AA) {
  return none_of(make_range(From, End),
                 [&](Instruction &I) { return I.mayWriteToMemory() && isModSet(AA.getModRefInfo(&I, Place)); });
}

std::optional<Broadcast> broadcastOf(Instruction &Splat, const Loop &L, AAResults &AA) {
  Value *Number;
  Broadcast B{&Splat, nullptr, nullptr};
  if (!match(&Splat, m_Shuffle(m_InsertElt(m_Value(), m_Value(Number), m_ZeroInt()), m_Value(), m_ZeroMask())))
    return std::nullopt;
  B.Insert = cast<Instruction>(Splat.getOperand(0));
  B.Load = dyn_cast<LoadInst>(Number);
  const BasicBlock *Before = L.getLoopPreheader();
  if (!B.Load || !B.Load->isSimple() || B.Load->getParent() != Before || !B.Load->hasOneUse() ||
      !B.Insert->hasOneUse() ||
      !all_of(Splat.users(), [&](const User *U) { return L.contains(cast<Instruction>(U)) && !isa<PHINode>(U); }))
    return std::nullopt;
  const MemoryLocation Place = MemoryLocation::get(B.Load);
  if (!isKept(std::next(B.Load->getIterator()), B.Load->getParent()->end(), Place, AA) ||
      !all_of(L.blocks(), [&](BasicBlock *BB) { return isKept(BB->begin(), BB->end(), Place, AA); }))
    return std::nullopt;
  return B;
}

/// Each user loads for itself, right before it, so that code generation makes one operation of both.
void sink(const Broadcast &B) {
  for (Use &U : make_early_inc_range(B.Splat->uses())) {
    auto *User = cast<Instruction>(U.getUser());
    Instruction *Load = B.Load->clone(), *Insert = B.Insert->clone(), *Splat = B.Splat->clone();
    Load->insertBefore(User->getIterator());
    Insert->insertBefore(User->getIterator());
    Splat->insertBefore(User->getIterator());
    Insert->setOperand(1, Load);
    Splat->setOperand(0, Insert);
    U.set(Splat);
  }
  B.Splat->eraseFromParent();
  B.Insert->eraseFromParent();
  B.Load->eraseFromParent();
}

bool sinkWhatIsSpilled(Loop &L, Function &F, FunctionAnalysisManager &FAM) {
  if (!L.isInnermost() || !L.getLoopPreheader())
    return false;
  const double Bits = spmd::vectorBits(F);
  SmallSetVector<Instruction *, 32> Through;
  double Registers = Computing;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      if (isa<PHINode>(I) && BB == L.getHeader())
        Registers += registersOf(I, Bits);
      for (Value *V : I.operands())
        if (auto *Def = dyn_cast<Instruction>(V); Def && !L.contains(Def) && Through.insert(Def))
          Registers += registersOf(*Def, Bits);
    }
  if (Registers <= spmd::usableRegisters(F))
    return false;
  auto &AA = FAM.getResult<AAManager>(F);
  bool Sunk = false;
  for (Instruction *I : Through) {
    if (Registers <= spmd::usableRegisters(F))
      break;
    if (std::optional<Broadcast> B = broadcastOf(*I, L, AA)) {
      Registers -= registersOf(*I, Bits);
      sink(*B);
      Sunk = true;
    }
  }
  return Sunk;
}

} // namespace

PreservedAnalyses SinkBroadcastsPass::run(Function &F, FunctionAnalysisManager &FAM) {
  bool Sunk = false;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    Sunk |= sinkWhatIsSpilled(*L, F, FAM);
  if (!Sunk)
    return PreservedAnalyses::all();
  return PreservedAnalyses::allInSet<CFGAnalyses>();
}

} // namespace weft
