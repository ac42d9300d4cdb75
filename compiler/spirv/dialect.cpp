// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// SPIRV-LLVM-Translator's dialect of LLVM IR and that of Clang's OpenCL C differ: handles are pointers to structs of
// known names there (and through LLVM's upgrade lose the names), metadata are spelt otherwise.
#include "compiler/spirv/dialect.h"
#include "compiler/library/names.h"
#include "compiler/spirv/translate.h"

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/Basic/TargetOptions.h>
#include <cstring>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringSwitch.h>
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
  if (F.getName() == "__translate_sampler_initializer" && Old->getReturnType()->isPointerTy())
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
  for (auto [Argument, Param] : zip(Call.args(), New.getFunctionType()->params())) {
    if (Argument->getType() == Param)
      Arguments.push_back(Argument);
    else if (Param->isIntegerTy())
      Arguments.push_back(Builder.CreateZExtOrTrunc(Argument, Param));
    else
      Arguments.push_back(Builder.CreateAddrSpaceCast(Argument, Param));
  }
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

/// Kernels' arguments by the names of the source: of queues, translators tell LLVM's.
static void namesOfArguments(Module &M) {
  for (Function &F : M)
    for (const char *Kind : {"kernel_arg_type", "kernel_arg_base_type"}) {
      const MDNode *Names = F.getMetadata(Kind);
      if (!Names)
        continue;
      SmallVector<Metadata *, 8> Operands(Names->op_begin(), Names->op_end());
      for (Metadata *&Operand : Operands)
        if (auto *Name = dyn_cast_or_null<MDString>(Operand); Name && Name->getString() == "opencl.queue_t")
          Operand = MDString::get(M.getContext(), "queue_t");
      F.setMetadata(Kind, MDNode::get(M.getContext(), Operands));
    }
}

static uint64_t scalarSize(StringRef Code) {
  return StringSwitch<uint64_t>(Code)
      .Cases({"b", "c", "h", "a"}, 1)
      .Cases({"s", "t", "Dh"}, 2)
      .Cases({"i", "j", "f"}, 4)
      .Cases({"l", "m", "x", "y", "d"}, 8)
      .Default(0);
}

/// Bytes of what a pointer of a mangled name points to; 0: not known.
static uint64_t elementSize(const NameType &Pointer) {
  const NameType *Type = Pointer.kind == NameType::Pointer ? Pointer.Inner.get() : nullptr;
  while (Type && Type->kind == NameType::Qualified)
    Type = Type->Inner.get();
  if (!Type)
    return 0;
  if (Type->kind == NameType::Pointer)
    return 8;
  if (Type->kind == NameType::Vector)
    return Type->Inner->kind == NameType::Scalar ? scalarSize(Type->Inner->Text) * (Type->Lanes == 3 ? 4 : Type->Lanes)
                                                 : 0;
  return Type->kind == NameType::Scalar ? scalarSize(Type->Text) : 0;
}

/// The builtin's overload for elements of a size: what is copied is bytes.
static NameTypeRef elementOfSize(uint64_t Size) {
  switch (Size) {
  case 1:
    return makeScalar("h");
  case 2:
    return makeScalar("t");
  case 4:
    return makeScalar("j");
  case 8:
    return makeScalar("m");
  case 16:
  case 32:
  case 64:
  case 128:
    return makeVector(unsigned(Size / 8), makeScalar("m"));
  default:
    return nullptr;
  }
}

static NameTypeRef pointerTo(unsigned AddressSpace, bool Constant, NameTypeRef Element) {
  return makePointer(makeQualified("U3AS" + std::to_string(AddressSpace) + (Constant ? "K" : ""), std::move(Element)));
}

/// OpGroupAsyncCopy takes elements of any type, and numbers of 32 bits too.
static void asyncCopies(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    if (!F.isDeclaration() || !F.getName().contains("async_work_group_strided_copy") || !calledOnly(F))
      continue;
    std::optional<BuiltinName> Name = demangleBuiltin(F.getName());
    FunctionType *Old = F.getFunctionType();
    if (!Name || Name->Base != "async_work_group_strided_copy" || Name->Params.size() != 5 ||
        Old->getNumParams() != 5 || !Old->getParamType(0)->isPointerTy() || !Old->getParamType(1)->isPointerTy())
      continue;
    NameTypeRef Element = elementOfSize(elementSize(*Name->Params[0]));
    if (!Element || !Old->getParamType(2)->isIntegerTy() || !Old->getParamType(3)->isIntegerTy())
      continue;
    Name->Params[0] = pointerTo(Old->getParamType(0)->getPointerAddressSpace(), false, Element);
    Name->Params[1] = pointerTo(Old->getParamType(1)->getPointerAddressSpace(), true, Element);
    Name->Params[2] = Name->Params[3] = makeScalar("m");
    Type *Size = Type::getInt64Ty(M.getContext());
    SmallVector<Type *, 8> Params(Old->params());
    Params[2] = Params[3] = Size;
    std::string Wanted = mangleBuiltin(*Name);
    FunctionType *Type = FunctionType::get(Old->getReturnType(), Params, false);
    if (F.getName() == Wanted && Type == Old)
      continue;
    Function *New = M.getFunction(Wanted);
    if (!New || New->getFunctionType() != Type) {
      New = Function::Create(Type, F.getLinkage(), F.getAddressSpace(), Wanted, &M);
      New->setCallingConv(F.getCallingConv());
    }
    for (User *U : make_early_inc_range(F.users()))
      replaceCall(*cast<CallInst>(U), *New);
    F.eraseFromParent();
  }
}

/// Of cl_khr_work_group_uniform_arithmetic, work_group_reduce_and and the like are work_group_reduce_bitwise_and here.
static void namesOfGroupOperations(Module &M) {
  for (Function &F : M) {
    if (!F.isDeclaration() || !F.getName().contains("_bitwise_"))
      continue;
    std::optional<BuiltinName> Name = demangleBuiltin(F.getName());
    if (!Name || !StringRef(Name->Base).starts_with("work_group_"))
      continue;
    Name->Base.erase(Name->Base.find("bitwise_"), strlen("bitwise_"));
    Function *Other = M.getFunction(mangleBuiltin(*Name));
    if (!Other)
      F.setName(mangleBuiltin(*Name));
    else if (Other->getFunctionType() == F.getFunctionType())
      F.replaceAllUsesWith(Other);
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
  namesOfArguments(M);
  asyncCopies(M);
  namesOfGroupOperations(M);
  lowerDotProducts(M);
  return lowerSubGroupDispatch(M, Error) && markBlocks(M, Error);
}

} // namespace weft
