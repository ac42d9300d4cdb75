// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/item/extensions.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

/// The number whose low bits V has shifted up by Shift, and zeros below; null if there is no such.
static Value *shiftedUp(Value *V, uint64_t &Shift, const APInt *&Added) {
  Value *X;
  const APInt *Amount;
  Added = nullptr;
  if (match(V, m_Add(m_Value(X), m_APInt(Added))))
    V = X;
  if (!match(V, m_Shl(m_Value(X), m_APInt(Amount))) || Amount->uge(V->getType()->getIntegerBitWidth()))
    return nullptr;
  Shift = Amount->getZExtValue();
  return !Added || Added->countr_zero() >= Shift ? X : nullptr;
}

/// (x << k) >> c with c <= k: the low bits of x, extended, and shifted up by what is left.
static Value *extensionOf(Instruction &I) {
  Value *Up, *X;
  const APInt *Amount, *Added;
  uint64_t Shift;
  unsigned Bits = I.getType()->getIntegerBitWidth();
  IRBuilder<> B(&I);
  if (match(&I, m_And(m_Value(X), m_SpecificInt(0xffffffff))) && Bits == 64)
    return B.CreateZExt(B.CreateTrunc(X, B.getInt32Ty()), I.getType());
  if (!match(&I, m_Shr(m_Value(Up), m_APInt(Amount))) || !(X = shiftedUp(Up, Shift, Added)))
    return nullptr;
  unsigned Low = Bits - unsigned(Shift);
  if (Shift == 0 || Amount->ugt(Shift) || (Low != 8 && Low != 16 && Low != 32))
    return nullptr;
  Value *Short = B.CreateTrunc(X, B.getIntNTy(Low));
  if (Added)
    Short = B.CreateAdd(Short, B.getInt(Added->lshr(unsigned(Shift)).trunc(Low)));
  bool Signed = I.getOpcode() == Instruction::AShr;
  Value *Wide = Signed ? B.CreateSExt(Short, I.getType()) : B.CreateZExt(Short, I.getType());
  uint64_t Rest = Shift - Amount->getZExtValue();
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
