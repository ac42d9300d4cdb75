// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/linear/tidy.h"
#include "compiler/ir/markers.h"
#include "compiler/spmd/analysis/divergence.h"
#include "compiler/spmd/analysis/verify.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;

namespace weft::spmd {

SmallVector<BasicBlock *, 4> lowerSwitch(SwitchInst &Switch) {
  SmallVector<BasicBlock *, 4> Created;
  BasicBlock *From = Switch.getParent(), *Default = Switch.getDefaultDest();
  SmallVector<BasicBlock *, 8> Targets;
  for (auto Case : Switch.cases())
    if (Case.getCaseSuccessor() != Default && !is_contained(Targets, Case.getCaseSuccessor()))
      Targets.push_back(Case.getCaseSuccessor());
  BasicBlock *At = From;
  IRBuilder<> B(&Switch);
  DenseMap<BasicBlock *, BasicBlock *> ComesFrom;
  for (BasicBlock *To : Targets) {
    Value *Any = nullptr;
    for (auto Case : Switch.cases())
      if (Case.getCaseSuccessor() == To) {
        Value *Equal = B.CreateICmpEQ(Switch.getCondition(), Case.getCaseValue());
        Any = Any ? B.CreateOr(Any, Equal) : Equal;
      }
    ComesFrom[To] = At;
    if (To == Targets.back()) {
      B.CreateCondBr(Any, To, Default);
      break;
    }
    BasicBlock *Others =
        BasicBlock::Create(From->getContext(), From->getName() + ".other", From->getParent(), At->getNextNode());
    B.CreateCondBr(Any, To, Others);
    Created.push_back(At = Others);
    B.SetInsertPoint(At);
  }
  if (Targets.empty())
    B.CreateBr(Default);
  ComesFrom[Default] = At;
  for (auto [To, Last] : ComesFrom)
    for (PHINode &Phi : To->phis()) {
      Value *V = Phi.getIncomingValueForBlock(From);
      Phi.removeIncomingValueIf([&](unsigned I) { return Phi.getIncomingBlock(I) == From; }, false);
      Phi.addIncoming(V, Last);
    }
  Switch.eraseFromParent();
  return Created;
}

/// A condition that lanes compute which do not run the block, or not from the same values, decides only for those that
/// do: they agree.
static void makeTerminatorsUniform(Function &F, unsigned Ids) {
  for (bool Changed = true; Changed;) {
    Changed = false;
    SmallVector<BasicBlock *, 4> Divergent;
    {
      Divergence D(F, Ids);
      for (BasicBlock &BB : F)
        if (D.hasDivergentTerminator(BB))
          Divergent.push_back(&BB);
    }
    for (BasicBlock *BB : Divergent) {
      Changed = true;
      if (auto *Switch = dyn_cast<SwitchInst>(BB->getTerminator())) {
        Value *Mask = blockMask(*BB);
        for (BasicBlock *Other : lowerSwitch(*Switch))
          if (Mask) {
            IRBuilder<> B(Other, Other->begin());
            createMask(B, Mask);
          }
        continue;
      }
      auto *Branch = cast<BranchInst>(BB->getTerminator());
      IRBuilder<> B(Branch);
      Value *Mask = blockMask(*BB);
      if (!Mask) {
        IRBuilder<> Top(&F.getEntryBlock(), F.getEntryBlock().getFirstInsertionPt());
        Mask = createActive(Top);
      }
      Branch->setCondition(createAny(B, B.CreateLogicalAnd(Mask, Branch->getCondition())));
    }
  }
}

/// Promises about values that only hold where the program computes them.
static void dropPromises(Instruction &I) {
  for (unsigned Kind : {LLVMContext::MD_noundef, LLVMContext::MD_range, LLVMContext::MD_nonnull,
                        LLVMContext::MD_dereferenceable, LLVMContext::MD_dereferenceable_or_null})
    I.setMetadata(Kind, nullptr);
  auto *Call = dyn_cast<CallBase>(&I);
  if (!Call)
    return;
  AttributeMask Promises = AttributeFuncs::getUBImplyingAttributes();
  Promises.addAttribute(Attribute::NonNull);
  Promises.addAttribute(Attribute::Range);
  Call->removeRetAttrs(Promises);
  for (unsigned A = 0; A < Call->arg_size(); ++A)
    Call->removeParamAttrs(A, Promises);
}

/// Lanes that do not run a block, or do not exist at all, meet the same instructions as the others.
static void dropPromises(Function &F, unsigned Ids) {
  Divergence D(F, Ids);
  SmallVector<Instruction *, 4> Assumptions;
  for (Instruction &I : instructions(F)) {
    bool Masked = blockMask(*I.getParent());
    if (isa<AssumeInst>(I)) {
      if (Masked || any_of(I.operands(), [&](const Use &U) { return D.isDivergentUse(U); }))
        Assumptions.push_back(&I);
    } else if (Masked || D.isDivergent(&I) || any_of(I.operands(), [&](const Use &U) { return D.isDivergentUse(U); })) {
      dropPromises(I);
    }
  }
  for (Instruction *I : Assumptions)
    I->eraseFromParent();
}

/// Addresses that differed between lanes by control flow alone may be uniform now; an access there gets its own check.
static void checkScalarAccesses(Function &F, unsigned Ids) {
  SmallVector<Instruction *, 4> Unchecked;
  {
    Divergence D(F, Ids);
    DominatorTree DT(F);
    for (Instruction &I : instructions(F)) {
      const Value *Address = getLoadStorePointerOperand(&I);
      if (Address && !D.isDivergent(Address) && blockMask(*I.getParent()) && !hasKnownLane(*I.getParent(), DT))
        Unchecked.push_back(&I);
    }
  }
  for (Instruction *I : Unchecked) {
    Value *Mask = blockMask(*I->getParent());
    IRBuilder<> B(I);
    BasicBlock *Without = I->getParent();
    Instruction *End = SplitBlockAndInsertIfThen(createAny(B, Mask), I->getIterator(), /*Unreachable=*/false);
    BasicBlock *Behind = I->getParent();
    I->moveBefore(End->getIterator());
    if (!I->getType()->isVoidTy()) {
      B.SetInsertPoint(Behind, Behind->begin());
      PHINode *Phi = B.CreatePHI(I->getType(), 2);
      I->replaceAllUsesWith(Phi);
      Phi->addIncoming(I, I->getParent());
      Phi->addIncoming(PoisonValue::get(I->getType()), Without);
    }
    for (BasicBlock *BB : {I->getParent(), Behind}) {
      B.SetInsertPoint(BB, BB->getFirstNonPHIIt());
      createMask(B, Mask);
    }
  }
}

/// Whether instructions mean the same under any mask: they run for all lanes then.
static bool runsForAnyMask(const BasicBlock &BB) {
  return all_of(BB, [](const Instruction &I) {
    return I.isTerminator() || isMask(&I) || isActive(&I) || isAny(&I) ||
           (!I.mayReadOrWriteMemory() && isSafeToSpeculativelyExecute(&I));
  });
}

static void mergeBlocks(Function &F) {
  for (BasicBlock &BB : make_early_inc_range(F)) {
    BasicBlock *Above = BB.getSinglePredecessor();
    if (!Above || Above->getSingleSuccessor() != &BB || &BB == Above)
      continue;
    if (blockMask(BB) != blockMask(*Above)) {
      if (!runsForAnyMask(BB))
        continue;
      for (Instruction &I : BB) // under a mask from now on
        dropPromises(I);
    }
    FoldSingleEntryPHINodes(&BB);
    if (blockMask(BB))
      BB.getFirstNonPHIIt()->eraseFromParent();
    MergeBlockIntoPredecessor(&BB);
  }
}

static void removeDead(Function &F) {
  SmallVector<WeakTrackingVH, 32> Dead;
  for (Instruction &I : instructions(F))
    if (isInstructionTriviallyDead(&I))
      Dead.push_back(&I);
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  for (BasicBlock &BB : F)
    DeleteDeadPHIs(&BB);
}

void tidyLinearised(Function &F, unsigned Ids) {
  removeDead(F);
  makeTerminatorsUniform(F, Ids);
  checkScalarAccesses(F, Ids);
  dropPromises(F, Ids);
  for (BasicBlock &BB : F) // masks of nothing keep nothing alive
    if (blockMask(BB) && BB.getFirstNonPHIIt()->getNextNode() == BB.getTerminator())
      BB.getFirstNonPHIIt()->eraseFromParent();
  mergeBlocks(F);
  removeDead(F);
}

} // namespace weft::spmd
