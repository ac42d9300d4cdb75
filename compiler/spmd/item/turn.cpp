// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for z                              if (size of y >= some)
//     for y                              for z, for x, for y:  body, packets along y
//       for x:  body          =>       else
//                                        for z, for y, for x:  body, packets along x
//
// The work-items of a region have no order, so any of their loops may be the inner one. Which lanes are better only the
// sizes of the launch can decide in the end: a range of one dimension has no y.

#include "compiler/spmd/item/turn.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace weft::spmd {

bool canTurn(const ItemNest &Nest) {
  if (Nest.OfSubGroup)
    return false;
  // Linear ids come from the loops' headers: with rows of the frame, x stays what is contiguous.
  SmallPtrSet<const BasicBlock *, 32> Body(Nest.Body.begin(), Nest.Body.end());
  for (unsigned D : {1, 2})
    for (const Instruction &I : *Nest.Header[D])
      if (!isa<PHINode>(I) && any_of(I.users(), [&](const User *U) {
            auto *User = cast<Instruction>(U);
            return Body.contains(User->getParent()) && !isInstructionTriviallyDead(const_cast<Instruction *>(User));
          }))
        return false;
  return true;
}

/// Each use of one value becomes one of the other.
static void exchange(Value &A, Value &B, function_ref<bool(Use &)> Where) {
  SmallVector<Use *, 16> OfA, OfB;
  for (Use &U : A.uses())
    if (Where(U))
      OfA.push_back(&U);
  for (Use &U : B.uses())
    if (Where(U))
      OfB.push_back(&U);
  for (Use *U : OfA)
    U->set(&B);
  for (Use *U : OfB)
    U->set(&A);
}

ItemFunction turnItem(const ItemFunction &Item) {
  ValueToValueMapTy Map;
  ItemFunction Turned = Item;
  Turned.F = CloneFunction(Item.F, Map);
  Turned.F->setName(Item.F->getName() + ".turned");
  exchange(*Turned.F->getArg(0), *Turned.F->getArg(1), [](Use &) { return true; });
  return Turned;
}

ItemNest turnNest(ItemNest &Nest, uint64_t LeastRows) {
  LLVMContext &C = Nest.Preheader->getContext();
  Function &Entry = *Nest.Preheader->getParent();
  SmallVector<BasicBlock *, 16> Blocks(Nest.Body);
  for (unsigned D = 0; D < 3; ++D) {
    if (D > 0)
      Blocks.push_back(Nest.Header[D]);
    Blocks.push_back(Nest.Latch[D]);
  }
  ValueToValueMapTy Map;
  SmallVector<BasicBlock *, 32> Copies;
  for (BasicBlock *BB : Blocks) {
    Copies.push_back(CloneBasicBlock(BB, Map, ".turned", &Entry));
    Map[BB] = Copies.back();
  }
  remapInstructionsInBlocks(Copies, Map);

  // Both nests have a block before them.
  BasicBlock *Start[] = {BasicBlock::Create(C, "turned", &Entry, Copies.front()),
                         BasicBlock::Create(C, "straight", &Entry, Nest.Header[2])};
  ItemNest Turned = Nest;
  auto Mapped = [&](auto *V) { return cast<std::remove_pointer_t<decltype(V)>>(static_cast<Value *>(Map.lookup(V))); };
  for (unsigned D = 0; D < 3; ++D) {
    Turned.Header[D] = Mapped(Nest.Header[D]);
    Turned.Latch[D] = Mapped(Nest.Latch[D]);
    Turned.Id[D] = Mapped(Nest.Id[D]);
    Turned.Latch[D]->getTerminator()->setMetadata(LLVMContext::MD_loop, nullptr);
  }
  for (BasicBlock *&BB : Turned.Body)
    BB = Mapped(BB);
  Turned.Header[2]->replacePhiUsesWith(Nest.Preheader, Start[0]);
  Nest.Header[2]->replacePhiUsesWith(Nest.Preheader, Start[1]);
  BranchInst::Create(Turned.Header[2], Start[0]);
  BranchInst::Create(Nest.Header[2], Start[1]);
  Instruction *Branch = Nest.Preheader->getTerminator();
  IRBuilder<> B(Branch);
  B.CreateCondBr(B.CreateICmpUGE(Nest.Size[1], B.getInt64(LeastRows)), Start[0], Start[1]);
  Branch->eraseFromParent();
  Turned.Preheader = Start[0];
  Nest.Preheader = Start[1];

  SmallPtrSet<const BasicBlock *, 32> Body(Turned.Body.begin(), Turned.Body.end());
  exchange(*Turned.Id[0], *Turned.Id[1], [&](Use &U) {
    auto *User = cast<Instruction>(U.getUser());
    return Body.contains(User->getParent()) && User != Turned.Id[0];
  });
  std::swap(Turned.Size[0], Turned.Size[1]);
  for (unsigned D : {0, 1})
    cast<ICmpInst>(cast<BranchInst>(Turned.Latch[D]->getTerminator())->getCondition())->setOperand(1, Turned.Size[D]);
  return Turned;
}

} // namespace weft::spmd
