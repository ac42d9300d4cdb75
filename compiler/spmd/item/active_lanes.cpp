// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/item/active_lanes.h"
#include "compiler/ir/markers.h"
#include "compiler/spmd/analysis/divergence.h"
#include "compiler/spmd/item/item_functions.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace weft::spmd {

/// Whether a work-item that comes here does nothing but say where its group goes on, which is the same for all.
static bool doesNothing(const BasicBlock &BB) {
  return isa<ReturnInst>(BB.getTerminator()) && all_of(drop_end(BB), [](const Instruction &I) {
           const auto *Store = dyn_cast<StoreInst>(&I);
           return Store && Store->isSimple() && isa<Constant>(Store->getValueOperand()) &&
                  isa<Argument>(Store->getPointerOperand());
         });
}

/// The way of a test at an item function's beginning on which a work-item does nothing; null: it has no such test.
static const BasicBlock *idleWay(Function &Item) {
  BasicBlock &First = Item.getEntryBlock();
  const auto *Test = dyn_cast<BranchInst>(First.getTerminator());
  if (!Test || !Test->isConditional())
    return nullptr;
  const bool IsFirst = doesNothing(*Test->getSuccessor(0));
  if (IsFirst == doesNothing(*Test->getSuccessor(1)) ||
      count_if(Item, [](const BasicBlock &BB) { return isa<ReturnInst>(BB.getTerminator()); }) != 1)
    return nullptr;
  // Asked twice, it must answer the same, and nobody must see it.
  auto IsPlain = [](const Instruction &I) {
    const auto *Load = dyn_cast<LoadInst>(&I);
    return Load ? Load->isSimple() : !I.mayReadOrWriteMemory() && I.willReturn();
  };
  if (!all_of(drop_end(First), IsPlain))
    return nullptr;
  const Divergence X(Item, VaryingX);
  const auto *Condition = dyn_cast<Instruction>(Test->getCondition());
  if (!Condition || !X.isDivergent(Condition) || !loadedData(Item, X).contains(Condition))
    return nullptr;
  return Test->getSuccessor(IsFirst ? 0 : 1);
}

Function *createActiveQuery(Function &Item) {
  const BasicBlock *Idle = idleWay(Item);
  if (!Idle)
    return nullptr;
  LLVMContext &C = Item.getContext();
  ValueToValueMapTy Map;
  Function *Query = cloneItem(Item, {PointerType::getUnqual(C), Type::getInt64Ty(C)}, ".active", Map);
  Query->setMemoryEffects(MemoryEffects::unknown());
  Value *X = nullptr;
  for (Argument &A : Query->args())
    if (idDimension(A) == 0u)
      X = &A;
  auto *Test = cast<BranchInst>(Query->getEntryBlock().getTerminator());
  auto *Returns = cast<BasicBlock>(Map.lookup(Idle));
  IRBuilder<> B(Test);
  Value *Stays = Test->getSuccessor(1) == Returns ? Test->getCondition() : B.CreateNot(Test->getCondition());
  Value *Bytes = Query->getArg(unsigned(Item.arg_size())), *First = Query->getArg(unsigned(Item.arg_size()) + 1);
  Value *Place = B.CreateInBoundsGEP(B.getInt8Ty(), Bytes, B.CreateSub(X, First, "", true, true));
  B.CreateStore(B.CreateZExt(Stays, B.getInt8Ty()), Place);
  B.CreateBr(Returns);
  Test->eraseFromParent();
  EliminateUnreachableBlocks(*Query);
  return Query;
}

uint64_t bytesBehindTest(Function &Item) {
  const Divergence X(Item, VaryingX);
  const DominatorTree DT(Item);
  const LoopInfo Loops(DT);
  uint64_t Bytes = 0;
  for (BasicBlock &BB : drop_begin(Item))
    for (Instruction &I : BB)
      if (const Value *Pointer = getLoadStorePointerOperand(&I);
          Pointer && X.isDivergent(Pointer) && !Loops.getLoopFor(&BB))
        Bytes += Item.getDataLayout().getTypeStoreSize(getLoadStoreType(&I)).getFixedValue();
  return Bytes;
}

} // namespace weft::spmd
