// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/access/near_lanes.h"
#include "compiler/ir/machine.h"
#include "compiler/spmd/access/split_address.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"

#include <numeric>

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

/// How a number changes from lane to lane, as far as its expression tells: not at all; to another one that is anywhere,
/// but seldom, as a row's number does; a little; by more than that, but evenly.
struct Growth {
  enum Kind { None, Seldom, Slow, Steep, Unknown } K = Unknown;
  bool IsJagged = false; ///< and back again

  Growth orMore(Growth Other) const {
    return {std::max(K, Other.K), IsJagged || Other.IsJagged};
  }
  Growth as(Kind To) const {
    return {To, IsJagged};
  }
};

/// The steepest that still counts as slow, from lane to lane; divisors from which on quotients change seldom, and below
/// which remainders are jags.
constexpr int64_t SlowStride = 4;
constexpr uint64_t LargeDivisor = 32;
constexpr unsigned LongestExpression = 64;

class GrowthQuery {
public:
  explicit GrowthQuery(const Shapes &S) : S(S) {}
  Growth of(const Value *V);

private:
  Growth compute(const Instruction &I);
  Growth most(const Instruction &I, unsigned From);
  Growth product(const Value *A, const Value *B);
  Growth division(const Instruction &I);
  Growth choice(const SelectInst &I);
  Growth call(const IntrinsicInst &Call);

  const Shapes &S;
  SmallDenseMap<const Value *, Growth, 16> Known; ///< what is being computed as if it did not change
};

} // namespace

/// Of the first two operands, from one of them on.
Growth GrowthQuery::most(const Instruction &I, unsigned From) {
  Growth Most = of(I.getOperand(From));
  return Most.K == Growth::Unknown ? Most : Most.orMore(of(I.getOperand(From + 1)));
}

/// Factors of floats are taken for scales of coordinates, those of integers for pitches, unless they are small.
Growth GrowthQuery::product(const Value *A, const Value *B) {
  if (S.of(A).isUniform())
    std::swap(A, B);
  const Growth Factor = S.of(B).isUniform() ? of(A) : Growth();
  const APInt *C;
  const bool IsSmall = match(B, m_APInt(C)) && C->abs().ule(uint64_t(SlowStride));
  return Factor.K == Growth::Slow && !B->getType()->isFloatingPointTy() && !IsSmall ? Factor.as(Growth::Steep) : Factor;
}

/// By shifts, masks and divisors. A pitch that is divided again was a scale.
Growth GrowthQuery::division(const Instruction &I) {
  const Value *By = I.getOperand(1);
  const Growth Dividend = S.of(By).isUniform() ? of(I.getOperand(0)) : Growth();
  if (Dividend.K == Growth::Unknown || Dividend.K < Growth::Slow)
    return Dividend;
  const APInt *C = nullptr;
  match(By, m_APInt(C));
  std::optional<uint64_t> Divisor;
  switch (I.getOpcode()) {
  case Instruction::LShr:
  case Instruction::AShr:
    if (C)
      Divisor = uint64_t(1) << C->getLimitedValue(63);
    break;
  case Instruction::And: // the low bits, or what is without them
    if (!C || (!C->isMask() && !C->isNegatedPowerOf2()))
      return {};
    if (C->isNegatedPowerOf2())
      return Dividend;
    Divisor = C->getLimitedValue();
    break;
  default:
    if (C)
      Divisor = C->abs().getLimitedValue();
    break;
  }
  if (I.getOpcode() == Instruction::And || I.getOpcode() == Instruction::URem || I.getOpcode() == Instruction::SRem) {
    if (Dividend.K == Growth::Steep)
      return {};
    return {Growth::Slow, Dividend.IsJagged || (Divisor && *Divisor < LargeDivisor)};
  }
  const bool IsSeldom = Dividend.K == Growth::Slow && Divisor.value_or(LargeDivisor) >= LargeDivisor;
  return Dividend.as(IsSeldom ? Growth::Seldom : Growth::Slow);
}

Growth GrowthQuery::choice(const SelectInst &I) {
  if (S.of(I.getCondition()).isUniform()) {
    // All lanes go the same way: signed quotients by a divisor of -1 are one of two.
    const Growth Yes = of(I.getTrueValue()), No = of(I.getFalseValue());
    return Yes.K == Growth::Slow || Yes.K == Growth::Seldom ? Yes
           : No.K == Growth::Slow || No.K == Growth::Seldom ? No
                                                            : Yes.orMore(No);
  }
  const Growth Which = of(I.getCondition());
  return Which.K == Growth::Unknown ? Which : most(I, 1).orMore(Which);
}

Growth GrowthQuery::call(const IntrinsicInst &Call) {
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
    return most(Call, 0);
  case Intrinsic::fma:
  case Intrinsic::fmuladd:
    return product(Call.getArgOperand(0), Call.getArgOperand(1)).orMore(of(Call.getArgOperand(2)));
  case Intrinsic::abs:
  case Intrinsic::fabs:
  case Intrinsic::floor:
  case Intrinsic::ceil:
  case Intrinsic::trunc:
  case Intrinsic::rint:
  case Intrinsic::nearbyint:
  case Intrinsic::round:
  case Intrinsic::roundeven:
  case Intrinsic::fptosi_sat:
  case Intrinsic::fptoui_sat:
    return of(Call.getArgOperand(0));
  default:
    return {};
  }
}

Growth GrowthQuery::of(const Value *V) {
  const Shape Lanes = S.of(V);
  if (Lanes.isLinear())
    return {Lanes.Stride == 0 ? Growth::None : std::abs(Lanes.Stride) <= SlowStride ? Growth::Slow : Growth::Steep};
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || I->getType()->isVectorTy() || Known.size() == LongestExpression)
    return {};
  const auto [Found, IsNew] = Known.try_emplace(V, Growth{Growth::None});
  if (!IsNew)
    return Found->second;
  const Growth Computed = compute(*I);
  return Known[V] = Computed;
}

Growth GrowthQuery::compute(const Instruction &I) {
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I))
    return call(*Call);
  const APInt *C;
  switch (I.getOpcode()) {
  case Instruction::ICmp:
  case Instruction::FCmp: {
    const Growth Compared = most(I, 0);
    return Compared.K == Growth::Unknown ? Compared : Compared.as(Growth::Seldom);
  }
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::FAdd:
  case Instruction::FSub:
    return most(I, 0);
  case Instruction::Mul:
  case Instruction::FMul:
    return product(I.getOperand(0), I.getOperand(1));
  case Instruction::Shl: {
    const Growth Shifted = match(I.getOperand(1), m_APInt(C)) ? of(I.getOperand(0)) : Growth();
    return Shifted.K == Growth::Slow && C->ugt(Log2_64(SlowStride)) ? Shifted.as(Growth::Steep) : Shifted;
  }
  case Instruction::Or:
    if (cast<PossiblyDisjointInst>(I).isDisjoint() || I.getType()->isIntegerTy(1))
      return most(I, 0);
    return {};
  case Instruction::And:
    return I.getType()->isIntegerTy(1) ? most(I, 0) : division(I);
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return division(I);
  case Instruction::FDiv:
    return S.of(I.getOperand(1)).isUniform() ? of(I.getOperand(0)) : Growth();
  case Instruction::PHI: {
    Growth Most{Growth::None};
    for (const Use &U : cast<PHINode>(I).incoming_values())
      if (Most.K != Growth::Unknown)
        Most = Most.orMore(of(U));
    return Most;
  }
  case Instruction::Select:
    return choice(cast<SelectInst>(I));
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
    return of(I.getOperand(0));
  default:
    return {};
  }
}

bool followsFromIds(const Value *V, const Shapes &S) {
  return GrowthQuery(S).of(V).K != Growth::Unknown;
}

/// The bits of what is loaded at once, a number or as many bytes as one; 0 for others.
static unsigned elementBits(Type *T, const DataLayout &DL) {
  if (T->isAggregateType() || T->isPtrOrPtrVectorTy() || isa<ScalableVectorType>(T))
    return 0;
  const uint64_t Bits = DL.getTypeSizeInBits(T);
  return Bits == 8 * DL.getTypeAllocSize(T) && Bits >= 8 && Bits <= 64 && isPowerOf2_64(Bits) ? unsigned(Bits) : 0;
}

constexpr unsigned MostNumbers = 3; ///< of which one sum is made

/// Neighbours' numbers with some bits turned, the same ones for all lanes.
static bool isTurned(const Value *V, const Shapes &S) {
  const Value *Left, *Right;
  if (!match(V, m_Xor(m_Value(Left), m_Value(Right))))
    return false;
  if (S.of(Left).isUniform())
    std::swap(Left, Right);
  return S.of(Left).isLinear() && std::abs(S.of(Left).Stride) == 1 && S.of(Right).isUniform();
}

static std::optional<NearLanes> nearLanes(const Instruction &Access, const Shapes &S, unsigned Lanes) {
  const Value *Pointer = getLoadStorePointerOperand(&Access);
  const DataLayout &DL = Access.getDataLayout();
  const unsigned Bits = elementBits(getLoadStoreType(&Access), DL);
  if (!Bits || !isSimpleAccess(Access) || S.of(Pointer).isLinear() || S.elementMajor(Pointer))
    return std::nullopt;
  const std::optional<Permutation> Permuted = permutationOf(*Access.getFunction(), Bits);
  if (!Permuted)
    return std::nullopt;
  auto IsUniform = [&](const Value *V) { return S.of(V).isUniform(); };
  std::optional<LinearAddress> Address = splitUniform(Pointer, S, DL);
  if (!Address)
    return std::nullopt;
  const auto Size = int64_t(Bits / 8);
  NearLanes Near{{}, {}, 0, 0, Bits, false, false};
  Growth All{Growth::None};
  GrowthQuery Query(S);
  for (const AddressTerm &Term : Address->Terms) {
    if (IsUniform(Term.V))
      continue;
    if (Near.Numbers.size() == MostNumbers || Term.V->getType()->getIntegerBitWidth() > 64)
      return std::nullopt;
    Near.Numbers.push_back(Term);
    Near.Factor = std::gcd(Near.Factor, Term.Factor);
  }
  Near.Units = Near.Factor / Size;
  const auto Factor = [&](const AddressTerm &Term) { return std::abs(Term.Factor / Near.Factor); };
  if (Near.Numbers.empty() || Near.Factor % Size != 0 || Near.Units * int64_t(Lanes) > int64_t(Permuted->reach()))
    return std::nullopt;
  const Value *First = Near.Numbers.front().V;
  Near.IsBlock = Near.Numbers.size() == 1 && Near.Units == 1 && isTurned(First, S) &&
                 First->getType()->getIntegerBitWidth() >= 32 && Near.Numbers.front().Factor > 0;
  for (const AddressTerm &Term : Near.Numbers) {
    const Growth Of = Query.of(Term.V);
    All = All.orMore(Of.K == Growth::Slow && Factor(Term) > SlowStride ? Of.as(Growth::Steep) : Of);
  }
  Near.IsJagged = All.IsJagged;
  if (!Near.IsBlock && (!isa<LoadInst>(Access) || All.K == Growth::None || All.K > Growth::Slow))
    return std::nullopt;
  llvm::erase_if(Address->Terms, [&](const AddressTerm &Term) { return !IsUniform(Term.V); });
  Near.Address = std::move(*Address);
  return Near;
}

NearAccesses::NearAccesses(Function &Item, const Shapes &S, unsigned Lanes, unsigned Parts, bool IsMasked) {
  constexpr size_t Most = 48; // each is two ways, for each part
  if (IsMasked)
    return;
  for (Instruction &I : instructions(Item)) {
    if (!getLoadStorePointerOperand(&I) || (All.size() + 1) * Parts > Most)
      continue;
    if (std::optional<NearLanes> Near = nearLanes(I, S, Lanes))
      All.insert({&I, std::move(*Near)});
  }
}

} // namespace weft::spmd
