// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Blocks that kernels enqueue. Clang makes a kernel of each, whose address it hands to __enqueue_kernel_basic and its
// kin. The host knows kernels by name (kernel_abi.h), so the address becomes that of the name. A block's literal holds
// its function's address too, which nobody uses: calls of blocks are direct.
#include "compiler/ir/names.h"
#include "compiler/opencl/passes.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace weft {

/// Kernels of the source have metadata of their arguments; that of a block has none. Those from SPIR-V are marked.
static bool isBlockKernel(const Function &F) {
  if (F.isDeclaration() || F.getCallingConv() != CallingConv::SPIR_KERNEL)
    return false;
  return F.hasFnAttribute(BlockAttribute) ||
         (!F.getMetadata("kernel_arg_addr_space") && F.getName().contains("_block_invoke") &&
          F.getName().ends_with("_kernel"));
}

static void nameBlockKernel(Function &F) {
  Module &M = *F.getParent();
  F.setName(BlockPrefix + F.getName());
  if (F.use_empty())
    return;
  Constant *Name = ConstantDataArray::getString(M.getContext(), F.getName());
  auto *Global =
      new GlobalVariable(M, Name->getType(), /*isConstant=*/true, GlobalValue::PrivateLinkage, Name, BlockNameVariable);
  F.replaceAllUsesWith(Global);
}

static bool callsIndirectly(Module &M) {
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      if (auto *Call = dyn_cast<CallBase>(&I); Call && Call->isIndirectCall())
        return true;
  return false;
}

/// Else the function would have to exist apart from its kernel, where nobody answers its questions for ids.
static void forgetAddress(Function &F) {
  SmallVector<CallBase *, 8> Calls;
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallBase>(U); Call && Call->getCalledOperand() == &F)
      Calls.push_back(Call);
  F.replaceAllUsesWith(ConstantPointerNull::get(F.getType()));
  for (CallBase *Call : Calls)
    Call->setCalledOperand(&F);
}

void lowerBlocks(Module &M) {
  SmallVector<Function *, 8> Kernels, Bodies;
  for (Function &F : M)
    if (isBlockKernel(F))
      Kernels.push_back(&F);
    else if (!F.isDeclaration() && F.hasLocalLinkage() && F.getName().contains("_block_invoke"))
      Bodies.push_back(&F);
  for (Function *F : Kernels)
    nameBlockKernel(*F);
  if (!Bodies.empty() && !callsIndirectly(M))
    for (Function *F : Bodies)
      forgetAddress(*F);
}

} // namespace weft
