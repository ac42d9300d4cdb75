// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which masked stretches are worth a branch around them, or need one:
// - a scalar access happens once for all lanes: it may fault, and a store would be seen, where none wants it;
// - a uniform branch, and so each loop, may go by a value that means nothing where no lane computes it;
// - calls, divisions and accesses lane by lane cost more than the branch.

#include "compiler/codegen/estimates.h"
#include "compiler/spmd/linear/linear_plan.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

/// Whether an address is computed from something that was loaded, from a quotient, within bounds or by a choice, a few
/// steps back: most likely a gather or a scatter.
static bool isScattered(const Value *Address, const Divergence &D, unsigned Depth = 6) {
  const auto *I = dyn_cast<Instruction>(Address);
  if (!I || !Depth || !D.isDivergent(I))
    return false;
  if (isa<LoadInst>(I) || I->isIntDivRem() || isa<MinMaxIntrinsic>(I) || match(I, m_And(m_Value(), m_LowBitMask())))
    return true;
  if (const auto *Select = dyn_cast<SelectInst>(I); Select && D.isDivergent(Select->getCondition()))
    return true;
  if (isa<PHINode>(I) || isa<CallInst>(I))
    return false;
  return any_of(I->operands(), [&](const Use &U) { return isScattered(U.get(), D, Depth - 1); });
}

static bool isCostly(const Instruction &I, const Divergence &D) {
  if (const Value *Address = getLoadStorePointerOperand(&I))
    return !D.isDivergent(Address) || isScattered(Address, D);
  switch (I.getOpcode()) {
  case Instruction::SDiv:
  case Instruction::UDiv:
  case Instruction::SRem:
  case Instruction::URem:
  case Instruction::FDiv:
  case Instruction::FRem:
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
  case Instruction::Fence:
    return true;
  case Instruction::Call: {
    const auto *Intrinsic = dyn_cast<IntrinsicInst>(&I);
    if (!Intrinsic)
      return !cast<CallInst>(I).getCalledFunction() || !isEstimate(*cast<CallInst>(I).getCalledFunction());
    switch (Intrinsic->getIntrinsicID()) {
    case Intrinsic::sqrt:
      return true;
    case Intrinsic::lifetime_start:
    case Intrinsic::lifetime_end:
    case Intrinsic::assume:
      return false;
    default:
      return !isTriviallyVectorizable(Intrinsic->getIntrinsicID());
    }
  }
  default:
    return false;
  }
}

Weights weighBlocks(Function &F, const Divergence &D) {
  Weights Result;
  for (Instruction &I : instructions(F)) {
    Weight &W = Result[I.getParent()];
    if (I.isTerminator()) {
      W.Skip |= I.getNumSuccessors() > 1 && !D.hasDivergentTerminator(*I.getParent());
      continue;
    }
    if (isa<PHINode>(I) || isa<GetElementPtrInst>(I) || isa<CastInst>(I) || isa<DbgInfoIntrinsic>(I))
      continue;
    W.Size += 1;
    W.Skip |= isCostly(I, D);
  }
  return Result;
}

} // namespace weft::spmd
