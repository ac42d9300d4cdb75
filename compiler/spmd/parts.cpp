// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/parts.h"
#include "compiler/ir/machine.h"
#include "compiler/spmd/access/access_groups.h"
#include "compiler/spmd/analysis/divergence.h"
#include "compiler/spmd/analysis/next_id.h"
#include "compiler/spmd/linear/linear_plan.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/ProfDataUtils.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace llvm;

namespace weft::spmd {

SmallPtrSet<const Instruction *, 32> addressArithmetic(Function &F, const Divergence &X) {
  const SmallPtrSet<const Instruction *, 32> Data = loadedData(F, X);
  SmallPtrSet<const Instruction *, 32> Only;
  SmallVector<Instruction *, 32> All;
  for (Instruction &I : instructions(F))
    All.push_back(&I);
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (Instruction *I : reverse(All)) {
      if (Only.contains(I) || I->use_empty() || !(I->getType()->isIntegerTy() || isa<GetElementPtrInst>(I)) ||
          isa<LoadInst>(I) || isa<CallInst>(I))
        continue;
      bool IsOnly = all_of(I->uses(), [&](const Use &U) {
        auto *User = cast<Instruction>(U.getUser());
        if (isa<BranchInst>(User))
          return !Data.contains(I) || !X.hasDivergentTerminator(*User->getParent());
        if (isa<GetElementPtrInst>(User) || User == I || Only.contains(User))
          return true;
        return (isa<LoadInst>(User) || isa<StoreInst>(User)) && getLoadStorePointerOperand(User) == I;
      });
      if (IsOnly) {
        Only.insert(I);
        Changed = true;
      }
    }
  }
  return Only;
}

double loopWeight(unsigned Depth) {
  return std::pow(GuessedIterations, std::min(Depth, 4u));
}

/// Behind a branch that is hardly ever taken that way.
static bool isUnlikely(const BasicBlock &BB, const DominatorTree &DT) {
  constexpr uint64_t Hardly = 1024;
  for (const DomTreeNode *Node = DT.getNode(&BB); Node->getIDom(); Node = Node->getIDom()) {
    const BasicBlock *Branching = Node->getIDom()->getBlock();
    SmallVector<uint32_t, 2> Weights;
    if (!extractBranchWeights(*Branching->getTerminator(), Weights))
      continue;
    const uint64_t Sum = sum_of(Weights, uint64_t(0));
    for (unsigned N : seq(unsigned(Weights.size())))
      if (Weights[N] * Hardly < Sum &&
          DT.dominates(BasicBlockEdge(Branching, Branching->getTerminator()->getSuccessor(N)), &BB))
        return true;
  }
  return false;
}

static unsigned bitsOf(const Value *V) {
  Type *T = V->getType();
  if (T->isPointerTy() || T->isVoidTy() || T->getScalarType()->isIntegerTy(1))
    return 0;
  return unsigned(T->getPrimitiveSizeInBits());
}

std::pair<unsigned, unsigned> latencyAndSlots(const Instruction &I, bool HasRotations) {
  constexpr unsigned Float = 4, Multiply = 5, Divide = 12, Load = 6;
  switch (I.getOpcode()) {
  case Instruction::Mul:
    return {Multiply, 2};
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
  case Instruction::FDiv:
  case Instruction::FRem:
    return {Divide, Divide};
  case Instruction::Load:
    return {Load, 1};
  case Instruction::PHI:
  case Instruction::BitCast:
  case Instruction::Br:
    return {0, 0};
  case Instruction::Call:
    if (const auto *Rotation = dyn_cast<IntrinsicInst>(&I);
        Rotation && !HasRotations &&
        (Rotation->getIntrinsicID() == Intrinsic::fshl || Rotation->getIntrinsicID() == Intrinsic::fshr))
      return {2, 3};
    break;
  default:
    break;
  }
  return {I.getType()->isFPOrFPVectorTy() && !isa<SelectInst>(I) ? Float : 1, 1};
}

/// Loads from where loaded values say, which are one load for each lane.
static SmallPtrSet<const Instruction *, 16> lookups(Function &Item, const Divergence &X) {
  const SmallPtrSet<const Instruction *, 32> Data = loadedData(Item, X);
  SmallPtrSet<const Instruction *, 16> Found;
  for (const Instruction &I : instructions(Item))
    if (const auto *Load = dyn_cast<LoadInst>(&I))
      if (const auto *Address = dyn_cast<Instruction>(Load->getPointerOperand()); Address && Data.contains(Address))
        Found.insert(Load);
  return Found;
}

namespace {

/// A function's scalar evolution and what it needs.
class Scalars {
public:
  Scalars(Function &F, DominatorTree &DT, LoopInfo &Loops)
      : NoLibrary(Triple(F.getParent()->getTargetTriple())), Library(NoLibrary), Assumptions(F),
        SE(F, Library, Assumptions, DT, Loops) {}
  ScalarEvolution &operator*() {
    return SE;
  }

private:
  TargetLibraryInfoImpl NoLibrary;
  TargetLibraryInfo Library;
  AssumptionCache Assumptions;
  ScalarEvolution SE;
};

} // namespace

/// Loads from where another load reads in the part one row below, as in a stencil: of all parts along y but the first
/// they cost nothing, if nothing is written between.
static SmallPtrSet<const Instruction *, 16> repeatedLoads(Function &Item, ScalarEvolution &SE) {
  constexpr unsigned MostLoads = 256;
  NextId Below(SE, *Item.getArg(1));
  SmallPtrSet<const Instruction *, 16> Found;
  SmallVector<LoadInst *, 32> Loads; // since the last write
  auto Look = [&] {
    SmallPtrSet<const SCEV *, 32> Read;
    if (Loads.size() > 1 && Loads.size() <= MostLoads) {
      for (LoadInst *Load : Loads)
        Read.insert(SE.getSCEV(Load->getPointerOperand()));
      for (LoadInst *Load : Loads) {
        const SCEV *At = SE.getSCEV(Load->getPointerOperand()), *Next = Below.visit(At);
        if (Next != At && Read.contains(Next))
          Found.insert(Load);
      }
    }
    Loads.clear();
  };
  for (BasicBlock &BB : Item) {
    for (Instruction &I : BB)
      if (auto *Load = dyn_cast<LoadInst>(&I))
        Loads.push_back(Load);
      else if (I.mayWriteToMemory())
        Look();
    Look();
  }
  return Found;
}

namespace {

/// What an iteration takes of a processor's resources: once for each part, or once for all of them.
struct Use {
  double EachPart = 0, Shared = 0;
  void add(double Amount, bool IsShared) {
    (IsShared ? Shared : EachPart) += Amount;
  }
  double of(unsigned Parts) const {
    return EachPart * Parts + Shared;
  }
};

/// An innermost loop's iteration, or an item without loops.
struct Iteration {
  Use Slots, Loads, Stores;      ///< operations of each kind, in vectors
  Use Live;                      ///< vectors at the busiest place
  double Scalars = 0;            ///< operations that are done once for all lanes
  double Operations = 0;         ///< of one part, in vectors
  unsigned Longest = 0;          ///< cycles of the longest chain of operations in it
  unsigned Carried = 0;          ///< cycles of the longest chain from one iteration to the next
  unsigned Depth = 0;            ///< loops around it
  unsigned Skips = 0;            ///< branches around what no lane wants
  bool HasDivergentExit = false; ///< lanes leave it at different times
  bool LooksUp = false;          ///< a load from where loaded values say
  bool SharesRows = false;       ///< a load of lanes' own that all parts share
};

/// Measures iterations for parts along one dimension.
class Meter {
public:
  Meter(Function &Item, const PacketPlan &Plan)
      : Item(Item), X(Item, VaryingX), Y(Item, VaryingXY & ~unsigned(VaryingX)), DT(Item), Loops(DT),
        Addresses(addressArithmetic(Item, X)), Lookups(lookups(Item, X)), Costly(weighBlocks(Item, X)),
        Lanes(Plan.Lanes), Bits(vectorBits(Item)) {}

  void goAlong(unsigned Dimension) {
    Dim = Dimension;
  }

  bool canGoAlongY() const {
    return none_of(Item, [&](const BasicBlock &BB) { return Y.hasDivergentTerminator(BB); });
  }
  /// Whether lanes leave a loop at different times: the more lanes, the longer they wait for one another.
  bool hasDivergentExits() const {
    return any_of(Loops.getLoopsInPreorder(), [&](const Loop *L) { return hasDivergentExit(*L); });
  }
  SmallVector<Iteration, 4> iterations();
  /// Lines of the cache that an iteration of a loop reads of lanes in rows of their own, for each part.
  double linesWalked();

private:
  bool isShared(const Instruction &I) const {
    return Dim == 1 ? !Y.isDivergent(&I) || Repeated.contains(&I) : !X.isDivergent(&I);
  }
  bool isVector(const Value *V) const {
    const auto *I = dyn_cast<Instruction>(V);
    return I && X.isDivergent(I) && !Addresses.contains(I);
  }
  double vectorsOf(const Value *V) const {
    return std::max(1.0, double(bitsOf(V)) * Lanes / Bits);
  }
  uint64_t stepInRow(Value *Pointer, const Loop &L);
  void addWork(const Instruction &I, double Slots, Iteration &Measured) const;
  void addChains(ArrayRef<const BasicBlock *> Blocks, const Loop *L, Iteration &Measured);
  void addLive(ArrayRef<const BasicBlock *> Blocks, const Loop *L, Iteration &Measured) const;
  bool hasDivergentExit(const Loop &L) const {
    SmallVector<BasicBlock *, 4> Exiting;
    L.getExitingBlocks(Exiting);
    return any_of(Exiting, [&](const BasicBlock *BB) { return X.hasDivergentTerminator(*BB); });
  }
  Iteration measure(const Loop *L);

  Function &Item;
  Divergence X, Y;
  DominatorTree DT;
  LoopInfo Loops;
  SmallPtrSet<const Instruction *, 32> Addresses; ///< what there is for addresses and branches alone
  SmallPtrSet<const Instruction *, 16> Lookups;   ///< loads from where loaded values say
  SmallPtrSet<const Instruction *, 16> Repeated;  ///< loads of another part's, along y
  Weights Costly;                                 ///< blocks by what running them under a mask costs
  std::optional<Scalars> Evolution;
  unsigned Lanes, Bits, Dim = 0;
};

} // namespace

void Meter::addWork(const Instruction &I, double Slots, Iteration &Measured) const {
  constexpr double LineBits = 512;
  // Of vectors from anywhere, so many cross a line and are loaded twice.
  const double LoadsPerVector = 1 + Bits / LineBits;
  if (isa<LoadInst>(I)) {
    Measured.LooksUp |= Lookups.contains(&I);
    Measured.SharesRows |= isVector(&I) && isShared(I);
    Measured.Loads.add(Lookups.contains(&I) ? Lanes : isVector(&I) ? vectorsOf(&I) * LoadsPerVector : 1, isShared(I));
  } else if (const auto *Store = dyn_cast<StoreInst>(&I))
    Measured.Stores.add(vectorsOf(Store->getValueOperand()), false);
  else if (isVector(&I))
    Measured.Slots.add(Slots * vectorsOf(&I), isShared(I));
}

/// Bytes that a loop goes along with each iteration, in either direction, in rows that are a number apart which a
/// launch gives; 0 where it goes otherwise.
uint64_t Meter::stepInRow(Value *Pointer, const Loop &L) {
  if (!Evolution)
    Evolution.emplace(Item, DT, Loops);
  ScalarEvolution &SE = **Evolution;
  const auto *At = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Pointer));
  const auto *Step = At && At->getLoop() == &L ? dyn_cast<SCEVConstant>(At->getStepRecurrence(SE)) : nullptr;
  if (!Step)
    return 0;
  const SCEV *Apart = SE.getMinusSCEV(NextId(SE, *Item.getArg(0)).visit(At), At);
  // In the lower bits indices have no extension in the way.
  const SCEV *Pitch = SE.getTruncateOrNoop(Apart, Type::getInt32Ty(Item.getContext()));
  const bool IsGiven = !isa<SCEVConstant, SCEVCouldNotCompute>(Pitch) && !SCEVExprContains(Pitch, [&](const SCEV *S) {
    const auto *Unknown = dyn_cast<SCEVUnknown>(S);
    return isa<SCEVAddRecExpr>(S) || (Unknown && X.isDivergent(Unknown->getValue()));
  });
  return IsGiven ? Step->getAPInt().abs().getLimitedValue() : 0;
}

double Meter::linesWalked() {
  constexpr double Line = 64;
  if (Loops.empty())
    return 0;
  const Shapes S(Item, X, Lanes);
  const AccessGroups Groups(Item, S, NearAccesses(Item, S, Lanes, 1, false), Lanes);
  double Most = 0;
  unsigned Deepest = 1; // where the time goes
  for (const Loop *L : Loops.getLoopsInPreorder())
    Deepest = std::max(Deepest, L->getLoopDepth());
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    if (L->getLoopDepth() < Deepest || isUnlikely(*L->getHeader(), DT))
      continue;
    double Bytes = 0;
    for (BasicBlock *BB : L->blocks())
      for (Instruction &I : *BB)
        if (Value *Pointer = getLoadStorePointerOperand(&I); Pointer && !isShared(I)) {
          const AccessGroup *G = Groups.of(&I);
          if (G && G->Run && !G->Stride)
            Bytes += G->where() == &I ? double(G->Run) * double(G->Size) : 0;
          else if (const uint64_t Step = S.of(Pointer).isLinear() ? 0 : stepInRow(Pointer, *L); Step < uint64_t(Line))
            Bytes += double(Step);
        }
    Most = std::max(Most, std::ceil(Bytes / Line) * Lanes);
  }
  return Most;
}

/// Whether an iteration loads from a private variable what the one before has stored there, as in a sort.
static bool passesThroughMemory(const Loop &L, ScalarEvolution &SE) {
  SmallVector<const SCEVAddRecExpr *, 4> Loads, Stores;
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      Value *Pointer = getLoadStorePointerOperand(&I);
      if (!Pointer || !isa<AllocaInst>(getUnderlyingObject(Pointer)))
        continue;
      if (const auto *At = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Pointer)); At && At->getLoop() == &L)
        (isa<LoadInst>(I) ? Loads : Stores).push_back(At);
    }
  return any_of(Loads, [&](const SCEVAddRecExpr *Load) {
    return is_contained(Stores, SE.getAddExpr(Load, Load->getStepRecurrence(SE)));
  });
}

/// When each value is there, from the beginning and from what the iteration before left.
void Meter::addChains(ArrayRef<const BasicBlock *> Blocks, const Loop *L, Iteration &Measured) {
  constexpr unsigned LookupLatency = 20, ForwardingLatency = 5;
  DenseMap<const Value *, unsigned> Ready, AfterBefore;
  SmallVector<const Value *, 8> Conditions; // which decide what phis behind them choose
  for (const BasicBlock *BB : Blocks) {
    for (const Instruction &I : *BB) {
      auto [Latency, Slots] = latencyAndSlots(I, Bits == 512);
      addWork(I, Slots, Measured);
      const bool IsHeaderPhi = L && BB == L->getHeader() && isa<PHINode>(I);
      if (IsHeaderPhi && X.isDivergent(&I))
        AfterBefore[&I] = 0;
      // Addresses wait too where they follow from what was loaded.
      if (!X.isDivergent(&I) && !isa<LoadInst>(I) && !isa<PHINode>(I))
        ++Measured.Scalars;
      if (!X.isDivergent(&I) || IsHeaderPhi)
        continue;
      if (Lookups.contains(&I))
        Latency = LookupLatency;
      if (!Addresses.contains(&I))
        Measured.Operations += vectorsOf(&I);
      SmallVector<const Value *, 8> Operands(I.value_op_begin(), I.value_op_end());
      if (isa<PHINode>(I))
        Operands.append(Conditions);
      unsigned From = 0;
      std::optional<unsigned> FromBefore;
      for (const Value *V : Operands) {
        From = std::max(From, Ready.lookup(V));
        if (auto At = AfterBefore.find(V); At != AfterBefore.end())
          FromBefore = std::max(FromBefore.value_or(0), At->second);
      }
      Ready[&I] = From + Latency;
      Measured.Longest = std::max(Measured.Longest, From + Latency);
      if (FromBefore)
        AfterBefore[&I] = *FromBefore + Latency;
    }
    const auto *Branch = dyn_cast<BranchInst>(BB->getTerminator());
    if (!Branch || !Branch->isConditional() || (L && L->isLoopExiting(BB)))
      continue;
    Conditions.push_back(Branch->getCondition());
    Measured.Skips += X.hasDivergentTerminator(*BB) && any_of(successors(BB), [&](const BasicBlock *To) {
                        return To->getSinglePredecessor() && Costly.lookup(To).wantsSkip();
                      });
  }
  if (const BasicBlock *Latch = L ? L->getLoopLatch() : nullptr)
    for (const PHINode &Phi : L->getHeader()->phis())
      Measured.Carried = std::max(Measured.Carried, AfterBefore.lookup(Phi.getIncomingValueForBlock(Latch)));
  if (L && Evolution && passesThroughMemory(*L, **Evolution))
    Measured.Carried = std::max(Measured.Carried, Measured.Longest + ForwardingLatency);
}

/// What comes in and stays, and the values of a block between definition and last use.
void Meter::addLive(ArrayRef<const BasicBlock *> Blocks, const Loop *L, Iteration &Measured) const {
  constexpr unsigned Usual = 4; // parts by which the busiest place is found
  auto Counts = [&](const Value *V) {
    // Of a straight line, what is loaded for one use is loaded there.
    return isVector(V) && bitsOf(V) && !(!L && isa<LoadInst>(V) && V->hasOneUse());
  };
  SmallPtrSet<const Value *, 16> Through;
  if (L) {
    for (const BasicBlock *BB : Blocks)
      for (const Instruction &I : *BB)
        for (const Value *V : I.operands())
          if (const auto *Def = dyn_cast<Instruction>(V); Def && !L->contains(Def) && Counts(Def))
            Through.insert(Def);
    for (const PHINode &Phi : L->getHeader()->phis())
      if (Counts(&Phi))
        Through.insert(&Phi);
  }
  Use Base;
  for (const Value *V : Through)
    Base.add(vectorsOf(V), isShared(*cast<Instruction>(V)));
  Measured.Live = Base;
  for (const BasicBlock *BB : Blocks) {
    DenseMap<const Value *, const Instruction *> LastUse;
    for (const Instruction &I : *BB)
      for (const Value *V : I.operands())
        LastUse[V] = &I;
    Use Live = Base;
    for (const Instruction &I : *BB) {
      for (const Value *V : SmallPtrSet<const Value *, 4>(I.value_op_begin(), I.value_op_end()))
        if (LastUse.lookup(V) == &I && Counts(V) && cast<Instruction>(V)->getParent() == BB && !Through.contains(V))
          Live.add(-vectorsOf(V), isShared(*cast<Instruction>(V)));
      if (Counts(&I) && !Through.contains(&I) && !I.use_empty())
        Live.add(vectorsOf(&I), isShared(I));
      if (Live.of(Usual) > Measured.Live.of(Usual))
        Measured.Live = Live;
    }
  }
}

Iteration Meter::measure(const Loop *L) {
  SmallVector<const BasicBlock *, 16> Blocks;
  for (const BasicBlock *BB : ReversePostOrderTraversal<const Function *>(&Item))
    if (!L || L->contains(BB))
      Blocks.push_back(BB);
  Iteration Measured;
  Measured.Depth = L ? L->getLoopDepth() : 0;
  Measured.HasDivergentExit = L && hasDivergentExit(*L);
  addChains(Blocks, L, Measured);
  addLive(Blocks, L, Measured);
  return Measured;
}

SmallVector<Iteration, 4> Meter::iterations() {
  const bool HasPrivate = any_of(instructions(Item), [](const Instruction &I) { return isa<AllocaInst>(I); });
  if (Dim == 1 || HasPrivate)
    Evolution.emplace(Item, DT, Loops);
  if (Dim == 1)
    Repeated = repeatedLoads(Item, **Evolution);
  SmallVector<Iteration, 4> All;
  for (const Loop *L : Loops.getLoopsInPreorder())
    if (L->isInnermost() && !isUnlikely(*L->getHeader(), DT))
      All.push_back(measure(L));
  if (All.empty())
    All.push_back(measure(nullptr));
  return All;
}

/// Parts that are tried where they do not share rows.
static constexpr unsigned UsualParts = 4;

/// Cycles that an iteration takes with so many parts. Rows below one another are far apart in memory: in a body without
/// loops they pay by what they share, not by what waits.
static double cyclesOf(const Iteration &I, unsigned Parts, bool AreRows, const Function &Item) {
  // Operations that wait in the processor's schedulers.
  constexpr double Window = 64;
  // Whether any lane goes where most do not is a surprise now and then, once for all parts.
  constexpr double SkipSurprise = 1.0 / 16;
  constexpr double LoadPorts = 2, StorePorts = 1, IssueWidth = 5;
  const double Spilled = std::max(0.0, I.Live.of(Parts) - usableRegisters(Item));
  const double Issued = I.Slots.of(Parts) + I.Loads.of(Parts) + I.Stores.of(Parts) + (I.Depth ? I.Scalars : 0);
  const double Busy = std::max({I.Slots.of(Parts) / operationsPerCycle(Item), I.Loads.of(Parts) / LoadPorts,
                                I.Stores.of(Parts) / StorePorts, Issued / IssueWidth}) +
                      Spilled / 2 / LoadPorts; // half of them are operands of what computes anyway
  if (AreRows && !I.Depth)
    return Busy;
  // Iterations overlap as far as the window holds them; where one's end meets the next one's beginning, less.
  constexpr double Sharpness = 1.5;
  const double Filled = I.Operations * Parts / Window;
  const double InTurn = Filled / std::pow(1 + std::pow(Filled, Sharpness), 1 / Sharpness);
  // So is the end of a loop that lanes leave one after another.
  const double Surprise = Mispredicted * (I.Skips * SkipSurprise + (I.HasDivergentExit ? 1.0 / GuessedIterations : 0));
  const double Computed = std::hypot(Busy, I.Longest * InTurn) + Surprise;
  if (I.LooksUp) // its loads begin one after another, so what is carried has time
    return std::max(Computed, double(I.Carried));
  return std::cbrt(std::pow(Computed, 3) + std::pow(I.Carried, 3));
}

/// What is read again from memory costs less than waiting, as long as it is not most of what there is. Nothing waits
/// where there are more parts than usual, for the sake of what they share: they have to fit.
static bool fits(ArrayRef<Iteration> All, unsigned Parts, const Function &Item) {
  const double MostFull = Parts > UsualParts ? 1 : 5.0 / 3;
  return all_of(All, [&](const Iteration &I) { return I.Live.of(Parts) <= MostFull * usableRegisters(Item); });
}

void planParts(Function &Item, PacketPlan &Plan, bool HasLongRows) {
  constexpr unsigned MostOfRows = 16;         // few groups have more rows, which sharing pays for
  constexpr uint64_t MostInstructions = 2048; // of all parts, in a body without loops
  constexpr unsigned MostLines = 16; // of rows at once: of rows that are powers of two apart, few stay in the cache
  constexpr double DivergenceCost = 1.05;                            // lanes wait for more lanes
  constexpr double Gain = 0.97, GainOfLine = 0.9, GainOfRows = 0.65; // a packet of more parts has to be so much faster
  constexpr double GainOfTwo = 0.9; // likewise, where two do not fit: what is read again is only guessed
  const bool UsesY = !Item.getArg(1)->use_empty();
  Meter ItemMeter(Item, Plan);
  const bool Diverges = ItemMeter.hasDivergentExits();
  // Groups of two dimensions are rarely wider than a part or two, unless the next group's lanes come along.
  const bool AreRows = UsesY && !Diverges && ItemMeter.canGoAlongY();
  if (UsesY && !AreRows && !HasLongRows)
    return;
  ItemMeter.goAlong(AreRows ? 1 : 0);
  const SmallVector<Iteration, 4> All = ItemMeter.iterations();
  const bool HasLoops = All.front().Depth > 0;
  const bool SharesRows = any_of(All, [](const Iteration &I) { return I.SharesRows; });
  const unsigned Lines = unsigned(ItemMeter.linesWalked());
  const unsigned Most =
      std::min(AreRows && SharesRows ? MostOfRows : UsualParts, Lines ? std::max(1u, MostLines / Lines) : MostOfRows);
  auto PerPart = [&](unsigned Parts) {
    double Sum = 0;
    for (const Iteration &I : All)
      Sum += loopWeight(I.Depth) * cyclesOf(I, Parts, AreRows, Item);
    return Sum / Parts * (Diverges ? std::pow(DivergenceCost, Log2_32(Parts)) : 1);
  };
  const double Usual = HasLoops ? Gain : AreRows ? GainOfRows : GainOfLine;
  unsigned Best = 1;
  for (unsigned Parts = 2; Parts <= Most; Parts *= 2)
    if (const bool Fits = fits(All, Parts, Item);
        (Parts == 2 || Fits) && (HasLoops || uint64_t(Item.getInstructionCount()) * Parts <= MostInstructions) &&
        PerPart(Parts) < (Fits ? Usual : std::min(Usual, GainOfTwo)) * PerPart(Best))
      Best = Parts;
  Plan.Parts = Best;
  Plan.PartDim = AreRows && Best > 1;
}

} // namespace weft::spmd
