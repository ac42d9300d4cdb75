// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/item/merged_loads.h"
#include "compiler/spmd/analysis/affine.h"
#include "compiler/spmd/analysis/divergence.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

namespace {

/// Instructions that an address is followed back for: each way may get a copy.
constexpr unsigned MostSteps = 16;
/// Ways on which a load is put back.
constexpr unsigned MostWays = 4;
/// Elements between work-items up to which vectors and shuffles are less than a gather (access_groups.cpp), also where
/// one of them is all that is wanted: of four floats, at clamped places, 0.56 of the time on Zen 5.
constexpr int64_t Near = 4;
constexpr unsigned DeepestExpression = 12;

/// What is another value on a way.
using Values = DenseMap<const Value *, Value *>;

/// A number that is kept within bounds: `Outer`, which is `Place` where that is inside.
struct Bounded {
  Instruction *Outer = nullptr;
  Value *Place = nullptr;
  /// What compares the place with the bounds.
  SmallVector<std::pair<CmpInst::Predicate, Value *>, 4> Inside;
  SmallVector<Instruction *, 4> Chain; ///< from the number to the place
  bool IsMasked = false;               ///< of its low bits are left
  BinaryOperator *Divided = nullptr;   ///< what is left of the place by a division: places come again and again
  bool HasLap = false;                 ///< the divisor is a part of what is divided, so that it is not less than 0
};

/// A load to take apart, and what lies between it and where its address comes from: phis of its block, selects of one
/// condition, or a number within bounds.
struct Merged {
  LoadInst *Load;
  SmallVector<Instruction *, MostSteps> Steps; ///< in order
  Value *Condition = nullptr;
  Bounded Bounds;
};

using Steps = SmallSetVector<Instruction *, 8>;

class MergedLoads {
public:
  MergedLoads(Function &Item, LoopInfo &Loops, ScalarEvolution &SE)
      : Loops(Loops), SE(SE), Column(*Item.getArg(0)), X(Item, VaryingX), Data(loadedData(Item, X)) {}

  SmallVector<Merged, 4> findIn(BasicBlock &BB);

private:
  bool hasWays(const BasicBlock &BB) const;
  std::optional<int64_t> stepOf(const SCEV *At) const;
  std::optional<int64_t> stepOf(const Value *V, const Values &Here, unsigned Depth = 0) const;
  bool pays(const LoadInst &Load, ArrayRef<Values> Ways) const;
  bool isOfRow(Value &V) const;
  bool isOfLoop(const Value &Condition) const;
  Value *conditionOf(const Steps &Taken, const LoadInst &Load) const;
  Bounded boundsOf(const Steps &Taken, const LoadInst &Load) const;
  bool hasLap(const BinaryOperator &Division) const;
  Bounded boundsOf(Instruction &Outer) const;
  bool differsByWay(const BasicBlock &BB, const LoadInst &Load) const;

  LoopInfo &Loops;
  ScalarEvolution &SE;
  const Argument &Column; ///< x
  Divergence X;
  const SmallPtrSet<const Instruction *, 32> Data; ///< and what follows from it
};

/// What an address is computed of in the load's own block.
struct Origin {
  Steps Taken; ///< operands first
  SmallSetVector<PHINode *, 2> Phis;
  bool IsLoaded = false; ///< or of something else that is not to be had before the block
};

} // namespace

static void collect(Instruction &I, const BasicBlock &BB, Origin &From) {
  if (I.getParent() != &BB || From.Taken.contains(&I) || From.Taken.size() > MostSteps)
    return;
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    From.Phis.insert(Phi);
    return;
  }
  const bool IsBound = isa<MinMaxIntrinsic>(I) || I.isIntDivRem() || match(&I, m_Intrinsic<Intrinsic::abs>());
  if (!IsBound && (isa<LoadInst>(I) || isa<CallBase>(I) || !isSafeToSpeculativelyExecute(&I))) {
    From.IsLoaded = true;
    return;
  }
  From.IsLoaded |= I.isIntDivRem(); // not before the block, where it may divide by 0
  for (Value *Operand : I.operands())
    if (auto *Def = dyn_cast<Instruction>(Operand))
      collect(*Def, BB, From);
  From.Taken.insert(&I);
}

/// How much further the next work-item's is, if it follows from x and what is the same for all of a row. Extensions are
/// left aside: where one wraps, the load only takes longer.
std::optional<int64_t> MergedLoads::stepOf(const SCEV *At) const {
  if (const auto *Unknown = dyn_cast<SCEVUnknown>(At)) {
    if (Unknown->getValue() == &Column)
      return 1;
    if (const auto *Frozen = dyn_cast<FreezeInst>(Unknown->getValue()))
      return stepOf(SE.getSCEV(Frozen->getOperand(0)));
    return X.isDivergent(Unknown->getValue()) ? std::nullopt : std::optional<int64_t>(0);
  }
  // Of numbers of a few bits, which begin anew after a few work-items.
  const bool IsCut = isa<SCEVTruncateExpr>(At) && SE.getTypeSizeInBits(At->getType()) < 32;
  if (isa<SCEVCouldNotCompute>(At) || IsCut)
    return std::nullopt;
  uint64_t Sum = 0, Product = 1;
  unsigned Steps = 0;
  for (const SCEV *Operand : At->operands()) {
    std::optional<int64_t> Step = stepOf(Operand);
    const auto *Factor = dyn_cast<SCEVConstant>(Operand);
    if (!Step)
      return std::nullopt;
    Steps += *Step != 0;
    Sum += uint64_t(*Step);
    Product *= uint64_t(*Step ? *Step : Factor ? Factor->getAPInt().getSExtValue() : INT32_MAX); // that is not near
  }
  if (!Steps || isa<SCEVAddExpr>(At) || isa<SCEVCastExpr>(At))
    return int64_t(Sum);
  if (isa<SCEVAddRecExpr>(At) && !*stepOf(At->operands()[1]))
    return int64_t(Sum);
  return isa<SCEVMulExpr>(At) && Steps == 1 ? std::optional(int64_t(Product)) : std::nullopt;
}

/// The same of a value, on a way on which others are what `Here` says. In bytes for pointers.
std::optional<int64_t> MergedLoads::stepOf(const Value *V, const Values &Here, unsigned Depth) const {
  if (const Value *Other = Here.lookup(V))
    return stepOf(Other, Values(), Depth + 1);
  if (!X.isDivergent(V) && V != &Column)
    return 0;
  const auto *I = dyn_cast<Instruction>(V);
  auto Known = [&](const Value *Of) { return stepOf(Of, Here, Depth + 1); };
  auto Times = [](std::optional<int64_t> Step, int64_t Factor) {
    int64_t Product;
    return !Step || __builtin_mul_overflow(*Step, Factor, &Product) ? std::nullopt : std::optional(Product);
  };
  auto Plus = [](std::optional<int64_t> A, std::optional<int64_t> B) {
    int64_t Sum;
    return !A || !B || __builtin_add_overflow(*A, *B, &Sum) ? std::nullopt : std::optional(Sum);
  };
  const APInt *C;
  if (!I || Depth == DeepestExpression)
    return SE.isSCEVable(V->getType()) ? stepOf(SE.getSCEV(const_cast<Value *>(V))) : std::nullopt;
  if (I->getOpcode() == Instruction::Add || match(I, m_DisjointOr(m_Value(), m_Value())))
    return Plus(Known(I->getOperand(0)), Known(I->getOperand(1)));
  if (I->getOpcode() == Instruction::Sub)
    return Plus(Known(I->getOperand(0)), Times(Known(I->getOperand(1)), -1));
  if (match(I, m_c_Mul(m_Value(), m_APInt(C))) && C->isSignedIntN(64))
    return Times(Known(I->getOperand(isa<Constant>(I->getOperand(0)) ? 1 : 0)), C->getSExtValue());
  if (match(I, m_Shl(m_Value(), m_APInt(C))) && C->ult(63))
    return Times(Known(I->getOperand(0)), int64_t(1) << C->getZExtValue());
  if (match(I, m_Shr(m_Value(), m_APInt(C))) && C->ult(63)) { // an extension, as InstCombine writes it
    std::optional<int64_t> Step = Known(I->getOperand(0));
    const int64_t By = int64_t(1) << C->getZExtValue();
    return Step && *Step % By == 0 ? std::optional(*Step / By) : std::nullopt;
  }
  if (isa<SExtInst>(I) || isa<ZExtInst>(I) || isa<FreezeInst>(I) || isa<AddrSpaceCastInst>(I) ||
      (isa<TruncInst>(I) && I->getType()->getScalarSizeInBits() >= 32))
    return Known(I->getOperand(0));
  const auto *G = dyn_cast<GetElementPtrInst>(I);
  if (!G)
    return SE.isSCEVable(V->getType()) ? stepOf(SE.getSCEV(const_cast<Value *>(V))) : std::nullopt;
  const DataLayout &DL = G->getDataLayout();
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Constant(DL.getIndexTypeSizeInBits(G->getType()), 0);
  if (G->getType()->isVectorTy() || !G->collectOffset(DL, Constant.getBitWidth(), Variable, Constant))
    return std::nullopt;
  std::optional<int64_t> Step = Known(G->getPointerOperand());
  for (const auto &[Index, Scale] : Variable)
    Step = Scale.isSignedIntN(32) ? Plus(Step, Times(Known(Index), Scale.getSExtValue())) : std::nullopt;
  return Step;
}

/// Whether an address has no shape, but does on each of the ways, or on one on which work-items are neighbours: if all
/// that one has is the same for all, the gather that is left takes as long.
bool MergedLoads::pays(const LoadInst &Load, ArrayRef<Values> Ways) const {
  const auto Bytes = int64_t(Load.getDataLayout().getTypeAllocSize(Load.getType()).getFixedValue());
  auto NearStep = [&](const Values &Here) {
    std::optional<int64_t> Step = stepOf(Load.getPointerOperand(), Here);
    return Step && *Step >= -Near * Bytes && *Step <= Near * Bytes ? Step : std::nullopt;
  };
  if (!X.isDivergent(Load.getPointerOperand()) || NearStep(Values()))
    return false;
  bool AllNear = true, AnyNeighbours = false;
  for (const Values &Here : Ways) {
    std::optional<int64_t> Step = NearStep(Here);
    AllNear &= Step.has_value();
    AnyNeighbours |= Step.value_or(0) != 0;
  }
  return AllNear || AnyNeighbours;
}

/// Whether the range knows what a number is compared with (clip.h).
bool MergedLoads::isOfRow(Value &V) const {
  return isAffine(&V) || followsFromRow(&V);
}

/// Whether a comparison, or some of several, is of numbers that the range does not know.
bool MergedLoads::isOfLoop(const Value &Condition) const {
  Value *A, *C;
  if (match(&Condition, m_And(m_Value(A), m_Value(C))) || match(&Condition, m_Or(m_Value(A), m_Value(C))))
    return isOfLoop(*A) || isOfLoop(*C);
  const auto *Compare = dyn_cast<ICmpInst>(&Condition);
  return Compare && !(isOfRow(*Compare->getOperand(0)) && isOfRow(*Compare->getOperand(1)));
}

/// Empty where a number is none that is kept within bounds.
Bounded MergedLoads::boundsOf(Instruction &Outer) const {
  Bounded B;
  Value *At = &Outer, *Place, *By;
  const APInt *Mask;
  auto Goes = [&](Value *Within) {
    B.Chain.push_back(cast<Instruction>(At));
    At = Within;
  };
  auto IsSame = [&](Value *V) { return !X.isDivergent(V); };
  while (auto *I = dyn_cast<Instruction>(At)) {
    if (auto *Bound = dyn_cast<MinMaxIntrinsic>(I)) {
      const bool IsLeft = IsSame(Bound->getLHS());
      if (IsLeft == IsSame(Bound->getRHS()))
        return {};
      B.Inside.push_back(
          {CmpInst::getNonStrictPredicate(Bound->getPredicate()), IsLeft ? Bound->getLHS() : Bound->getRHS()});
      Goes(IsLeft ? Bound->getRHS() : Bound->getLHS());
    } else if (match(I, m_Intrinsic<Intrinsic::abs>(m_Value(Place)))) {
      B.Inside.push_back({CmpInst::ICMP_SGE, ConstantInt::get(I->getType(), 0)});
      Goes(Place);
    } else if (auto *Select = dyn_cast<SelectInst>(I)) { // u >= n ? 2 * n - 2 - u : u
      CmpPredicate Predicate;
      if (!match(Select->getCondition(), m_ICmp(Predicate, m_Value(Place), m_Value(By))) || !IsSame(By) ||
          (Select->getTrueValue() == Place) == (Select->getFalseValue() == Place))
        return {};
      const bool IsTrue = Select->getTrueValue() == Place;
      B.Inside.push_back({IsTrue ? CmpInst::Predicate(Predicate) : CmpInst::getInversePredicate(Predicate), By});
      Goes(Place);
    } else if ((I->getOpcode() == Instruction::SRem || I->getOpcode() == Instruction::URem) &&
               IsSame(I->getOperand(1))) {
      Goes(I->getOperand(0));
      B.Divided = cast<BinaryOperator>(I);
      break;
    } else if (match(I, m_And(m_Value(Place), m_LowBitMask(Mask)))) {
      Goes(Place);
      B.Inside.push_back({CmpInst::ICMP_ULE, ConstantInt::get(I->getType(), *Mask)});
      B.IsMasked = true;
    } else {
      break;
    }
  }
  if (B.Chain.empty())
    return {};
  B.Outer = &Outer;
  B.Place = At;
  return B;
}

/// The one number within bounds among the steps, if its place has a shape and the range does not know of it.
Bounded MergedLoads::boundsOf(const Steps &Taken, const LoadInst &Load) const {
  Bounded Found;
  for (Instruction *I : reverse(Taken)) {
    if (!I->getType()->isIntegerTy() || !X.isDivergent(I) || is_contained(Found.Chain, I))
      continue;
    Bounded B = boundsOf(*I);
    if (!B.Outer)
      continue;
    if (Found.Outer)
      return {};
    Found = std::move(B);
  }
  if (!Found.Outer || !pays(Load, {Values(), Values({{Found.Outer, Found.Place}})}))
    return {};
  if (Found.Divided)
    Found.HasLap = hasLap(*Found.Divided);
  // Ranges know bounds, and segments where a lap ends, but not of laps that begin beside the first work-item.
  const bool IsOfRow =
      isOfRow(*Found.Place) && (Found.Divided || Found.IsMasked ||
                                all_of(Found.Inside, [&](const auto &Bound) { return isOfRow(*Bound.second); }));
  const bool IsBeside =
      (Found.Divided || Found.IsMasked) && (Found.HasLap || match(Found.Place, m_Add(m_Value(), m_ConstantInt())));
  return IsOfRow && !IsBeside ? Bounded() : Found;
}

/// Whether what is divided is a sum with the divisor: (x + dx + width) % width.
bool MergedLoads::hasLap(const BinaryOperator &Division) const {
  Value *Divisor = Division.getOperand(1), *Unguarded;
  if (match(Divisor, m_Select(m_Value(), m_One(), m_Value(Unguarded)))) // which is 0 for no work-item
    Divisor = Unguarded;
  const SCEV *Of = SE.getSCEV(Division.getOperand(0)), *By = SE.getSCEV(Divisor);
  if (const auto *Fixed = dyn_cast<SCEVConstant>(By)) {
    const auto *Sum = dyn_cast<SCEVAddExpr>(Of);
    const auto *Added = Sum ? dyn_cast<SCEVConstant>(Sum->getOperand(0)) : nullptr;
    return Added && Added->getAPInt().sge(Fixed->getAPInt());
  }
  return SCEVExprContains(Of, [&](const SCEV *Part) { return Part == By; });
}

/// What the selects of one condition are on each of its ways.
static void chooseWays(ArrayRef<Instruction *> Taken, Values (&Here)[2]) {
  for (Instruction *I : Taken)
    if (auto *Select = dyn_cast<SelectInst>(I)) {
      Here[0][Select] = Select->getTrueValue();
      Here[1][Select] = Select->getFalseValue();
    }
}

/// The one condition of the selects among the steps, if data decides it, or a loop.
Value *MergedLoads::conditionOf(const Steps &Taken, const LoadInst &Load) const {
  Value *Condition = nullptr;
  for (Instruction *I : Taken)
    if (auto *Select = dyn_cast<SelectInst>(I)) {
      if (Condition && Condition != Select->getCondition())
        return nullptr;
      Condition = Select->getCondition();
    }
  const auto *From = dyn_cast_or_null<Instruction>(Condition);
  if (!From || From->getType()->isVectorTy() || !(Data.contains(From) || isOfLoop(*From)))
    return nullptr;
  Values Here[2];
  chooseWays(Taken.getArrayRef(), Here);
  return pays(Load, Here) ? Condition : nullptr;
}

/// What the block's phis are on a way to it.
static Values valuesOn(const BasicBlock &BB, const BasicBlock &Way) {
  Values Here;
  for (const PHINode &Phi : BB.phis())
    Here[&Phi] = Phi.getIncomingValueForBlock(&Way);
  return Here;
}

bool MergedLoads::differsByWay(const BasicBlock &BB, const LoadInst &Load) const {
  SmallVector<Values, MostWays> Ways;
  for (const BasicBlock *Way : predecessors(&BB))
    Ways.push_back(valuesOn(BB, *Way));
  return pays(Load, Ways);
}

/// Whether a block's phis have a place for loads on each of its ways.
bool MergedLoads::hasWays(const BasicBlock &BB) const {
  return isa<PHINode>(BB.front()) && !Loops.isLoopHeader(&BB) && pred_size(&BB) <= MostWays &&
         all_of(predecessors(&BB), [](const BasicBlock *Way) {
           const auto *Branch = dyn_cast<BranchInst>(Way->getTerminator());
           return Branch && (Branch->isUnconditional() || Branch->getSuccessor(0) != Branch->getSuccessor(1));
         });
}

SmallVector<Merged, 4> MergedLoads::findIn(BasicBlock &BB) {
  SmallVector<Merged, 4> Found;
  // Loads go from behind phis to before what stands there, which must neither write nor keep them from being reached.
  bool HasWays = hasWays(BB);
  for (Instruction &I : BB) {
    if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isSimple() && !Load->getType()->isAggregateType()) {
      Origin From;
      if (auto *Address = dyn_cast<Instruction>(Load->getPointerOperand()))
        collect(*Address, BB, From);
      if (From.Taken.size() > MostSteps)
        continue;
      Merged M{Load, {From.Taken.begin(), From.Taken.end()}, nullptr, {}};
      if (!(M.Condition = conditionOf(From.Taken, *Load)))
        M.Bounds = boundsOf(From.Taken, *Load);
      const bool HasPlaces = HasWays && !From.IsLoaded && !From.Phis.empty();
      if (M.Condition || M.Bounds.Outer || (HasPlaces && differsByWay(BB, *Load)))
        Found.push_back(std::move(M));
    }
    HasWays &= !I.mayWriteToMemory() && isGuaranteedToTransferExecutionToSuccessor(&I);
  }
  return Found;
}

/// A copy of the load before another instruction, with the steps to its address that follow from values that are others
/// there, or all steps.
static Value *copyTo(Instruction &Before, const Merged &M, Values Here, bool AllSteps) {
  auto Copy = [&](Instruction &I) {
    Instruction *New = I.clone();
    New->insertBefore(Before.getIterator());
    for (Use &U : New->operands())
      if (Value *Other = Here.lookup(U.get()))
        U = Other;
    Here[&I] = New;
    return New;
  };
  for (Instruction *Step : M.Steps)
    if (!Here.contains(Step) && (AllSteps || any_of(Step->operands(), [&](Use &U) { return Here.contains(U.get()); })))
      Copy(*Step);
  return Copy(*M.Load);
}

static void replaceBy(LoadInst &Load, PHINode &Loaded) {
  Loaded.takeName(&Load);
  Load.replaceAllUsesWith(&Loaded);
  Load.eraseFromParent();
}

/// Copies of the load at the ends of the ways to its block.
static PHINode *splitBehindWays(const Merged &M, DominatorTree &Tree, LoopInfo &Loops) {
  BasicBlock *BB = M.Load->getParent();
  const SmallSetVector<BasicBlock *, 4> Ways(pred_begin(BB), pred_end(BB));
  for (BasicBlock *Way : Ways)
    if (!Way->getSingleSuccessor())
      SplitBlockPredecessors(BB, {Way}, ".way", &Tree, &Loops);
  SmallVector<Value *, MostWays> Copies;
  for (BasicBlock *Way : predecessors(BB))
    Copies.push_back(copyTo(*Way->getTerminator(), M, valuesOn(*BB, *Way), /*AllSteps=*/true));
  PHINode *Loaded = PHINode::Create(M.Load->getType(), pred_size(BB), "", BB->begin());
  for (auto [Copy, Way] : zip(Copies, predecessors(BB)))
    Loaded->addIncoming(Copy, Way);
  return Loaded;
}

/// Copies of loads on ways of their own before the first of them, by a condition that a branch may go by, with what is
/// another number there. Then phis are what they load.
static void splitByBranch(ArrayRef<Merged> Loads, Value *Condition, LoopInfo &Loops, const Values (&Here)[2]) {
  Instruction *Ends[2];
  LoadInst *First = Loads.front().Load;
  SplitBlockAndInsertIfThenElse(Condition, First->getIterator(), &Ends[0], &Ends[1], /*BranchWeights=*/nullptr,
                                /*DTU=*/nullptr, &Loops);
  BasicBlock *Behind = First->getParent();
  for (const Merged &M : Loads) {
    PHINode *Loaded = PHINode::Create(M.Load->getType(), 2, "", Behind->begin());
    for (unsigned Way = 0; Way < 2; ++Way)
      Loaded->addIncoming(copyTo(*Ends[Way], M, Here[Way], /*AllSteps=*/false), Ends[Way]->getParent());
    replaceBy(*M.Load, *Loaded);
  }
}

static void splitBySelects(ArrayRef<Merged> Loads, Value *Condition, LoopInfo &Loops) {
  Values Here[2];
  for (const Merged &M : Loads)
    chooseWays(M.Steps, Here);
  splitByBranch(Loads, Condition, Loops, Here);
}

/// The place, and whether it is inside.
static std::pair<Value *, Value *> askForPlace(const Bounded &Bounds, LoadInst &Before) {
  IRBuilder<> B(&Before);
  auto Certain = [&](Value *V) { return isGuaranteedNotToBeUndefOrPoison(V) ? V : B.CreateFreeze(V); };
  Value *Inside = nullptr, *Place = Certain(Bounds.Place), *From = Bounds.Place;
  auto Ask = [&](CmpInst::Predicate Predicate, Value *A, Value *C) {
    Value *Holds = B.CreateICmp(Predicate, A, C);
    Inside = Inside ? B.CreateAnd(Inside, Holds) : Holds;
  };
  if (const BinaryOperator *Division = Bounds.Divided) {
    // In the first lap, or in the second: there is no wrap between the two where numbers have no sign, nor from one
    // that is not less than 0 by a divisor that is greater.
    const bool Signed = Division->getOpcode() == Instruction::SRem;
    Value *By = Certain(Division->getOperand(1)), *Zero = Constant::getNullValue(By->getType());
    if (Signed) {
      Ask(CmpInst::ICMP_SGE, Place, Zero);
      Ask(CmpInst::ICMP_SGT, By, Zero);
    } else if (Bounds.HasLap) {
      Ask(CmpInst::ICMP_UGE, Place, By);
    }
    if (Bounds.HasLap) {
      From = B.CreateSub(From, By);
      Place = B.CreateSub(Place, By);
    }
    Ask(CmpInst::ICMP_ULT, Place, By);
  }
  for (const auto &[Predicate, Bound] : Bounds.Inside) // of what is left by the division, which is innermost
    Ask(Predicate, Place, Certain(Bound));
  return {From, Inside};
}

/// Outside the number is found again, so that it is not where no work-item goes that way.
static void splitByBounds(ArrayRef<Merged> Loads, LoopInfo &Loops) {
  const Bounded &Bounds = Loads.front().Bounds;
  auto [Place, Inside] = askForPlace(Bounds, *Loads.front().Load);
  const Values Here[] = {{{Bounds.Outer, Place}}, {{Bounds.Place, Bounds.Place}}};
  splitByBranch(Loads, Inside, Loops, Here);
}

/// Brings what an address is computed of before another load of the block. Nothing is moved where that cannot be.
static bool moveSteps(const Merged &M, LoadInst &Before) {
  SmallVector<Instruction *, MostSteps> Moved;
  for (Instruction *Step : M.Steps) {
    if (Step->comesBefore(&Before))
      continue;
    if (!isSafeToSpeculativelyExecute(Step) || any_of(Step->operands(), [&](Use &U) {
          auto *Def = dyn_cast<Instruction>(U);
          return Def && Def->getParent() == Before.getParent() && !Def->comesBefore(&Before) &&
                 !is_contained(Moved, Def) && !isa<PHINode>(Def);
        }))
      return false;
    Moved.push_back(Step);
  }
  for (Instruction *Step : Moved)
    Step->moveBefore(Before.getIterator());
  return true;
}

/// The loads behind the first one that can go the same ways with it, which are in order, and that one. Members of
/// structures stay together (access_groups.h).
static unsigned countTogether(ArrayRef<Merged> Loads) {
  const Merged &First = Loads.front();
  auto Writes = [](const Instruction &I) {
    return I.mayWriteToMemory() || !isGuaranteedToTransferExecutionToSuccessor(&I);
  };
  unsigned Count = 1;
  for (const Merged &M : drop_begin(Loads)) {
    if (M.Load->getParent() != First.Load->getParent() || M.Condition != First.Condition ||
        M.Bounds.Outer != First.Bounds.Outer ||
        any_of(make_range(First.Load->getIterator(), M.Load->getIterator()), Writes) || !moveSteps(M, *First.Load))
      break;
    ++Count;
  }
  return Count;
}

PreservedAnalyses SplitMergedLoadsPass::run(Function &Item, FunctionAnalysisManager &FAM) {
  if (none_of(instructions(Item), [](const Instruction &I) { return isa<LoadInst>(I); }))
    return PreservedAnalyses::all();
  auto &Loops = FAM.getResult<LoopAnalysis>(Item);
  auto &Tree = FAM.getResult<DominatorTreeAnalysis>(Item);
  SmallVector<Merged, 4> Found;
  {
    MergedLoads Loads(Item, Loops, FAM.getResult<ScalarEvolutionAnalysis>(Item));
    for (BasicBlock &BB : Item)
      Found.append(Loads.findIn(BB));
  }
  // Those of phis while their blocks are whole.
  auto IsOfPhis = [](const Merged &M) { return !M.Condition && !M.Bounds.Outer; };
  std::stable_partition(Found.begin(), Found.end(), IsOfPhis);
  DenseMap<Value *, Value *> Frozen; // memory that nobody wrote may decide a select, but no branch
  for (ArrayRef<Merged> Left = Found; !Left.empty();) {
    const Merged &M = Left.front();
    const unsigned Count = IsOfPhis(M) ? 1 : countTogether(Left);
    const ArrayRef<Merged> Together = Left.take_front(Count);
    Left = Left.drop_front(Count);
    if (IsOfPhis(M)) {
      replaceBy(*M.Load, *splitBehindWays(M, Tree, Loops));
    } else if (M.Bounds.Outer) {
      splitByBounds(Together, Loops);
    } else {
      Value *&Condition = Frozen[M.Condition];
      if (!Condition)
        Condition = new FreezeInst(M.Condition, "", *cast<Instruction>(M.Condition)->getInsertionPointAfterDef());
      splitBySelects(Together, Condition, Loops);
    }
  }
  return Found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft::spmd
