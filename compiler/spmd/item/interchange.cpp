// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   for z                              if (size of y >= some)
//     for y                              for z, for x, for y:  body, packets along y
//       for x:  body          =>       else
//                                        for z, for y, for x:  body, packets along x
//
// The work-items of a region have no order, so any of their loops may be the inner one. Which lanes are better only the
// sizes of the launch can decide in the end: a range of one dimension has no y.

#include "compiler/spmd/item/interchange.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

namespace weft::spmd {

bool canInterchange(const ItemNest &Nest) {
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
  SmallVector<Use *, 16> UsesOfA, UsesOfB;
  for (Use &U : A.uses())
    if (Where(U))
      UsesOfA.push_back(&U);
  for (Use &U : B.uses())
    if (Where(U))
      UsesOfB.push_back(&U);
  for (Use *U : UsesOfA)
    U->set(&B);
  for (Use *U : UsesOfB)
    U->set(&A);
}

ItemFunction interchangeItem(const ItemFunction &Item) {
  ValueToValueMapTy Map;
  ItemFunction Interchanged = Item;
  Interchanged.F = CloneFunction(Item.F, Map);
  Interchanged.F->setName(Item.F->getName() + ".interchanged");
  exchange(*Interchanged.F->getArg(0), *Interchanged.F->getArg(1), [](Use &) { return true; });
  return Interchanged;
}

ItemNest interchangeNest(ItemNest &Nest, uint64_t LeastRows) {
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
    Copies.push_back(CloneBasicBlock(BB, Map, ".interchanged", &Entry));
    Map[BB] = Copies.back();
  }
  remapInstructionsInBlocks(Copies, Map);

  // Both nests have a block before them.
  BasicBlock *Start[] = {BasicBlock::Create(C, "interchanged", &Entry, Copies.front()),
                         BasicBlock::Create(C, "straight", &Entry, Nest.Header[2])};
  ItemNest Interchanged = Nest;
  auto Mapped = [&](auto *V) { return cast<std::remove_pointer_t<decltype(V)>>(static_cast<Value *>(Map.lookup(V))); };
  for (unsigned D = 0; D < 3; ++D) {
    Interchanged.Header[D] = Mapped(Nest.Header[D]);
    Interchanged.Latch[D] = Mapped(Nest.Latch[D]);
    Interchanged.Id[D] = Mapped(Nest.Id[D]);
    Interchanged.Latch[D]->getTerminator()->setMetadata(LLVMContext::MD_loop, nullptr);
  }
  for (BasicBlock *&BB : Interchanged.Body)
    BB = Mapped(BB);
  Interchanged.Header[2]->replacePhiUsesWith(Nest.Preheader, Start[0]);
  Nest.Header[2]->replacePhiUsesWith(Nest.Preheader, Start[1]);
  BranchInst::Create(Interchanged.Header[2], Start[0]);
  BranchInst::Create(Nest.Header[2], Start[1]);
  Instruction *Branch = Nest.Preheader->getTerminator();
  IRBuilder<> B(Branch);
  B.CreateCondBr(B.CreateICmpUGE(Nest.Size[1], B.getInt64(LeastRows)), Start[0], Start[1]);
  Branch->eraseFromParent();
  Interchanged.Preheader = Start[0];
  Nest.Preheader = Start[1];

  SmallPtrSet<const BasicBlock *, 32> Body(Interchanged.Body.begin(), Interchanged.Body.end());
  exchange(*Interchanged.Id[0], *Interchanged.Id[1], [&](Use &U) {
    auto *User = cast<Instruction>(U.getUser());
    return Body.contains(User->getParent()) && User != Interchanged.Id[0];
  });
  std::swap(Interchanged.Size[0], Interchanged.Size[1]);
  for (unsigned D : {0, 1})
    cast<ICmpInst>(cast<BranchInst>(Interchanged.Latch[D]->getTerminator())->getCondition())
        ->setOperand(1, Interchanged.Size[D]);
  return Interchanged;
}

} // namespace weft::spmd
