// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Computed gotos (goto *p, &&label), which Clang takes in OpenCL C. A label's address is a place in the code of one
// function, but regions, packets and inlined functions have several copies of a block. So labels become numbers, and
// the goto a switch over them, before anything is copied.
#include "compiler/opencl/passes.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace weft {

using LabelNumbers = MapVector<BasicBlock *, ConstantInt *>;

/// From 1: no label is null.
static LabelNumbers numberLabels(Function &F) {
  LabelNumbers Numbers;
  IntegerType *Type = Type::getInt64Ty(F.getContext());
  for (BasicBlock &Block : F)
    if (Block.hasAddressTaken())
      Numbers[&Block] = ConstantInt::get(Type, Numbers.size() + 1);
  return Numbers;
}

/// Each destination is left one edge: blocks that stand twice in a goto's list have two.
static void lowerGoto(IndirectBrInst &Goto, const LabelNumbers &Numbers) {
  IRBuilder<> Builder(&Goto);
  BasicBlock *From = Goto.getParent();
  SmallPtrSet<BasicBlock *, 8> Seen;
  SwitchInst *Switch = nullptr;
  Value *Number = Builder.CreatePtrToInt(Goto.getAddress(), Builder.getInt64Ty());
  for (unsigned I = 0; I < Goto.getNumDestinations(); ++I) {
    BasicBlock *To = Goto.getDestination(I);
    auto Known = Numbers.find(To);
    if (Known == Numbers.end() || !Seen.insert(To).second)
      To->removePredecessor(From); // no address leads there, or another edge does
    else if (!Switch)
      Switch = Builder.CreateSwitch(Number, To);
    else
      Switch->addCase(Known->second, To);
  }
  if (!Switch)
    Builder.CreateUnreachable();
  Goto.eraseFromParent();
}

void lowerComputedGotos(Module &M) {
  for (Function &F : M) {
    const LabelNumbers Numbers = numberLabels(F);
    for (BasicBlock &Block : F)
      if (auto *Goto = dyn_cast<IndirectBrInst>(Block.getTerminator()))
        lowerGoto(*Goto, Numbers);
    for (auto [Block, Number] : Numbers) {
      BlockAddress *Address = BlockAddress::get(Block);
      Address->replaceAllUsesWith(ConstantExpr::getIntToPtr(Number, Address->getType()));
      Address->destroyConstant();
    }
  }
}

} // namespace weft
