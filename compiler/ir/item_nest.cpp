// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/ir/item_nest.h"
#include "compiler/ir/names.h"
#include "compiler/kernel_abi.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"

using namespace llvm;

namespace weft::spmd {
/// Regions of an entry that are compiled as one function (split_regions.cpp).
static constexpr unsigned MostTogether = 64;

void markItemLoop(BranchInst &Back, unsigned Dim, unsigned Region, bool OfSubGroup) {
  LLVMContext &C = Back.getContext();
  auto Number = [&](unsigned N) { return ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(C), N)); };
  Back.setMetadata(ItemLoopMark, MDNode::get(C, {Number(Dim), Number(Region), Number(OfSubGroup)}));
}

void markVariable(AllocaInst &A, bool PerItem) {
  LLVMContext &C = A.getContext();
  A.setMetadata(VariableMark, MDNode::get(C, ConstantAsMetadata::get(ConstantInt::getBool(C, PerItem))));
}

static uint64_t number(const MDNode *Node, unsigned Operand) {
  return mdconst::extract<ConstantInt>(Node->getOperand(Operand))->getZExtValue();
}

bool isItemVariable(const AllocaInst &A) {
  const MDNode *Mark = A.getMetadata(VariableMark);
  return Mark && number(Mark, 0);
}

static bool isItemLoop(const BasicBlock &BB, unsigned Dim, unsigned &Region) {
  const MDNode *Mark = BB.getTerminator()->getMetadata(ItemLoopMark);
  if (!Mark || number(Mark, 0) != Dim)
    return false;
  Region = unsigned(number(Mark, 1));
  return true;
}

void promoteVariables(Function &Entry) {
  SmallVector<AllocaInst *, 32> Promotable;
  unsigned Region;
  const bool IsMany = count_if(Entry, [&](const BasicBlock &BB) { return isItemLoop(BB, 2, Region); }) > MostTogether;
  for (BasicBlock &BB : Entry) {
    if (!(IsMany && isItemLoop(BB, 2, Region)))
      BB.getTerminator()->setMetadata(ItemLoopMark, nullptr);
    for (Instruction &I : BB)
      if (auto *A = dyn_cast<AllocaInst>(&I); A && A->hasMetadata(VariableMark)) {
        A->setMetadata(VariableMark, nullptr);
        if (isAllocaPromotable(A))
          Promotable.push_back(A);
      }
  }
  DominatorTree DT(Entry);
  PromoteMemToReg(Promotable, DT);
}

SmallVector<BasicBlock *, 0> takeItemLoops(Function &Entry) {
  SmallVector<BasicBlock *, 0> Headers;
  for (BasicBlock &BB : Entry)
    if (BB.getTerminator()->hasMetadata(ItemLoopMark)) {
      Headers.push_back(BB.getTerminator()->getSuccessor(0));
      BB.getTerminator()->setMetadata(ItemLoopMark, nullptr);
    }
  return Headers;
}

/// The blocks of a work-item, each behind one that leads to it.
static void collectBody(ItemNest &Nest) {
  SmallPtrSet<BasicBlock *, 32> Seen{Nest.Latch[0]};
  SmallVector<BasicBlock *, 16> Work{Nest.Header[0]};
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (!Seen.insert(BB).second)
      continue;
    Nest.Body.push_back(BB);
    append_range(Work, successors(BB));
  }
}

SmallVector<ItemNest, 4> findItemNests(Function &Entry) {
  SmallVector<ItemNest, 4> Nests;
  for (BasicBlock &BB : Entry) {
    ItemNest Nest;
    if (!isItemLoop(BB, 0, Nest.Region))
      continue;
    BasicBlock *Latch = &BB;
    Nest.OfSubGroup = number(BB.getTerminator()->getMetadata(ItemLoopMark), 2) != 0;
    for (unsigned D = 0; D < 3; ++D) {
      [[maybe_unused]] unsigned Region;
      assert(isItemLoop(*Latch, D, Region) && Region == Nest.Region && "loops over work-items stand in one another");
      auto *Back = cast<BranchInst>(Latch->getTerminator());
      Nest.Latch[D] = Latch;
      Nest.Header[D] = Back->getSuccessor(0);
      Nest.Id[D] = cast<PHINode>(&Nest.Header[D]->front());
      Nest.Size[D] = cast<ICmpInst>(Back->getCondition())->getOperand(1);
      Latch = Back->getSuccessor(1);
    }
    Nest.Preheader = Nest.Id[2]->getIncomingBlock(Nest.Id[2]->getIncomingBlock(0) == Nest.Latch[2] ? 1 : 0);
    collectBody(Nest);
    Nests.push_back(std::move(Nest));
  }
  return Nests;
}

bool knownGroupSize(const PassState &State, const KernelLayout &Layout, const Function &Entry, uint64_t (&Size)[3]) {
  if (const weft_specialisation *Special = State.Options.specialisation; Special && Layout.name == Special->kernel)
    for (const weft_fact &Fact : ArrayRef(Special->facts, Special->num_facts))
      if (Fact.kind == WEFT_FACT_GROUP) {
        for (unsigned D = 0; D < 3; ++D)
          Size[D] = Fact.value >> (16 * D) & 0xffff;
        return true;
      }
  const MDNode *Required = Entry.getMetadata(RequiredSizeMark);
  if (!Required || Required->getNumOperands() != 3)
    return false;
  for (unsigned D = 0; D < 3; ++D)
    Size[D] = mdconst::extract<ConstantInt>(Required->getOperand(D))->getZExtValue();
  return true;
}

} // namespace weft::spmd
