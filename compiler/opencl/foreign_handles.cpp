// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Modules that do not come from Clang hold images and samplers in plain pointers of some address space. The builtins'
// definitions, linked under the same names, take what the import makes of Clang's handles: a pointer to constant memory
// and 32 bits. Calls and kernels are brought to that here; a pointer then holds a sampler's bits. So are calls between
// such a module and one of Clang's, either way.
#include "compiler/opencl/passes.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace weft {

static Value *converted(IRBuilder<> &B, Value *V, Type *Wanted) {
  if (V->getType() == Wanted)
    return V;
  if (V->getType()->isPointerTy() && Wanted->isPointerTy())
    return B.CreateAddrSpaceCast(V, Wanted);
  if (V->getType()->isPointerTy() && Wanted->isIntegerTy())
    return B.CreatePtrToInt(V, Wanted);
  if (V->getType()->isIntegerTy() && Wanted->isPointerTy())
    return B.CreateIntToPtr(V, Wanted);
  return nullptr;
}

/// Whether each parameter is the same, or a handle on one side or on both.
static bool differInHandles(const FunctionType &CallType, const FunctionType &Wanted) {
  if (&CallType == &Wanted || CallType.getReturnType() != Wanted.getReturnType() || CallType.isVarArg() ||
      Wanted.isVarArg() || CallType.getNumParams() != Wanted.getNumParams())
    return false;
  return all_of(zip(CallType.params(), Wanted.params()), [](const auto &Pair) {
    auto [From, To] = Pair;
    return From == To || (From->isPointerTy() && (To->isPointerTy() || To->isIntegerTy(32))) ||
           (From->isIntegerTy(32) && To->isPointerTy());
  });
}

static void matchCall(CallInst &Call, Function &Callee) {
  IRBuilder<> B(&Call);
  for (auto [Index, Param] : enumerate(Callee.getFunctionType()->params())) {
    if (Call.getArgOperand(unsigned(Index))->getType() == Param)
      continue;
    Call.setArgOperand(unsigned(Index), converted(B, Call.getArgOperand(unsigned(Index)), Param));
    Call.setAttributes(Call.getAttributes().removeParamAttributes(Call.getContext(), unsigned(Index)));
  }
  Call.mutateFunctionType(Callee.getFunctionType());
}

/// A sampler's slot holds 32 bits.
static void takeSamplersAsBits(Function &Kernel) {
  const MDNode *Types = Kernel.getMetadata("kernel_arg_base_type");
  SmallVector<Type *, 8> Params(Kernel.getFunctionType()->params());
  AttributeList Attributes = Kernel.getAttributes();
  bool Changed = false;
  for (Argument &A : Kernel.args()) {
    unsigned I = A.getArgNo();
    auto *Name = Types && I < Types->getNumOperands() ? dyn_cast<MDString>(Types->getOperand(I)) : nullptr;
    if (!Name || Name->getString() != "sampler_t" || !A.getType()->isPointerTy())
      continue;
    Params[I] = Type::getInt32Ty(Kernel.getContext());
    Attributes = Attributes.removeParamAttributes(Kernel.getContext(), I);
    Changed = true;
  }
  if (!Changed)
    return;
  Function *New = Function::Create(FunctionType::get(Kernel.getReturnType(), Params, false), Kernel.getLinkage(),
                                   Kernel.getAddressSpace(), "", Kernel.getParent());
  New->copyAttributesFrom(&Kernel);
  New->setAttributes(Attributes);
  New->copyMetadata(&Kernel, 0);
  New->takeName(&Kernel);
  New->splice(New->begin(), &Kernel);
  IRBuilder<> B(&*New->getEntryBlock().getFirstInsertionPt());
  for (auto [From, To] : zip(Kernel.args(), New->args())) {
    From.replaceAllUsesWith(converted(B, &To, From.getType()));
    To.takeName(&From);
  }
  Kernel.replaceAllUsesWith(New); // calls are matched afterwards
  Kernel.eraseFromParent();
}

void matchForeignHandles(Module &M) {
  for (Function &F : make_early_inc_range(M))
    if (!F.isDeclaration() && F.getCallingConv() == CallingConv::SPIR_KERNEL)
      takeSamplersAsBits(F);
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallInst>(&I))
        if (auto *Callee = dyn_cast<Function>(Call->getCalledOperand());
            Callee && differInHandles(*Call->getFunctionType(), *Callee->getFunctionType()))
          matchCall(*Call, *Callee);
}

} // namespace weft
