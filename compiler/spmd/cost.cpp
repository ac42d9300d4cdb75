// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What instructions cost is TTI's word, but for what it does not know or is wrong about: gathers and scatters, which
// differ more between processors than its tables say; branches that go either way; loops in which lanes wait for one
// another.

#include "compiler/spmd/cost.h"
#include "compiler/codegen/estimates.h"
#include "compiler/ir/machine.h"
#include "compiler/ir/markers.h"
#include "compiler/simplify/address_spaces.h"
#include "compiler/spmd/access/access_groups.h"
#include "compiler/spmd/access/tables.h"
#include "compiler/spmd/analysis/shapes.h"
#include "compiler/spmd/parts.h"
#include "compiler/spmd/row_loops.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft::spmd {

namespace {

constexpr auto Throughput = TargetTransformInfo::TCK_RecipThroughput;
constexpr unsigned DeepestCounted = 4; ///< loops in loops
/// How often a branch goes the way that was not foreseen, and one that loaded values decide.
constexpr double GoesEitherWay = 0.25, GoesAnyWay = 0.35;
/// Operations that begin in a cycle when nothing is waited for, as costs count them.
constexpr double PerCycle = 2;
/// Lanes that are done wait for those that go on, the longest of which is the longer the more there are. What follows
/// from ids alone, as a range that is cut at a border, ends for neighbours at much the same time.
double waiting(unsigned Lanes, bool IsOfData) {
  return 1 + Log2_32(Lanes) / (IsOfData ? 8.0 : 16.0);
}
/// A lane that is taken out and put back, or runs in a loop over lanes.
constexpr double LaneAccess = 3, LaneLoop = 8;
/// A number's way out of the word that was gathered for it.
constexpr double WithinWord = 0.5;
/// Lanes that are close to one another: two loads, and what finds that they are; of a lane, its place.
constexpr double NearAccess = 6, NearLane = 0.35;
/// Division by floats, of an element of 64 bits, as one of 32, of 32 and of 16 bits, and by a divisor that all lanes
/// have; lane by lane.
constexpr double Quotient64 = 3.25, Quotient32 = 2.25, Quotient16 = 1, Product = 0.6, Product64 = 1.5,
                 QuotientByLane = 12;
/// An atomic operation, not shared with other workers; one on a group's own memory is none (kernel/local_atomics.cpp).
constexpr double Atomic = 8, LocalAtomic = 2;
/// What lanes scatter in a group's memory is gathered again behind the next barrier, before it is all there: at least
/// so much for a lane, however fast stores are.
constexpr double LocalScatter = 4;
/// What a load of global memory from where a loaded value says waits for more than others do, in cycles: it is seldom
/// near in the cache.
constexpr unsigned Elsewhere = 8;

double atomic(const Instruction &I) {
  const auto *RMW = dyn_cast<AtomicRMWInst>(&I);
  const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I);
  const unsigned Space = RMW        ? RMW->getPointerAddressSpace()
                         : Exchange ? Exchange->getPointerAddressSpace()
                                    : GlobalSpace;
  return Space == LocalSpace ? LocalAtomic : Atomic;
}

double value(InstructionCost Cost) {
  return Cost.isValid() ? double(Cost.getValue()) : 100;
}

/// Whether an element goes in or out that is known only when it runs: through memory, lane by lane.
bool isAnyElement(const Instruction &I) {
  return (isa<ExtractElementInst>(I) || isa<InsertElementInst>(I)) &&
         !isa<Constant>(I.getOperand(I.getNumOperands() - 1));
}

double elementsOf(const Type *T) {
  const auto *V = dyn_cast<FixedVectorType>(T);
  return V ? V->getNumElements() : 1;
}

using LoadedData = SmallPtrSet<const Instruction *, 32>;

/// Whether loaded values decide where a branch goes.
bool dependsOn(const Instruction &Branch, const LoadedData &Data) {
  const auto *Conditional = dyn_cast<BranchInst>(&Branch);
  const auto *Switch = dyn_cast<SwitchInst>(&Branch);
  const auto *Condition = Switch ? dyn_cast<Instruction>(Switch->getCondition())
                          : Conditional && Conditional->isConditional()
                              ? dyn_cast<Instruction>(Conditional->getCondition())
                              : nullptr;
  return Condition && Data.contains(Condition);
}

class CostModel {
public:
  CostModel(Function &F, const TargetTransformInfo &TTI) : F(F), TTI(TTI), DT(F), Loops(DT) {}

  double sum(
      function_ref<double(Instruction &)> Cost, function_ref<double(const Loop &)> Factor,
      function_ref<double(const BasicBlock &)> Runs = [](const BasicBlock &) { return 1.0; });
  double runs(const BasicBlock &BB, const Divergence &D, const LoadedData &Data) const;
  void findDecisions(const Divergence &D, const LoadedData &Data);
  bool waitsFor(const Instruction &I, const LoadedData &Data) const;
  double scalar(const Instruction &I, const Divergence &D, const LoadedData &Data) const;
  using Gains = SmallDenseMap<const BasicBlock *, double, 4>;
  double scalars(const Divergence &D, const LoadedData &Data, const Gains &RowLoops);
  double carried(const Loop &L, const LoadedData &Data);
  double waits(double Busy);
  bool hasNoLoops() const {
    return Loops.empty();
  }
  double packet(const Instruction &I, const Shapes &S, const Divergence &D, const PacketPlan &Plan) const;
  uint64_t oneByOne(const Instruction &I, const Shapes &S, const Divergence &D, const PacketPlan &Plan) const;
  /// For packets.
  void findGroups(const Shapes &S, const PacketPlan &Plan) {
    Near.emplace(F, S, Plan.Lanes, Plan.Parts, Plan.Masked);
    Groups.emplace(F, S, *Near, Plan.Lanes);
  }

private:
  double wide(const Instruction &I, const PacketPlan &Plan) const;
  double access(const Instruction &I, const Shapes &S, const PacketPlan &Plan) const;
  double grouped(const AccessGroup &G, double Plain, const PacketPlan &Plan, bool IsMasked) const;

  Function &F;
  const TargetTransformInfo &TTI;
  DominatorTree DT;
  LoopInfo Loops;
  std::optional<NearAccesses> Near;
  std::optional<AccessGroups> Groups;
  SmallPtrSet<const Instruction *, 32> Decides; ///< whether a loop goes on
};

} // namespace

double CostModel::sum(function_ref<double(Instruction &)> Cost, function_ref<double(const Loop &)> Factor,
                      function_ref<double(const BasicBlock &)> Runs) {
  double Sum = 0;
  for (BasicBlock &BB : F) {
    double Times = Runs(BB);
    unsigned Depth = 0;
    for (const Loop *L = Loops.getLoopFor(&BB); L; L = L->getParentLoop())
      Times *= (Depth++ < DeepestCounted ? GuessedIterations : 1) * Factor(*L);
    for (Instruction &I : BB)
      Sum += Times * Cost(I);
  }
  return Sum;
}

/// How often a block runs that work-items may leave out: a branch that loaded values decide goes either way. A packet
/// runs what any of its lanes wants.
double CostModel::runs(const BasicBlock &BB, const Divergence &D, const LoadedData &Data) const {
  constexpr double Rarest = 0.25;
  double Often = 1;
  for (const DomTreeNode *Node = DT.getNode(&BB); Node && Node->getIDom() && Often > Rarest; Node = Node->getIDom()) {
    const BasicBlock *Branching = Node->getIDom()->getBlock();
    const Instruction *Branch = Branching->getTerminator();
    const Loop *L = Loops.getLoopFor(Branching);
    if (!dependsOn(*Branch, Data) || !D.hasDivergentTerminator(*Branching) || (L && L->isLoopExiting(Branching)))
      continue;
    for (const BasicBlock *To : successors(Branching))
      if (DT.dominates(BasicBlockEdge(Branching, To), &BB)) {
        Often /= Branch->getNumSuccessors();
        break;
      }
  }
  return Often;
}

/// A division, or a load from where a loaded value says, by which a loop finds out whether it goes on: what comes
/// behind the loop is not known before, so nothing else hides the time until the result is there.
bool CostModel::waitsFor(const Instruction &I, const LoadedData &Data) const {
  const auto *Load = dyn_cast<LoadInst>(&I);
  const auto *Address = Load ? dyn_cast<Instruction>(Load->getPointerOperand()) : nullptr;
  return (I.isIntDivRem() || (Address && Data.contains(Address))) && Decides.contains(&I);
}

/// What the branches that leave a loop follow from, of what each iteration computes.
void CostModel::findDecisions(const Divergence &D, const LoadedData &Data) {
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 4> Exiting;
    L->getExitingBlocks(Exiting);
    SmallVector<const Instruction *, 32> Work;
    for (const BasicBlock *BB : Exiting)
      if (dependsOn(*BB->getTerminator(), Data) && D.hasDivergentTerminator(*BB))
        Work.push_back(BB->getTerminator());
    SmallPtrSet<const Instruction *, 32> Seen;
    while (!Work.empty())
      for (const Value *V : Work.pop_back_val()->operand_values())
        if (const auto *I = dyn_cast<Instruction>(V); I && L->contains(I) && Seen.insert(I).second)
          Work.push_back(I);
    Decides.insert_range(Seen);
  }
}

double CostModel::scalar(const Instruction &I, const Divergence &D, const LoadedData &Data) const {
  if (isa<PHINode>(I) || isMask(&I))
    return 0;
  if (I.isAtomic() && (isa<AtomicRMWInst>(I) || isa<AtomicCmpXchgInst>(I)))
    return atomic(I);
  if (isAnyElement(I))
    return LaneAccess;
  double Cost = value(TTI.getInstructionCost(&I, Throughput));
  if (waitsFor(I, Data))
    return std::max(Cost, double(latencyAndSlots(I, /*HasRotations=*/true).first));
  if (!I.isTerminator() || I.getNumSuccessors() < 2 || !D.hasDivergentTerminator(*I.getParent()))
    return Cost;
  // A loop's way out goes the same way most of the time; where loaded values decide, nobody knows when it does not.
  const Loop *L = Loops.getLoopFor(I.getParent());
  const bool IsLoopTest = L && L->isLoopExiting(I.getParent());
  const bool IsOfData = dependsOn(I, Data);
  const double Often = !IsOfData ? GoesEitherWay : IsLoopTest ? 1 : GoesAnyWay;
  Cost += PerCycle * Mispredicted * Often / (IsLoopTest ? GuessedIterations : 1);
  return Cost;
}

/// Cycles from a loop's phi to what it is in the next iteration: the longest of them.
double CostModel::carried(const Loop &L, const LoadedData &Data) {
  LoopBlocksRPO Blocks(const_cast<Loop *>(&L));
  Blocks.perform(&Loops);
  unsigned Longest = 0;
  for (const PHINode &Phi : L.getHeader()->phis()) {
    DenseMap<const Value *, unsigned> Ready{{&Phi, 0}};
    for (const BasicBlock *BB : Blocks)
      for (const Instruction &I : *BB) {
        std::optional<unsigned> From;
        for (const Value *V : I.operand_values())
          if (auto At = Ready.find(V); At != Ready.end())
            From = std::max(From.value_or(0), At->second);
        if (!From || (isa<PHINode>(I) && BB == L.getHeader()))
          continue;
        const auto *Load = dyn_cast<LoadInst>(&I);
        const auto *Address = Load ? dyn_cast<Instruction>(Load->getPointerOperand()) : nullptr;
        Ready[&I] =
            *From + latencyAndSlots(I, /*HasRotations=*/true).first +
            (Address && Load->getPointerAddressSpace() == GlobalSpace && Data.contains(Address) ? Elsewhere : 0);
      }
    if (const BasicBlock *Latch = L.getLoopLatch())
      Longest = std::max(Longest, Ready.lookup(Phi.getIncomingValueForBlock(Latch)));
  }
  return Longest;
}

/// Cycles that a straight line of work-items, one behind the other, takes beyond what it computes: its longest chain of
/// operations, as far as a processor does not look ahead of it to the next ones.
double CostModel::waits(double Busy) {
  constexpr double Window = 256; // operations that are under way
  if (!hasNoLoops())
    return 0;
  DenseMap<const Value *, unsigned> Ready;
  unsigned Longest = 0;
  for (const BasicBlock *BB : ReversePostOrderTraversal<const Function *>(&F))
    for (const Instruction &I : *BB) {
      unsigned From = 0;
      for (const Value *V : I.operand_values())
        From = std::max(From, Ready.lookup(V));
      Longest = std::max(Longest, Ready[&I] = From + latencyAndSlots(I, /*HasRotations=*/true).first);
    }
  const double Filled = std::min(1.0, Busy / Window);
  return std::max(0.0, Longest * Filled - Busy / PerCycle);
}

/// A work-item by itself. An iteration takes as long as what it carries to the next one: there are more of them than a
/// processor looks ahead of.
/// Loops over rows are LLVM's to vectorise.
double CostModel::scalars(const Divergence &D, const LoadedData &Data, const Gains &RowLoops) {
  auto Runs = [&](const BasicBlock &BB) { return runs(BB, D, Data); };
  auto Share = [&](const Loop &L) {
    return RowLoops.contains(L.getHeader()) ? 1 / RowLoops.lookup(L.getHeader()) : 1.0;
  };
  double Sum = sum([&](Instruction &I) { return scalar(I, D, Data); }, Share, Runs);
  Sum += PerCycle * waits(Sum);
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    if (!L->isInnermost() || RowLoops.contains(L->getHeader()))
      continue;
    double Busy = 0;
    for (const BasicBlock *BB : L->blocks())
      for (const Instruction &I : *BB)
        Busy += Runs(*BB) * scalar(I, D, Data);
    Sum += std::max(0.0, PerCycle * carried(*L, Data) - Busy) * loopWeight(L->getLoopDepth()) * Runs(*L->getHeader());
  }
  return Sum;
}

static Type *widen(Type *T, unsigned Lanes) {
  if (auto *V = dyn_cast<FixedVectorType>(T))
    return FixedVectorType::get(V->getElementType(), V->getNumElements() * Lanes);
  return VectorType::isValidElementType(T) ? FixedVectorType::get(T, Lanes) : nullptr;
}

/// A member's share of its group: pieces, and the shuffles that take it out or put it in. Masks of the pieces are
/// shuffles too, and go to and fro. Of rows: each lane's, which under a mask chooses its address, and the
/// transposition.
double CostModel::grouped(const AccessGroup &G, double Plain, const PacketPlan &Plan, bool IsMasked) const {
  double Pieces = G.Stride, Members = double(G.Members.size());
  if (G.Run)
    return (Plan.Lanes * (IsMasked ? 3 : 1) + Plain * G.Run * Log2_32(G.Run)) / Members;
  return Plain * (Pieces * (IsMasked ? 4 : 1) / Members + Pieces - 1);
}

/// Loads and stores of one part.
double CostModel::access(const Instruction &I, const Shapes &S, const PacketPlan &Plan) const {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  const auto *Load = dyn_cast<LoadInst>(&I);
  Type *T = Load ? S.typeInMemory(*Load) : getLoadStoreType(const_cast<Instruction *>(&I));
  Type *Wide = widen(T, Plan.Lanes);
  const DataLayout &DL = F.getDataLayout();
  auto Size = int64_t(DL.getTypeAllocSize(T).getFixedValue());
  unsigned Space = Pointer->getType()->getPointerAddressSpace();
  double Plain = Wide ? value(TTI.getMemoryOpCost(I.getOpcode(), Wide, Align(1), Space, Throughput)) : 100;
  bool IsVolatile = Load ? !Load->isSimple() : !cast<StoreInst>(I).isSimple();
  const Shape At = S.of(Pointer);
  if (IsVolatile && Wide && !I.isAtomic() && At.isLinear() && At.Stride == Size && !blockMask(*I.getParent()))
    return Plain;
  if (IsVolatile || !Wide)
    return LaneLoop * Plan.Lanes;
  if (At.isUniform())
    return 1;
  if (At.isLinear() && At.Stride == Size)
    return Plain;
  if (At.isLinear() && At.Stride == -Size && !T->isVectorTy())
    return 2 * Plain;
  if (const AccessGroup *G = Groups->of(&I))
    return grouped(*G, Plain, Plan, blockMask(*I.getParent()));
  if (Near->of(&I))
    return NearAccess + Plan.Lanes * NearLane;
  if (T->isVectorTy())
    return LaneAccess * Plan.Lanes;
  if (Load && registerTable(*Load, F, Plan.Lanes))
    return 2 * Plain;
  bool IsLegal = Load ? TTI.isLegalMaskedGather(Wide, Align(1)) : TTI.isLegalMaskedScatter(Wide, Align(1));
  const Machine &On = machineOf(F);
  if (Load && !At.isLinear() && gathersInWords(T, Load->getAlign(), TTI, Plan.Lanes))
    return Plan.Lanes * (On.GatherLane + WithinWord);
  const double Scatter = Space == LocalSpace ? std::max(LocalScatter, On.ScatterLane) : On.ScatterLane;
  return Plan.Lanes * (!IsLegal ? LaneAccess : Load ? On.GatherLane : Scatter);
}

/// An operation without effects, for one part.
double CostModel::wide(const Instruction &I, const PacketPlan &Plan) const {
  Type *T = widen(I.getType(), Plan.Lanes);
  if (!T)
    return LaneLoop * Plan.Lanes;
  // Masks: TTI takes operations on them for one on each element.
  if (T->getScalarType()->isIntegerTy(1) && (isa<SelectInst>(I) || isa<BinaryOperator>(I)))
    return 1;
  if (const auto *Cast = dyn_cast<CastInst>(&I)) {
    Type *From = widen(Cast->getSrcTy(), Plan.Lanes);
    if (!From || T->isPtrOrPtrVectorTy() || From->isPtrOrPtrVectorTy())
      return 1;
    return value(
        TTI.getCastInstrCost(Cast->getOpcode(), T, From, TargetTransformInfo::CastContextHint::None, Throughput));
  }
  if (I.isIntDivRem() && !isa<Constant>(I.getOperand(1)))
    return elementsOf(T) * (T->getScalarSizeInBits() > 32   ? QuotientByLane
                            : T->getScalarSizeInBits() > 16 ? Quotient32
                                                            : Quotient16);
  if (isa<BinaryOperator>(I) || isa<UnaryOperator>(I)) {
    auto Info = [](const Value *V) { return TargetTransformInfo::getOperandInfo(const_cast<Value *>(V)); };
    return value(TTI.getArithmeticInstrCost(I.getOpcode(), T, Throughput, Info(I.getOperand(0)),
                                            Info(I.getOperand(I.getNumOperands() - 1))));
  }
  if (const auto *Compare = dyn_cast<CmpInst>(&I)) {
    Type *Operand = widen(Compare->getOperand(0)->getType(), Plan.Lanes);
    return Operand ? value(TTI.getCmpSelInstrCost(I.getOpcode(), Operand, T, Compare->getPredicate(), Throughput)) : 1;
  }
  if (isa<SelectInst>(I))
    return value(TTI.getCmpSelInstrCost(I.getOpcode(), T, widen(Type::getInt1Ty(F.getContext()), Plan.Lanes),
                                        CmpInst::BAD_ICMP_PREDICATE, Throughput));
  if (const auto *Call = dyn_cast<IntrinsicInst>(&I)) {
    SmallVector<Type *, 4> Types;
    for (const Use &A : Call->args()) {
      Type *Wide = widen(A->getType(), Plan.Lanes);
      Types.push_back(Wide && !A->getType()->isPointerTy() ? Wide : A->getType());
    }
    return value(TTI.getIntrinsicInstrCost(IntrinsicCostAttributes(Call->getIntrinsicID(), T, Types), Throughput));
  }
  if (isa<GetElementPtrInst>(I) || isa<FreezeInst>(I))
    return 1;
  if (isa<ExtractElementInst>(I) || isa<InsertElementInst>(I)) {
    // Each register of all lanes' vectors has elements to give or to take.
    const Type *Vector = isa<InsertElementInst>(I) ? T : widen(I.getOperand(0)->getType(), Plan.Lanes);
    const double Registers = Vector ? elementsOf(Vector) * Vector->getScalarSizeInBits() / vectorBits(F) : 1;
    return isAnyElement(I) ? LaneAccess * Plan.Lanes : std::max(2.0, Registers);
  }
  if (isa<ShuffleVectorInst>(I))
    return 2;
  return LaneAccess * Plan.Lanes;
}

/// For the whole packet.
double CostModel::packet(const Instruction &I, const Shapes &S, const Divergence &D, const PacketPlan &Plan) const {
  if (isa<PHINode>(I) || isMask(&I) || isActive(&I) || isa<AllocaInst>(I))
    return 0;
  if (isAny(&I))
    return 2 * Plan.Parts;
  if (I.isTerminator())
    return 1;
  if (getLoadStorePointerOperand(&I)) {
    bool Shared = isa<LoadInst>(I) && !D.isDivergent(&I);
    return access(I, S, Plan) * (Shared ? 1 : Plan.Parts);
  }
  if (S.of(&I).isLinear() && !I.getType()->isVoidTy())
    return value(TTI.getInstructionCost(&I, Throughput));
  if (const auto *Call = dyn_cast<CallBase>(&I)) {
    const auto *Intrinsic = dyn_cast<IntrinsicInst>(Call);
    if (Intrinsic && (Intrinsic->isAssumeLikeIntrinsic() || Intrinsic->getType()->isVoidTy()))
      return Intrinsic->isAssumeLikeIntrinsic() ? 0 : LaneLoop * Plan.Lanes * Plan.Parts;
    const Function *Callee = Call->getCalledFunction();
    if (Callee && isEstimate(*Callee))
      return 2 * Plan.Parts;
    // Slow paths are not taken.
    if (!Intrinsic)
      return Callee && Callee->getName().starts_with("__weft_cold_") ? 2 : 4 * LaneLoop * Plan.Lanes * Plan.Parts;
  }
  // One for all lanes (packet_atomics.cpp).
  if (const auto *RMW = dyn_cast<AtomicRMWInst>(&I);
      RMW && combinesLanes(*RMW) && S.of(RMW->getPointerOperand()).isUniform())
    return atomic(I) + 2 * Log2_32(Plan.Lanes) * Plan.Parts;
  if (I.mayReadOrWriteMemory() && !isa<CallBase>(I))
    return (LaneLoop + atomic(I)) * Plan.Lanes * Plan.Parts;
  // By one reciprocal for all lanes (packet_divide.cpp).
  const bool IsOne = I.isIntDivRem() && S.of(I.getOperand(1)).isUniform();
  if (isDividedShort(I, S))
    return (IsOne ? Product64 : Quotient64) * Plan.Lanes * Plan.Parts;
  if (IsOne && I.getType()->getScalarSizeInBits() <= 32 && !isa<Constant>(I.getOperand(1)))
    return Product * elementsOf(I.getType()) * Plan.Lanes * Plan.Parts;
  return wide(I, Plan) * Plan.Parts;
}

/// Elements of a part that an instruction takes lane by lane, each by code of its own.
uint64_t CostModel::oneByOne(const Instruction &I, const Shapes &S, const Divergence &D, const PacketPlan &Plan) const {
  if (isAnyElement(I) ||
      (I.isIntDivRem() && I.getType()->isVectorTy() && I.getType()->getScalarSizeInBits() > 32 && D.isDivergent(&I)))
    return Plan.Lanes;
  const auto *Load = dyn_cast<LoadInst>(&I);
  const auto *Store = dyn_cast<StoreInst>(&I);
  if (!(Load ? Load->isSimple() : Store && Store->isSimple()))
    return 0;
  const Shape At = S.of(getLoadStorePointerOperand(&I));
  Type *T = Load ? S.typeInMemory(*Load) : Store->getValueOperand()->getType(), *Wide = widen(T, Plan.Lanes);
  const auto Size = int64_t(F.getDataLayout().getTypeAllocSize(T).getFixedValue());
  const bool IsContiguous = At.isLinear() && (At.Stride == Size || At.Stride == -Size);
  if (!Wide || At.isUniform() || IsContiguous || Groups->of(&I) || (Load && registerTable(*Load, F, Plan.Lanes)))
    return 0;
  if (const auto *Vector = dyn_cast<FixedVectorType>(T))
    return uint64_t(Plan.Lanes) * Vector->getNumElements();
  const bool IsLegal = Load ? TTI.isLegalMaskedGather(Wide, Align(1)) : TTI.isLegalMaskedScatter(Wide, Align(1));
  const bool InWords = Load && !At.isLinear() && gathersInWords(T, Load->getAlign(), TTI, Plan.Lanes);
  return IsLegal || InWords ? 0 : Plan.Lanes;
}

uint64_t elementsOneByOne(Function &Linearised, const PacketPlan &Plan, const TargetTransformInfo &TTI) {
  Divergence D(Linearised, VaryingX);
  Shapes S(Linearised, D, Plan.columns());
  CostModel Packet(Linearised, TTI);
  Packet.findGroups(S, Plan);
  uint64_t Sum = 0;
  for (Instruction &I : instructions(Linearised))
    Sum += Packet.oneByOne(I, S, D, Plan) * Plan.Parts;
  return Sum;
}

Costs compareCosts(Function &Item, Function &Linearised, const PacketPlan &Plan, const TargetTransformInfo &TTI) {
  Costs C;
  Divergence Before(Item, VaryingX), D(Linearised, VaryingX);
  Shapes S(Linearised, D, Plan.columns());
  CostModel Scalar(Item, TTI), Packet(Linearised, TTI);
  Packet.findGroups(S, Plan);
  const LoadedData Data = loadedData(Item, Before);
  Scalar.findDecisions(Before, Data);
  C.Scalar = Scalar.scalars(Before, Data, CostModel::Gains());
  // A loop that lanes leave one after another goes on while `any` says so.
  const LoadedData WideData = loadedData(Linearised, D);
  auto Factor = [&](const Loop &L) {
    BasicBlock *Exiting = L.getExitingBlock();
    auto *Branch = Exiting ? dyn_cast<BranchInst>(Exiting->getTerminator()) : nullptr;
    if (!Branch || !Branch->isConditional() || !isAny(Branch->getCondition()))
      return 1.0;
    const auto *GoOn = dyn_cast<Instruction>(cast<CallInst>(Branch->getCondition())->getArgOperand(0));
    return waiting(Plan.Lanes, GoOn && WideData.contains(GoOn));
  };
  C.Packet = Packet.sum([&](Instruction &I) { return Packet.packet(I, S, D, Plan); }, Factor) /
             (double(Plan.Lanes) * Plan.Parts);
  // Asked only where the answer can change something.
  if (C.Packet <= C.Scalar && C.Packet * RowLoopGain > C.Scalar && !Scalar.hasNoLoops())
    C.Scalar = Scalar.scalars(Before, Data, findRowLoops(Item, TTI));
  return C;
}

bool hasDearMasks(Function &Linearised, const PacketPlan &Masked, const TargetTransformInfo &TTI) {
  constexpr uint64_t Few = 64;
  Divergence D(Linearised, VaryingX);
  uint64_t Elements = 0;
  for (Instruction &I : instructions(Linearised)) {
    const Value *Pointer = getLoadStorePointerOperand(&I);
    if (!Pointer || !D.isDivergent(Pointer))
      continue;
    Type *T = getLoadStoreType(&I), *Element = T->getScalarType();
    if (!VectorType::isValidElementType(Element))
      continue;
    auto *Vector = dyn_cast<FixedVectorType>(T);
    uint64_t Here = uint64_t(Masked.Lanes) * (Vector ? Vector->getNumElements() : 1);
    auto *Wide = FixedVectorType::get(Element, unsigned(Here));
    unsigned Space = getLoadStoreAddressSpace(&I);
    bool IsLegal = isa<LoadInst>(I) ? TTI.isLegalMaskedLoad(Wide, getLoadStoreAlignment(&I), Space)
                                    : TTI.isLegalMaskedStore(Wide, getLoadStoreAlignment(&I), Space);
    Elements += IsLegal ? 0 : Here;
  }
  return Elements > Few;
}

} // namespace weft::spmd
