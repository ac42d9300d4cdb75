// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Range clipping. A fact is something about x that is wished to hold: a comparison with the answer that leads to most
// of the work, min(x + a, b) = x + a, (x + a) % b = x + a. Each holds on one side of a number that the arguments give,
// or between two. The range where all hold is computed for each row, before its packets; no guard is needed for that,
// for it also ends where x + a would wrap. Comparisons that ask about the row alone are facts of it: where they do not
// hold, its range is empty.

#include "compiler/spmd/range/clip.h"
#include "compiler/ir/markers.h"
#include "compiler/kernel_abi.h"
#include "compiler/spmd/analysis/affine.h"
#include "compiler/spmd/item/item_functions.h"
#include "compiler/spmd/range/row_query.h"
#include "compiler/spmd/range/segments.h"
#include "compiler/spmd/range/tidy.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/FunctionComparator.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

namespace {

constexpr unsigned DeepestWish = 12, MostFacts = 24;
/// Distances beyond this are all the same: no row is so long.
constexpr int64_t Far = int64_t(1) << 40;
static_assert(MostGrowth * 4 < INT64_MAX / Far);

/// `Compared Predicate Bound * Times` for an expression that grows with x.
struct Fact {
  Instruction *I; ///< what asks
  Value *Compared, *Bound;
  CmpInst::Predicate Predicate;
  bool IsLower, IsUpper;
  /// Where it holds, I is Answer, Compared, Bound, or Compared - Bound.
  enum { Answers, IsOperand, IsBound, IsDifference } Then = Answers;
  bool Answer = true;
  unsigned Times = 1;
};

/// A comparison that asks about the row alone: all of it has one answer, and as a rule all rows but a few have this
/// one.
struct RowFact {
  ICmpInst *I;
  bool Answer;
};

/// Which value an i1 should have for the most work to be done; nothing where that is not clear.
class Wishes {
public:
  explicit Wishes(Function &F) : DT(F) {}
  std::optional<bool> of(Value *V, unsigned Depth = 0);
  /// Whether both ways of a branch on it are some work.
  bool areAlike(const Value &Condition);

private:
  uint64_t work(BasicBlock *From, BasicBlock *To);
  DominatorTree DT;
};

/// Code of a Range function for the expressions of an item function.
class RangeBuilder {
public:
  RangeBuilder(Function &Item);
  void add(const Fact &F);
  void add(const RowFact &F);
  Function *finish();

private:
  Value *copy(Value *V) {
    return Copies->of(V);
  }
  Value *wide(Value *V, bool Signed);
  void endAt(Value *End);
  Value *steps(Value *Distance, int64_t Growth);

  Function *Range;
  IRBuilder<> B;
  std::optional<QueryCopies> Copies; ///< at x = 0
  Value *Low, *High;
  Value *NoWrap; ///< in the whole row
  Value *IsRow;  ///< the row's facts hold
  DenseSet<std::pair<Value *, unsigned>> Limited;
  void limitWrap(Value *V, bool Signed);
  void limitInside(Value *V);
};

} // namespace

/// Instructions that only one of a branch's ways leads to.
uint64_t Wishes::work(BasicBlock *From, BasicBlock *To) {
  if (To->getSinglePredecessor() != From)
    return 0;
  SmallVector<BasicBlock *, 16> Blocks;
  DT.getDescendants(To, Blocks);
  uint64_t Sum = 0;
  for (BasicBlock *BB : Blocks)
    Sum += BB->size();
  return Sum;
}

std::optional<bool> Wishes::of(Value *V, unsigned Depth) {
  if (Depth == DeepestWish)
    return std::nullopt;
  for (Use &U : V->uses()) {
    auto *User = cast<Instruction>(U.getUser());
    std::optional<bool> Wish;
    if (auto *Branch = dyn_cast<BranchInst>(User)) {
      BasicBlock *Yes = Branch->getSuccessor(0), *No = Branch->getSuccessor(1);
      uint64_t IfYes = work(User->getParent(), Yes), IfNo = work(User->getParent(), No);
      if (IfYes != IfNo)
        Wish = IfYes > IfNo;
    } else if (match(User, m_Not(m_Specific(V)))) {
      if (std::optional<bool> Outer = of(User, Depth + 1))
        Wish = !*Outer;
    } else if (match(User, m_LogicalAnd(m_Value(), m_Value()))) {
      if (of(User, Depth + 1) == true)
        Wish = true;
    } else if (match(User, m_LogicalOr(m_Value(), m_Value()))) {
      if (of(User, Depth + 1) == false)
        Wish = false;
    } else if (auto *Select = dyn_cast<SelectInst>(User); Select && U.getOperandNo() == 0) {
      bool YesIsFixed = isa<Constant>(Select->getTrueValue()), NoIsFixed = isa<Constant>(Select->getFalseValue());
      if (YesIsFixed != NoIsFixed)
        Wish = NoIsFixed;
    }
    if (Wish)
      return Wish;
  }
  return std::nullopt;
}

bool Wishes::areAlike(const Value &Condition) {
  constexpr uint64_t Alike = 16;
  return any_of(Condition.users(), [&](const User *U) {
    const auto *Branch = dyn_cast<BranchInst>(U);
    if (!Branch)
      return false;
    auto *From = const_cast<BasicBlock *>(Branch->getParent());
    const uint64_t Yes = work(From, Branch->getSuccessor(0)), No = work(From, Branch->getSuccessor(1));
    return std::max(Yes, No) <= Alike * std::min(Yes, No);
  });
}

RangeBuilder::RangeBuilder(Function &Item) : B(Item.getContext()) {
  LLVMContext &C = Item.getContext();
  Range = createRowQuery(Item, StructType::get(C, {B.getInt64Ty(), B.getInt64Ty(), B.getInt1Ty()}), ".range");
  B.SetInsertPoint(BasicBlock::Create(C, "", Range));
  Copies.emplace(*Range, B);
  Copies->setId(0, B.getInt64(0));
  Low = B.getInt64(0);
  High = Range->getArg(Range->arg_size() - 1);
  NoWrap = IsRow = B.getTrue();
}

Value *RangeBuilder::wide(Value *V, bool Signed) {
  return Signed ? B.CreateSExt(V, B.getInt64Ty()) : B.CreateZExt(V, B.getInt64Ty());
}

void RangeBuilder::endAt(Value *End) {
  High = B.CreateBinaryIntrinsic(Intrinsic::smin, High, End);
}

/// How many work-items it takes to grow by a distance, which is Far at most either way.
Value *RangeBuilder::steps(Value *Distance, int64_t Growth) {
  if (Growth == 1)
    return Distance;
  // Rounded up, also below 0.
  Value *Shifted = B.CreateAdd(Distance, B.getInt64(uint64_t(Growth - 1 + Growth * 2 * Far)));
  return B.CreateSub(B.CreateUDiv(Shifted, B.getInt64(uint64_t(Growth))), B.getInt64(uint64_t(2 * Far)));
}

/// The range ends where V, which grows with x, would wrap.
void RangeBuilder::limitWrap(Value *V, bool Signed) {
  if (!Limited.insert({V, unsigned(Signed)}).second)
    return;
  unsigned Bits = V->getType()->getIntegerBitWidth();
  Value *First = copy(V);
  const int64_t Growth = affineGrowth(V);
  const bool Shrinks = Growth < 0;
  if (Bits < 64) {
    // To the number that is the first to wrap.
    Value *End = Shrinks ? B.CreateAdd(wide(First, Signed), B.getInt64((Signed ? uint64_t(1) << (Bits - 1) : 0) + 1))
                         : B.CreateSub(B.getInt64(uint64_t(1) << (Bits - (Signed ? 1 : 0))), wide(First, Signed));
    End = steps(B.CreateBinaryIntrinsic(Intrinsic::smin, End, B.getInt64(Far)), std::abs(Growth));
    NoWrap = B.CreateAnd(NoWrap, B.CreateICmpSGE(End, Range->getArg(Range->arg_size() - 1)));
    endAt(End);
    return;
  }
  const uint64_t Steps = WEFT_LARGEST_GROUP * uint64_t(std::abs(Growth));
  APInt Last = Shrinks ? (Signed ? APInt::getSignedMinValue(64) : APInt::getMinValue(64)) + Steps
                       : (Signed ? APInt::getSignedMaxValue(64) : APInt::getMaxValue(64)) - Steps;
  const CmpInst::Predicate Before = Shrinks ? CmpInst::ICMP_UGT : CmpInst::ICMP_ULT;
  Value *Room = B.CreateICmp(Signed ? ICmpInst::getSignedPredicate(Before) : Before, First, B.getInt(Last));
  NoWrap = B.CreateAnd(NoWrap, Room);
  High = B.CreateSelect(Room, High, B.getInt64(0));
}

/// Where an extension's operand would wrap.
void RangeBuilder::limitInside(Value *V) {
  auto *I = dyn_cast<Instruction>(V);
  if (!I || !affineGrowth(I))
    return;
  if (isa<SExtInst>(I) || isa<ZExtInst>(I))
    limitWrap(I->getOperand(0), isa<SExtInst>(I));
  for (Use &U : I->operands())
    limitInside(U.get());
}

void RangeBuilder::add(const Fact &F) {
  bool Signed = CmpInst::isSigned(F.Predicate) || CmpInst::isEquality(F.Predicate);
  limitInside(F.Compared);
  limitWrap(F.Compared, Signed);
  Value *First = copy(F.Compared), *Bound = copy(F.Bound), *Distance;
  if (First->getType()->getIntegerBitWidth() < 64) {
    Distance = B.CreateSub(B.CreateMul(wide(Bound, Signed), B.getInt64(F.Times)), wide(First, Signed));
  } else if (Signed) {
    Distance = B.CreateBinaryIntrinsic(Intrinsic::ssub_sat, Bound, First);
  } else {
    Value *Up = B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateSub(Bound, First), B.getInt64(Far));
    Value *Down = B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateSub(First, Bound), B.getInt64(Far));
    Distance = B.CreateSelect(B.CreateICmpUGE(Bound, First), Up, B.CreateNeg(Down));
  }
  Distance = B.CreateBinaryIntrinsic(Intrinsic::smax, Distance, B.getInt64(uint64_t(-Far)));
  Distance = B.CreateBinaryIntrinsic(Intrinsic::smin, Distance, B.getInt64(Far));
  auto BeginAt = [&](Value *At) { Low = B.CreateBinaryIntrinsic(Intrinsic::smax, Low, At); };
  int64_t Growth = affineGrowth(F.Compared);
  CmpInst::Predicate Predicate = F.Predicate;
  if (Growth < 0) { // as of numbers with the other sign
    Growth = -Growth;
    Distance = B.CreateNeg(Distance);
    Predicate = CmpInst::getSwappedPredicate(Predicate);
  }
  Value *Behind = steps(B.CreateAdd(Distance, B.getInt64(1)), Growth);
  Distance = steps(Distance, Growth);
  switch (Predicate) {
  case CmpInst::ICMP_SLT:
  case CmpInst::ICMP_ULT:
    endAt(Distance);
    return;
  case CmpInst::ICMP_SLE:
  case CmpInst::ICMP_ULE:
    endAt(Behind);
    return;
  case CmpInst::ICMP_SGE:
  case CmpInst::ICMP_UGE:
    BeginAt(Distance);
    return;
  case CmpInst::ICMP_SGT:
  case CmpInst::ICMP_UGT:
    BeginAt(Behind);
    return;
  case CmpInst::ICMP_NE: // the first work-item, as a rule, or the last one
    if (isa<ConstantInt>(F.Bound) && affineGrowth(F.Compared) > 0)
      BeginAt(Behind);
    else
      endAt(Distance);
    return;
  default:
    llvm_unreachable("no fact");
  }
}

void RangeBuilder::add(const RowFact &F) {
  Value *Holds = copy(F.I);
  IsRow = B.CreateAnd(IsRow, F.Answer ? Holds : B.CreateNot(Holds));
}

/// Of a row whose facts do not hold the range is empty, and neither side of it can be left out.
Function *RangeBuilder::finish() {
  Value *End = B.CreateBinaryIntrinsic(Intrinsic::smax, High, B.getInt64(0));
  Value *Columns = Range->getArg(Range->arg_size() - 1);
  Value *Begin = B.CreateBinaryIntrinsic(Intrinsic::smin, Low, Columns);
  Begin = B.CreateSelect(IsRow, Begin, Columns);
  End = B.CreateSelect(IsRow, End, B.getInt64(0));
  NoWrap = B.CreateAnd(NoWrap, IsRow);
  Value *Pair = B.CreateInsertValue(PoisonValue::get(Range->getReturnType()), Begin, 0);
  B.CreateRet(B.CreateInsertValue(B.CreateInsertValue(Pair, End, 1), NoWrap, 2));
  return Range;
}

/// Whether the predicate holds from some work-item on, of numbers that grow, or shrink.
static bool isOfLast(CmpInst::Predicate Predicate, const Value *Compared) {
  return (ICmpInst::isGT(Predicate) || ICmpInst::isGE(Predicate)) != (affineGrowth(Compared) < 0);
}

static void addComparison(ICmpInst &Compare, Wishes &Wish, SmallVectorImpl<Fact> &Facts) {
  Value *Compared = Compare.getOperand(0), *Bound = Compare.getOperand(1);
  CmpInst::Predicate Predicate = Compare.getPredicate();
  if (!affineGrowth(Compared)) {
    std::swap(Compared, Bound);
    Predicate = CmpInst::getSwappedPredicate(Predicate);
  }
  if (!Compared->getType()->isIntegerTy() || !affineGrowth(Compared) || !followsFromRow(Bound))
    return;
  std::optional<bool> Answer = Wish.of(&Compare);
  if (!Answer)
    return;
  // Whatever one work-item alone does, the others do not. Of two ways that both are work, that up to a number which the
  // arguments give is for most work-items, the rest of the row for the others.
  const bool IsOfLaunch = !isa<ConstantInt>(Bound) || affineGrowth(Compared) < 0;
  if (Compare.isEquality())
    Answer = Predicate == CmpInst::ICMP_NE;
  else if (IsOfLaunch && Wish.areAlike(Compare))
    Answer = !isOfLast(Predicate, Compared);
  if (!*Answer)
    Predicate = CmpInst::getInversePredicate(Predicate);
  if (Predicate == CmpInst::ICMP_NE && match(Bound, m_Zero()))
    Predicate = CmpInst::ICMP_UGT;
  bool IsLower = isOfLast(Predicate, Compared);
  // On both sides of the one work-item that is left out the answer is the same.
  bool IsEither = Predicate == CmpInst::ICMP_NE;
  Facts.push_back(
      {&Compare, Compared, Bound, Predicate, IsLower || IsEither, !IsLower || IsEither, Fact::Answers, *Answer});
}

/// Work-items of rows that all have the same answers can be in packets of several rows.
static void addRowComparison(ICmpInst &Compare, Wishes &Wish, SmallVectorImpl<RowFact> &Facts) {
  Value *Compared = Compare.getOperand(0), *Bound = Compare.getOperand(1);
  if (!Compared->getType()->isIntegerTy() || !followsFromRow(Compared) || !followsFromRow(Bound) ||
      !(dependsOnId(Compared, 1) || dependsOnId(Bound, 1)))
    return;
  std::optional<bool> Answer = Wish.of(&Compare);
  if (!Answer)
    return;
  // Whatever one row alone does, the others do not.
  if (Compare.isEquality())
    Answer = Compare.getPredicate() == CmpInst::ICMP_NE;
  Facts.push_back({&Compare, *Answer});
}

/// What a clamp of clamps has below, which is what it is within its bounds. LLVM moves constants out of them: max(x,
/// 1) - 1 stands for max(x - 1, 0), for which a sum is made before the clamp.
static Value *unclamped(Value *V, MinMaxIntrinsic &Before, SmallVectorImpl<Instruction *> &Made) {
  if (auto *Clamp = dyn_cast<MinMaxIntrinsic>(V)) {
    if (followsFromRow(Clamp->getRHS()))
      return unclamped(Clamp->getLHS(), Before, Made);
    if (followsFromRow(Clamp->getLHS()))
      return unclamped(Clamp->getRHS(), Before, Made);
  }
  Value *Inner;
  Constant *C;
  if (!match(V, m_Add(m_Value(Inner), m_ImmConstant(C))))
    return V;
  Value *Unclamped = unclamped(Inner, Before, Made);
  if (Unclamped == Inner)
    return V;
  Made.push_back(BinaryOperator::CreateAdd(Unclamped, C, "", Before.getIterator()));
  return Made.back();
}

static void addClamp(MinMaxIntrinsic &Clamp, SmallVectorImpl<Fact> &Facts, SmallVectorImpl<Instruction *> &Made) {
  Value *Operand = unclamped(&Clamp, Clamp, Made);
  Value *Bound = followsFromRow(Clamp.getRHS()) ? Clamp.getRHS() : Clamp.getLHS();
  if (!affineGrowth(Operand) || !followsFromRow(Bound))
    return;
  // max(Operand, Bound) is Operand where Operand >= Bound.
  CmpInst::Predicate Predicate = CmpInst::getNonStrictPredicate(Clamp.getPredicate());
  // min(4, n - x): what is left is less than a share for the last work-items alone. Clamps of it follow from that.
  const bool Shrinks = affineGrowth(Operand) < 0, IsShare = Shrinks && ICmpInst::isLE(Predicate);
  if (Shrinks && Operand != Clamp.getLHS() && Operand != Clamp.getRHS())
    return;
  if (IsShare)
    Predicate = CmpInst::getSwappedPredicate(Predicate);
  bool IsLower = isOfLast(Predicate, Operand);
  Facts.push_back({&Clamp, Operand, Bound, Predicate, IsLower, !IsLower, IsShare ? Fact::IsBound : Fact::IsOperand});
}

static bool hasSummand(const Value *Sum, const Value *V) {
  const auto *Add = dyn_cast<AddOperator>(Sum);
  return Sum == V || (Add && (hasSummand(Add->getOperand(0), V) || hasSummand(Add->getOperand(1), V)));
}

/// (x + 30) % 31: constants of which the sum is the neighbour on the other side.
static bool addsMostOf(Value *Sum, Value *Bound) {
  const APInt *Summand, *C;
  return match(Sum, m_Add(m_Value(), m_APInt(Summand))) && match(Bound, m_APInt(C)) && Summand->ult(*C) &&
         C->isNonNegative() && (*C - *Summand).ule(*Summand);
}

/// (x + a) % b is x + a from 0 to b, and (x + a + b) % b, as torus-like neighbours are written, x + a.
static void addRemainder(BinaryOperator &Rem, SmallVectorImpl<Fact> &Facts) {
  Value *Dividend = Rem.getOperand(0), *Bound = divisorOf(Rem);
  if (!isAffine(Dividend) || !followsFromRow(Bound) || cutsSegments(Rem))
    return;
  bool Signed = Rem.getOpcode() == Instruction::SRem,
       IsPast = hasSummand(Dividend, Bound) || addsMostOf(Dividend, Bound);
  auto Then = IsPast ? Fact::IsDifference : Fact::IsOperand;
  if (IsPast && Dividend->getType()->getIntegerBitWidth() > 32)
    return;
  if (Signed || IsPast)
    Facts.push_back({&Rem, Dividend, IsPast ? Bound : ConstantInt::get(Dividend->getType(), 0),
                     Signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE, true, false, Then});
  Facts.push_back({&Rem, Dividend, Bound, Signed ? CmpInst::ICMP_SLT : CmpInst::ICMP_ULT, false, true, Then, true,
                   IsPast ? 2u : 1u});
}

/// Whether it may run once in place of several times: it does not look at x, and changes memory by plain stores alone.
static bool isSameForAll(Function &F) {
  if (!F.getArg(0)->use_empty())
    return false;
  return all_of(instructions(F), [](Instruction &I) {
    if (auto *Store = dyn_cast<StoreInst>(&I))
      return Store->isSimple();
    if (auto *Load = dyn_cast<LoadInst>(&I))
      return Load->isSimple();
    return !I.mayReadOrWriteMemory() || I.isLifetimeStartOrEnd();
  });
}

/// The item function where a comparison has the answer that is not wished for, beyond its end of the range: there the
/// facts of the other end hold. Null if that is not the same for all.
static Function *outside(Function &Item, const Fact &F, ArrayRef<Fact> Facts, TargetMachine &TM) {
  if (F.Then != Fact::Answers || F.IsLower == F.IsUpper)
    return nullptr;
  ValueToValueMapTy Map;
  Function *Other = CloneFunction(&Item, Map);
  auto Set = [&](const Fact &Known, bool Answer) {
    cast<Value>(Map.lookup(Known.I))->replaceAllUsesWith(ConstantInt::getBool(Item.getContext(), Answer));
  };
  Set(F, !F.Answer);
  for (const Fact &Known : Facts)
    if (Known.Then == Fact::Answers && Known.IsLower == F.IsUpper && Known.IsUpper == F.IsLower)
      Set(Known, Known.Answer);
  tidyCopy(*Other, TM);
  if (isSameForAll(*Other))
    return Other;
  Other->eraseFromParent();
  return nullptr;
}

/// What is done beyond one end, where each of its facts may be the one that fails.
static Function *beyond(Function &Item, bool Lower, ArrayRef<Fact> Facts, TargetMachine &TM) {
  Function *All = nullptr;
  GlobalNumberState Numbers;
  for (const Fact &F : Facts) {
    if (!(Lower ? F.IsLower : F.IsUpper))
      continue;
    Function *Other = outside(Item, F, Facts, TM);
    bool IsSame = Other && (!All || FunctionComparator(All, Other, &Numbers).compare() == 0);
    if (Other && (All || !IsSame))
      Other->eraseFromParent();
    else
      All = Other ? Other : All;
    if (!IsSame) {
      if (All)
        All->eraseFromParent();
      return nullptr;
    }
  }
  return All;
}

std::optional<Clip> clipItem(Function &Item, TargetMachine &TM) {
  RangeBuilder Range(Item);
  Wishes Wish(Item);
  SmallVector<Fact, 8> Facts;
  SmallVector<RowFact, 4> RowFacts;
  SmallVector<Instruction *, 4> Made;
  scope_exit Unmake([&] {
    for (Instruction *I : reverse(Made))
      I->eraseFromParent();
  });
  for (Instruction &I : instructions(Item)) {
    if (auto *Compare = dyn_cast<ICmpInst>(&I)) {
      addComparison(*Compare, Wish, Facts);
      addRowComparison(*Compare, Wish, RowFacts);
    } else if (auto *Clamp = dyn_cast<MinMaxIntrinsic>(&I))
      addClamp(*Clamp, Facts, Made);
    else if (auto *Operator = dyn_cast<BinaryOperator>(&I);
             Operator && (Operator->getOpcode() == Instruction::SRem || Operator->getOpcode() == Instruction::URem))
      addRemainder(*Operator, Facts);
  }
  if (Facts.size() + RowFacts.size() > MostFacts)
    RowFacts.clear();
  for (const Fact &F : Facts)
    Range.add(F);
  for (const RowFact &F : RowFacts)
    Range.add(F);
  Clip C;
  C.Range = Range.finish();
  if ((Facts.empty() && RowFacts.empty()) || Facts.size() > MostFacts) {
    C.Range->eraseFromParent();
    return std::nullopt;
  }
  C.BeginsWithRow = none_of(Facts, [](const Fact &F) { return F.IsLower; });
  C.Below = beyond(Item, true, Facts, TM);
  C.Above = beyond(Item, false, Facts, TM);
  ValueToValueMapTy Map;
  C.Inner = CloneFunction(&Item, Map);
  auto Copy = [&](Value *V) -> Value * {
    auto *A = dyn_cast<Argument>(V);
    return isa<Constant>(V) ? V : A ? C.Inner->getArg(A->getArgNo()) : cast<Value>(Map.lookup(V));
  };
  DenseSet<Instruction *> Done;
  for (const Fact &F : Facts) {
    if (!Done.insert(F.I).second)
      continue;
    auto *Asks = cast<Instruction>(Copy(F.I));
    Value *Answer = ConstantInt::getBool(Item.getContext(), F.Answer);
    if (F.Then == Fact::IsOperand)
      Answer = Copy(F.Compared);
    else if (F.Then == Fact::IsBound)
      Answer = Copy(F.Bound);
    else if (F.Then == Fact::IsDifference)
      Answer = IRBuilder<>(Asks).CreateSub(Copy(F.Compared), Copy(F.Bound));
    Asks->replaceAllUsesWith(Answer);
  }
  for (const RowFact &F : RowFacts)
    Copy(F.I)->replaceAllUsesWith(ConstantInt::getBool(Item.getContext(), F.Answer));
  tidyCopy(*C.Inner, TM);
  cleanAgain(*C.Inner, Item, TM);
  return C;
}

} // namespace weft::spmd
