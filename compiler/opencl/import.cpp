// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/names.h"
#include "compiler/opencl/passes.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugProgramInstruction.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

using namespace llvm;

namespace weft {

/// The statements of a work-group that passes may neither move nor copy across control flow. All of Clang's builtin
/// declarations are convergent, down to sqrt.
static bool isGroupStatement(const Function *F) {
  return F && F->getName().starts_with("__weft_") &&
         (F->getName() == "__weft_barrier" || F->getName().starts_with("__weft_group_copy_") ||
          F->getName().starts_with("__weft_stmt_")) &&
         !F->getName().ends_with("_body");
}

static bool isKernelBody(const Function &F) {
  return F.getName().starts_with(KernelBodyPrefix);
}

/// Programs of other compilers and of older versions may say that memory of different types is apart. Kernels that cast
/// pointers are too common for that to be believed, and it is not even where -cl-strict-aliasing asks for it.
static void forgetTypesOfMemory(Instruction &I) {
  for (unsigned Kind : {LLVMContext::MD_tbaa, LLVMContext::MD_tbaa_struct})
    I.setMetadata(Kind, nullptr);
}

static void importCalls(Function &F) {
  for (Instruction &I : instructions(F)) {
    forgetTypesOfMemory(I);
    if (auto *Call = dyn_cast<CallBase>(&I)) {
      Call->setCallingConv(CallingConv::C);
      if (!isGroupStatement(Call->getCalledFunction()))
        Call->setNotConvergent();
      Call->removeFnAttr("uniform-work-group-size");
    } else if (auto *Load = dyn_cast<LoadInst>(&I)) {
      Load->setSyncScopeID(SyncScope::System);
    } else if (auto *Store = dyn_cast<StoreInst>(&I)) {
      Store->setSyncScopeID(SyncScope::System);
    } else if (auto *Fence = dyn_cast<FenceInst>(&I)) {
      Fence->setSyncScopeID(SyncScope::System);
    } else if (auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
      Exchange->setSyncScopeID(SyncScope::System);
    } else if (auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
      Update->setSyncScopeID(SyncScope::System);
    }
  }
}

static void dropKernelMetadata(Function &F) {
  for (const char *Name : {"kernel_arg_addr_space", "kernel_arg_access_qual", "kernel_arg_type", "kernel_arg_base_type",
                           "kernel_arg_type_qual", "kernel_arg_name", "reqd_work_group_size", "work_group_size_hint",
                           "vec_type_hint", "intel_reqd_sub_group_size", NumSubGroupsMark})
    F.setMetadata(Name, nullptr);
}

/// A program's function may bear the name of one in the C library; code generation would take its own calls of
/// memset for calls of that one.
static bool needsOtherName(const Function &F) {
  StringRef Name = F.getName();
  return !Name.starts_with("_Z") && !Name.starts_with("__weft_") && !Name.contains('.');
}

/// The expression without "in address space N", as which Clang has each variable of the spir64 flavour: debuggers of
/// the host know one space.
static DIExpression *withoutAddressSpace(DIExpression *Expression) {
  const SmallVector<DIExpression::ExprOperand, 8> Steps(Expression->expr_ops());
  SmallVector<uint64_t, 8> Kept;
  for (size_t I = 0; I < Steps.size(); ++I) {
    if (I + 2 < Steps.size() && Steps[I].getOp() == dwarf::DW_OP_constu && Steps[I + 1].getOp() == dwarf::DW_OP_swap &&
        Steps[I + 2].getOp() == dwarf::DW_OP_xderef)
      I += 2;
    else
      Steps[I].appendToVector(Kept);
  }
  return DIExpression::get(Expression->getContext(), Kept);
}

static void importDebugInfo(Function &F) {
  if (DISubprogram *Lines = F.getSubprogram(); Lines && isKernelBody(F))
    Lines->replaceLinkageName(nullptr); // debuggers would show that name
  for (Instruction &I : instructions(F))
    for (DbgVariableRecord &Variable : filterDbgVars(I.getDbgRecordRange()))
      Variable.setExpression(withoutAddressSpace(Variable.getExpression()));
}

static void importFunction(Function &F) {
  bool Kernel = F.getCallingConv() == CallingConv::SPIR_KERNEL && !F.isDeclaration() && !isKernelBody(F);
  F.setCallingConv(CallingConv::C);
  if (F.getName() == IsConstantFunction) {
    F.setAttributes({});
    F.setName(Intrinsic::getName(Intrinsic::is_constant, {F.getArg(0)->getType()}, F.getParent()));
    F.setAttributes(Intrinsic::getAttributes(F.getContext(), Intrinsic::is_constant, F.getFunctionType()));
  }
  if (!isGroupStatement(&F))
    F.setNotConvergent();
  if (F.isDeclaration())
    return;
  F.setComdat(nullptr);
  importDebugInfo(F);
  if (Kernel) {
    F.addFnAttr(KernelAttribute);
    F.setLinkage(GlobalValue::ExternalLinkage);
  } else {
    dropKernelMetadata(F);
    F.setLinkage(GlobalValue::InternalLinkage);
    F.setVisibility(GlobalValue::DefaultVisibility);
    if (needsOtherName(F))
      F.setName(F.getName() + ".cl");
  }
  F.setDSOLocal(true);
  importCalls(F);
}

void importModule(Module &M, const TargetMachine &TM) {
  M.setTargetTriple(TM.getTargetTriple());
  M.setDataLayout(TM.createDataLayout());
  lowerTargetTypes(M);
  lowerImageHandles(M);
  matchForeignHandles(M);
  adaptOpaqueCalls(M);
  for (Function &F : M)
    importFunction(F);
  for (GlobalVariable &G : M.globals()) {
    if (G.isDeclaration() || G.getName().starts_with("llvm."))
      continue;
    G.setComdat(nullptr);
    G.setLinkage(GlobalValue::InternalLinkage);
    G.setVisibility(GlobalValue::DefaultVisibility);
    G.setDSOLocal(true);
    if (!G.getName().contains('.'))
      G.setName(G.getName() + ".cl"); // see needsOtherName
  }
  for (const char *Name :
       {"opencl.ocl.version", "opencl.spir.version", "opencl.used.extensions", "opencl.used.optional.core.features",
        "opencl.compiler.options", "llvm.ident", "llvm.errno.tbaa"})
    if (NamedMDNode *Node = M.getNamedMetadata(Name))
      M.eraseNamedMetadata(Node);
}

} // namespace weft
