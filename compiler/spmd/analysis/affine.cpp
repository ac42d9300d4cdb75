// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/analysis/affine.h"
#include "compiler/ir/markers.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

static constexpr unsigned DeepestExpression = 12;

bool isIntegerArithmetic(const Instruction &I) {
  switch (I.getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Freeze:
    return true;
  default:
    return false;
  }
}

bool dependsOnId(const Value *V, unsigned Dim) {
  if (const auto *A = dyn_cast<Argument>(V))
    return idDimension(*A) == Dim;
  const auto *I = dyn_cast<Instruction>(V);
  return I && any_of(I->operands(), [&](const Use &U) { return dependsOnId(U, Dim); });
}

bool followsFromRow(const Value *V, unsigned Depth) {
  if (const auto *A = dyn_cast<Argument>(V))
    return idDimension(*A) != 0u && A->getType()->isIntegerTy();
  if (isa<ConstantInt>(V))
    return true;
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == DeepestExpression || !I->getType()->isIntegerTy() || I->getType()->getIntegerBitWidth() > 64)
    return false;
  if (const auto *Call = dyn_cast<MinMaxIntrinsic>(I))
    return followsFromRow(Call->getLHS(), Depth + 1) && followsFromRow(Call->getRHS(), Depth + 1);
  // Sizes and pitches that come as int4.
  if (const auto *Element = dyn_cast<ExtractElementInst>(I))
    return isa<Argument>(Element->getVectorOperand()) && isa<ConstantInt>(Element->getIndexOperand());
  const APInt *C;
  if (I->isIntDivRem() && (!match(I->getOperand(1), m_APInt(C)) || C->isZero() || C->isAllOnes()))
    return false;
  return (I->isIntDivRem() || I->isShift() || isIntegerArithmetic(*I)) &&
         all_of(I->operands(), [&](const Use &U) { return followsFromRow(U, Depth + 1); });
}

int64_t affineGrowth(const Value *V, unsigned Depth) {
  if (const auto *A = dyn_cast<Argument>(V))
    return idDimension(*A) == 0u;
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == DeepestExpression || !I->getType()->isIntegerTy() || I->getType()->getIntegerBitWidth() > 64 ||
      I->getType()->getIntegerBitWidth() < 32)
    return 0;
  auto Growth = [&](unsigned Operand) { return affineGrowth(I->getOperand(Operand), Depth + 1); };
  auto Uniform = [&](unsigned Operand) { return followsFromRow(I->getOperand(Operand), Depth + 1); };
  auto Times = [](int64_t Growth, const APInt &C) {
    return C.abs().ule(uint64_t(MostGrowth)) && std::abs(Growth * C.getSExtValue()) <= MostGrowth
               ? Growth * C.getSExtValue()
               : 0;
  };
  const APInt *C;
  switch (I->getOpcode()) {
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(I)->isDisjoint())
      return 0;
    [[fallthrough]];
  case Instruction::Add:
    return Uniform(1) ? Growth(0) : Uniform(0) ? Growth(1) : 0;
  case Instruction::Sub:
    return Uniform(1) ? Growth(0) : Uniform(0) ? -Growth(1) : 0;
  case Instruction::Xor: // ~x
    return match(I->getOperand(1), m_AllOnes()) ? -Growth(0) : 0;
  case Instruction::Mul:
    return match(I->getOperand(1), m_APInt(C)) ? Times(Growth(0), *C) : 0;
  case Instruction::Shl:
    return match(I->getOperand(1), m_APInt(C)) && C->ult(31)
               ? Times(Growth(0), APInt::getOneBitSet(32, unsigned(C->getZExtValue())))
               : 0;
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Freeze:
    return Growth(0);
  default:
    return 0;
  }
}

bool isAffine(const Value *V, unsigned Depth) {
  return affineGrowth(V, Depth) == 1;
}

/// Whether the condition cannot hold where Of >= 0 and Divisor > 0: that the divisor is 0, or that it is -1 and Of the
/// smallest number. A divisor that is a sign-extended number may be asked for as that.
static bool isBadDivision(Value *Condition, Value *Of, Value *Divisor) {
  Value *A, *B;
  const APInt *C;
  CmpPredicate Predicate;
  if (match(Condition, m_LogicalOr(m_Value(A), m_Value(B))))
    return isBadDivision(A, Of, Divisor) && isBadDivision(B, Of, Divisor);
  if (match(Condition, m_LogicalAnd(m_Value(A), m_Value(B))))
    return isBadDivision(A, Of, Divisor) || isBadDivision(B, Of, Divisor);
  if (!match(Condition, m_ICmp(Predicate, m_Value(A), m_APInt(C))))
    return false;
  if (match(A, m_Add(m_Specific(Divisor), m_One()))) // 0 and -1, as InstCombine asks for both
    return Predicate == CmpInst::ICMP_ULT && C->ule(2);
  const bool IsDivisor = A == Divisor || match(Divisor, m_SExt(m_Specific(A)));
  return Predicate == CmpInst::ICMP_EQ && ((IsDivisor && !C->isStrictlyPositive()) || (A == Of && C->isNegative()));
}

Value *divisorOf(const BinaryOperator &Division) {
  Value *Of = Division.getOperand(0), *By = Division.getOperand(1), *Condition, *Divisor;
  if (match(By, m_Select(m_Value(Condition), m_One(), m_Value(Divisor))) && isBadDivision(Condition, Of, Divisor))
    return Divisor;
  return By;
}

} // namespace weft::spmd
