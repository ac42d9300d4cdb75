// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the attributes used, retain, annotate and destructor, and #pragma comment, leave in a module. The lists name functions and variables, and by that
// use them: a kernel would be "used as a function", and a helper that asks for an id would be kept for nobody. They
// stand in global memory, too, as if the program had variables of its own.
#include "compiler/opencl/passes.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Intrinsics.h>

using namespace llvm;

namespace weft {

static void dropList(Module &M, StringRef Name) {
  if (GlobalVariable *List = M.getGlobalVariable(Name, /*AllowInternal=*/true); List && List->use_empty())
    List->eraseFromParent();
}

/// Calls that give back what they annotate, or nothing.
static void dropCalls(Function &Intrinsic) {
  for (User *U : make_early_inc_range(Intrinsic.users())) {
    auto *Call = cast<IntrinsicInst>(U);
    if (!Call->getType()->isVoidTy())
      Call->replaceAllUsesWith(Call->getArgOperand(0));
    Call->eraseFromParent();
  }
  Intrinsic.eraseFromParent();
}

void dropAnnotations(Module &M) {
  for (const char *Name : {"llvm.used", "llvm.compiler.used", "llvm.global.annotations", "llvm.global_dtors"})
    dropList(M, Name);
  // What #pragma comment asks of a linker is meant for the host's: lld would look for the library there.
  for (const char *Name : {"llvm.dependent-libraries", "llvm.linker.options"})
    if (NamedMDNode *Options = M.getNamedMetadata(Name))
      M.eraseNamedMetadata(Options);
  for (Function &F : make_early_inc_range(M.functions())) {
    Intrinsic::ID Id = F.getIntrinsicID();
    if (Id == Intrinsic::var_annotation || Id == Intrinsic::ptr_annotation || Id == Intrinsic::annotation)
      dropCalls(F);
    else
      F.removeDeadConstantUsers(); // casts that stood in the lists
  }
  for (GlobalVariable &G : M.globals())
    G.removeDeadConstantUsers();
}

} // namespace weft
