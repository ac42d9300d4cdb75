// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A struct passed by value is, in the kernel, a pointer into the launch's argument block, which all work-items share. A
// kernel that only reads it may use it in place; one that could write to it gets a private copy for each work-item.

#include "compiler/ir/passes.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

static bool onlyRead(const Value &Pointer, unsigned Depth = 0) {
  if (Depth > 16)
    return false;
  for (const User *U : Pointer.users()) {
    if (const auto *Load = dyn_cast<LoadInst>(U)) {
      if (Load->isVolatile())
        return false;
    } else if (isa<GetElementPtrInst>(U) || isa<BitCastInst>(U)) {
      if (!onlyRead(*U, Depth + 1))
        return false;
    } else if (const auto *Copy = dyn_cast<MemTransferInst>(U)) {
      if (Copy->getRawDest() == &Pointer || Copy->isVolatile())
        return false;
    } else {
      return false;
    }
  }
  return true;
}

bool privatiseArguments(PassState &State) {
  const DataLayout &DL = State.M.getDataLayout();
  for (auto &Entry : State.Kernels) {
    Function &Kernel = *Entry.first;
    for (Argument &A : Kernel.args()) {
      if (!A.hasByValAttr())
        continue;
      Type *Ty = A.getParamByValType();
      Align Alignment = A.getParamAlign().valueOrOne();
      if (onlyRead(A))
        continue;
      IRBuilder<> B(&*Kernel.getEntryBlock().getFirstInsertionPt());
      AllocaInst *Copy = B.CreateAlloca(Ty, nullptr, A.getName() + ".copy");
      Copy->setAlignment(std::max(Alignment, DL.getPrefTypeAlign(Ty)));
      A.replaceAllUsesWith(Copy);
      B.CreateMemCpy(Copy, Copy->getAlign(), &A, Alignment, DL.getTypeAllocSize(Ty));
    }
  }
  return true;
}

} // namespace weft
