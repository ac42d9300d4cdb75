// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/analysis/verify.h"
#include "compiler/ir/markers.h"
#include "compiler/spmd/analysis/divergence.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace weft::spmd {

static std::string at(const BasicBlock &BB, const char *What) {
  return ("block '" + BB.getName() + "': " + What).str();
}

static bool hasPromise(const Instruction &I) {
  for (unsigned Kind : {LLVMContext::MD_noundef, LLVMContext::MD_range, LLVMContext::MD_nonnull})
    if (I.getMetadata(Kind))
      return true;
  const auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return false;
  AttributeList All = Call->getAttributes();
  for (Attribute::AttrKind Kind : {Attribute::NoUndef, Attribute::NonNull, Attribute::Range}) {
    if (All.hasRetAttr(Kind))
      return true;
    for (unsigned A = 0; A < Call->arg_size(); ++A)
      if (All.hasParamAttr(A, Kind))
        return true;
  }
  return isa<AssumeInst>(I);
}

/// Whether `Mask` has a lane wherever control comes to `BB`: a branch on any of it, or of a mask that it is part of the
/// same way, leads there and nowhere else.
static bool isChecked(const BasicBlock &BB, const Value *Mask, const DominatorTree &DT) {
  for (const User *U : Mask->users()) {
    if (!isAny(U))
      continue;
    for (const User *Branch : U->users())
      if (const auto *Br = dyn_cast<BranchInst>(Branch)) {
        BasicBlockEdge Taken(Br->getParent(), Br->getSuccessor(0));
        if (Br->getSuccessor(0) != Br->getSuccessor(1) && DT.dominates(Taken, &BB))
          return true;
      }
  }
  return false;
}

/// Lanes that are left of a loop: none is left only outside of it.
static bool isLoopMask(const Value *Mask, const BasicBlock &BB, const DominatorTree &DT) {
  const auto *Live = dyn_cast<PHINode>(Mask);
  if (!Live || !DT.dominates(Live->getParent(), &BB) || Live->getNumIncomingValues() != 2)
    return false;
  for (unsigned I = 0; I < 2; ++I) {
    const auto *Back = dyn_cast<BranchInst>(Live->getIncomingBlock(I)->getTerminator());
    if (Back && Back->isConditional() && Back->getSuccessor(0) == Live->getParent() && isAny(Back->getCondition()) &&
        cast<CallInst>(Back->getCondition())->getArgOperand(0) == Live->getIncomingValue(I))
      return true;
  }
  return false;
}

bool hasKnownLane(const BasicBlock &BB, const DominatorTree &DT) {
  const Value *Mask = blockMask(BB);
  return isChecked(BB, Mask, DT) || isLoopMask(Mask, BB, DT);
}

/// Whether an `and` is among what a mask is made of. Conditions, which are the selects' true values, are the program's
/// own: there the lane runs the block that they are from.
static bool isMadeByAnd(const Value *Mask, SmallPtrSetImpl<const Value *> &Seen) {
  const auto *I = dyn_cast<Instruction>(Mask);
  if (!I || !Seen.insert(Mask).second)
    return false;
  if (isa<SelectInst>(I))
    return isMadeByAnd(I->getOperand(0), Seen) || isMadeByAnd(I->getOperand(2), Seen);
  if (isa<PHINode>(I) || I->getOpcode() == Instruction::Or)
    return any_of(I->operands(), [&](const Use &U) { return isMadeByAnd(U, Seen); });
  return I->getOpcode() == Instruction::And;
}

bool verifyLinearised(Function &Item, unsigned Ids, std::string &WhyNot) {
  Divergence D(Item, Ids);
  DominatorTree DT(Item);
  SmallPtrSet<const Value *, 32> Seen;
  for (BasicBlock &BB : Item) {
    const Value *Mask = blockMask(BB);
    if (D.hasDivergentTerminator(BB))
      WhyNot = at(BB, "lanes differ in where they go");
    for (Instruction &I : BB) {
      if (isMask(&I) && &I != &*BB.getFirstNonPHIIt())
        WhyNot = at(BB, "a mask that is not the first instruction");
      if ((isMask(&I) || isAny(&I)) && isMadeByAnd(I.getOperand(0), Seen))
        WhyNot = at(BB, "a mask that is made by an and");
      if (!Mask)
        continue;
      if (hasPromise(I))
        WhyNot = at(BB, "a promise under a mask");
      const Value *Address = getLoadStorePointerOperand(&I);
      if (Address && !D.isDivergent(Address) && !hasKnownLane(BB, DT))
        WhyNot = at(BB, "a scalar access that no lane may want");
    }
  }
  return WhyNot.empty();
}

bool verifyPacket(const Function &Packet, std::string &WhyNot) {
  for (const Instruction &I : instructions(Packet))
    if (isMask(&I) || isAny(&I) || isActive(&I))
      WhyNot = at(*I.getParent(), "a marker in a packet");
  raw_string_ostream Out(WhyNot);
  verifyFunction(Packet, &Out);
  return WhyNot.empty();
}

} // namespace weft::spmd
