// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/analysis/linear_address.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

bool neverWraps(const Value &V, bool Signed) {
  if (const auto *Flags = dyn_cast<OverflowingBinaryOperator>(&V))
    return Signed ? Flags->hasNoSignedWrap() : Flags->hasNoUnsignedWrap();
  return match(&V, m_DisjointOr(m_Value(), m_Value()));
}

namespace {

/// As addresses wrap.
int64_t times(int64_t A, int64_t B) {
  return int64_t(uint64_t(A) * uint64_t(B));
}

class Splitter {
public:
  Splitter(LinearAddress &To, function_ref<bool(const Value *, Extension)> IsTerm) : To(To), IsTerm(IsTerm) {}
  void add(const Value *V, Extension As, int64_t Factor, unsigned Depth = 0);

private:
  bool addOperation(const Value *V, Extension As, int64_t Factor, unsigned Depth);

  LinearAddress &To;
  function_ref<bool(const Value *, Extension)> IsTerm;
};

} // namespace

void Splitter::add(const Value *V, Extension As, int64_t Factor, unsigned Depth) {
  constexpr unsigned Deepest = 12;
  if (const auto *C = dyn_cast<ConstantInt>(V)) {
    const APInt Number = As == Extension::Unsigned ? C->getValue().zextOrTrunc(64) : C->getValue().sextOrTrunc(64);
    To.Constant = int64_t(uint64_t(To.Constant) + uint64_t(times(Factor, Number.getSExtValue())));
    return;
  }
  if (Depth == Deepest || IsTerm(V, As) || !addOperation(V, As, Factor, Depth + 1))
    To.Terms.push_back({V, As, Factor});
}

/// Adds what `V` is computed from, if it is a sum, a product with a constant, or an extension.
bool Splitter::addOperation(const Value *V, Extension As, int64_t Factor, unsigned Depth) {
  const Value *Left, *Right;
  const APInt *C;
  if (As == Extension::None && match(V, m_ZExtOrSExt(m_Value(Left)))) {
    add(Left, match(V, m_SExtLike(m_Value())) ? Extension::Signed : Extension::Unsigned, Factor, Depth);
    return true;
  }
  if (As != Extension::None && !neverWraps(*V, As == Extension::Signed))
    return false;
  if (match(V, m_AddLike(m_Value(Left), m_Value(Right)))) {
    add(Left, As, Factor, Depth);
    add(Right, As, Factor, Depth);
    return true;
  }
  if (match(V, m_Mul(m_Value(Left), m_APInt(C)))) {
    const APInt Number = As == Extension::Unsigned ? C->zextOrTrunc(64) : C->sextOrTrunc(64);
    add(Left, As, times(Factor, Number.getSExtValue()), Depth);
    return true;
  }
  if (match(V, m_Shl(m_Value(Left), m_APInt(C))) && C->ult(std::min(32u, V->getType()->getIntegerBitWidth() - 1))) {
    add(Left, As, times(Factor, int64_t(1) << C->getZExtValue()), Depth);
    return true;
  }
  return false;
}

std::optional<LinearAddress> linearAddress(const Value *Pointer, const DataLayout &DL,
                                           function_ref<bool(const Value *)> IsBase,
                                           function_ref<bool(const Value *, Extension)> IsTerm) {
  if (DL.getIndexTypeSizeInBits(Pointer->getType()) != 64)
    return std::nullopt;
  LinearAddress Address;
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Constant(64, 0);
  for (; !IsBase(Pointer) && isa<GEPOperator>(Pointer); Pointer = cast<GEPOperator>(Pointer)->getPointerOperand()) {
    const auto *Elements = cast<GEPOperator>(Pointer);
    if (Elements->getType()->isVectorTy() || !Elements->collectOffset(DL, 64, Variable, Constant))
      return std::nullopt;
  }
  Address.Base = Pointer;
  Address.Constant = Constant.getSExtValue();
  Splitter Terms(Address, IsTerm);
  for (auto &[V, Factor] : Variable) // narrow indices have a sign
    Terms.add(V, V->getType()->getIntegerBitWidth() < 64 ? Extension::Signed : Extension::None, Factor.getSExtValue());
  return Address;
}

} // namespace weft::spmd
