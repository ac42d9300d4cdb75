// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that OpEnqueueKernel and its queries name. Clang's kernels of blocks are told by their names and by having
// no metadata of arguments (opencl/blocks.cpp). A translator gives them metadata like any kernel, and what they are
// called, if anything, is up to who wrote the module; nor have they to be kernels there. So they are marked.
#include "compiler/ir/names.h"
#include "compiler/spirv/dialect.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace weft {

/// Which argument of a builtin is the address of a block's kernel; behind it is that of the block's literal.
static std::optional<unsigned> kernelArgument(const Function &F) {
  static const std::pair<const char *, unsigned> Builtins[] = {
      {"__enqueue_kernel_basic", 3},
      {"__enqueue_kernel_varargs", 3},
      {"__enqueue_kernel_basic_events", 6},
      {"__enqueue_kernel_events_varargs", 6},
      {"__get_kernel_work_group_size_impl", 0},
      {"__get_kernel_preferred_work_group_size_multiple_impl", 0},
      {"__get_kernel_max_sub_groups_impl", 0},
      {"__get_kernel_local_size_for_sub_groups_impl", 1},
      {"__get_kernel_sub_group_count_for_ndrange_impl", 1},
      {"__get_kernel_max_sub_group_size_for_ndrange_impl", 1},
  };
  for (const auto &[Name, Argument] : Builtins)
    if (F.getName() == Name && F.getFunctionType()->getNumParams() > Argument + 1)
      return Argument;
  return std::nullopt;
}

/// Not of a kernel's use as a function, but of its address.
static void replaceAddress(Function &Old, Function &New) {
  Old.replaceUsesWithIf(&New, [&](Use &U) {
    auto *Call = dyn_cast<CallBase>(U.getUser());
    return !Call || !Call->isCallee(&U);
  });
}

static Function *kernelThatCalls(Function &Callee) {
  Module &M = *Callee.getParent();
  Function *Kernel =
      Function::Create(Callee.getFunctionType(), GlobalValue::ExternalLinkage, Callee.getAddressSpace(), "", &M);
  Kernel->setCallingConv(CallingConv::SPIR_KERNEL);
  IRBuilder<> Builder(BasicBlock::Create(M.getContext(), "", Kernel));
  SmallVector<Value *, 4> Arguments;
  for (Argument &A : Kernel->args())
    Arguments.push_back(&A);
  Builder.CreateCall(&Callee, Arguments)->setCallingConv(Callee.getCallingConv());
  Builder.CreateRetVoid();
  return Kernel;
}

static void bringToForm(Function &F) {
  Function *Kernel = &F;
  if (F.getCallingConv() != CallingConv::SPIR_KERNEL) {
    Kernel = kernelThatCalls(F);
    replaceAddress(F, *Kernel);
    if (F.hasName())
      Kernel->setName(F.getName() + "_kernel");
  }
  Kernel->setLinkage(GlobalValue::InternalLinkage); // names need be unique in the module alone
  Kernel->addFnAttr(BlockAttribute);
  for (const char *Kind : {"kernel_arg_addr_space", "kernel_arg_access_qual", "kernel_arg_type", "kernel_arg_base_type",
                           "kernel_arg_type_qual", "kernel_arg_name"})
    Kernel->setMetadata(Kind, nullptr);
}

bool markBlocks(Module &M, std::string &Error) {
  SetVector<Function *> Blocks;
  for (Function &Builtin : M) {
    std::optional<unsigned> Argument = Builtin.isDeclaration() ? kernelArgument(Builtin) : std::nullopt;
    if (!Argument)
      continue;
    for (User *U : Builtin.users()) {
      auto *Call = dyn_cast<CallInst>(U);
      if (!Call || Call->getCalledOperand() != &Builtin)
        continue;
      auto *Block = dyn_cast<Function>(Call->getArgOperand(*Argument)->stripPointerCasts());
      if (!Block || Block->isDeclaration() || !Block->getReturnType()->isVoidTy() || Block->arg_empty()) {
        Error += "error: a kernel enqueues a function that the module does not define\n";
        return false;
      }
      Blocks.insert(Block);
    }
  }
  for (Function *Block : Blocks)
    bringToForm(*Block);
  return true;
}

} // namespace weft
