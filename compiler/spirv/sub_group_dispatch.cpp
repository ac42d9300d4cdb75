// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What rewrite_calls.cpp makes of the capability SubgroupDispatch and of modes with ids, as translated. A module may
// import functions of these names by itself, so nothing is believed of their calls.
#include "compiler/ir/names.h"
#include "compiler/spirv/dialect.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace weft {

/// The calls of an imported function; nothing where it is used otherwise, or has other parameters than so many
/// integers.
static std::optional<SmallVector<CallInst *, 4>> callsOf(Function &F, unsigned NumParams) {
  if (F.arg_size() != NumParams || F.isVarArg() ||
      !all_of(F.args(), [](const Argument &A) { return A.getType()->isIntegerTy(32); }))
    return std::nullopt;
  SmallVector<CallInst *, 4> Calls;
  for (Use &U : F.uses()) {
    auto *Call = dyn_cast<CallInst>(U.getUser());
    if (!Call || !Call->isCallee(&U) || Call->getFunctionType() != F.getFunctionType())
      return std::nullopt;
    Calls.push_back(Call);
  }
  return Calls;
}

/// Both calls of a query become one, of a builtin that takes the number, if any, and the two operands that name the
/// kernel.
static bool mergeQuery(CallInst &Call, StringRef Builtin) {
  auto *Size = dyn_cast<CallInst>(Call.getArgOperand(0));
  const Function *Named = Size ? Size->getCalledFunction() : nullptr;
  if (!Named || Named->getName() != "__get_kernel_work_group_size_impl" || Named->arg_size() != 2 ||
      !Call.getType()->isIntegerTy(32))
    return false;
  SmallVector<Value *, 3> Arguments(drop_begin(Call.args()));
  Arguments.append(Size->arg_begin(), Size->arg_end());
  SmallVector<Type *, 3> Params;
  for (Value *Argument : Arguments)
    Params.push_back(Argument->getType());
  Module &M = *Call.getModule();
  FunctionType *Type = FunctionType::get(Call.getType(), Params, false);
  auto *Callee = dyn_cast<Function>(M.getOrInsertFunction(Builtin, Type).getCallee());
  if (!Callee || Callee->getFunctionType() != Type)
    return false;
  Callee->setCallingConv(Named->getCallingConv());
  CallInst *Made = IRBuilder<>(&Call).CreateCall(Callee, Arguments);
  Made->setCallingConv(Size->getCallingConv());
  Made->takeName(&Call);
  Call.replaceAllUsesWith(Made);
  Call.eraseFromParent();
  if (Size->use_empty())
    Size->eraseFromParent();
  return true;
}

/// The kernel whose body a function is: itself, or those that some translators wrap around it.
static void require(Function &F, const char *What, MDNode *Numbers) {
  if (F.getCallingConv() == CallingConv::SPIR_KERNEL)
    F.setMetadata(What, Numbers);
  for (User *U : F.users())
    if (auto *Call = dyn_cast<CallInst>(U);
        Call && Call->getCalledOperand() == &F && Call->getFunction()->getCallingConv() == CallingConv::SPIR_KERNEL)
      Call->getFunction()->setMetadata(What, Numbers);
}

static bool takeRequirement(CallInst &Call, const char *What) {
  SmallVector<Metadata *, 3> Numbers;
  for (Value *Argument : Call.args()) {
    auto *Number = dyn_cast<ConstantInt>(Argument);
    if (!Number)
      return false;
    Numbers.push_back(ConstantAsMetadata::get(Number));
  }
  if (!Call.getType()->isVoidTy())
    return false;
  require(*Call.getFunction(), What, MDNode::get(Call.getContext(), Numbers));
  Call.eraseFromParent();
  return true;
}

bool lowerSubGroupDispatch(Module &M, std::string &Error) {
  static const struct {
    const char *Name;
    unsigned NumParams;
    bool Query;
    const char *Becomes; ///< a builtin, or metadata of the kernel
  } Made[] = {{"__weft_require_sub_groups", 1, false, NumSubGroupsMark},
              {"__weft_require_local_size", 3, false, "reqd_work_group_size"},
              {"__weft_hint_local_size", 3, false, "work_group_size_hint"},
              {"__weft_max_sub_groups", 1, true, "__get_kernel_max_sub_groups_impl"},
              {"__weft_local_size_for_sub_groups", 2, true, "__get_kernel_local_size_for_sub_groups_impl"}};
  for (const auto &What : Made) {
    Function *F = M.getFunction(What.Name);
    if (!F || !F->isDeclaration())
      continue;
    auto Calls = callsOf(*F, What.NumParams);
    if (!Calls || !all_of(*Calls, [&](CallInst *Call) {
          return What.Query ? mergeQuery(*Call, What.Becomes) : takeRequirement(*Call, What.Becomes);
        })) {
      Error += "error: a kernel's groups are asked about or required in no known way\n";
      return false;
    }
    F->eraseFromParent();
  }
  return true;
}

} // namespace weft
