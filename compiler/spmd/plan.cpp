// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/plan.h"
#include "compiler/heuristics.h"
#include "compiler/ir/machine.h"
#include "compiler/spmd/analysis/divergence.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
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
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

/// What is computed for the sake of addresses and branches alone: it costs no vectors where the addresses are linear.
static SmallPtrSet<const Instruction *, 32> addressArithmetic(Function &F) {
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
        if (isa<GetElementPtrInst>(User) || isa<BranchInst>(User) || User == I || Only.contains(User))
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

/// Whether there are instructions for numbers of 16 bits; others compute them as floats, with conversions on both
/// sides.
static bool computesHalf(const TargetMachine &TM) {
  return TM.getMCSubtargetInfo()->checkFeatures(TM.getTargetTriple().isX86() ? "+avx512fp16" : "+fullfp16");
}

/// Elements of the longest vector that lanes have one each of.
static unsigned longestVector(Function &F) {
  Divergence D(F, VaryingX);
  unsigned Longest = 1;
  for (Instruction &I : instructions(F)) {
    Type *T = isa<StoreInst>(I) ? cast<StoreInst>(I).getValueOperand()->getType() : I.getType();
    if (auto *V = dyn_cast<FixedVectorType>(T); V && (isa<StoreInst>(I) || D.isDivergent(&I)))
      Longest = std::max(Longest, V->getNumElements());
  }
  return Longest;
}

/// Numbers that loops count: lanes have neighbours of them, which takes no vectors but for comparisons.
static SmallPtrSet<const Instruction *, 16> counters(const LoopInfo &Loops) {
  SmallPtrSet<const Instruction *, 16> Found;
  for (const Loop *L : Loops.getLoopsInPreorder())
    for (const PHINode &Phi : L->getHeader()->phis()) {
      Value *Step;
      if (!L->getLoopLatch() || !Phi.getType()->isIntegerTy())
        continue;
      auto *Next = dyn_cast<Instruction>(Phi.getIncomingValueForBlock(L->getLoopLatch()));
      if (Next && match(Next, m_c_Add(m_Specific(&Phi), m_Value(Step))) && L->isLoopInvariant(Step))
        Found.insert({&Phi, Next});
    }
  return Found;
}

/// Bits of the elements that most of the work is done in; inner loops count for their turns. What is the same for all
/// lanes is done once.
static unsigned dominantBits(Function &F, const TargetMachine &TM) {
  const bool HasHalf = computesHalf(TM);
  Divergence D(F, VaryingX);
  DominatorTree DT(F);
  LoopInfo Loops(DT);
  const SmallPtrSet<const Instruction *, 32> Addresses = addressArithmetic(F);
  const SmallPtrSet<const Instruction *, 16> Counters = counters(Loops);
  double Weights[4] = {}; // of 8, 16, 32 and 64 bits
  for (Instruction &I : instructions(F)) {
    Type *T = isa<StoreInst>(I) ? cast<StoreInst>(I).getValueOperand()->getType() : I.getType();
    T = T->getScalarType();
    if (Addresses.contains(&I) || Counters.contains(&I) || isa<GetElementPtrInst>(I) || isa<AllocaInst>(I) ||
        (!isa<StoreInst>(I) && !D.isDivergent(&I)) || isa<CastInst>(I) || !(T->isIntegerTy() || T->isFloatingPointTy()))
      continue;
    unsigned Bits = T->getPrimitiveSizeInBits();
    if (T->isHalfTy() && !HasHalf && !isa<LoadInst>(I) && !isa<StoreInst>(I))
      Bits = 32;
    if (Bits < 8 || Bits > 64)
      continue;
    double Weight = 1;
    for (unsigned D = std::min(Loops.getLoopDepth(I.getParent()), 4u); D > 0; --D)
      Weight *= 8;
    Weights[Log2_32_Ceil(Bits) - 3] += Weight;
  }
  unsigned Most = 2;
  for (unsigned I = 0; I < 4; ++I)
    if (Weights[I] > Weights[Most] || (Weights[Most] == 0 && Weights[I] > 0))
      Most = I;
  return 8u << Most;
}

namespace {

/// What an innermost loop holds of each lane.
struct HotLoop {
  unsigned Live = 0;         ///< bits of vectors, of one lane, at the busiest place
  bool SharesLoads = false;  ///< loads that are the same for all lanes: parts would share them, which matters
  bool FloatChain = false;   ///< a turn waits for the turn before
  bool CarriedWaits = false; ///< a turn waits for the turn before longer than its operations take
  bool LongWaits = false;    ///< operations wait for one another, and the next turn begins too late to fill the time
  bool SharesRows = false;   ///< a load that differs along x, not along y
};

} // namespace

static unsigned bitsOf(const Value *V) {
  Type *T = V->getType();
  if (T->isPointerTy() || T->isVoidTy() || T->getScalarType()->isIntegerTy(1))
    return 0;
  return unsigned(T->getPrimitiveSizeInBits());
}

/// Cycles until an operation's result is there, and how many others could have started in its place.
static std::pair<unsigned, unsigned> latencyAndSlots(const Instruction &I, bool HasRotations) {
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
  SmallPtrSet<const Instruction *, 16> Found;
  SmallPtrSet<const Instruction *, 32> Loaded;
  SmallVector<const Instruction *, 32> Work;
  for (const Instruction &I : instructions(Item))
    if (isa<LoadInst>(I) && X.isDivergent(&I) && Loaded.insert(&I).second)
      Work.push_back(&I);
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users()) {
      const auto *I = cast<Instruction>(U);
      if (isa<LoadInst>(I))
        Found.insert(I);
      else if (!isa<StoreInst>(I) && X.isDivergent(I) && Loaded.insert(I).second)
        Work.push_back(I);
    }
  return Found;
}

namespace {

struct ItemFacts {
  SmallPtrSet<const Instruction *, 32> Addresses; ///< what there is for addresses and branches alone
  SmallPtrSet<const Instruction *, 16> Lookups;   ///< loads from where loaded values say
};

} // namespace

/// Sets what waits in a loop, or (null) in a function without loops, and whether shared loads matter beside its other
/// operations. The processor looks ahead so far that the turns of a short loop, or the packets of a short kernel,
/// overlap, unless one waits for the one before.
static void measureWaits(const Function &Item, const Loop *L, const Divergence &X, const ItemFacts &Facts,
                         unsigned Lanes, HotLoop &Hot) {
  constexpr unsigned Window = 120, OfLookup = 20;
  constexpr double Carried = 1.5, Long = 2, Matters = 1.0 / 64;
  const bool Is512 = vectorBits(Item) == 512;
  // When each value is there: cycles from the beginning, and from what the turn before left.
  DenseMap<const Value *, unsigned> Ready, AfterTurn;
  unsigned Shared = 0, Slots = 0, Operations = 0, Longest = 0, LongestCarried = 0;
  for (const BasicBlock *BB : ReversePostOrderTraversal<const Function *>(&Item)) {
    if (L && !L->contains(BB))
      continue;
    for (const Instruction &I : *BB) {
      Shared += isa<LoadInst>(I) && !X.isDivergent(&I);
      if (!X.isDivergent(&I) || Facts.Addresses.contains(&I))
        continue;
      if (L && BB == L->getHeader() && isa<PHINode>(I)) {
        AfterTurn[&I] = 0;
        continue;
      }
      auto [Latency, OfSlots] = latencyAndSlots(I, Is512);
      if (Facts.Lookups.contains(&I)) {
        Latency = OfLookup;
        OfSlots = Lanes;
      }
      Slots += OfSlots;
      ++Operations;
      unsigned From = 0;
      std::optional<unsigned> FromTurn;
      for (const Value *V : I.operands()) {
        From = std::max(From, Ready.lookup(V));
        if (auto At = AfterTurn.find(V); At != AfterTurn.end())
          FromTurn = std::max(FromTurn.value_or(0), At->second);
      }
      Ready[&I] = From + Latency;
      Longest = std::max(Longest, From + Latency);
      if (FromTurn)
        AfterTurn[&I] = *FromTurn + Latency;
    }
  }
  if (const BasicBlock *Latch = L ? L->getLoopLatch() : nullptr)
    for (const PHINode &Phi : L->getHeader()->phis())
      LongestCarried = std::max(LongestCarried, AfterTurn.lookup(Phi.getIncomingValueForBlock(Latch)));
  const double Busy = Slots / operationsPerCycle(Item);
  Hot.CarriedWaits = LongestCarried > Carried * Busy;
  Hot.SharesLoads &= Shared > Matters * Slots;
  Hot.LongWaits = Operations > Window && Longest > Long * Busy;
}

/// The busiest place of a loop, or (null) of a function without loops: what comes in and stays, and the values of a
/// block between definition and last use.
static HotLoop measure(const Function &Item, const Loop *L, const Divergence &X, const Divergence &Y,
                       const ItemFacts &Facts, unsigned Lanes) {
  HotLoop Hot;
  auto Counts = [&](const Value *V) {
    const auto *I = dyn_cast<Instruction>(V);
    // Of a straight line, what is loaded for one use is loaded there.
    if (!I || (!L && isa<LoadInst>(I) && I->hasOneUse()))
      return false;
    return X.isDivergent(I) && !Facts.Addresses.contains(I);
  };
  SmallVector<const BasicBlock *, 16> Blocks;
  for (const BasicBlock &BB : Item)
    if (!L || L->contains(&BB))
      Blocks.push_back(&BB);
  SmallPtrSet<const Value *, 16> Through;
  if (L) {
    for (const BasicBlock *BB : Blocks)
      for (const Instruction &I : *BB)
        for (const Value *V : I.operands())
          if (const auto *Def = dyn_cast<Instruction>(V); Def && !L->contains(Def) && Counts(Def))
            Through.insert(Def);
    for (const PHINode &Phi : L->getHeader()->phis())
      if (Counts(&Phi)) {
        Through.insert(&Phi);
        Hot.FloatChain |= Phi.getType()->isFPOrFPVectorTy();
      }
  }
  unsigned Base = 0;
  for (const Value *V : Through)
    Base += bitsOf(V);
  for (const BasicBlock *BB : Blocks) {
    DenseMap<const Value *, const Instruction *> LastUse;
    for (const Instruction &I : *BB)
      for (const Value *V : I.operands())
        LastUse[V] = &I;
    unsigned Live = 0, Most = 0;
    for (const Instruction &I : *BB) {
      for (const Value *V : SmallPtrSet<const Value *, 4>(I.value_op_begin(), I.value_op_end()))
        if (LastUse.lookup(V) == &I && Counts(V) && cast<Instruction>(V)->getParent() == BB && !Through.contains(V))
          Live -= std::min(Live, bitsOf(V));
      if (Counts(&I) && !Through.contains(&I) && !I.use_empty())
        Live += bitsOf(&I);
      Most = std::max(Most, Live);
      if (isa<LoadInst>(I)) {
        Hot.SharesLoads |= !X.isDivergent(&I);
        Hot.SharesRows |= X.isDivergent(&I) && !Y.isDivergent(&I);
      }
    }
    Hot.Live = std::max(Hot.Live, Base + Most);
  }
  measureWaits(Item, L, X, Facts, Lanes, Hot);
  return Hot;
}

/// What follows in the loop from the values; with branches inside of the loop that depend on them, all that is chosen
/// there.
static void addDependents(const Loop &L, bool AndBranches, SmallPtrSetImpl<const Instruction *> &Values) {
  SmallVector<const Instruction *, 16> Work(Values.begin(), Values.end());
  auto Add = [&](const Instruction *I) {
    if (L.contains(I) && Values.insert(I).second)
      Work.push_back(I);
  };
  while (!Work.empty()) {
    const Instruction *I = Work.pop_back_val();
    if (I->isTerminator() && AndBranches && !L.isLoopExiting(I->getParent()))
      for (const BasicBlock *BB : L.blocks())
        if (BB != L.getHeader())
          for (const PHINode &Phi : BB->phis())
            Add(&Phi);
    for (const User *U : I->users())
      Add(cast<Instruction>(U));
  }
}

/// Whether where a turn of the loop loads from follows from what the turn before has loaded, as in a search: each turn
/// waits for the memory, and only more lanes fill the time.
static bool chasesLoads(const Loop &L, const Divergence &X) {
  SmallPtrSet<const Instruction *, 32> Loaded, Carried;
  SmallVector<const LoadInst *, 8> Loads;
  for (const BasicBlock *BB : L.blocks())
    for (const Instruction &I : *BB)
      if (const auto *Load = dyn_cast<LoadInst>(&I); Load && X.isDivergent(Load->getPointerOperand())) {
        Loads.push_back(Load);
        Loaded.insert(Load);
      }
  addDependents(L, true, Loaded);
  for (const PHINode &Phi : L.getHeader()->phis())
    if (Loaded.contains(&Phi))
      Carried.insert(&Phi);
  addDependents(L, false, Carried);
  return any_of(Loads, [&](const LoadInst *Load) {
    const auto *Address = dyn_cast<Instruction>(Load->getPointerOperand());
    return Address && Carried.contains(Address);
  });
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

/// Whether a turn of the loop loads from a private variable what the turn before has stored there, as in a sort: each
/// turn waits for the way through memory.
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

/// Instructions of a body without loops that is made several times over.
constexpr unsigned LongestInParts = 512;

namespace {

/// y as the one below: y + 1.
class NextRow : public SCEVRewriteVisitor<NextRow> {
public:
  NextRow(ScalarEvolution &SE, const Argument &Y) : SCEVRewriteVisitor(SE), Y(Y) {}
  const SCEV *visitUnknown(const SCEVUnknown *U) {
    return U->getValue() == &Y ? SE.getAddExpr(U, SE.getOne(U->getType())) : U;
  }

private:
  const Argument &Y;
};

} // namespace

/// Whether a body without loops reads a window of rows, so that parts one below the other read mostly the same: fewer
/// than half of the loads of four parts differ.
static bool readsWindow(Function &Item, DominatorTree &DT, LoopInfo &Loops) {
  constexpr unsigned Parts = 4, MostLoads = 256;
  Scalars Of(Item, DT, Loops);
  ScalarEvolution &SE = *Of;
  NextRow Below(SE, *Item.getArg(1));
  DenseMap<const SCEV *, DenseSet<int64_t>> OfOne, OfAll; // by what is left of an address without its constant
  unsigned Loads = 0, Different = 0;
  for (Instruction &I : instructions(Item)) {
    auto *Load = dyn_cast<LoadInst>(&I);
    if (!Load || ++Loads > MostLoads)
      continue;
    const SCEV *At = SE.getSCEV(Load->getPointerOperand());
    const auto *Pitch = dyn_cast<SCEVConstant>(SE.getMinusSCEV(Below.visit(At), At));
    const auto *Sum = dyn_cast<SCEVAddExpr>(At);
    const auto *Constant = Sum ? dyn_cast<SCEVConstant>(Sum->getOperand(0)) : nullptr;
    if (!Pitch || Pitch->isZero())
      continue;
    int64_t Offset = Constant ? Constant->getAPInt().getSExtValue() : 0;
    const SCEV *Base = Constant ? SE.getAddExpr(At, SE.getNegativeSCEV(Constant)) : At;
    OfOne[Base].insert(Offset);
    for (int64_t P = 0; P < Parts; ++P)
      OfAll[Base].insert(Offset + P * Pitch->getAPInt().getSExtValue());
  }
  unsigned One = 0;
  for (auto &[Base, Offsets] : OfOne)
    One += unsigned(Offsets.size());
  for (auto &[Base, Offsets] : OfAll)
    Different += unsigned(Offsets.size());
  return One > 1 && 2 * Different < Parts * One;
}

/// Parts along y where each turn of an inner loop loads a row that all of them share, and an element for each, as in a
/// matrix product: the loads bind, and fewer chains of multiply-adds than these wait for themselves. The more, if there
/// are registers for their vectors.
constexpr unsigned ManyRows = 8, MostRows = 16;

/// Parts, where an inner loop makes them pay and the vectors of all of them fit into registers.
static void planParts(Function &Item, Plan &P, unsigned MostParts, const weft_spmd &Options) {
  constexpr unsigned VaryingY = VaryingXY & ~unsigned(VaryingX);
  unsigned Bits = vectorBits(Item);
  unsigned Registers = usableRegisters(Item);
  Divergence X(Item, VaryingX), Y(Item, VaryingY);
  DominatorTree DT(Item);
  LoopInfo Loops(DT);
  const ItemFacts Facts{addressArithmetic(Item), lookups(Item, X)};
  bool UsesY = !Item.getArg(1)->use_empty();
  // Where lanes leave a loop at different times, the more lanes, the longer they wait; but for memory together.
  bool Leave = false, Chase = false, Pass = false;
  for (const Loop *L : Loops.getLoopsInPreorder()) {
    SmallVector<BasicBlock *, 4> Exiting;
    L->getExitingBlocks(Exiting);
    if (any_of(Exiting, [&](const BasicBlock *BB) { return X.hasDivergentTerminator(*BB); })) {
      Leave = true;
      Chase |= applies(Options, WEFT_HEURISTIC_CHASED_LOADS) && L->isInnermost() && chasesLoads(*L, X);
    }
  }
  if (Leave) {
    std::optional<Scalars> Evolution;
    if (!Chase && applies(Options, WEFT_HEURISTIC_PRIVATE_EXCHANGE) &&
        any_of(instructions(Item), [](const Instruction &I) { return isa<AllocaInst>(I); }))
      Evolution.emplace(Item, DT, Loops);
    if (Evolution)
      for (const Loop *L : Loops.getLoopsInPreorder())
        Pass |= L->isInnermost() && passesThroughMemory(*L, **Evolution);
    P.Packet.Parts = (Chase || Pass) && !UsesY ? std::min(2u, MostParts) : 1;
    return;
  }
  bool AlongY = UsesY && none_of(Item, [&](const BasicBlock &BB) { return Y.hasDivergentTerminator(BB); });
  bool Pays = false, LoadsBind = false, Carried = false, Long = false;
  unsigned Live = 0;
  auto Look = [&](const Loop *L) {
    HotLoop Hot = measure(Item, L, X, Y, Facts, P.Packet.Lanes);
    Live = std::max(Live, Hot.Live);
    Carried |= Hot.CarriedWaits && applies(Options, WEFT_HEURISTIC_CARRIED_WAITS);
    Long |= Hot.LongWaits && applies(Options, WEFT_HEURISTIC_LONG_WAITS);
    LoadsBind |=
        applies(Options, WEFT_HEURISTIC_SHARED_ROWS) && L && Hot.SharesLoads && Hot.SharesRows && Hot.FloatChain;
    Pays |= applies(Options, WEFT_HEURISTIC_SHARED_LOADS) &&
            (L ? Hot.SharesLoads || Hot.FloatChain : Hot.SharesLoads && Hot.SharesRows);
  };
  for (const Loop *L : Loops.getLoopsInPreorder())
    if (L->isInnermost())
      Look(L);
  // Loops of few turns are gone: what shares loads then stands in a line.
  if (AlongY && Loops.empty() && Item.getInstructionCount() <= LongestInParts) {
    Look(nullptr);
    Pays |= applies(Options, WEFT_HEURISTIC_WINDOWS) && readsWindow(Item, DT, Loops);
  }
  if (Loops.empty() && !UsesY && Item.getInstructionCount() <= LongestInParts) {
    HotLoop Straight;
    measureWaits(Item, nullptr, X, Facts, P.Packet.Lanes, Straight);
    Long |= Straight.LongWaits && applies(Options, WEFT_HEURISTIC_LONG_WAITS);
  }
  if (!Pays && !Carried && !Long)
    return;
  // Groups of two dimensions are rarely wider than a part or two.
  if (UsesY && !AlongY)
    return;
  P.Packet.PartDim = AlongY ? 1 : 0;
  unsigned PerPart = std::max(1u, unsigned(divideCeil(uint64_t(Live) * P.Packet.Lanes, Bits)));
  if (AlongY && LoadsBind) // one of the vectors is the row that they share
    MostParts = MostRows * (PerPart - 1) <= Registers ? MostRows : ManyRows;
  // What is read again from memory costs less than waiting.
  if (Carried)
    Registers += Registers * 2 / 3;
  if (Long)
    P.Packet.Parts = std::min(2u, MostParts);
  while (P.Packet.Parts < MostParts && 2 * P.Packet.Parts * PerPart <= Registers)
    P.Packet.Parts *= 2;
}

bool manyUniformLoads(Function &Linearised, const PacketPlan &Plan) {
  constexpr unsigned Many = 12;
  Divergence D(Linearised, VaryingX);
  DominatorTree DT(Linearised);
  LoopInfo Loops(DT);
  unsigned Loads = 0;
  for (Instruction &I : instructions(Linearised))
    if (isa<LoadInst>(I) && !Loops.getLoopFor(I.getParent()) && !D.isDivergent(&I))
      Loads += Plan.PartDim == 1 ? Plan.Parts : 1;
  return Loads > Many;
}

Plan planItem(Function &Item, const TargetMachine &TM, const weft_spmd &Options, uint64_t Columns) {
  Plan P;
  // Shuffles of vectors that fill more than a few registers take long to run, and longer to compile.
  constexpr unsigned MostRegisters = 4;
  const unsigned Lanes = vectorBits(Item) / dominantBits(Item, TM);
  P.Packet.Lanes =
      Options.lanes
          ? Options.lanes
          : std::min(Lanes, std::max(4u, Lanes * MostRegisters / unsigned(PowerOf2Ceil(longestVector(Item)))));
  planParts(Item, P, 4, Options);
  if (Options.parts)
    P.Packet.Parts = Options.parts;
  uint64_t Private = privateBytes(Item);
  auto IsTooLarge = [&] { return Private * P.Packet.Lanes * P.Packet.Parts > MostPrivateBytes; };
  while (IsTooLarge() && P.Packet.Parts > 1)
    P.Packet.Parts /= 2;
  while (IsTooLarge() && P.Packet.Lanes > 4)
    P.Packet.Lanes /= 2;
  if (IsTooLarge())
    P.WhyScalar = "too much private memory";
  if (P.Packet.Parts == 1)
    P.Packet.PartDim = 0;
  P.MaskedTail = Options.tail != WEFT_SPMD_TAIL_SCALAR;
  if (Columns) {
    P.Packet.PartDim = 0;
    P.Packet.Lanes = unsigned(std::min<uint64_t>(P.Packet.Lanes, Columns));
    P.Packet.Parts = unsigned(std::min<uint64_t>(P.Packet.Parts, Columns / P.Packet.Lanes));
    P.MaskedTail &= Columns % P.Packet.columns() != 0;
  }
  return P;
}

} // namespace weft::spmd
