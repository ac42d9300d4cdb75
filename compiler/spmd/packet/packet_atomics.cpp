// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Atomic operations: for each active lane in turn. Where all lanes mean one address and nobody looks at the results,
// one operation with all operands together does; others cannot tell it from operations that follow one another at once.

#include "compiler/spmd/packet/packetiser.h"

using namespace llvm;

namespace weft::spmd {

/// What leaves memory as it is; none for operations that do not combine.
static std::optional<APInt> neutral(AtomicRMWInst::BinOp Operation, unsigned Bits) {
  switch (Operation) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
  case AtomicRMWInst::Or:
  case AtomicRMWInst::Xor:
  case AtomicRMWInst::UMax:
    return APInt::getZero(Bits);
  case AtomicRMWInst::And:
  case AtomicRMWInst::UMin:
    return APInt::getAllOnes(Bits);
  case AtomicRMWInst::Max:
    return APInt::getSignedMinValue(Bits);
  case AtomicRMWInst::Min:
    return APInt::getSignedMaxValue(Bits);
  default:
    return std::nullopt;
  }
}

static Value *combine(IRBuilderBase &B, AtomicRMWInst::BinOp Operation, Value *L, Value *R) {
  switch (Operation) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return B.CreateAdd(L, R);
  case AtomicRMWInst::Or:
    return B.CreateOr(L, R);
  case AtomicRMWInst::Xor:
    return B.CreateXor(L, R);
  case AtomicRMWInst::And:
    return B.CreateAnd(L, R);
  case AtomicRMWInst::UMax:
    return B.CreateBinaryIntrinsic(Intrinsic::umax, L, R);
  case AtomicRMWInst::UMin:
    return B.CreateBinaryIntrinsic(Intrinsic::umin, L, R);
  case AtomicRMWInst::Max:
    return B.CreateBinaryIntrinsic(Intrinsic::smax, L, R);
  default:
    return B.CreateBinaryIntrinsic(Intrinsic::smin, L, R);
  }
}

static Value *reduceLanes(IRBuilderBase &B, AtomicRMWInst::BinOp Operation, Value *V) {
  switch (Operation) {
  case AtomicRMWInst::Add:
  case AtomicRMWInst::Sub:
    return B.CreateAddReduce(V);
  case AtomicRMWInst::Or:
    return B.CreateOrReduce(V);
  case AtomicRMWInst::Xor:
    return B.CreateXorReduce(V);
  case AtomicRMWInst::And:
    return B.CreateAndReduce(V);
  case AtomicRMWInst::UMin:
  case AtomicRMWInst::Min:
    return B.CreateIntMinReduce(V, Operation == AtomicRMWInst::Min);
  default:
    return B.CreateIntMaxReduce(V, Operation == AtomicRMWInst::Max);
  }
}

bool combinesLanes(const AtomicRMWInst &RMW) {
  return RMW.use_empty() && RMW.getType()->isIntegerTy() && neutral(RMW.getOperation(), 1);
}

bool Packetiser::emitReduced(AtomicRMWInst &RMW) {
  if (!combinesLanes(RMW) || !isUniform(RMW.getPointerOperand()) ||
      (Plan.PartDim == 1 && isPartDependent(RMW.getPointerOperand())))
    return false;
  Type *T = RMW.getType();
  Constant *Neutral = ConstantInt::get(widen(T), *neutral(RMW.getOperation(), T->getIntegerBitWidth()));
  ++Counts.CombinedAtomics;
  Value *All = nullptr, *Lanes = nullptr;
  bool Some = false;
  for (unsigned P = 0; P < Plan.Parts; ++P) {
    Value *Mask = blockMaskOf(RMW.getParent(), P), *Wide = vector(RMW.getValOperand(), P);
    Some |= !Mask;
    if (Mask) {
      Wide = B.CreateSelect(Mask, Wide, Neutral);
      Lanes = Lanes ? B.CreateOr(Lanes, Mask) : Mask;
    }
    All = All ? combine(B, RMW.getOperation(), All, Wide) : Wide;
  }
  All = reduceLanes(B, RMW.getOperation(), All);
  ifAny(Some ? nullptr : Lanes, [&] {
    auto *Clone = cast<AtomicRMWInst>(RMW.clone());
    Clone->setOperand(0, scalar(RMW.getPointerOperand(), 0));
    Clone->setOperand(1, All);
    Clone->setDebugLoc(B.getCurrentDebugLocation());
    B.Insert(Clone);
  });
  return true;
}

bool Packetiser::emitAtomic(Instruction &I) {
  if (isa<FenceInst>(I)) {
    Instruction *Clone = I.clone();
    Clone->setDebugLoc(B.getCurrentDebugLocation());
    B.Insert(Clone);
    return true;
  }
  if (auto *RMW = dyn_cast<AtomicRMWInst>(&I); RMW && emitReduced(*RMW))
    return true;
  return emitLaneLoop(I);
}

} // namespace weft::spmd
