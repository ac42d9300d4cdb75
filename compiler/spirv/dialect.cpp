// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIRV-LLVM-Translator's dialect of LLVM IR and that of Clang's OpenCL C differ: handles are pointers to structs of
// known names there (and through LLVM's upgrade lose the names), metadata are spelt otherwise.
#include "compiler/opencl/names.h"
#include "compiler/spirv/translate.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Basic/TargetOptions.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace weft {

/// What only tells where the module came from; the front end's counterparts do not survive the import either.
static void dropModuleMetadata(Module &M) {
  SmallVector<NamedMDNode *, 8> Gone;
  for (NamedMDNode &Node : M.named_metadata())
    if (Node.getName().starts_with("spirv.") || Node.getName().starts_with("opencl."))
      Gone.push_back(&Node);
  for (NamedMDNode *Node : Gone)
    M.eraseNamedMetadata(Node);
}

/// LLVM's upgrade leaves declarations of intrinsics under their old names behind.
static void dropUnusedDeclarations(Module &M) {
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty() && F.getName().starts_with("llvm."))
      F.eraseFromParent();
}

/// Parameters of a builtin that are handles; in the front end's modules these are target types, which become plain
/// pointers at the import.
static FunctionType *withPlainHandles(const Function &F) {
  FunctionType *Old = F.getFunctionType();
  Type *Plain = PointerType::get(F.getContext(), 0);
  if (F.getName() == "__translate_sampler_initializer")
    return FunctionType::get(Plain, Old->params(), false);
  std::optional<BuiltinName> Name = demangleBuiltin(F.getName());
  if (!Name || Old->isVarArg() || Name->Params.size() != Old->getNumParams())
    return Old;
  SmallVector<Type *, 8> Params(Old->params());
  for (auto [Param, NameOf] : zip(Params, Name->Params))
    if (NameOf->kind == NameType::Named && Param->isPointerTy())
      Param = Plain;
  return FunctionType::get(Old->getReturnType(), Params, false);
}

static void replaceCall(CallInst &Call, Function &New) {
  IRBuilder<> Builder(&Call);
  SmallVector<Value *, 8> Arguments;
  for (auto [Argument, Param] : zip(Call.args(), New.getFunctionType()->params()))
    Arguments.push_back(Argument->getType() == Param ? Argument.get() : Builder.CreateAddrSpaceCast(Argument, Param));
  CallInst *Made = Builder.CreateCall(&New, Arguments);
  Made->setCallingConv(Call.getCallingConv());
  Made->setAttributes(Call.getAttributes());
  Made->setDebugLoc(Call.getDebugLoc());
  Value *Result = Made;
  if (Made->getType() != Call.getType())
    Result = Builder.CreateAddrSpaceCast(Made, Call.getType());
  Result->takeName(&Call);
  Call.replaceAllUsesWith(Result);
  Call.eraseFromParent();
}

static bool calledOnly(const Function &F) {
  return all_of(F.uses(), [](const Use &U) {
    const auto *Call = dyn_cast<CallInst>(U.getUser());
    return Call && Call->isCallee(&U) && !Call->hasOperandBundles();
  });
}

static void plainHandles(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    if (!F.isDeclaration() || F.isIntrinsic())
      continue;
    FunctionType *Type = withPlainHandles(F);
    if (Type == F.getFunctionType() || !calledOnly(F))
      continue;
    Function *New = Function::Create(Type, F.getLinkage(), F.getAddressSpace(), "", &M);
    New->copyAttributesFrom(&F);
    New->takeName(&F);
    for (User *U : make_early_inc_range(F.users()))
      replaceCall(*cast<CallInst>(U), *New);
    F.eraseFromParent();
  }
}

/// Clang's own for spir64, which LLVM does not tell.
static std::string frontendLayout() {
  clang::DiagnosticOptions DiagOptions;
  clang::DiagnosticsEngine Diagnostics(makeIntrusiveRefCnt<clang::DiagnosticIDs>(), DiagOptions);
  clang::TargetOptions Options;
  Options.Triple = "spir64-unknown-unknown";
  IntrusiveRefCntPtr<clang::TargetInfo> Target(clang::TargetInfo::CreateTargetInfo(Diagnostics, Options));
  return Target->getDataLayoutString();
}

bool importTranslated(Module &M, std::string &Error) {
  if (M.getTargetTriple().getArch() != Triple::spir64) {
    Error += "error: the module is not for 64-bit addresses\n";
    return false;
  }
  M.setTargetTriple(Triple("spir64-unknown-unknown"));
  M.setDataLayout(frontendLayout());
  dropModuleMetadata(M);
  dropUnusedDeclarations(M);
  plainHandles(M);
  return true;
}

} // namespace weft
