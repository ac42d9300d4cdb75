// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Inlines into each kernel every call that can reach a group statement or a work-item query: those must stand in the
// kernel itself before it is cut. OpenCL C has neither recursion nor function pointers, so that always ends. Everything
// else is inlined as long as the kernel stays below a budget, because private arrays handed to helpers become registers
// only in one function; what is left over stays a call that LLVM's own inliner may still take.

#include "compiler/ir/kernel_context.h"
#include "compiler/ir/passes.h"
#include "compiler/library/image_functions.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <deque>

using namespace llvm;

namespace weft {

static constexpr size_t InlineBudget = 20000;  ///< instructions of a kernel above which only what must be inlined is
static constexpr size_t InlineLimit = 4000000; ///< above which a kernel is refused: its helpers multiply without end

static size_t sizeOf(const Function &F) {
  size_t N = 0;
  for (const BasicBlock &BB : F)
    N += BB.size();
  return N;
}

/// Functions from which a group primitive can be reached.
static SmallPtrSet<Function *, 16> functionsOfTheGroup(Module &M) {
  SmallPtrSet<Function *, 16> Set;
  SmallVector<Function *, 16> Work;
  for (Function &F : M)
    if (isGroupPrimitive(F) || (F.getName().starts_with("_Z") && F.isDeclaration()))
      Work.push_back(&F);
  while (!Work.empty())
    for (User *U : Work.pop_back_val()->users())
      if (auto *Call = dyn_cast<CallBase>(U))
        if (Set.insert(Call->getFunction()).second)
          Work.push_back(Call->getFunction());
  return Set;
}

static bool inlineInto(Function &Kernel, const SmallPtrSetImpl<Function *> &Required, std::string &Error) {
  std::deque<CallInst *> Work;
  size_t Size = sizeOf(Kernel);
  for (Instruction &I : instructions(Kernel))
    if (auto *Call = dyn_cast<CallInst>(&I))
      Work.push_back(Call);
  while (!Work.empty()) {
    CallInst *Call = Work.front();
    Work.pop_front();
    Function *Callee = Call->getCalledFunction();
    if (!Callee || Callee->isDeclaration())
      continue;
    bool Must = Required.contains(Callee);
    if (!Must && (Callee->hasFnAttribute(Attribute::NoInline) || Size > InlineBudget))
      continue;
    size_t CalleeSize = sizeOf(*Callee);
    if (!Must && Size + CalleeSize > InlineBudget && CalleeSize > 50)
      continue;
    Size += CalleeSize;
    if (Size > InlineLimit) {
      Error = "kernel '" + Kernel.getName().str() + "' is too large after inlining";
      return false;
    }
    // Calls inside see the callee's blocks through this list, in program order.
    InlineFunctionInfo Info;
    InlineResult Result = InlineFunction(*Call, Info, /*MergeAttributes=*/false, /*CalleeAAR=*/nullptr,
                                         /*InsertLifetime=*/true);
    if (!Result.isSuccess()) {
      if (!Must)
        continue;
      Error = "'" + Callee->getName().str() + "' can't be inlined: " + Result.getFailureReason();
      return false;
    }
    for (CallBase *Inner : Info.InlinedCallSites)
      if (auto *InnerCall = dyn_cast<CallInst>(Inner))
        Work.push_back(InnerCall);
  }
  return true;
}

bool inlineCalls(PassState &State) {
  SmallPtrSet<Function *, 16> Required = functionsOfTheGroup(State.M);
  for (auto &Entry : State.Kernels)
    if (!inlineInto(*Entry.first, Required, State.Error))
      return false;
  // Helpers that only kernels used are gone now; those that reach a group primitive must not reach code generation.
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (Function &F : make_early_inc_range(State.M))
      if (!F.isDeclaration() && !State.Kernels.contains(&F) && F.use_empty() && !isStatementBody(F.getName()) &&
          !isImageTwin(F.getName())) {
        F.eraseFromParent();
        Changed = true;
      }
  }
  return true;
}

} // namespace weft
