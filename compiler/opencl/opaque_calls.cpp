// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Programs call some builtins with opaque handles (pipes, reservations, queues, blocks), which are plain pointers by
// now. The builtins name what is behind them: pointers of another address space, or integers. Calls are brought to
// their callees' types here, so that they can be inlined.
#include "compiler/opencl/passes.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace weft {

static bool converts(Type *From, Type *To) {
  return From == To || (From->isPointerTy() && (To->isPointerTy() || To->isIntegerTy(64))) ||
         (From->isIntegerTy(64) && To->isPointerTy());
}

static Value *convert(IRBuilder<> &B, Value *V, Type *To) {
  if (V->getType() == To)
    return V;
  return V->getType()->isPointerTy() && To->isPointerTy() ? B.CreateAddrSpaceCast(V, To)
         : To->isPointerTy()                              ? B.CreateIntToPtr(V, To)
                                                          : B.CreatePtrToInt(V, To);
}

static bool fits(const CallInst &Call, const FunctionType &Type) {
  if (Type.isVarArg() || Call.arg_size() != Type.getNumParams() || !converts(Type.getReturnType(), Call.getType()))
    return false;
  for (unsigned I = 0; I < Type.getNumParams(); ++I)
    if (!converts(Call.getArgOperand(I)->getType(), Type.getParamType(I)))
      return false;
  return true;
}

static void adapt(CallInst &Call, Function &Callee) {
  IRBuilder<> B(&Call);
  SmallVector<Value *, 8> Arguments;
  for (unsigned I = 0; I < Call.arg_size(); ++I)
    Arguments.push_back(convert(B, Call.getArgOperand(I), Callee.getFunctionType()->getParamType(I)));
  CallInst *New = B.CreateCall(&Callee, Arguments);
  New->setCallingConv(Callee.getCallingConv());
  New->setDebugLoc(Call.getDebugLoc());
  if (!Call.use_empty())
    Call.replaceAllUsesWith(convert(B, New, Call.getType()));
  Call.eraseFromParent();
}

void adaptOpaqueCalls(Module &M) {
  for (Function &F : M)
    for (Instruction &I : make_early_inc_range(instructions(F))) {
      auto *Call = dyn_cast<CallInst>(&I);
      auto *Callee = Call ? dyn_cast<Function>(Call->getCalledOperand()) : nullptr;
      if (Callee && Callee->getFunctionType() != Call->getFunctionType() && fits(*Call, *Callee->getFunctionType()))
        adapt(*Call, *Callee);
    }
}

} // namespace weft
