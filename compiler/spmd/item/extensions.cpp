// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/item/extensions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

/// A number of `Bits` bits times `Factor` plus `Added`, all of which shifted up.
struct ShiftedUp {
  Value *Number;
  APInt Factor, Added;
  unsigned Shift;
};

/// What V is, where its low bits are zeros: 3 * x shifted up by 32 is x times 3 << 32 for InstCombine.
static std::optional<ShiftedUp> shiftedUp(Value *V) {
  const unsigned Bits = V->getType()->getIntegerBitWidth();
  Value *Number;
  const APInt *Added = nullptr, *By;
  if (match(V, m_Add(m_Value(Number), m_APInt(Added))))
    V = Number;
  APInt Factor(Bits, 1);
  unsigned Shift;
  if (match(V, m_Shl(m_Value(Number), m_APInt(By)))) {
    Shift = unsigned(By->getLimitedValue(Bits));
  } else if (match(V, m_Mul(m_Value(Number), m_APInt(By)))) {
    Shift = Bits > 32 && By->countr_zero() >= Bits - 32 ? Bits - 32 : 0;
    Factor = By->lshr(Shift);
  } else {
    return std::nullopt;
  }
  if (Shift == 0 || Shift >= Bits || (Added && Added->countr_zero() < Shift))
    return std::nullopt;
  return ShiftedUp{Number, Factor, Added ? Added->lshr(Shift) : APInt(Bits, 0), Shift};
}

/// (x << k) >> c with c <= k: the low bits of x, extended, and shifted up by what is left.
static Value *extensionOf(Instruction &I) {
  Value *Up, *X;
  const APInt *Amount;
  unsigned Bits = I.getType()->getIntegerBitWidth();
  IRBuilder<> B(&I);
  if (match(&I, m_And(m_Value(X), m_SpecificInt(0xffffffff))) && Bits == 64)
    return B.CreateZExt(B.CreateTrunc(X, B.getInt32Ty()), I.getType());
  if (!match(&I, m_Shr(m_Value(Up), m_APInt(Amount))))
    return nullptr;
  std::optional<ShiftedUp> Of = shiftedUp(Up);
  if (!Of)
    return nullptr;
  unsigned Low = Bits - Of->Shift;
  if (Amount->ugt(Of->Shift) || (Low != 8 && Low != 16 && Low != 32))
    return nullptr;
  Value *Short = B.CreateTrunc(Of->Number, B.getIntNTy(Low));
  if (!Of->Factor.isOne())
    Short = B.CreateMul(Short, B.getInt(Of->Factor.trunc(Low)));
  if (!Of->Added.isZero())
    Short = B.CreateAdd(Short, B.getInt(Of->Added.trunc(Low)));
  bool Signed = I.getOpcode() == Instruction::AShr;
  Value *Wide = Signed ? B.CreateSExt(Short, I.getType()) : B.CreateZExt(Short, I.getType());
  uint64_t Rest = Of->Shift - Amount->getZExtValue();
  return Rest ? B.CreateShl(Wide, Rest, "", !Signed, Signed) : Wide;
}

void restoreExtensions(Function &Item) {
  SmallVector<WeakTrackingVH, 16> Dead;
  for (Instruction &I : make_early_inc_range(instructions(Item))) {
    if (!I.getType()->isIntegerTy())
      continue;
    if (Value *Extension = extensionOf(I)) {
      Extension->takeName(&I);
      I.replaceAllUsesWith(Extension);
      Dead.push_back(&I);
    }
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
}

} // namespace weft::spmd
