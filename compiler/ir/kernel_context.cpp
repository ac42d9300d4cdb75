// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/names.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

static const char *nameOf(Context Kind) {
  switch (Kind) {
  case Context::LocalId:
    return "local_id";
  case Context::LocalSize:
    return "local_size";
  case Context::FullSize:
    return "full_size";
  case Context::GroupId:
    return "group_id";
  case Context::GroupBase:
    return "group_base";
  case Context::GlobalSize:
    return "global_size";
  case Context::GlobalOffset:
    return "global_offset";
  case Context::NumGroups:
    return "num_groups";
  case Context::WorkDim:
    return "work_dim";
  case Context::Disjoint:
    return "disjoint";
  case Context::Launch:
    return "launch";
  case Context::LocalMemory:
    return "local_memory";
  case Context::Frame:
    return "frame";
  }
  llvm_unreachable("context kind");
}

CallInst *emitContext(IRBuilderBase &B, Context Kind, unsigned Dim) {
  Module &M = *B.GetInsertBlock()->getModule();
  Type *Ty = B.getInt64Ty();
  if (Kind == Context::Launch || Kind == Context::Frame)
    Ty = B.getPtrTy();
  else if (Kind == Context::LocalMemory)
    Ty = B.getPtrTy(3);
  std::string Name = ContextPrefix + std::string(nameOf(Kind)) + "." + std::to_string(Dim);
  FunctionCallee Callee = M.getOrInsertFunction(Name, FunctionType::get(Ty, false));
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotAccessMemory();
  F->setDoesNotThrow();
  F->setWillReturn();
  F->addFnAttr(Attribute::Speculatable);
  F->addFnAttr(Attribute::NoFree);
  F->addFnAttr(Attribute::NoSync);
  return B.CreateCall(Callee);
}

static const Function *calledFunction(const Value *V) {
  const auto *Call = dyn_cast<CallInst>(V);
  return Call ? Call->getCalledFunction() : nullptr;
}

static std::optional<ContextQuery> queryOf(StringRef Name) {
  if (Name == "__weft_launch")
    return ContextQuery{Context::Launch, 0};
  if (!Name.consume_front(ContextPrefix))
    return std::nullopt;
  auto [Kind, Dim] = Name.rsplit('.');
  int K = StringSwitch<int>(Kind)
              .Case("local_id", int(Context::LocalId))
              .Case("local_size", int(Context::LocalSize))
              .Case("full_size", int(Context::FullSize))
              .Case("group_id", int(Context::GroupId))
              .Case("group_base", int(Context::GroupBase))
              .Case("global_size", int(Context::GlobalSize))
              .Case("global_offset", int(Context::GlobalOffset))
              .Case("num_groups", int(Context::NumGroups))
              .Case("work_dim", int(Context::WorkDim))
              .Case("disjoint", int(Context::Disjoint))
              .Case("launch", int(Context::Launch))
              .Case("local_memory", int(Context::LocalMemory))
              .Case("frame", int(Context::Frame))
              .Default(-1);
  unsigned D = 0;
  if (K < 0 || Dim.getAsInteger(10, D) || (D > 2 && K != int(Context::LocalMemory)))
    return std::nullopt;
  return ContextQuery{Context(K), D};
}

std::optional<ContextQuery> asContext(const Value *V) {
  const Function *F = calledFunction(V);
  return F ? queryOf(F->getName()) : std::nullopt;
}

std::optional<StatementForm> statementForm(StringRef Name) {
  if (!Name.consume_front("__weft_stmt_") || Name.ends_with("_body"))
    return std::nullopt;
  StringRef Code = Name.split('_').first;
  if (Code.size() < 2 || (Code[0] != 'g' && Code[0] != 's') || !StringRef("vur").contains(Code[1]))
    return std::nullopt;
  return StatementForm{Code[0] == 's', Code[1], Code.drop_front(2)};
}

std::optional<StatementForm> statementForm(const Instruction &I) {
  const Function *F = calledFunction(&I);
  return F ? statementForm(F->getName()) : std::nullopt;
}

bool pollsOthers(const Instruction &I) {
  auto Form = statementForm(I);
  StringRef Name = Form && Form->SubGroup ? calledFunction(&I)->getName() : "";
  return Name.consume_front("__weft_stmt_") && Name.split('_').second.starts_with("poll_");
}

bool isStatementBody(StringRef Name) {
  return Name.ends_with("_body") && (Name.starts_with("__weft_group_copy_") || Name.starts_with("__weft_stmt_"));
}

unsigned subGroupWidth(const Function &Kernel) {
  if (MDNode *Size = Kernel.getMetadata("intel_reqd_sub_group_size"))
    if (Size->getNumOperands() == 1)
      return unsigned(mdconst::extract<ConstantInt>(Size->getOperand(0))->getZExtValue());
  return DefaultSubGroupWidth;
}

bool isSubGroupWidth(unsigned Width) {
  return isPowerOf2_32(Width) && Width >= WEFT_SUB_GROUP_SIZE_MIN && Width <= WEFT_SUB_GROUP_SIZE_MAX;
}

bool isSpaceQuery(const Function &F) {
  StringRef Name = F.getName();
  return Name == "__to_global" || Name == "__to_local" || Name == "__to_private";
}

static CutKind cutKindOf(StringRef Name) {
  if (statementForm(Name))
    return CutKind::Statement;
  return StringSwitch<CutKind>(Name)
      .Case("__weft_barrier", CutKind::Barrier)
      .Case("__weft_group_copy_1d", CutKind::Copy1D)
      .Case("__weft_group_copy_strided", CutKind::CopyStrided)
      .Case("__weft_group_copy_nd", CutKind::CopyND)
      .Default(CutKind::None);
}

CutKind cutKind(const Instruction &I) {
  const Function *F = calledFunction(&I);
  return F ? cutKindOf(F->getName()) : CutKind::None;
}

bool hasCut(const BasicBlock &BB) {
  return any_of(BB, [](const Instruction &I) { return cutKind(I) != CutKind::None; });
}

bool isGroupPrimitive(const Function &F) {
  return F.isDeclaration() && (isSpaceQuery(F) || queryOf(F.getName()) || cutKindOf(F.getName()) != CutKind::None ||
                               F.getName() == SubGroupWidthFunction || F.getName() == NamedBarrierSlotFunction);
}

} // namespace weft
