// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/item/merged_loads.h"
#include "compiler/spmd/analysis/divergence.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace weft::spmd {

namespace {

/// Instructions that an address is followed back for: each way may get a copy.
constexpr unsigned MostSteps = 16;
/// Ways on which a load is put back.
constexpr unsigned MostWays = 4;
/// Elements between work-items up to which their accesses are one another's neighbours (access_groups.cpp).
constexpr uint64_t Near = 8;

/// A load to take apart, and what lies between it and where its address comes from.
struct Merged {
  LoadInst *Load;
  SmallVector<Instruction *, MostSteps> Steps; ///< in order
  Value *Condition;                            ///< of selects; null: of the block's phis
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
  std::optional<int64_t> nearStep(Value &V, uint64_t Units);
  bool differs(Instruction &Meeting, const LoadInst &Load);
  Value *conditionOf(const Steps &Taken, const LoadInst &Load);

  LoopInfo &Loops;
  ScalarEvolution &SE;
  const Argument &Column; ///< x
  Divergence X;
  const SmallPtrSet<const Instruction *, 32> Data; ///< and what follows from it
};

} // namespace

/// What an address is computed of in the load's own block.
struct Origin {
  Steps Taken; ///< operands first
  SmallSetVector<PHINode *, 2> Phis;
  bool IsLoaded = false; ///< or of something else that is not to be had before the block
};

static void collect(Instruction &I, const BasicBlock &BB, Origin &From) {
  if (I.getParent() != &BB || From.Taken.contains(&I) || From.Taken.size() > MostSteps)
    return;
  if (auto *Phi = dyn_cast<PHINode>(&I)) {
    From.Phis.insert(Phi);
    return;
  }
  if (isa<LoadInst>(I) || isa<CallBase>(I) || !isSafeToSpeculativelyExecute(&I)) {
    From.IsLoaded = true;
    return;
  }
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
    return X.isDivergent(Unknown->getValue()) ? std::nullopt : std::optional<int64_t>(0);
  }
  if (isa<SCEVCouldNotCompute>(At))
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

/// The same, of at most so many units.
std::optional<int64_t> MergedLoads::nearStep(Value &V, uint64_t Units) {
  std::optional<int64_t> Step = SE.isSCEVable(V.getType()) ? stepOf(SE.getSCEV(&V)) : std::nullopt;
  return Step && *Step >= -int64_t(Units) && *Step <= int64_t(Units) ? Step : std::nullopt;
}

/// Whether a phi or select has no shape, but does on each of the ways, or on one on which work-items are neighbours: if
/// all that one has is the same for all, the gather that is left takes as long.
bool MergedLoads::differs(Instruction &Meeting, const LoadInst &Load) {
  const DataLayout &DL = Load.getDataLayout();
  const uint64_t Bytes = DL.getTypeAllocSize(Load.getType()).getFixedValue();
  const uint64_t Units = Near * (Meeting.getType()->isPointerTy() ? Bytes : 1);
  if (!X.isDivergent(&Meeting) || nearStep(Meeting, Units))
    return false;
  bool AllNear = true, AnyNeighbours = false;
  for (const Use &U : drop_begin(Meeting.operands(), isa<SelectInst>(Meeting) ? 1 : 0)) {
    std::optional<int64_t> Step = nearStep(*U, Units);
    AllNear &= Step.has_value();
    AnyNeighbours |= Step.value_or(0) != 0;
  }
  return AllNear || AnyNeighbours;
}

/// The one condition of the selects among the steps, if data decides it.
Value *MergedLoads::conditionOf(const Steps &Taken, const LoadInst &Load) {
  Value *Condition = nullptr;
  bool Differs = false;
  for (Instruction *I : Taken) {
    auto *Select = dyn_cast<SelectInst>(I);
    if (!Select)
      continue;
    if (Condition && Condition != Select->getCondition())
      return nullptr;
    Condition = Select->getCondition();
    Differs |= differs(*Select, Load);
  }
  const auto *From = dyn_cast_or_null<Instruction>(Condition);
  return Differs && From && !From->getType()->isVectorTy() && Data.contains(From) ? Condition : nullptr;
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
      Value *Condition = conditionOf(From.Taken, *Load);
      if (Condition ||
          (HasWays && !From.IsLoaded && any_of(From.Phis, [&](PHINode *Phi) { return differs(*Phi, *Load); })))
        Found.push_back({Load, {From.Taken.begin(), From.Taken.end()}, Condition});
    }
    HasWays &= !I.mayWriteToMemory() && isGuaranteedToTransferExecutionToSuccessor(&I);
  }
  return Found;
}

/// A copy of the load before another instruction, with the steps to its address that follow from values that are others
/// there, or all steps.
static Value *copyTo(Instruction &Before, const Merged &M, DenseMap<const Value *, Value *> Here, bool AllSteps) {
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

/// Copies of the load at the ends of the ways to its block.
static PHINode *splitBehindWays(const Merged &M, DominatorTree &Tree, LoopInfo &Loops) {
  BasicBlock *BB = M.Load->getParent();
  const SmallSetVector<BasicBlock *, 4> Ways(pred_begin(BB), pred_end(BB));
  for (BasicBlock *Way : Ways)
    if (!Way->getSingleSuccessor())
      SplitBlockPredecessors(BB, {Way}, ".way", &Tree, &Loops);
  PHINode *Loaded = PHINode::Create(M.Load->getType(), pred_size(BB), "", BB->begin());
  for (BasicBlock *Way : predecessors(BB)) {
    DenseMap<const Value *, Value *> Here;
    for (PHINode &Phi : BB->phis())
      if (&Phi != Loaded)
        Here[&Phi] = Phi.getIncomingValueForBlock(Way);
    Loaded->addIncoming(copyTo(*Way->getTerminator(), M, std::move(Here), /*AllSteps=*/true), Way);
  }
  return Loaded;
}

/// Copies of the load on ways of their own. `Condition`: one that a branch may go by.
static PHINode *splitBySelects(const Merged &M, Value *Condition, LoopInfo &Loops) {
  Instruction *Ends[2];
  SplitBlockAndInsertIfThenElse(Condition, M.Load->getIterator(), &Ends[0], &Ends[1], /*BranchWeights=*/nullptr,
                                /*DTU=*/nullptr, &Loops);
  PHINode *Loaded = PHINode::Create(M.Load->getType(), 2, "", M.Load->getParent()->begin());
  for (unsigned Way = 0; Way < 2; ++Way) {
    DenseMap<const Value *, Value *> Here;
    for (Instruction *Step : M.Steps)
      if (auto *Select = dyn_cast<SelectInst>(Step))
        Here[Select] = Way == 0 ? Select->getTrueValue() : Select->getFalseValue();
    Loaded->addIncoming(copyTo(*Ends[Way], M, std::move(Here), /*AllSteps=*/false), Ends[Way]->getParent());
  }
  return Loaded;
}

PreservedAnalyses SplitMergedLoadsPass::run(Function &Item, FunctionAnalysisManager &FAM) {
  if (none_of(instructions(Item), [](const Instruction &I) { return isa<SelectInst>(I) || isa<PHINode>(I); }))
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
  std::stable_partition(Found.begin(), Found.end(), [](const Merged &M) { return !M.Condition; });
  DenseMap<Value *, Value *> Frozen; // memory that nobody wrote may decide a select, but no branch
  for (const Merged &M : Found) {
    PHINode *Loaded = nullptr;
    if (!M.Condition) {
      Loaded = splitBehindWays(M, Tree, Loops);
    } else {
      Value *&Condition = Frozen[M.Condition];
      if (!Condition)
        Condition = new FreezeInst(M.Condition, "", *cast<Instruction>(M.Condition)->getInsertionPointAfterDef());
      Loaded = splitBySelects(M, Condition, Loops);
    }
    Loaded->takeName(M.Load);
    M.Load->replaceAllUsesWith(Loaded);
    M.Load->eraseFromParent();
  }
  return Found.empty() ? PreservedAnalyses::all() : PreservedAnalyses::none();
}

} // namespace weft::spmd
