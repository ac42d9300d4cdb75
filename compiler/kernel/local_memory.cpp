// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local variables become offsets into the group's local memory. This happens before any optimisation: LLVM would take
// an internal global whose address does not escape for memory that no barrier can change, and forward stores across it.

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/passes.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace weft {

/// Named barriers lie behind the variables, one for each call that asks for a place. The end of them.
static uint64_t placeBarriers(Function &Kernel, const Function &Slot, uint64_t Offset) {
  for (Instruction &I : make_early_inc_range(instructions(Kernel))) {
    auto *Call = dyn_cast<CallInst>(&I);
    if (!Call || Call->getCalledFunction() != &Slot)
      continue;
    Offset = alignTo(Offset, 4);
    IRBuilder<> B(&*Kernel.getEntryBlock().getFirstInsertionPt());
    Call->replaceAllUsesWith(emitContext(B, Context::LocalMemory, unsigned(Offset)));
    Call->eraseFromParent();
    Offset += NamedBarrierBytes;
  }
  return Offset;
}

bool layOutLocalMemory(PassState &State) {
  SmallVector<GlobalVariable *, 8> Locals;
  for (GlobalVariable &G : State.M.globals())
    if (G.getAddressSpace() == 3)
      Locals.push_back(&G);
  Function *Slot = State.M.getFunction(NamedBarrierSlotFunction);
  if (Locals.empty() && !Slot)
    return true;
  SmallVector<Constant *, 8> Constants(Locals.begin(), Locals.end());
  convertUsersOfConstantsToInstructions(Constants);

  const DataLayout &DL = State.M.getDataLayout();
  for (auto &[Kernel, Layout] : State.Kernels) {
    uint64_t Offset = 0;
    for (GlobalVariable *G : Locals) {
      SmallVector<Use *, 8> Uses;
      for (Use &U : G->uses())
        if (auto *I = dyn_cast<Instruction>(U.getUser()); I && I->getFunction() == Kernel)
          Uses.push_back(&U);
      if (Uses.empty())
        continue;
      Offset = alignTo(Offset, std::max(G->getAlign().valueOrOne(), DL.getPrefTypeAlign(G->getValueType())));
      IRBuilder<> B(&*Kernel->getEntryBlock().getFirstInsertionPt());
      // A query for each variable, so that one can be told from another however LLVM adds up addresses.
      CallInst *P = emitContext(B, Context::LocalMemory, unsigned(Offset));
      P->setName(G->getName());
      for (Use *U : Uses)
        U->set(P);
      Offset += DL.getTypeAllocSize(G->getValueType());
    }
    if (Slot)
      Offset = placeBarriers(*Kernel, *Slot, Offset);
    // No group has more than an arena, whatever the launch.
    if (Offset > WEFT_GROUP_LOCAL_BYTES) {
      State.Error = "kernel '" + Layout.name + "' declares " + std::to_string(Offset) +
                    " bytes of local memory; a work-group has " + std::to_string(WEFT_GROUP_LOCAL_BYTES);
      return false;
    }
    Layout.local_size = Offset;
  }
  for (GlobalVariable *G : Locals) {
    if (!G->use_empty()) {
      State.Error = "local variable '" + G->getName().str() + "' is used outside of a kernel";
      return false;
    }
    G->eraseFromParent();
  }
  if (Slot && !Slot->use_empty()) {
    State.Error = "a named barrier is made outside of a kernel";
    return false;
  }
  return true;
}

} // namespace weft
