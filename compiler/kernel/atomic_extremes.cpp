// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// atomic_min, atomic_max and their like where the processor has no such instruction: a loop around a compare-and-swap.
// Most of them change nothing once a few have been through, and those need not own the cache line: where what lies
// there is already what would be written, a load has done it. That holds for relaxed and acquiring operations; one that
// releases must write, for others to see what came before it.

#include "compiler/ir/passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/LowerAtomic.h"

using namespace llvm;

namespace weft {

static bool mayLeaveMemory(const AtomicRMWInst &RMW) {
  switch (RMW.getOperation()) {
  case AtomicRMWInst::Max:
  case AtomicRMWInst::Min:
  case AtomicRMWInst::UMax:
  case AtomicRMWInst::UMin:
  case AtomicRMWInst::FMax:
  case AtomicRMWInst::FMin:
    return !isReleaseOrStronger(RMW.getOrdering());
  default:
    return false;
  }
}

/// before: seen = load
/// loop:   old = phi(seen, found), new = extreme(old, operand); the same bits: to done
/// write:  found = compare-and-swap(old, new); no success: to loop
/// done:   the operation's result is old
static void expand(AtomicRMWInst &RMW) {
  BasicBlock *Before = RMW.getParent(), *Done = SplitBlock(Before, &RMW);
  Function &F = *Before->getParent();
  auto *Loop = BasicBlock::Create(F.getContext(), "extreme", &F, Done);
  auto *Write = BasicBlock::Create(F.getContext(), "extreme.write", &F, Done);
  Before->getTerminator()->eraseFromParent();
  IRBuilder<> B(Before);
  B.SetCurrentDebugLocation(RMW.getDebugLoc());
  Type *T = RMW.getType(), *Bits = B.getIntNTy(T->getPrimitiveSizeInBits().getFixedValue());
  Value *Pointer = RMW.getPointerOperand();
  LoadInst *Seen = B.CreateAlignedLoad(Bits, Pointer, RMW.getAlign(), RMW.isVolatile());
  Seen->setAtomic(RMW.getOrdering(), RMW.getSyncScopeID());
  B.CreateBr(Loop);

  B.SetInsertPoint(Loop);
  PHINode *Old = B.CreatePHI(Bits, 2, "old");
  Value *Number = B.CreateBitCast(Old, T);
  Value *New = B.CreateBitCast(buildAtomicRMWValue(RMW.getOperation(), B, Number, RMW.getValOperand()), Bits);
  B.CreateCondBr(B.CreateICmpEQ(New, Old), Done, Write);

  B.SetInsertPoint(Write);
  AtomicCmpXchgInst *Swap = B.CreateAtomicCmpXchg(Pointer, Old, New, RMW.getAlign(), RMW.getOrdering(),
                                                  RMW.getOrdering(), RMW.getSyncScopeID());
  Swap->setVolatile(RMW.isVolatile());
  Value *Found = B.CreateExtractValue(Swap, 0);
  B.CreateCondBr(B.CreateExtractValue(Swap, 1), Done, Loop);
  Old->addIncoming(Seen, Before);
  Old->addIncoming(Found, Write);
  RMW.replaceAllUsesWith(Number);
  RMW.eraseFromParent();
}

bool expandExtremes(PassState &State) {
  if (!State.TM.getTargetTriple().isX86())
    return true;
  SmallVector<AtomicRMWInst *, 8> All; // before blocks are split
  for (Function &F : State.M)
    for (Instruction &I : instructions(F))
      if (auto *RMW = dyn_cast<AtomicRMWInst>(&I); RMW && mayLeaveMemory(*RMW))
        All.push_back(RMW);
  for (AtomicRMWInst *RMW : All)
    expand(*RMW);
  return true;
}

} // namespace weft
