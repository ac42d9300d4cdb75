// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// cl_khr_initialize_memory for private memory. Modules come unoptimised, so that each private variable still is an
// alloca: it gets zeros where it begins to live, as a lifetime marker makes its contents undefined again. What the
// program writes anyway, LLVM then drops the zeros for.
#include "compiler/opencl/passes.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace weft {

static void zeroAt(Instruction *Where, AllocaInst *Variable, const DataLayout &Layout) {
  IRBuilder<> B(Where);
  Value *Size = B.getInt64(Layout.getTypeAllocSize(Variable->getAllocatedType()));
  if (Variable->isArrayAllocation())
    Size = B.CreateMul(Size, B.CreateZExtOrTrunc(Variable->getArraySize(), B.getInt64Ty()));
  B.CreateMemSet(Variable, B.getInt8(0), Size, Variable->getAlign());
}

void zeroPrivateMemory(Module &M) {
  for (Function &F : M) {
    SmallVector<AllocaInst *, 16> Variables;
    for (Instruction &I : instructions(F))
      if (auto *Variable = dyn_cast<AllocaInst>(&I))
        if (!Variable->getAllocatedType()->isTargetExtTy()) // handles
          Variables.push_back(Variable);
    for (AllocaInst *Variable : Variables) {
      SmallVector<Instruction *, 4> Begins;
      for (User *U : Variable->users())
        if (auto *Marker = dyn_cast<IntrinsicInst>(U))
          if (Marker->getIntrinsicID() == Intrinsic::lifetime_start)
            Begins.push_back(Marker->getNextNode());
      BasicBlock::iterator After = std::next(Variable->getIterator());
      while (isa<AllocaInst>(*After))
        ++After;
      if (Begins.empty())
        Begins.push_back(&*After);
      for (Instruction *Where : Begins)
        zeroAt(Where, Variable, M.getDataLayout());
    }
  }
}

} // namespace weft
