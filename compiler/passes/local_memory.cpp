// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Local variables become offsets into the group's local memory. This happens before any optimisation: LLVM would take
// an internal global whose address does not escape for memory that no barrier can change, and forward stores across it.

#include "compiler/passes/kernel_context.h"
#include "compiler/passes/passes.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ReplaceConstant.h"

using namespace llvm;

namespace weft {

bool layOutLocalMemory(PassState &State) {
  SmallVector<GlobalVariable *, 8> Locals;
  for (GlobalVariable &G : State.M.globals())
    if (G.getAddressSpace() == 3)
      Locals.push_back(&G);
  if (Locals.empty())
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
  return true;
}

} // namespace weft
