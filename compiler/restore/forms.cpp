// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/restore/forms.h"
#include "compiler/ir/kernel_context.h"

#include "llvm/Analysis/DemandedBits.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

static constexpr unsigned DeepestExpression = 4;

static bool isRepeatable(const Instruction &I) {
  return !isa<PHINode>(I) && !isa<AllocaInst>(I) && !I.mayReadOrWriteMemory() &&
         (asContext(&I) || (!isa<CallInst>(I) && isSafeToSpeculativelyExecute(&I)));
}

/// Whether two values are the same number, computed from the same ones.
static bool areEqual(const Value *A, const Value *B, unsigned Depth = 0) {
  if (A == B)
    return true;
  const auto *Left = dyn_cast<Instruction>(A), *Right = dyn_cast<Instruction>(B);
  if (!Left || !Right || Depth == DeepestExpression || !Left->isSameOperationAs(Right) || !isRepeatable(*Left))
    return false;
  return all_of(zip(Left->operands(), Right->operands()),
                [&](auto Both) { return areEqual(std::get<0>(Both), std::get<1>(Both), Depth + 1); });
}

/// The value, where the operands that the copies have in common are at hand: these dominate each block that computes
/// it, so the block where they meet as well.
static Value *computeAgain(Value *A, const Value *B, IRBuilderBase &At) {
  if (A == B)
    return A;
  auto *I = cast<Instruction>(A);
  Instruction *Copy = I->clone();
  Copy->dropPoisonGeneratingAnnotations();
  Copy->dropUnknownNonDebugMetadata();
  for (unsigned N = 0; N < I->getNumOperands(); ++N)
    Copy->setOperand(N, computeAgain(I->getOperand(N), cast<Instruction>(B)->getOperand(N), At));
  return At.Insert(Copy, I->getName());
}

/// An incoming value that differs from the first one as an instruction and not as a number; null if the phi is of
/// others.
static const Value *equalOf(const PHINode &Phi) {
  const Value *First = Phi.getIncomingValue(0), *Other = nullptr;
  for (const Value *V : drop_begin(Phi.incoming_values())) {
    if (!areEqual(First, V))
      return nullptr;
    if (V != First) {
      // What two of several copies have in common is not what all have.
      if (Other && Other != V)
        return nullptr;
      Other = V;
    }
  }
  return Other;
}

PreservedAnalyses JoinEqualPhisPass::run(Function &F, FunctionAnalysisManager &) {
  bool Changed = false;
  for (BasicBlock &BB : F)
    for (PHINode &Phi : make_early_inc_range(BB.phis())) {
      const Value *Other = equalOf(Phi);
      if (!Other || Phi.getType()->isTokenTy())
        continue;
      IRBuilder<> B(&BB, BB.getFirstInsertionPt());
      SmallVector<WeakTrackingVH, 4> Copies(Phi.incoming_values());
      Phi.replaceAllUsesWith(computeAgain(Phi.getIncomingValue(0), Other, B));
      Phi.eraseFromParent();
      for (WeakTrackingVH &Copy : Copies)
        if (Copy)
          RecursivelyDeleteTriviallyDeadInstructions(Copy);
      Changed = true;
    }
  return Changed ? PreservedAnalyses::allInSet<CFGAnalyses>() : PreservedAnalyses::all();
}

/// The remainder that a difference is; `None` if it is another one. The quotient is computed where the difference is,
/// so the remainder may be.
static Instruction::BinaryOps remainderOf(const Instruction &I, Value *&Number, Value *&Divisor) {
  constexpr auto None = Instruction::BinaryOpsEnd;
  Value *Multiple, *Quotient;
  const APInt *Shift, *By;
  if (!match(&I, m_Sub(m_Value(Number), m_Value(Multiple))))
    return None;
  if (match(Multiple, m_Shl(m_Value(Quotient), m_APInt(Shift))) && Shift->ult(Shift->getBitWidth())) {
    if (!match(Quotient, m_IDiv(m_Specific(Number), m_APInt(By))) || !By->isPowerOf2() || By->logBase2() != *Shift)
      return None;
    Divisor = cast<Instruction>(Quotient)->getOperand(1);
  } else if (!match(Multiple,
                    m_c_Mul(m_Value(Quotient, m_IDiv(m_Specific(Number), m_Value(Divisor))), m_Deferred(Divisor)))) {
    return None;
  }
  return cast<Instruction>(Quotient)->getOpcode() == Instruction::UDiv ? Instruction::URem : Instruction::SRem;
}

PreservedAnalyses RestoreRemaindersPass::run(Function &F, FunctionAnalysisManager &) {
  bool Changed = false;
  for (Instruction &I : make_early_inc_range(instructions(F))) {
    Value *Number, *Divisor, *Multiple = I.getNumOperands() == 2 ? I.getOperand(1) : nullptr;
    const Instruction::BinaryOps Opcode = remainderOf(I, Number, Divisor);
    if (Opcode == Instruction::BinaryOpsEnd)
      continue;
    Value *Remainder = IRBuilder<>(&I).CreateBinOp(Opcode, Number, Divisor);
    Remainder->takeName(&I);
    I.replaceAllUsesWith(Remainder);
    I.eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructions(Multiple);
    Changed = true;
  }
  return Changed ? PreservedAnalyses::allInSet<CFGAnalyses>() : PreservedAnalyses::all();
}

/// The phi of the lower halves of a phi's numbers, if there is one.
static PHINode *halfOf(PHINode &Phi) {
  for (PHINode &Half : Phi.getParent()->phis())
    if (Half.getType()->isIntegerTy(32) && all_of(Phi.blocks(), [&](BasicBlock *BB) {
          Value *Whole = Phi.getIncomingValueForBlock(BB), *Low = Half.getIncomingValueForBlock(BB);
          const APInt *C, *D;
          return match(Low, m_Trunc(m_Specific(Whole))) ||
                 (match(Whole, m_APInt(C)) && match(Low, m_APInt(D)) && C->trunc(32) == *D);
        }))
      return &Half;
  return nullptr;
}

/// Forgets what is promised of a value's high bits, which become others, by what is made of it and does not want them.
static void dropPromises(Instruction &Changed, DemandedBits &Bits) {
  SmallPtrSet<Instruction *, 8> Seen;
  SmallVector<Instruction *, 8> Work = {&Changed};
  while (!Work.empty())
    for (User *U : Work.pop_back_val()->users())
      if (auto *I = cast<Instruction>(U);
          I->getType()->isIntOrIntVectorTy() && !Bits.getDemandedBits(I).isAllOnes() && Seen.insert(I).second) {
        I->dropPoisonGeneratingAnnotations();
        Work.push_back(I);
      }
}

PreservedAnalyses JoinHalvesPass::run(Function &F, FunctionAnalysisManager &FAM) {
  SmallVector<std::pair<PHINode *, PHINode *>, 4> Found;
  for (BasicBlock &BB : F)
    for (PHINode &Phi : BB.phis())
      if (Phi.getType()->isIntegerTy(64))
        if (PHINode *Half = halfOf(Phi))
          Found.push_back({&Phi, Half});
  if (Found.empty())
    return PreservedAnalyses::all();
  // All are asked before any is changed: bits that nobody wants may be anything.
  auto &Bits = FAM.getResult<DemandedBitsAnalysis>(F);
  erase_if(Found, [&](auto Both) { return !Bits.getDemandedBits(Both.first).isIntN(32); });
  for (auto [Phi, Half] : Found)
    dropPromises(*Phi, Bits);
  for (auto [Phi, Half] : Found) {
    IRBuilder<> B(Phi->getParent(), Phi->getParent()->getFirstInsertionPt());
    Phi->replaceAllUsesWith(B.CreateZExt(Half, Phi->getType()));
    Phi->eraseFromParent();
  }
  return Found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::allInSet<CFGAnalyses>();
}

PreservedAnalyses SmallConstantsPass::run(Function &F, FunctionAnalysisManager &FAM) {
  SmallVector<std::pair<Instruction *, const APInt *>, 8> Found;
  for (Instruction &I : instructions(F)) {
    const APInt *C;
    if (I.getType()->isIntegerTy(64) && match(&I, m_c_BinOp(m_Value(), m_APInt(C))) && !C->isSignedIntN(33) &&
        is_contained({Instruction::Add, Instruction::Mul}, I.getOpcode()))
      Found.push_back({&I, C});
  }
  if (Found.empty())
    return PreservedAnalyses::all();
  auto &Bits = FAM.getResult<DemandedBitsAnalysis>(F);
  erase_if(Found, [&](auto One) { return !Bits.getDemandedBits(One.first).isIntN(32); });
  for (auto [I, C] : Found) {
    I->setOperand(isa<ConstantInt>(I->getOperand(0)) ? 0 : 1, ConstantInt::get(I->getType(), C->trunc(32).sext(64)));
    I->dropPoisonGeneratingFlags();
    dropPromises(*I, Bits);
  }
  return Found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::allInSet<CFGAnalyses>();
}

} // namespace weft
