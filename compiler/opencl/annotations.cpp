// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the attributes used, retain and annotate, and #pragma comment, leave in a module. The lists name functions and
// variables, and by that use them: a kernel would be "used as a function", and a helper that asks for an id would be
// kept for nobody. They stand in global memory, too, as if the program had variables of its own. And the attributes
// constructor and destructor mean nothing: no process starts or ends with a program, and a kernel or a function with
// ids cannot run then.
#include "compiler/opencl/passes.h"

#include <llvm/IR/Constants.h>
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

/// Clang runs the constructors of program-scope objects from internal kernels. In SPIR-V, they are entry points.
static bool constructsObjects(const Use &Entry) {
  auto *Run = dyn_cast<Function>(cast<Constant>(Entry)->getAggregateElement(1)->stripPointerCasts());
  return Run && Run->getCallingConv() == CallingConv::SPIR_KERNEL &&
         (Run->hasLocalLinkage() || Run->getName().starts_with("_GLOBAL__"));
}

/// Leaves the constructors of objects alone.
static void dropConstructorAttributes(Module &M) {
  GlobalVariable *List = M.getGlobalVariable("llvm.global_ctors");
  auto *Entries = List && List->hasInitializer() ? dyn_cast<ConstantArray>(List->getInitializer()) : nullptr;
  if (!Entries || all_of(Entries->operands(), constructsObjects))
    return;
  SmallVector<Constant *, 8> Kept;
  for (const Use &Entry : Entries->operands())
    if (constructsObjects(Entry))
      Kept.push_back(cast<Constant>(Entry));
  if (!Kept.empty()) {
    ArrayType *Type = ArrayType::get(Entries->getType()->getElementType(), Kept.size());
    auto *Fewer = new GlobalVariable(M, Type, List->isConstant(), List->getLinkage(), ConstantArray::get(Type, Kept),
                                     "", List, GlobalValue::NotThreadLocal, List->getAddressSpace());
    Fewer->takeName(List);
  }
  List->eraseFromParent();
}

void dropAnnotations(Module &M) {
  dropConstructorAttributes(M);
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
