// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/optimise/cold_calls.h"
#include "compiler/spmd/packet/packetiser.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::spmd {

/// Says something about the scalar code, or is a hint, that a packet does without.
static bool isDropped(const CallInst &Call) {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::assume:
  case Intrinsic::lifetime_start:
  case Intrinsic::lifetime_end:
  case Intrinsic::donothing:
  case Intrinsic::sideeffect:
  case Intrinsic::prefetch:
    return true;
  default:
    return Call.getType()->isVoidTy() && Call.doesNotAccessMemory() && Call.willReturn() && Call.doesNotThrow();
  }
}

static bool hasOverflowBit(Intrinsic::ID Id) {
  switch (Id) {
  case Intrinsic::sadd_with_overflow:
  case Intrinsic::uadd_with_overflow:
  case Intrinsic::ssub_with_overflow:
  case Intrinsic::usub_with_overflow:
  case Intrinsic::smul_with_overflow:
  case Intrinsic::umul_with_overflow:
    return true;
  default:
    return false;
  }
}

/// Intrinsics that do to each element what they do to a scalar.
bool Packetiser::hasWideForm(const IntrinsicInst &Call) const {
  Intrinsic::ID Id = Call.getIntrinsicID();
  if (hasOverflowBit(Id))
    return true;
  if (!isTriviallyVectorizable(Id) || Call.getType()->isStructTy())
    return false;
  for (unsigned N = 0; N < Call.arg_size(); ++N) {
    const llvm::Value *V = Call.getArgOperand(N);
    if (isVectorIntrinsicWithScalarOpAtArg(Id, N, &TTI) ? !isUniform(V) || isPartDependent(V)
                                                        : V->getType()->isMetadataTy())
      return false;
    // A vector of the language with an operand for each of its elements, and one for all of them.
    if (!isVectorIntrinsicWithScalarOpAtArg(Id, N, &TTI) && Call.getType()->isVectorTy() != V->getType()->isVectorTy())
      return false;
  }
  return true;
}

Value *Packetiser::widenIntrinsic(IntrinsicInst &Call, unsigned Part) {
  Intrinsic::ID Id = Call.getIntrinsicID();
  SmallVector<Type *, 4> Overloads;
  SmallVector<Value *, 4> Operands;
  if (hasOverflowBit(Id))
    Overloads.push_back(widen(Call.getArgOperand(0)->getType()));
  else if (isVectorIntrinsicWithOverloadTypeAtArg(Id, -1, &TTI))
    Overloads.push_back(widen(Call.getType()));
  for (unsigned N = 0; N < Call.arg_size(); ++N) {
    llvm::Value *V = Call.getArgOperand(N);
    bool IsScalar = !hasOverflowBit(Id) && isVectorIntrinsicWithScalarOpAtArg(Id, N, &TTI);
    Operands.push_back(IsScalar ? scalar(V, Part) : vector(V, Part));
    if (!hasOverflowBit(Id) && isVectorIntrinsicWithOverloadTypeAtArg(Id, int(N), &TTI))
      Overloads.push_back(Operands.back()->getType());
  }
  CallInst *Wide = B.CreateCall(Intrinsic::getOrInsertDeclaration(Item.getParent(), Id, Overloads), Operands);
  Wide->copyIRFlags(&Call);
  if (MDNode *Accuracy = Call.getMetadata(LLVMContext::MD_fpmath))
    Wide->setMetadata(LLVMContext::MD_fpmath, Accuracy);
  return Wide;
}

/// The same for all lanes: once.
bool Packetiser::emitUniformCall(CallInst &Call) {
  Forms Result;
  for (unsigned P = 0, N = scalarParts(&Call); P < N; ++P) {
    auto Clone = [&] {
      auto *Copy = cast<CallInst>(Call.clone());
      for (Use &U : Copy->operands())
        U.set(scalar(U.get(), P));
      Copy->setDebugLoc(B.getCurrentDebugLocation());
      B.Insert(Copy);
      return Copy;
    };
    // A part of its own may have no lane there.
    const bool IsSafe = N == 1 || isSafeToSpeculativelyExecute(&Call);
    Result.Scalar[P] = valueIfAny(IsSafe ? nullptr : blockMaskOf(Call.getParent(), P), Clone);
  }
  Values[&Call] = Result;
  return true;
}

bool Packetiser::emitCall(CallInst &Call) {
  Function *Callee = Call.getCalledFunction();
  if (isDropped(Call))
    return true;
  Intrinsic::ID Id = Call.getIntrinsicID();
  if (Id == Intrinsic::experimental_noalias_scope_decl) {
    B.Insert(Call.clone());
    return true;
  }
  if (Id == Intrinsic::stacksave || Id == Intrinsic::stackrestore || Call.cannotDuplicate() ||
      Call.hasOperandBundles() || Call.isMustTailCall() || Call.hasFnAttr(Attribute::ReturnsTwice))
    return refuse("a call that must stay as it is");
  if (!Call.getType()->isVoidTy() && isUniform(&Call))
    return emitUniformCall(Call);
  auto *IntrinsicCall = dyn_cast<IntrinsicInst>(&Call);
  if (IntrinsicCall && hasWideForm(*IntrinsicCall)) {
    Forms Wide;
    for (unsigned P = 0, N = vectorParts(&Call); P < N; ++P)
      Wide.Vector[P] = widenIntrinsic(*IntrinsicCall, P);
    Values[&Call] = Wide;
    return true;
  }
  if (Callee)
    if (Function *Variant = coldVariant(*Callee, Plan.Lanes)) {
      Forms Wide;
      for (unsigned P = 0, N = vectorParts(&Call); P < N; ++P) {
        SmallVector<Value *, 4> Operands;
        for (Value *A : Call.args())
          Operands.push_back(vector(A, P));
        Value *Mask = maskFor(Call, P);
        Operands.push_back(Mask ? Mask : Constant::getAllOnesValue(FixedVectorType::get(B.getInt1Ty(), Plan.Lanes)));
        Wide.Vector[P] = B.CreateCall(Variant, Operands);
      }
      Values[&Call] = Wide;
      return true;
    }
  for (llvm::Value *V : Call.operand_values())
    if (!S.of(V).isLinear() && !widen(V->getType()))
      return refuse("a call with an argument without a vector type");
  return emitLaneLoop(Call);
}

} // namespace weft::spmd
