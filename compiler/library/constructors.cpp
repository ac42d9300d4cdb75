// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Program-scope objects of C++ for OpenCL. Clang collects their constructors in llvm.global_ctors, which code
// generation turns into .init_array: the dynamic linker calls them once for each program and device, on one thread.
// What a work-item has (ids, barriers, printf) is not there: a constructor that uses it is refused by the link.
//
// __opencl_cpp_global_destructor is not defined, so the language lets us not run destructors of such objects: their
// memory goes with the program, after its last kernel, and nothing is left that could see what they did.
#include "compiler/library/link.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace weft {

static void forgetDestructors(Module &M) {
  Function *AtExit = M.getFunction("__cxa_atexit");
  if (!AtExit || !AtExit->isDeclaration())
    return;
  for (User *U : make_early_inc_range(AtExit->users()))
    if (auto *Call = dyn_cast<CallInst>(U); Call && Call->getCalledFunction() == AtExit) {
      Call->replaceAllUsesWith(Constant::getNullValue(Call->getType()));
      Call->eraseFromParent();
    }
  if (AtExit->use_empty())
    AtExit->eraseFromParent();
  if (GlobalVariable *Handle = M.getGlobalVariable("__dso_handle"); Handle && Handle->use_empty())
    Handle->eraseFromParent();
}

/// Nothing but the registration of a destructor, which is forgotten.
static bool doesNothing(const Function &F) {
  for (const Instruction &I : instructions(F)) {
    if (isa<ReturnInst>(I))
      continue;
    auto *Call = dyn_cast<CallInst>(&I);
    const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
    if (!Callee || (Callee->isDeclaration() ? Callee->getName() != "__cxa_atexit" : !doesNothing(*Callee)))
      return false;
  }
  return true;
}

static std::vector<Function *> constructors(const Module &M) {
  std::vector<Function *> Found;
  const GlobalVariable *List = M.getGlobalVariable("llvm.global_ctors");
  auto *Entries = List && List->hasInitializer() ? dyn_cast<ConstantArray>(List->getInitializer()) : nullptr;
  for (unsigned I = 0; Entries && I < Entries->getNumOperands(); ++I) {
    auto *Entry = dyn_cast<ConstantStruct>(Entries->getOperand(I));
    if (auto *Run = Entry ? dyn_cast<Function>(Entry->getOperand(1)->stripPointerCasts()) : nullptr)
      Found.push_back(Run);
  }
  return Found;
}

bool hasConstructors(const Module &M) {
  return any_of(constructors(M), [](const Function *Run) { return !doesNothing(*Run); });
}

std::vector<CallBase *> callsOfConstructors(const Module &M) {
  std::vector<CallBase *> Outside;
  SetVector<Function *> Reached;
  for (Function *Run : constructors(M))
    Reached.insert(Run);
  for (size_t I = 0; I < Reached.size(); ++I)
    for (Instruction &Instr : instructions(*Reached[I])) {
      auto *Call = dyn_cast<CallBase>(&Instr);
      Function *Callee = Call ? Call->getCalledFunction() : nullptr;
      if (Callee && !Callee->isDeclaration())
        Reached.insert(Callee);
      else if (Callee && !Callee->isIntrinsic())
        Outside.push_back(Call);
    }
  return Outside;
}

void lowerConstructors(Module &M) {
  forgetDestructors(M); // objects of functions have them too
  for (Function *Run : constructors(M))
    if (Run->getCallingConv() == CallingConv::SPIR_KERNEL)
      Run->setCallingConv(CallingConv::SPIR_FUNC);
}

} // namespace weft
