// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/access/near_lanes.h"
#include "compiler/ir/machine.h"

#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

std::optional<Permutation> permutationOf(const Function &F, unsigned Bits) {
  const unsigned Width = vectorBits(F);
  const Permutes By = permutesOf(F);
  if (By == Permutes::Nothing)
    return std::nullopt;
  if (By == Permutes::Avx2) { // each register by itself
    if (Bits != 32 && Bits != 8)
      return std::nullopt;
    return Permutation{Bits, Bits == 32 ? Width / 32 : 16, 2};
  }
  if (Bits == 8 && By != Permutes::Avx512Vbmi)
    Bits = 16;
  return Permutation{Bits, Width / Bits, 2};
}

namespace {

/// How a number changes from lane to lane, as far as its expression tells.
enum class Growth { None, Slow, Steep, Unknown };

/// The steepest that still counts as slow, from lane to lane.
constexpr int64_t SlowStride = 4;
constexpr unsigned DeepestExpression = 16;

class GrowthQuery {
public:
  explicit GrowthQuery(const Shapes &S) : S(S) {}
  Growth of(const Value *V, unsigned Depth = 0) const;

private:
  Growth sum(const Instruction &I, unsigned Depth) const;
  Growth product(const Value *A, const Value *B, unsigned Depth) const;
  Growth call(const IntrinsicInst &Call, unsigned Depth) const;

  const Shapes &S;
};

} // namespace

/// Of what all of the operands are.
static Growth most(Growth A, Growth B) {
  return std::max(A, B);
}

Growth GrowthQuery::sum(const Instruction &I, unsigned Depth) const {
  return most(of(I.getOperand(0), Depth), of(I.getOperand(1), Depth));
}

/// Factors of floats are taken for scales of coordinates, those of integers for pitches, unless they are small.
Growth GrowthQuery::product(const Value *A, const Value *B, unsigned Depth) const {
  if (S.of(A).isUniform())
    std::swap(A, B);
  const Growth Factor = of(A, Depth);
  if (!S.of(B).isUniform() || Factor == Growth::Unknown)
    return Growth::Unknown;
  const APInt *C;
  const bool IsSmall = match(B, m_APInt(C)) && C->abs().ule(uint64_t(SlowStride));
  return B->getType()->isFloatingPointTy() || IsSmall ? Factor : Growth::Steep;
}

Growth GrowthQuery::call(const IntrinsicInst &Call, unsigned Depth) const {
  switch (Call.getIntrinsicID()) {
  case Intrinsic::smin:
  case Intrinsic::smax:
  case Intrinsic::umin:
  case Intrinsic::umax:
  case Intrinsic::minnum:
  case Intrinsic::maxnum:
  case Intrinsic::minimum:
  case Intrinsic::maximum:
  case Intrinsic::minimumnum:
  case Intrinsic::maximumnum:
    return sum(Call, Depth);
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    return most(product(Call.getArgOperand(0), Call.getArgOperand(1), Depth), of(Call.getArgOperand(2), Depth));
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::fptosi_sat:
  case Intrinsic::fptoui_sat:
    return of(Call.getArgOperand(0), Depth);
  default:
    return Growth::Unknown;
  }
}

Growth GrowthQuery::of(const Value *V, unsigned Depth) const {
  const Shape Known = S.of(V);
  if (Known.isLinear())
    return Known.Stride == 0 ? Growth::None : std::abs(Known.Stride) <= SlowStride ? Growth::Slow : Growth::Steep;
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || I->getType()->isVectorTy() || ++Depth > DeepestExpression)
    return Growth::Unknown;
  if (const auto *Call = dyn_cast<IntrinsicInst>(I))
    return call(*Call, Depth);
  const APInt *C;
  switch (I->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::FAdd:
  case Instruction::FSub:
    return sum(*I, Depth);
  case Instruction::Mul:
  case Instruction::FMul:
    return product(I->getOperand(0), I->getOperand(1), Depth);
  case Instruction::Shl:
    if (!match(I->getOperand(1), m_APInt(C)))
      return Growth::Unknown;
    return C->ule(2) ? of(I->getOperand(0), Depth) : most(of(I->getOperand(0), Depth), Growth::Steep);
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::UDiv:
  case Instruction::SDiv: {
    // A pitch that is divided again was a scale.
    const Growth Dividend = of(I->getOperand(0), Depth);
    if (!S.of(I->getOperand(1)).isUniform() || Dividend == Growth::Unknown)
      return Growth::Unknown;
    return std::min(Dividend, Growth::Slow);
  }
  case Instruction::FDiv:
    return S.of(I->getOperand(1)).isUniform() ? of(I->getOperand(0), Depth) : Growth::Unknown;
  case Instruction::And: // whose low bits are cleared
    return match(I->getOperand(1), m_APInt(C)) && C->isNegatedPowerOf2() ? of(I->getOperand(0), Depth)
                                                                         : Growth::Unknown;
  case Instruction::Or:
    return cast<PossiblyDisjointInst>(I)->isDisjoint() ? sum(*I, Depth) : Growth::Unknown;
  case Instruction::Select: {
    // All lanes go the same way: signed quotients by a divisor of -1 are one of two.
    const Growth Yes = of(I->getOperand(1), Depth), No = of(I->getOperand(2), Depth);
    const bool IsEither = S.of(I->getOperand(0)).isUniform() && (Yes == Growth::Slow || No == Growth::Slow);
    return IsEither ? Growth::Slow : most(Yes, No);
  }
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::FPExt:
  case Instruction::FPTrunc:
  case Instruction::SIToFP:
  case Instruction::UIToFP:
  case Instruction::FPToSI:
  case Instruction::FPToUI:
  case Instruction::Freeze:
    return of(I->getOperand(0), Depth);
  default:
    return Growth::Unknown;
  }
}

/// The bits of what is loaded at once, a number or as many bytes as one; 0 for others.
static unsigned elementBits(Type *T, const DataLayout &DL) {
  if (T->isAggregateType() || T->isPtrOrPtrVectorTy() || isa<ScalableVectorType>(T))
    return 0;
  const uint64_t Bits = DL.getTypeSizeInBits(T);
  return Bits == 8 * DL.getTypeAllocSize(T) && Bits >= 8 && Bits <= 64 && isPowerOf2_64(Bits) ? unsigned(Bits) : 0;
}

/// Neighbours' numbers with some bits turned, the same ones for all lanes.
static bool isTurned(const Value *V, const Shapes &S) {
  const Value *Left, *Right;
  if (!match(V, m_Xor(m_Value(Left), m_Value(Right))))
    return false;
  if (S.of(Left).isUniform())
    std::swap(Left, Right);
  return S.of(Left).isLinear() && std::abs(S.of(Left).Stride) == 1 && S.of(Right).isUniform();
}

std::optional<NearLanes> nearLanes(const Instruction &Access, const Shapes &S, unsigned Lanes) {
  const bool IsSimple = isa<LoadInst>(Access) ? cast<LoadInst>(Access).isSimple() : cast<StoreInst>(Access).isSimple();
  const Value *Pointer = getLoadStorePointerOperand(&Access);
  const DataLayout &DL = Access.getDataLayout();
  const unsigned Bits = elementBits(getLoadStoreType(&Access), DL);
  if (!Bits || !IsSimple || S.of(Pointer).isLinear() || S.elementMajor(Pointer))
    return std::nullopt;
  const std::optional<Permutation> Permuted = permutationOf(*Access.getFunction(), Bits);
  if (!Permuted)
    return std::nullopt;
  auto IsUniform = [&](const Value *V) { return S.of(V).isUniform(); };
  std::optional<LinearAddress> Address = linearAddress(
      Pointer, DL, [&](const Value *V) { return S.elementMajor(V) || IsUniform(V); },
      [&](const Value *V, Extension) { return IsUniform(V); });
  if (!Address || !IsUniform(Address->Base) || S.elementMajor(Address->Base))
    return std::nullopt;
  auto Differs = [&](const AddressTerm &Term) { return !IsUniform(Term.V); };
  auto *Number = find_if(Address->Terms, Differs);
  const auto Size = int64_t(Bits / 8);
  if (Number == Address->Terms.end() || count_if(Address->Terms, Differs) != 1 || Number->Factor <= 0 ||
      Number->Factor % Size != 0 || Number->V->getType()->getIntegerBitWidth() > 64 ||
      Number->Factor / Size * int64_t(Lanes) > int64_t(Permuted->reach()))
    return std::nullopt;
  NearLanes Near{{}, *Number, Number->Factor / Size, Bits, isTurned(Number->V, S)};
  const bool IsNear = Near.IsBlock ? Near.Units == 1 && Number->V->getType()->getIntegerBitWidth() >= 32
                                   : isa<LoadInst>(Access) && GrowthQuery(S).of(Number->V) == Growth::Slow;
  if (!IsNear)
    return std::nullopt;
  Address->Terms.erase(Number);
  Near.Address = std::move(*Address);
  return Near;
}

} // namespace weft::spmd
