// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/library/names.h"
#include "compiler/opencl/passes.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft {

static Value *fixed(IRBuilderBase &B, Value *V) {
  return isGuaranteedNotToBeUndefOrPoison(V) ? V : B.CreateFreeze(V);
}

/// A constant divisor that neither traps: no lane zero, and for signed ones none -1.
static bool isHarmless(Value *Divisor, bool Signed) {
  auto *C = dyn_cast<Constant>(Divisor);
  if (!C)
    return false;
  auto Harmless = [Signed](Constant *Lane) {
    auto *Int = dyn_cast_or_null<ConstantInt>(Lane);
    return Int && !Int->isZero() && !(Signed && Int->isMinusOne());
  };
  if (auto *Vector = dyn_cast<FixedVectorType>(C->getType())) {
    for (unsigned I = 0; I < Vector->getNumElements(); ++I)
      if (!Harmless(C->getAggregateElement(I)))
        return false;
    return true;
  }
  return Harmless(C);
}

/// Divides by 1 where the quotient is undefined: the remainder is then 0, the quotient the dividend. By -1 too, of
/// which the quotient is the negated dividend, wrapped: so the divisor follows from the program's alone, and stays the
/// same for all work-items and iterations if that does.
static void guardDivision(BinaryOperator &Division, bool Signed) {
  if (isHarmless(Division.getOperand(1), Signed))
    return;
  IRBuilder<> B(&Division);
  Value *Divisor = fixed(B, Division.getOperand(1));
  Type *Ty = Divisor->getType();
  Value *Bad = B.CreateICmpEQ(Divisor, Constant::getNullValue(Ty));
  Value *Negates = Signed ? B.CreateICmpEQ(Divisor, Constant::getAllOnesValue(Ty)) : nullptr;
  if (Negates)
    Bad = B.CreateOr(Bad, Negates);
  Division.setOperand(1, B.CreateSelect(Bad, ConstantInt::get(Ty, 1), Divisor));
  if (Division.getOpcode() != Instruction::SDiv)
    return;
  Value *Dividend = fixed(B, Division.getOperand(0));
  Division.setOperand(0, Dividend);
  B.SetInsertPoint(Division.getNextNode());
  auto *Quotient = cast<Instruction>(B.CreateSelect(Negates, B.CreateNeg(Dividend), &Division));
  Division.replaceUsesWithIf(Quotient, [&](Use &U) { return U.getUser() != Quotient; });
}

/// OpenCL C section 6.3.10: the amount counts modulo the width. Clang masks it already; other producers need not.
static void guardShift(BinaryOperator &Shift) {
  Value *Amount = Shift.getOperand(1);
  unsigned Bits = Shift.getType()->getScalarSizeInBits();
  if (match(Amount, m_And(m_Value(), m_SpecificInt(Bits - 1))) || !isPowerOf2_32(Bits))
    return;
  const APInt *Known;
  if (match(Amount, m_APInt(Known)) && Known->ult(Bits))
    return;
  IRBuilder<> B(&Shift);
  Shift.setOperand(1, B.CreateAnd(Amount, ConstantInt::get(Amount->getType(), Bits - 1)));
}

/// OpenCL's own conversions choose another value where a number is out of range (builtins/convert.h), and vectors
/// saturate sooner than they drop bits.
static bool isChecked(const Function &F) {
  return StringRef(readableName(F.getName())).starts_with("convert_");
}

/// A number out of range gives some value, and that of chars and shorts is the last bits of the int: vectors narrow
/// with saturation where scalars drop bits, and a program would see which of its work-items were in packets.
static void guardConversion(CastInst &Conversion) {
  Type *Narrow = Conversion.getType();
  const unsigned Bits = Narrow->getScalarSizeInBits();
  const bool ByInt = Bits < 32 && Bits > 1 && !isChecked(*Conversion.getFunction());
  IRBuilder<> B(Conversion.getNextNode());
  Instruction *Number = &Conversion;
  if (ByInt)
    Number = cast<Instruction>(B.Insert(new FPToSIInst(Conversion.getOperand(0), Narrow->getWithNewBitWidth(32))));
  auto *Frozen = cast<Instruction>(B.Insert(new FreezeInst(Number)));
  if (!ByInt) {
    Conversion.replaceUsesWithIf(Frozen, [&](Use &U) { return U.getUser() != Frozen; });
    return;
  }
  auto *Last = B.Insert(new TruncInst(Frozen, Narrow));
  Last->takeName(&Conversion);
  Conversion.replaceAllUsesWith(Last);
  Conversion.eraseFromParent();
}

void guardArithmetic(Module &M) {
  SmallVector<Instruction *, 64> Work;
  for (Function &F : M)
    for (Instruction &I : instructions(F))
      switch (I.getOpcode()) {
      case Instruction::SDiv:
      case Instruction::SRem:
      case Instruction::UDiv:
      case Instruction::URem:
      case Instruction::Shl:
      case Instruction::LShr:
      case Instruction::AShr:
      case Instruction::FPToSI:
      case Instruction::FPToUI:
        Work.push_back(&I);
        break;
      default:
        break;
      }
  for (Instruction *I : Work) {
    auto *Operator = dyn_cast<BinaryOperator>(I);
    if (!Operator)
      guardConversion(cast<CastInst>(*I));
    else if (Operator->isShift())
      guardShift(*Operator);
    else
      guardDivision(*Operator, I->getOpcode() == Instruction::SDiv || I->getOpcode() == Instruction::SRem);
  }
}

} // namespace weft
