// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/ir/markers.h"
#include "compiler/ir/names.h"

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::spmd {

std::optional<unsigned> idDimension(const Argument &A) {
  Attribute Id = A.getParent()->getAttributes().getParamAttr(A.getArgNo(), IdAttribute);
  if (!Id.isStringAttribute())
    return std::nullopt;
  return unsigned(Id.getValueAsString()[0] - 'x');
}

/// A mask may not be moved or merged: it belongs to its block. The others are plain functions of their operands.
static CallInst *create(IRBuilderBase &B, const char *Name, Type *Result, ArrayRef<Value *> Operands) {
  Module &M = *B.GetInsertBlock()->getModule();
  SmallVector<Type *, 1> Types;
  for (Value *V : Operands)
    Types.push_back(V->getType());
  FunctionCallee Callee = M.getOrInsertFunction(Name, FunctionType::get(Result, Types, false));
  auto *F = cast<Function>(Callee.getCallee());
  F->setDoesNotThrow();
  F->setWillReturn();
  if (!Result->isVoidTy())
    F->setDoesNotAccessMemory();
  return B.CreateCall(Callee, Operands);
}

CallInst *createActive(IRBuilderBase &B) {
  return create(B, ActiveFunction, B.getInt1Ty(), {});
}

CallInst *createMask(IRBuilderBase &B, Value *Mask) {
  return create(B, MaskFunction, B.getVoidTy(), {Mask});
}

CallInst *createAny(IRBuilderBase &B, Value *Mask) {
  return create(B, AnyFunction, B.getInt1Ty(), {Mask});
}

CallInst *createColumns(IRBuilderBase &B) {
  return create(B, ColumnsFunction, B.getInt64Ty(), {});
}

CallInst *createRow(IRBuilderBase &B) {
  return create(B, RowFunction, B.getInt64Ty(), {});
}

static bool isCallOf(const Value *V, const char *Name) {
  const auto *Call = dyn_cast_or_null<CallInst>(V);
  return Call && Call->getCalledFunction() && Call->getCalledFunction()->getName() == Name;
}

bool isActive(const Value *V) {
  return isCallOf(V, ActiveFunction);
}

bool isMask(const Value *V) {
  return isCallOf(V, MaskFunction);
}

bool isAny(const Value *V) {
  return isCallOf(V, AnyFunction);
}

bool isColumns(const Value *V) {
  return isCallOf(V, ColumnsFunction);
}

bool isRow(const Value *V) {
  return isCallOf(V, RowFunction);
}

Value *blockMask(const BasicBlock &BB) {
  const Instruction *First = &*BB.getFirstNonPHIIt();
  return isMask(First) ? cast<CallInst>(First)->getArgOperand(0) : nullptr;
}

} // namespace weft::spmd
