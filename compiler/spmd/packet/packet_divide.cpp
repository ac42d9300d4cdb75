// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Division. That of integers has no vector form, that of floats does: its quotient, cut off, is exact where the
// mantissa is longer than the integers, for then a quotient that is no integer is further from the next one than it is
// rounded. By a divisor that is the same for all lanes it is multiplied by its reciprocal, made larger by a few units
// in the last place: more than all that is rounded, so that no quotient is too small, and less than what lies between
// the quotient of numbers of so few bits and the next integer.
//
// Numbers of 64 bits are seldom that large: flat indices have been computed in size_t. A packet divides them as numbers
// of 32 bits where they are, and one by one elsewhere. A dead lane's quotient may be poison; nothing traps.

#include "compiler/ir/machine.h"
#include "compiler/spmd/access/near_lanes.h"
#include "compiler/spmd/packet/packetiser.h"

#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

/// A divisor that can trap where no lane asked for the division: 1 there. `Mask`: i1 or a vector of them.
Value *Packetiser::safeDivisor(Instruction &I, Value *Divisor, Value *Mask) {
  const APInt *Known;
  if (!Mask || (match(I.getOperand(1), m_APInt(Known)) && !Known->isZero() && !Known->isAllOnes()))
    return Divisor;
  return B.CreateSelect(Mask, Divisor, ConstantInt::get(Divisor->getType(), 1));
}

static bool isSignedDivision(const Instruction &I) {
  return I.getOpcode() == Instruction::SDiv || I.getOpcode() == Instruction::SRem;
}

/// Of integers of at most 32 bits: quotients, or what is left. `One`: the divisor where all lanes have the same one, or
/// null.
Value *Packetiser::divideByFloats(const Instruction &I, Value *Left, Value *Right, Value *One) {
  const bool Signed = isSignedDivision(I);
  const bool IsRest = I.getOpcode() == Instruction::URem || I.getOpcode() == Instruction::SRem;
  Type *T = Left->getType();
  const unsigned Bits = T->getScalarSizeInBits();
  Type *Float = Bits <= 16 ? B.getFloatTy() : B.getDoubleTy(), *Wide = VectorType::get(Float, cast<VectorType>(T));
  auto Convert = [&](Value *V, Type *To) { return Signed ? B.CreateSIToFP(V, To) : B.CreateUIToFP(V, To); };
  Value *Quotient;
  if (One) {
    const double More = 1 + (Bits <= 16 ? 0x1p-21 : 0x1p-50);
    Type *Same = One->getType()->getWithNewType(Float);
    Value *Reciprocal = B.CreateFDiv(ConstantFP::get(Same, 1.0), Convert(One, Same));
    Reciprocal = B.CreateFMul(Reciprocal, ConstantFP::get(Same, More));
    Quotient = B.CreateFMul(Convert(Left, Wide), spread(B, Reciprocal, 0));
  } else {
    Quotient = B.CreateFDiv(Convert(Left, Wide), Convert(Right, Wide));
  }
  Quotient = Signed ? B.CreateFPToSI(Quotient, T) : B.CreateFPToUI(Quotient, T);
  return IsRest ? B.CreateSub(Left, B.CreateMul(Quotient, Right)) : Quotient;
}

/// One lane after another; `One` as above.
Value *Packetiser::divideEachLane(const Instruction &I, Value *Left, Value *Right, Value *One, Value *Mask) {
  Type *T = I.getType();
  AllocaInst *Dividends = spillArray(T), *Divisors = One ? nullptr : spillArray(T), *Results = spillArray(T);
  B.CreateAlignedStore(Left, Dividends, Dividends->getAlign());
  if (Divisors)
    B.CreateAlignedStore(Right, Divisors, Divisors->getAlign());
  forLanes(Mask, [&](Value *Lane) {
    Value *By = One ? One : reloadLane(Divisors, T, Lane);
    Value *Result = B.CreateBinOp(Instruction::BinaryOps(I.getOpcode()), reloadLane(Dividends, T, Lane), By);
    B.CreateStore(Result, B.CreateInBoundsGEP(Results->getAllocatedType(), Results, {B.getInt64(0), Lane}));
  });
  Value *Wide = reload(Results, T);
  for (AllocaInst *Spill : {Dividends, Divisors, Results})
    if (Spill)
      release(Spill);
  return Wide;
}

/// Of integers of 64 bits, as numbers of 32 bits if all are such. Signed ones have a bit less, so that no quotient
/// leaves them.
Value *Packetiser::divideLong(const Instruction &I, Value *Left, Value *Right, Value *One, Value *Mask) {
  const bool Signed = isSignedDivision(I);
  auto IsLarge = [&](Value *V) -> Value * {
    auto Number = [&](uint64_t N) { return ConstantInt::get(V->getType(), N); };
    return Signed ? B.CreateLShr(B.CreateAdd(V, Number(1u << 30)), Number(31)) : B.CreateLShr(V, Number(32));
  };
  Left = B.CreateFreeze(Left); // dead lanes may have none
  Value *Large = IsLarge(Mask ? B.CreateSelect(Mask, Left, Constant::getNullValue(Left->getType())) : Left);
  if (!One) {
    Right = B.CreateFreeze(Right);
    Large =
        B.CreateOr(Large, IsLarge(Mask ? B.CreateSelect(Mask, Right, ConstantInt::get(Right->getType(), 1)) : Right));
  }
  Large = B.CreateOrReduce(Large);
  if (One && !isa<Constant>(One)) {
    One = B.CreateFreeze(One);
    Large = B.CreateOr(Large, IsLarge(One));
  }
  auto Narrow = [&](Value *V) -> Value * {
    return V ? B.CreateTrunc(V, V->getType()->getWithNewBitWidth(32)) : nullptr;
  };
  auto Short = [&]() -> Value * {
    Value *Small = divideByFloats(I, Narrow(Left), Narrow(Right), Narrow(One));
    return Signed ? B.CreateSExt(Small, Left->getType()) : B.CreateZExt(Small, Left->getType());
  };
  return twoWays(B.CreateIsNull(Large), Short, [&] { return divideEachLane(I, Left, Right, One, Mask); });
}

/// Whether a division of 64 bits most likely is one of 32 bits for all lanes. By known divisors, too, since products of
/// 64 bits in 128 are dear.
bool isDividedShort(const Instruction &I, const Shapes &S) {
  const APInt *C;
  if (!I.isIntDivRem() || !I.getType()->isIntegerTy(64))
    return false;
  const bool IsHarmless =
      !match(I.getOperand(1), m_APInt(C)) || (C->isIntN(30) && C->isStrictlyPositive() && !C->isPowerOf2());
  return IsHarmless && followsFromIds(I.getOperand(0), S);
}

/// Null for other operations, and for divisors that are known, of which a multiplication does better.
Value *Packetiser::divide(Instruction &I, unsigned Part, Value *Left, Value *Right) {
  if (I.getOpcode() == Instruction::FDiv)
    return divideByEstimate(I, Left, Right);
  if (!I.isIntDivRem())
    return nullptr;
  Value *By = I.getOperand(1), *One = isUniform(By) ? scalar(By, Part) : nullptr;
  if (I.getType()->getScalarSizeInBits() <= 32)
    return isa<Constant>(By) ? nullptr : divideByFloats(I, Left, Right, One);
  return isDividedShort(I, S) ? divideLong(I, Left, Right, One, maskFor(I, Part)) : nullptr;
}

/// A division of floats that may be by a reciprocal, as in native_divide: the processor's estimate and a step of
/// Newton's, where LLVM would divide unless it knew that nothing is infinite. Where the estimate's error is no number
/// near zero, the divisor is zero, infinite or denormal, and the estimate is what there is. Null for other operations.
Value *Packetiser::divideByEstimate(Instruction &I, Value *Left, Value *Right) {
  const unsigned Bits = vectorBits(Item);
  const bool IsX86 = Triple(Item.getParent()->getTargetTriple()).isX86();
  auto *T = dyn_cast<FixedVectorType>(Left->getType());
  if (I.getOpcode() != Instruction::FDiv || !I.hasAllowReciprocal() || I.hasNoInfs() || !IsX86 || Bits < 256 || !T ||
      !T->getElementType()->isFloatTy() || T->getNumElements() * 32 != Bits)
    return nullptr;
  if (match(I.getOperand(1), m_Intrinsic<Intrinsic::sqrt>())) // which LLVM has an estimate for
    return nullptr;
  Value *Estimate =
      Bits == 512 ? B.CreateIntrinsic(Intrinsic::x86_avx512_rcp14_ps_512,
                                      {Right, Constant::getNullValue(T), Constant::getAllOnesValue(B.getInt16Ty())})
                  : B.CreateIntrinsic(Intrinsic::x86_avx_rcp_ps_256, {Right});
  Value *One = ConstantFP::get(T, 1.0);
  Value *Error = B.CreateIntrinsic(Intrinsic::fma, {T}, {B.CreateFNeg(Right), Estimate, One});
  Value *Better = B.CreateIntrinsic(Intrinsic::fma, {T}, {Estimate, Error, Estimate});
  Value *Reciprocal = B.CreateSelect(B.CreateFCmpOGT(Error, ConstantFP::get(T, -1.0)), Better, Estimate);
  return match(Left, m_FPOne()) ? Reciprocal : B.CreateFMul(Left, Reciprocal);
}

} // namespace weft::spmd
