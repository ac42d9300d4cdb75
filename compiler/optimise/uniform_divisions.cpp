// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/optimise/uniform_divisions.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace weft {

/// The instructions of an innermost loop that may differ from iteration to iteration: what follows from its variables,
/// from conditions, from memory at changing places, and from calls.
static SmallPtrSet<const Instruction *, 32> changing(const Loop &L) {
  SmallPtrSet<const Instruction *, 32> Changing;
  bool Again = true;
  while (Again) {
    Again = false;
    for (const BasicBlock *BB : L.blocks())
      for (const Instruction &I : *BB)
        if ((isa<PHINode, CallBase>(I) || any_of(I.operands(),
                                                 [&](const Use &Operand) {
                                                   const auto *Of = dyn_cast<Instruction>(Operand);
                                                   return Of && Changing.contains(Of);
                                                 })) &&
            Changing.insert(&I).second)
          Again = true;
  }
  return Changing;
}

/// Whether it may be computed where the program does not, given a divisor that is no poison there.
static bool isHarmless(const BinaryOperator &Division, const SimplifyQuery &Q) {
  bool Signed = Division.getOpcode() == Instruction::SDiv || Division.getOpcode() == Instruction::SRem;
  return !Signed && isKnownNonZero(Division.getOperand(1), Q);
}

/// What makes a divisor known may hold only where the program divides: x | 1 becomes a disjoint one, which is x + 1,
/// behind a condition that x is even. Elsewhere it is poison, and may be computed as zero.
static void keepDivisor(BinaryOperator &Division, BasicBlock &Preheader) {
  Value *Divisor = Division.getOperand(1);
  if (isGuaranteedNotToBePoison(Divisor))
    return;
  IRBuilder<> B(Preheader.getTerminator());
  Value *One = ConstantInt::get(Divisor->getType(), 1);
  Division.setOperand(1, B.CreateBinaryIntrinsic(Intrinsic::umax, B.CreateFreeze(Divisor), One));
}

static bool settle(Loop &L, const DominatorTree &DT, const SimplifyQuery &Q) {
  BasicBlock *Preheader = L.getLoopPreheader(), *Latch = L.getLoopLatch();
  if (!Latch)
    return false;
  SmallVector<BinaryOperator *, 4> Divisions;
  for (BasicBlock *BB : L.blocks())
    if (!DT.dominates(BB, Latch))
      for (Instruction &I : *BB)
        if (I.isIntDivRem())
          Divisions.push_back(cast<BinaryOperator>(&I));
  if (Divisions.empty())
    return false;
  const auto Changing = changing(L);
  bool Settled = false;
  for (BinaryOperator *Division : Divisions) {
    if (Changing.contains(Division))
      continue;
    Settled = true;
    if (Preheader && L.hasLoopInvariantOperands(Division) && isHarmless(*Division, Q)) {
      Division->dropUnknownNonDebugMetadata();
      Division->dropPoisonGeneratingFlags();
      keepDivisor(*Division, *Preheader); // before it stands where a divisor that is poison cannot be
      Division->moveBefore(Preheader->getTerminator()->getIterator());
    } else {
      addStringMetadataToLoop(&L, "llvm.loop.vectorize.enable", 0);
    }
  }
  return Settled;
}

PreservedAnalyses UniformDivisionsPass::run(Function &F, FunctionAnalysisManager &FAM) {
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  const SimplifyQuery Q(F.getDataLayout(), &DT);
  bool Settled = false;
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder())
    if (L->isInnermost())
      Settled |= settle(*L, DT, Q);
  return Settled ? PreservedAnalyses::allInSet<CFGAnalyses>() : PreservedAnalyses::all();
}

} // namespace weft
