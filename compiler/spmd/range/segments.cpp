// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A division is x + a by what the arguments give: by a number, or by a power of two as a shift or a mask. Before each
// packet the first work-item's quotient is computed, and from its remainder how many work-items are left in the
// segment. Numbers stay below half of their type's range, so that signed and unsigned divisions are the same and
// nothing wraps.

#include "compiler/spmd/range/segments.h"
#include "compiler/ir/markers.h"
#include "compiler/spmd/analysis/affine.h"
#include "compiler/spmd/item/item_functions.h"
#include "compiler/spmd/range/row_query.h"
#include "compiler/spmd/range/tidy.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

namespace {

constexpr unsigned MostDivisions = 6;
/// Segments below this are shorter than a packet.
constexpr uint64_t ShortestSegment = 8;

struct Division {
  Value *Dividend, *By;
  /// By is the divisor, its logarithm, one less, or what is left of all ones without that.
  enum Form { ByNumber, ByShift, ByLowMask, ByHighMask } Form;
  struct Use {
    Instruction *I;
    enum { Quotient, Remainder, Multiple } Asks; ///< Multiple: what is divided without the remainder
  };
  SmallVector<Use, 2> Uses;
  unsigned QuotientArgument = 0, MultipleArgument = 0; ///< of Inner; 0: not asked for

  bool asks(bool ForQuotient) const {
    return any_of(Uses, [&](const Use &U) { return (U.Asks == Use::Quotient) == ForQuotient; });
  }
};

using Divisions = SmallVector<Division, 4>;

} // namespace

static void add(Divisions &All, Instruction &I, Value *Dividend, Value *By, enum Division::Form Form,
                decltype(Division::Use::Asks) Asks) {
  auto *Same = find_if(All, [&](const Division &D) { return D.Dividend == Dividend && D.By == By && D.Form == Form; });
  if (Same == All.end()) {
    All.push_back({Dividend, By, Form, {}});
    Same = &All.back();
  }
  Same->Uses.push_back({&I, Asks});
}

static bool isHighMask(Value *V);

/// `size - 1`, `(1 << log) - 1` and the like, which are masks of low bits if size is a power of two.
static bool isLowMask(Value *V) {
  Value *Not;
  return match(V, m_Add(m_Value(), m_AllOnes())) || match(V, m_LShr(m_AllOnes(), m_Value())) ||
         (match(V, m_Not(m_Value(Not))) && isHighMask(Not));
}

static bool isHighMask(Value *V) {
  Value *Not;
  return match(V, m_Neg(m_Value())) || match(V, m_Shl(m_AllOnes(), m_Value())) ||
         (match(V, m_Not(m_Value(Not))) && match(Not, m_Add(m_Value(), m_AllOnes())));
}

/// Powers of two, as constants, are put down as such, whether they shift or mask.
static void addIfDivision(Divisions &All, Instruction &I) {
  auto *Operator = dyn_cast<BinaryOperator>(&I);
  if (!Operator || !I.getType()->isIntegerTy() || !isAffine(I.getOperand(0)))
    return;
  Value *Dividend = I.getOperand(0), *By = I.getOperand(1);
  // The packet's alignment says as much of the ids themselves.
  bool IsId = isa<Argument>(Dividend);
  const APInt *C = nullptr;
  bool IsConstant = match(By, m_APInt(C));
  auto Power = [&](unsigned Log) { return ConstantInt::get(I.getType(), APInt::getOneBitSet(C->getBitWidth(), Log)); };
  switch (I.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem: {
    By = divisorOf(*Operator);
    bool IsRem = I.getOpcode() == Instruction::URem || I.getOpcode() == Instruction::SRem;
    if (followsFromRow(By) && !(IsConstant && C->ult(ShortestSegment)) && (!IsRem || cutsSegments(*Operator)))
      add(All, I, Dividend, By, Division::ByNumber, IsRem ? Division::Use::Remainder : Division::Use::Quotient);
    return;
  }
  case Instruction::LShr:
  case Instruction::AShr:
    if (!IsConstant && followsFromRow(By))
      add(All, I, Dividend, By, Division::ByShift, Division::Use::Quotient);
    else if (IsConstant && !IsId && C->ult(C->getBitWidth() - 1) &&
             (uint64_t(1) << C->getZExtValue()) >= ShortestSegment)
      add(All, I, Dividend, Power(unsigned(C->getZExtValue())), Division::ByNumber, Division::Use::Quotient);
    return;
  case Instruction::And:
    if (!IsConstant && isLowMask(By) && followsFromRow(By))
      add(All, I, Dividend, By, Division::ByLowMask, Division::Use::Remainder);
    else if (!IsConstant && isHighMask(By) && followsFromRow(By))
      add(All, I, Dividend, By, Division::ByHighMask, Division::Use::Multiple);
    else if (IsConstant && !IsId && C->isMask() && C->countr_one() < C->getBitWidth() - 1 &&
             C->uge(ShortestSegment - 1))
      add(All, I, Dividend, Power(C->countr_one()), Division::ByNumber, Division::Use::Remainder);
    else if (IsConstant && !IsId && C->isNegatedPowerOf2() && !C->isMinSignedValue() && (-*C).uge(ShortestSegment))
      add(All, I, Dividend, Power(C->countr_zero()), Division::ByNumber, Division::Use::Multiple);
    return;
  default:
    return;
  }
}

static bool hasConstantSummand(const Value *V) {
  const APInt *C;
  const Value *Inner;
  if (match(V, m_ZExtOrSExt(m_Value(Inner))) || match(V, m_Trunc(m_Value(Inner))))
    return hasConstantSummand(Inner);
  if (match(V, m_Add(m_Value(), m_APInt(C))) || match(V, m_Sub(m_Value(), m_APInt(C))))
    return true;
  const Value *Left, *Right;
  return match(V, m_Add(m_Value(Left), m_Value(Right))) && (hasConstantSummand(Left) || hasConstantSummand(Right));
}

/// Where the quotient is asked for as well, or of one index alone.
bool cutsSegments(const BinaryOperator &Rem) {
  Value *Dividend = Rem.getOperand(0), *By = divisorOf(Rem);
  bool IsSigned = Rem.getOpcode() == Instruction::SRem, HasOthers = false;
  for (const Instruction &I : instructions(*Rem.getFunction())) {
    const auto *Other = dyn_cast<BinaryOperator>(&I);
    if (!Other || !Other->isIntDivRem() || divisorOf(*Other) != By || !isAffine(Other->getOperand(0)))
      continue;
    if (Other->getOperand(0) == Dividend && Other->getOpcode() == (IsSigned ? Instruction::SDiv : Instruction::UDiv))
      return true;
    HasOthers |= Other->getOperand(0) != Dividend;
  }
  return !HasOthers && !hasConstantSummand(Dividend);
}

static Divisions findDivisions(Function &Item) {
  Divisions All;
  for (Instruction &I : instructions(Item))
    addIfDivision(All, I);
  return All;
}

/// What is asked of a divisor that is positive: guarded divisions ask whether it is -1.
static void settleComparisons(Value &Divisor) {
  const unsigned Bits = Divisor.getType()->getIntegerBitWidth();
  const ConstantRange Positive(APInt(Bits, 1), APInt::getSignedMinValue(Bits));
  for (User *U : make_early_inc_range(Divisor.users())) {
    CmpPredicate Asked;
    const APInt *C;
    if (!match(U, m_ICmp(Asked, m_Specific(&Divisor), m_APInt(C))))
      continue;
    const ConstantRange Than(*C);
    if (Positive.icmp(Asked, Than))
      U->replaceAllUsesWith(ConstantInt::getTrue(U->getType()));
    else if (Positive.icmp(CmpInst::getInversePredicate(Asked), Than))
      U->replaceAllUsesWith(ConstantInt::getFalse(U->getType()));
  }
}

/// The item function in segments, with a use of the further arguments in the divisions' place.
static Function *createInner(Function &Item, Divisions &All) {
  SmallVector<Type *, 8> More;
  auto Add = [&](const Division &D) {
    More.push_back(D.Dividend->getType());
    return unsigned(Item.arg_size() + More.size()) - 1;
  };
  for (Division &D : All) {
    if (D.asks(true))
      D.QuotientArgument = Add(D);
    if (D.asks(false))
      D.MultipleArgument = Add(D);
  }
  ValueToValueMapTy Map;
  Function *Inner = cloneItem(Item, More, ".segment", Map);
  auto Copy = [&](Value *V) -> Value * { return isa<Constant>(V) ? V : static_cast<Value *>(Map.lookup(V)); };
  for (const Division &D : All)
    for (const Division::Use &U : D.Uses) {
      auto *Asks = cast<Instruction>(Copy(U.I));
      Value *Answer = Inner->getArg(U.Asks == Division::Use::Quotient ? D.QuotientArgument : D.MultipleArgument);
      if (U.Asks == Division::Use::Remainder)
        Answer = IRBuilder<>(Asks).CreateSub(Copy(D.Dividend), Answer, "", /*HasNUW=*/true, /*HasNSW=*/true);
      Asks->replaceAllUsesWith(Answer);
    }
  for (const Division &D : All)
    if (D.Form == Division::ByNumber && !isa<Constant>(D.By))
      settleComparisons(*Copy(D.By));
  return Inner;
}

/// The number of steps within a type where nothing that grows with x wraps, also before extensions.
static Value *staysWithin(Value *V, Value *Steps, bool Half, QueryCopies &Copies, IRBuilder<> &B) {
  unsigned Bits = V->getType()->getIntegerBitWidth();
  APInt Most = Half ? APInt::getSignedMaxValue(Bits) : APInt::getMaxValue(Bits);
  Value *Last = B.CreateSub(B.getInt(Most), B.CreateTrunc(Steps, V->getType()));
  return B.CreateICmpULE(Copies.of(V), Last);
}

static Value *nothingWraps(Value *V, Value *Steps, QueryCopies &Copies, IRBuilder<> &B) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !isAffine(I))
    return B.getTrue();
  Value *Ok = B.getTrue();
  if (isa<SExtInst>(I) || isa<ZExtInst>(I))
    Ok = staysWithin(I->getOperand(0), Steps, isa<SExtInst>(I), Copies, B);
  for (Use &U : I->operands())
    Ok = B.CreateAnd(Ok, nothingWraps(U.get(), Steps, Copies, B));
  return Ok;
}

static Function *createFind(Function &Item, const Function &Inner, const Divisions &All) {
  LLVMContext &C = Item.getContext();
  SmallVector<Type *, 8> Found{Type::getInt1Ty(C)};
  for (unsigned I = unsigned(Item.arg_size()); I < Inner.arg_size(); ++I)
    Found.push_back(Inner.getArg(I)->getType());
  Function *Find = createRowQuery(Item, StructType::get(C, Found), ".find");
  IRBuilder<> B(BasicBlock::Create(C, "", Find));
  QueryCopies Copies(*Find, B);
  Value *X = nullptr;
  for (Argument &A : Item.args())
    if (idDimension(A) == 0u)
      X = Find->getArg(A.getArgNo());
  Value *Steps = B.CreateSub(B.CreateSub(Find->getArg(Find->arg_size() - 1), X), B.getInt64(1));
  Value *Holds = B.getTrue(), *Result = PoisonValue::get(Find->getReturnType());
  auto Require = [&](Value *Condition) { Holds = B.CreateAnd(Holds, Condition); };
  for (const Division &D : All) {
    Type *T = D.Dividend->getType();
    Value *One = ConstantInt::get(T, 1), *Dividend = Copies.of(D.Dividend), *By = Copies.of(D.By), *Quotient = nullptr,
          *Rest;
    Require(staysWithin(D.Dividend, Steps, true, Copies, B));
    Require(nothingWraps(D.Dividend, Steps, Copies, B));
    if (D.Form == Division::ByShift) {
      Value *IsShort = B.CreateICmpULT(By, ConstantInt::get(T, T->getIntegerBitWidth() - 1));
      Require(IsShort);
      By = B.CreateSelect(IsShort, By, ConstantInt::get(T, 0));
      Quotient = B.CreateLShr(Dividend, By);
      By = B.CreateShl(One, By);
      Rest = B.CreateAnd(Dividend, B.CreateSub(By, One));
    } else if (D.Form == Division::ByLowMask || D.Form == Division::ByHighMask) {
      Value *Mask = D.Form == Division::ByLowMask ? By : B.CreateNot(By);
      By = B.CreateAdd(Mask, One);
      Require(B.CreateICmpSGT(By, ConstantInt::get(T, 0)));
      Require(B.CreateIsNull(B.CreateAnd(Mask, By)));
      Rest = B.CreateAnd(Dividend, Mask);
    } else {
      Value *IsPositive = B.CreateICmpSGT(By, ConstantInt::get(T, 0));
      Require(IsPositive);
      By = B.CreateSelect(IsPositive, By, One);
      Quotient = B.CreateUDiv(Dividend, By);
      Rest = B.CreateSub(Dividend, B.CreateMul(Quotient, By));
    }
    Require(B.CreateICmpUGT(B.CreateSub(By, Rest), B.CreateTrunc(Steps, T)));
    auto Insert = [&](unsigned Argument, Value *V) {
      if (Argument)
        Result = B.CreateInsertValue(Result, V, Argument - unsigned(Item.arg_size()) + 1);
    };
    if (Quotient)
      Insert(D.QuotientArgument, Quotient);
    Insert(D.MultipleArgument, B.CreateSub(Dividend, Rest));
  }
  B.CreateRet(B.CreateInsertValue(Result, Holds, 0));
  return Find;
}

std::optional<Segments> segmentItem(Function &Item, TargetMachine &TM) {
  Divisions All = findDivisions(Item);
  if (All.empty() || All.size() > MostDivisions)
    return std::nullopt;
  Segments S;
  S.Inner = createInner(Item, All);
  S.Find = createFind(Item, *S.Inner, All);
  for (const Division &D : All)
    S.Divisions += D.Form == Division::ByNumber && !isa<ConstantInt>(D.By);
  tidyCopy(*S.Inner, TM);
  return S;
}

} // namespace weft::spmd
