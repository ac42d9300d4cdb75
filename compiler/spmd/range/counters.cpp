// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A counter P of 32 bits starts at I and goes on to P + S while P + S < B. Where I < B was asked before the loop, and
// B - 1 + S has 32 bits, no iteration's P + S wraps: then P's extension is a counter of 64 bits. What is added to P, or
// multiplied with it, before it is extended is treated alike. The same for signed numbers, if S is not negative.

#include "compiler/spmd/range/counters.h"
#include "compiler/ir/analyses.h"
#include "compiler/ir/markers.h"
#include "compiler/spmd/analysis/affine.h"
#include "compiler/spmd/analysis/divergence.h"
#include "compiler/spmd/analysis/linear_address.h"
#include "compiler/spmd/range/row_query.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

namespace {

constexpr unsigned Short = 32, DeepestExpression = 8, LargestExpression = 24;

/// Beyond these, launches in which nothing wraps are few: random numbers are made so.
constexpr uint64_t LargestFactor = 1 << 16, LargestStart = INT32_MAX / 2;

/// Of numbers of 32 bits.
constexpr uint64_t limitOf(bool Signed) {
  return Signed ? INT32_MAX : UINT32_MAX;
}

/// What a loop's phi has in its low 32 bits. Next's are those and the step's.
struct Counter {
  PHINode *Phi;
  PHINode *Low; ///< another phi, of 32 bits, with the low ones; or null
  BinaryOperator *Next;
  Value *Start, *Step, *Bound;
  Loop *L;
  bool Signed;
  uint64_t Beside;               ///< Phi is no larger than the bound less this, but for the first iteration
  std::optional<uint64_t> First; ///< and there than this, where that is not compared with the bound
  bool FromZero;                 ///< the first one is not negative, nor are steps if the counter does not wrap
  bool Wraps;                    ///< Next may, for all that its flags say
  bool IsWhole;                  ///< Phi goes on as Phi + Step, without extensions
  Value *Wide = nullptr, *WideNext = nullptr;
};

/// What has to hold of the launch: of signed counters, and of sums and products, that they do not wrap.
struct Conditions {
  SmallSetVector<const Counter *, 4> Counters;
  SmallSetVector<std::pair<Value *, unsigned>, 4> Sums; ///< 1: as signed numbers, none of which is negative
};

bool isExtension(const Value *V) {
  return (isa<SExtInst>(V) || isa<ZExtInst>(V)) && V->getType()->isIntegerTy(64) &&
         cast<Instruction>(V)->getOperand(0)->getType()->isIntegerTy(Short);
}

/// Whether it has the low 32 bits of its operand.
bool keepsLow(const Value *V) {
  return isExtension(V) || (isa<TruncInst>(V) && V->getType()->isIntegerTy(Short));
}

/// Whether its low 32 bits are those of a sum or product of its operands' low 32 bits.
bool isArithmetic(const Value *V) {
  const auto *B = dyn_cast<BinaryOperator>(V);
  if (!B || !(B->getType()->isIntegerTy(Short) || B->getType()->isIntegerTy(64)))
    return false;
  const APInt *C;
  switch (B->getOpcode()) {
  case Instruction::Add:
  case Instruction::Mul:
    return true;
  case Instruction::Shl:
    return match(B->getOperand(1), m_APInt(C)) && C->ult(Short);
  default:
    return match(B, m_DisjointOr(m_Value(), m_Value()));
  }
}

Instruction::BinaryOps operationOf(const BinaryOperator &I) {
  return I.getOpcode() == Instruction::Or ? Instruction::Add : I.getOpcode();
}

/// Whether 32 bits are enough for the result, for all work-items that compute it.
bool isShort(const Value *V, bool Signed) {
  return V->getType()->isIntegerTy(Short) && neverWraps(*V, Signed);
}

/// Whether the query can compute it: once for all rows of a packet.
bool canAsk(const Value *V) {
  return followsFromRow(V) && !dependsOnId(V, 1);
}

/// Whether the query can compute what V, which grows by one from work-item to work-item, begins with.
bool canAskAffine(const Value *V) {
  return isAffine(V) && !dependsOnId(V, 1);
}

/// Whether an extension may be of a counter, as far as can be seen without analyses.
bool mayCount(const Value *V, unsigned Depth = 0) {
  if (isa<PHINode>(V))
    return true;
  return Depth < DeepestExpression && (isArithmetic(V) || keepsLow(V)) &&
         any_of(cast<Instruction>(V)->operands(), [&](const Use &U) { return mayCount(U, Depth + 1); });
}

class Widener {
public:
  Widener(Function &F, FunctionAnalysisManager &FAM, bool MayAsk);
  /// Whether the function has changed. Holds: the query, or null.
  bool run(Function *&Holds);

private:
  const SCEV *low(Value *V) const {
    return SE.getTruncateOrNoop(SE.getSCEV(V), Type::getIntNTy(F.getContext(), Short));
  }
  APInt largestOf(const SCEV *Expression, bool Signed) const {
    return Signed ? SE.getSignedRangeMax(Expression) : SE.getUnsignedRangeMax(Expression);
  }
  template <typename Function> void forEachPhi(Function Do);
  bool dropMasks(PHINode &Phi, Loop &L);
  void findCounter(PHINode &Phi, Loop &L, bool Signed);
  bool findBound(Counter &C) const;
  const Counter *counterOf(const Value *V, bool Signed) const;
  bool isOfCounter(const Value *V, bool Signed, unsigned Depth = 0) const;
  bool accept(Value *V, bool Signed, Conditions &C, unsigned &Left) const;
  std::optional<uint64_t> largest(Value *V, bool Signed) const;
  bool canAskStart(const Counter &C) const;
  bool canAskOf(Value *V, bool Signed) const;
  bool isKnown(const Counter &C) const;
  bool isFine(Conditions C, bool Signed, Conditions &ToAsk) const;
  void acceptExtension(Instruction &I);
  Value *wide(Value *V, bool Signed, IRBuilder<> &B);
  void makeWide(Counter &C);
  Value *lastOfRow(Value *V, bool Signed, IRBuilder<> &B, QueryCopies &Copies) const;
  Value *startIn(const Counter &C, int64_t Least, IRBuilder<> &B, QueryCopies &Copies) const;
  Value *largestIn(Value *V, bool Signed, IRBuilder<> &B, QueryCopies &Copies, Value *&All) const;
  Function *createQuery() const;

  Function &F;
  LoopInfo &LI;
  ScalarEvolution &SE;
  Divergence D;
  const bool MayAsk;
  SmallVector<Counter, 4> Counters;
  SmallVector<std::pair<Instruction *, bool>, 8> Accepted; ///< extensions; true: as signed numbers
  Conditions Asked;
};

LoopInfo &withPreheaders(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  auto &DT = FAM.getResult<DominatorTreeAnalysis>(F);
  for (Loop *L : LI.getLoopsInPreorder())
    if (!L->getLoopPreheader())
      InsertPreheaderForLoop(L, &DT, &LI, nullptr, /*PreserveLCSSA=*/false);
  return LI;
}

} // namespace

Widener::Widener(Function &F, FunctionAnalysisManager &FAM, bool MayAsk)
    : F(F), LI(withPreheaders(F, FAM)), SE(FAM.getResult<ScalarEvolutionAnalysis>(F)), D(F, VaryingX), MayAsk(MayAsk) {}

template <typename Function> void Widener::forEachPhi(Function Do) {
  for (Loop *L : LI.getLoopsInPreorder())
    if (L->getLoopPreheader() && L->getLoopLatch())
      for (PHINode &Phi : L->getHeader()->phis())
        if (Phi.getType()->isIntegerTy(Short) || Phi.getType()->isIntegerTy(64))
          Do(Phi, *L);
}

/// Masks that all of a counter's values fit into.
bool Widener::dropMasks(PHINode &Phi, Loop &L) {
  bool Changed = false;
  for (User *U : make_early_inc_range(Phi.users())) {
    const APInt *Mask;
    if (!match(U, m_And(m_Specific(&Phi), m_LowBitMask(Mask))))
      continue;
    const SCEV *Largest = SE.getConstant(*Mask);
    auto From = [&](BasicBlock *BB) { return SE.getSCEV(Phi.getIncomingValueForBlock(BB)); };
    if (!SE.isLoopEntryGuardedByCond(&L, CmpInst::ICMP_ULE, From(L.getLoopPreheader()), Largest) ||
        !SE.isLoopBackedgeGuardedByCond(&L, CmpInst::ICMP_ULE, From(L.getLoopLatch()), Largest))
      continue;
    SE.forgetValue(cast<Instruction>(U));
    U->replaceAllUsesWith(&Phi);
    cast<Instruction>(U)->eraseFromParent();
    Changed = true;
  }
  if (Changed)
    SE.forgetLoop(&L);
  return Changed;
}

/// The number that Next, or its low half or an extension of that, is compared with before the loop goes on.
bool Widener::findBound(Counter &C) const {
  const CmpInst::Predicate Strict = C.Signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT;
  auto Try = [&](Value *Next, const SCEV *From, bool IsLow, bool StepsByOne) {
    // A signed number of 64 bits, of which the low half alone might be larger than the bound.
    if (C.Signed && !IsLow && !SE.getUnsignedRangeMax(From).ule(INT32_MAX))
      return false;
    for (User *U : Next->users()) {
      auto *Compare = dyn_cast<ICmpInst>(U);
      Value *Bound = Compare ? Compare->getOperand(Compare->getOperand(0) == Next) : nullptr;
      if (!Bound || !C.L->isLoopInvariant(Bound))
        continue;
      const SCEV *NextSCEV = SE.getSCEV(Next), *Limit = SE.getSCEV(Bound);
      // Steps of one from below the bound reach it.
      if (StepsByOne && match(C.Step, m_One()) &&
          SE.isLoopBackedgeGuardedByCond(C.L, CmpInst::ICMP_NE, NextSCEV, Limit) &&
          SE.isLoopEntryGuardedByCond(C.L, Strict, From, Limit)) {
        C.Bound = Bound;
        C.Beside = 1;
        return true;
      }
      for (CmpInst::Predicate Less : {Strict, CmpInst::getNonStrictPredicate(Strict)}) {
        if (!SE.isLoopBackedgeGuardedByCond(C.L, Less, NextSCEV, Limit))
          continue;
        C.Bound = Bound;
        C.Beside = CmpInst::isStrictPredicate(Less);
        if (!SE.isLoopEntryGuardedByCond(C.L, Less, From, Limit)) {
          const APInt Largest = largestOf(low(C.Start), C.Signed);
          C.First = C.Signed && Largest.isNegative() ? 0 : Largest.getZExtValue();
        }
        return true;
      }
    }
    return false;
  };
  // An extension as signed is no smaller than the low half as unsigned, where both are compared as unsigned.
  auto TryLow = [&](Value *Next) {
    return Try(Next, low(C.Start), true, true) || any_of(Next->users(), [&](User *U) {
             const bool IsSigned = isa<SExtInst>(U);
             if (!isExtension(U) || (C.Signed && !IsSigned))
               return false;
             const SCEV *From = IsSigned ? SE.getSignExtendExpr(low(C.Start), U->getType())
                                         : SE.getZeroExtendExpr(low(C.Start), U->getType());
             return Try(U, From, true, IsSigned == C.Signed);
           });
  };
  if (C.Next->getType()->isIntegerTy(Short))
    return TryLow(C.Next);
  return Try(C.Next, SE.getSCEV(C.Start), false, C.IsWhole) || any_of(C.Next->users(), [&](User *U) {
           return isa<TruncInst>(U) && U->getType()->isIntegerTy(Short) && TryLow(U);
         });
}

/// InstCombine makes 64 bits of a counter to which a size_t is added: Next is ext(trunc Phi) + Step, or the phi takes
/// ext(trunc Next).
void Widener::findCounter(PHINode &Phi, Loop &L, bool Signed) {
  BasicBlock *Latch = L.getLoopLatch(), *Before = L.getLoopPreheader();
  Value *Low = nullptr, *Latched = Phi.getIncomingValueForBlock(Latch);
  if (isExtension(Latched) && match(cast<Instruction>(Latched)->getOperand(0), m_Trunc(m_Value(Low))))
    Latched = Low;
  auto *Next = dyn_cast<BinaryOperator>(Latched);
  if (!Next || Next->getOpcode() != Instruction::Add)
    return;
  auto IsPhi = [&](Value *V) {
    return V == &Phi || (isExtension(V) && match(cast<Instruction>(V)->getOperand(0), m_Trunc(m_Specific(&Phi))));
  };
  const bool IsLeft = IsPhi(Next->getOperand(0));
  Value *Step = Next->getOperand(IsLeft), *Start = Phi.getIncomingValueForBlock(Before);
  if ((!IsLeft && !IsPhi(Next->getOperand(1))) || !L.isLoopInvariant(Step))
    return;
  const bool Wraps = !isShort(Next, Signed);
  const bool FromZero = SE.isKnownNonNegative(low(Start)) && (Wraps || SE.isKnownNonNegative(SE.getSCEV(Step)));
  const bool IsWhole = Phi.getIncomingValueForBlock(Latch) == Next && is_contained(Next->operand_values(), &Phi);
  Counter C{&Phi, nullptr, Next, Start, Step, nullptr, &L, Signed, 0, std::nullopt, FromZero, Wraps, IsWhole};
  if (!findBound(C))
    return;
  if (Phi.getType()->isIntegerTy(64))
    for (PHINode &Other : L.getHeader()->phis())
      if (Other.getType()->isIntegerTy(Short) &&
          match(Other.getIncomingValueForBlock(Latch), m_Trunc(m_Specific(Next))) &&
          SE.getSCEV(Other.getIncomingValueForBlock(Before)) == low(Start))
        C.Low = &Other;
  Counters.push_back(C);
}

/// A counter that is compared as unsigned is as good for extensions as signed, if it stays in 31 bits.
const Counter *Widener::counterOf(const Value *V, bool Signed) const {
  const Counter *Found = nullptr;
  for (const Counter &C : Counters)
    if ((C.Signed == Signed || (Signed && !Found)) && (C.Phi == V || C.Next == V || C.Low == V))
      Found = &C;
  return Found;
}

bool Widener::isOfCounter(const Value *V, bool Signed, unsigned Depth) const {
  if (counterOf(V, Signed))
    return true;
  return Depth < DeepestExpression && (isArithmetic(V) || keepsLow(V)) &&
         any_of(cast<Instruction>(V)->operands(), [&](const Use &U) { return isOfCounter(U, Signed, Depth + 1); });
}

/// Whether the extension of V's low half is an expression of wide counters, and on which conditions.
/// Left: values that may still be looked at.
bool Widener::accept(Value *V, bool Signed, Conditions &C, unsigned &Left) const {
  if (Left-- == 0)
    return false;
  if (const Counter *IV = counterOf(V, Signed)) {
    C.Counters.insert(IV);
    return true;
  }
  if (!isOfCounter(V, Signed))
    return !D.isDivergent(V) || isAffine(V);
  if (isArithmetic(V) && !isShort(V, Signed))
    C.Sums.insert({V, unsigned(Signed)});
  return all_of(cast<Instruction>(V)->operands(), [&](Value *U) { return accept(U, Signed, C, Left); });
}

/// The largest number that V's low half may be, if that is known to have 32 bits, as all do that it is computed from.
std::optional<uint64_t> Widener::largest(Value *V, bool Signed) const {
  const Counter *C = counterOf(V, Signed);
  std::optional<uint64_t> Result;
  if (C && C->Next != V) {
    const APInt Bound = largestOf(SE.getSCEV(C->Bound), C->Signed);
    if (!C->FromZero && C->Signed)
      return std::nullopt;
    const uint64_t Last = Bound.isNegative() && C->Signed ? 0 : Bound.getZExtValue();
    Result = std::max(Last - std::min(Last, C->Beside), C->First.value_or(0));
  } else if (!isOfCounter(V, Signed)) {
    if (Signed && !SE.isKnownNonNegative(low(V)))
      return std::nullopt;
    Result = largestOf(low(V), Signed).getZExtValue();
  } else if (keepsLow(V)) {
    return largest(cast<Instruction>(V)->getOperand(0), Signed);
  } else {
    const auto *I = cast<BinaryOperator>(V);
    std::optional<uint64_t> A = largest(I->getOperand(0), Signed), B = largest(I->getOperand(1), Signed);
    if (!A || !B)
      return std::nullopt;
    const auto Operation = operationOf(*I);
    Result = Operation == Instruction::Mul ? *A * *B : Operation == Instruction::Shl ? *A << *B : *A + *B;
  }
  return *Result <= limitOf(Signed) ? Result : std::nullopt;
}

/// Whether the query can find out where the counter begins, or need not.
bool Widener::canAskStart(const Counter &C) const {
  return C.First.value_or(0) <= LargestStart || canAskAffine(C.Start);
}

/// Whether the query can compute the largest number that V's low half may be, and is likely to find it fine: where it
/// does not, everything runs one by one.
bool Widener::canAskOf(Value *V, bool Signed) const {
  const APInt *Number;
  const Counter *C = counterOf(V, Signed);
  if (C && C->Next != V)
    return canAskStart(*C) && (C->FromZero || !C->Signed) && canAsk(C->Bound) &&
           !(match(C->Bound, m_APInt(Number)) && Number->ugt(INT32_MAX));
  if (isOfCounter(V, Signed))
    return !(match(V, m_Mul(m_Value(), m_APInt(Number))) && Number->ugt(LargestFactor)) &&
           all_of(cast<Instruction>(V)->operands(), [&](Value *U) { return canAskOf(U, Signed); });
  if (!canAsk(V))
    return canAskAffine(V) || SE.isKnownNonNegative(low(V));
  return !match(V, m_Negative()) && !match(V, m_Add(m_Value(), m_Negative()));
}

/// Whether a signed counter is known not to wrap, nor to go down.
bool Widener::isKnown(const Counter &C) const {
  const APInt Step = SE.getUnsignedRangeMax(SE.getSCEV(C.Step)), Bound = SE.getSignedRangeMax(SE.getSCEV(C.Bound));
  if (Step.ugt(INT32_MAX) || Bound.sgt(INT32_MAX))
    return false;
  const int64_t Behind = std::max(Bound.getSExtValue(), int64_t(0)); // a loop without iterations, if negative
  const int64_t Last = std::max(Behind - int64_t(C.Beside), int64_t(C.First.value_or(0)));
  return Last + int64_t(Step.getZExtValue()) <= INT32_MAX;
}

/// Whether the conditions are known to hold, or, those that are put into ToAsk, may be asked about. Steps have counters
/// of their own.
bool Widener::isFine(Conditions C, bool Signed, Conditions &ToAsk) const {
  unsigned Left = LargestExpression;
  for (unsigned I = 0; I < C.Counters.size(); ++I) {
    const Counter *IV = C.Counters[I];
    if ((!IV->Wraps && IV->Signed == Signed) || (IV->Signed && isKnown(*IV)))
      continue;
    if (!IV->Signed) {
      if (!accept(IV->Step, Signed, C, Left))
        return false;
      C.Sums.insert({IV->Next, unsigned(Signed)});
    } else if (MayAsk && canAskStart(*IV) && canAsk(IV->Bound) && canAsk(IV->Step) && !match(IV->Step, m_Negative())) {
      ToAsk.Counters.insert(IV);
    } else {
      return false;
    }
  }
  for (auto [Sum, IsSigned] : C.Sums) {
    if (largest(Sum, IsSigned))
      continue;
    if (!MayAsk || !canAskOf(Sum, IsSigned))
      return false;
    ToAsk.Sums.insert({Sum, IsSigned});
  }
  return true;
}

/// Whether an address follows from it.
static bool isOfAddress(const Instruction &I, unsigned Depth = 0) {
  return any_of(I.users(), [&](const User *U) {
    return isa<GetElementPtrInst>(U) ||
           (Depth < DeepestExpression && (isa<BinaryOperator>(U) || isa<CastInst>(U) || isa<PHINode>(U)) &&
            isOfAddress(*cast<Instruction>(U), Depth + 1));
  });
}

void Widener::acceptExtension(Instruction &I) {
  const auto *Zero = dyn_cast<ZExtInst>(&I);
  for (bool Signed : {false, true}) {
    if (Signed ? Zero && !Zero->hasNonNeg() : !Zero)
      continue;
    Conditions C, ToAsk;
    unsigned Left = LargestExpression;
    if (!isOfCounter(I.getOperand(0), Signed) || !accept(I.getOperand(0), Signed, C, Left))
      continue;
    // Shapes know by flags alone.
    const bool IsPlain = C.Sums.empty() && none_of(C.Counters, [&](const Counter *IV) {
                           return IV->Wraps || IV->Signed != Signed || IV->Phi->getType()->isIntegerTy(64);
                         });
    if (IsPlain || !isFine(C, Signed, ToAsk))
      continue;
    Asked.Counters.insert_range(ToAsk.Counters);
    Asked.Sums.insert_range(ToAsk.Sums);
    Accepted.push_back({&I, Signed});
    return;
  }
}

void Widener::makeWide(Counter &C) {
  IRBuilder<> B(C.L->getLoopPreheader()->getTerminator());
  auto Extend = [&](Value *V) { return B.CreateIntCast(B.CreateTrunc(V, B.getInt32Ty()), B.getInt64Ty(), C.Signed); };
  Value *First = Extend(C.Phi->getIncomingValueForBlock(C.L->getLoopPreheader())), *Step = Extend(C.Step);
  B.SetInsertPoint(C.Phi);
  PHINode *Wide = B.CreatePHI(B.getInt64Ty(), 2, C.Phi->getName() + ".wide");
  B.SetInsertPoint(C.Next);
  C.Wide = Wide;
  C.WideNext = B.CreateAdd(Wide, Step, C.Next->getName() + ".wide");
  Wide->addIncoming(First, C.L->getLoopPreheader());
  Wide->addIncoming(C.WideNext, C.L->getLoopLatch());
}

/// The extension of V's low half.
Value *Widener::wide(Value *V, bool Signed, IRBuilder<> &B) {
  if (auto *C = const_cast<Counter *>(counterOf(V, Signed))) {
    if (!C->Wide)
      makeWide(*C);
    return C->Next == V ? C->WideNext : C->Wide;
  }
  if (!isOfCounter(V, Signed))
    return B.CreateIntCast(B.CreateTrunc(V, B.getInt32Ty()), B.getInt64Ty(), Signed);
  if (keepsLow(V))
    return wide(cast<Instruction>(V)->getOperand(0), Signed, B);
  auto *I = cast<BinaryOperator>(V);
  Value *Left = wide(I->getOperand(0), Signed, B), *Right = wide(I->getOperand(1), Signed, B);
  return B.CreateBinOp(operationOf(*I), Left, Right);
}

/// A bound of what V, which grows by one from work-item to work-item, has in its low half.
Value *Widener::lastOfRow(Value *V, bool Signed, IRBuilder<> &B, QueryCopies &Copies) const {
  Function *Query = B.GetInsertBlock()->getParent();
  Value *First = B.CreateIntCast(B.CreateTrunc(Copies.of(V), B.getInt32Ty()), B.getInt64Ty(), Signed);
  return B.CreateAdd(First, Query->getArg(Query->arg_size() - 1));
}

/// The largest number that the counter begins with, where that is not compared with the bound; else Least.
Value *Widener::startIn(const Counter &C, int64_t Least, IRBuilder<> &B, QueryCopies &Copies) const {
  if (C.First.value_or(0) <= LargestStart)
    return B.getInt64(C.First ? int64_t(*C.First) : Least);
  return lastOfRow(C.Start, C.Signed, B, Copies);
}

/// The largest number that V's low half may be in this launch; All: whether what it is computed from has 32 bits.
Value *Widener::largestIn(Value *V, bool Signed, IRBuilder<> &B, QueryCopies &Copies, Value *&All) const {
  auto Check = [&](Value *Number) {
    All = B.CreateAnd(All, B.CreateICmpULE(Number, B.getInt64(limitOf(Signed))));
    return Number;
  };
  const Counter *C = counterOf(V, Signed);
  if (C && C->Next != V) {
    if (isa<ConstantInt>(C->Bound))
      if (std::optional<uint64_t> Known = largest(V, Signed); Known && C->First.value_or(0) <= LargestStart)
        return B.getInt64(*Known);
    Value *Bound = B.CreateIntCast(Copies.of(C->Bound), B.getInt64Ty(), C->Signed);
    if (C->Signed) // a loop without iterations
      Bound = B.CreateBinaryIntrinsic(Intrinsic::smax, Bound, B.getInt64(0));
    Value *Last = B.CreateBinaryIntrinsic(Intrinsic::usub_sat, Bound, B.getInt64(C->Beside));
    return Check(C->First ? B.CreateBinaryIntrinsic(Intrinsic::umax, Last, startIn(*C, 0, B, Copies)) : Last);
  }
  if (isOfCounter(V, Signed)) {
    if (keepsLow(V))
      return largestIn(cast<Instruction>(V)->getOperand(0), Signed, B, Copies, All);
    auto *I = cast<BinaryOperator>(V);
    Value *Left = largestIn(I->getOperand(0), Signed, B, Copies, All);
    Value *Right = largestIn(I->getOperand(1), Signed, B, Copies, All);
    return Check(B.CreateBinOp(operationOf(*I), Left, Right));
  }
  if (!canAsk(V)) {
    const uint64_t Known = largest(V, Signed).value_or(UINT64_MAX);
    return Check(Known > LargestStart && canAskAffine(V) ? lastOfRow(V, false, B, Copies) : B.getInt64(Known));
  }
  return Check(B.CreateZExt(B.CreateTrunc(Copies.of(V), B.getInt32Ty()), B.getInt64Ty()));
}

Function *Widener::createQuery() const {
  if (Asked.Counters.empty() && Asked.Sums.empty())
    return nullptr;
  Function *Query = createRowQuery(F, Type::getInt1Ty(F.getContext()), ".counts");
  IRBuilder<> B(BasicBlock::Create(F.getContext(), "", Query));
  QueryCopies Copies(*Query, B);
  Value *All = B.getTrue();
  for (const Counter *C : Asked.Counters) {
    Value *Step = B.CreateIntCast(Copies.of(C->Step), B.getInt64Ty(), true);
    Value *Bound = B.CreateBinaryIntrinsic(Intrinsic::smax, B.CreateIntCast(Copies.of(C->Bound), B.getInt64Ty(), true),
                                           B.getInt64(0));                // a loop without iterations
    All = B.CreateAnd(All, B.CreateICmpULE(Step, B.getInt64(INT32_MAX))); // nor negative
    All = B.CreateAnd(All, B.CreateICmpULE(Bound, B.getInt64(INT32_MAX)));
    Value *Last = B.CreateBinaryIntrinsic(Intrinsic::smax, B.CreateSub(Bound, B.getInt64(C->Beside)),
                                          startIn(*C, INT32_MIN, B, Copies));
    All = B.CreateAnd(All, B.CreateICmpSLE(B.CreateAdd(Last, Step), B.getInt64(INT32_MAX)));
  }
  for (auto [Sum, Signed] : Asked.Sums)
    largestIn(Sum, Signed, B, Copies, All);
  B.CreateRet(All);
  return Query;
}

bool Widener::run(Function *&Holds) {
  bool Changed = false;
  forEachPhi([&](PHINode &Phi, Loop &L) { Changed |= dropMasks(Phi, L); });
  for (bool Signed : {false, true})
    forEachPhi([&](PHINode &Phi, Loop &L) { findCounter(Phi, L, Signed); });
  for (Instruction &I : instructions(F))
    if (isExtension(&I) && D.isDivergent(&I) && isOfAddress(I))
      acceptExtension(I);
  Holds = createQuery(); // of expressions as they are
  SmallVector<Value *, 8> Wide;
  for (auto [Extension, Signed] : Accepted) {
    IRBuilder<> B(Extension);
    Wide.push_back(wide(Extension->getOperand(0), Signed, B));
  }
  for (auto [Extended, By] : zip(Accepted, Wide))
    Extended.first->replaceAllUsesWith(By);
  return Changed || !Accepted.empty();
}

std::optional<WideCounters> widenCounters(Function &Item, TargetMachine &TM, bool MayAsk) {
  if (none_of(instructions(Item), [](const Instruction &I) {
        return (isExtension(&I) && mayCount(I.getOperand(0))) ||
               (match(&I, m_And(m_Value(), m_LowBitMask())) && isa<PHINode>(I.getOperand(0)));
      }))
    return std::nullopt;
  ValueToValueMapTy Map;
  Function *Body = CloneFunction(&Item, Map);
  Function *Holds = nullptr;
  bool Changed;
  {
    Analyses A(&TM);
    Changed = Widener(*Body, A.Functions, MayAsk).run(Holds);
  }
  if (!Changed) {
    Body->eraseFromParent();
    return std::nullopt;
  }
  SmallVector<WeakTrackingVH, 16> Dead;
  for (Instruction &I : instructions(*Body))
    if (isInstructionTriviallyDead(&I))
      Dead.push_back(&I);
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
  for (BasicBlock &BB : *Body)
    DeleteDeadPHIs(&BB);
  return WideCounters{Body, Holds};
}

} // namespace weft::spmd
