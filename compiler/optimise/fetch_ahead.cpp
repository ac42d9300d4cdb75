// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/optimise/fetch_ahead.h"
#include "compiler/ir/machine.h"
#include "compiler/ir/names.h"
#include "compiler/optimise/loop_sums.h"
#include "compiler/simplify/address_spaces.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include "llvm/Transforms/Utils/ScalarEvolutionExpander.h"

using namespace llvm;

namespace weft {

namespace {

constexpr uint64_t Line = 64; ///< bytes

/// Fetches of one loop: more of them would be in each other's way.
constexpr unsigned MostFetches = 32;

/// With so many sums of products for each row an iteration lasts so long that the processor looks only a few ahead, and
/// what is fetched in vain behind the last row does not matter; the iterations that make up for it.
constexpr unsigned SumsOfRow = 4, RowsAhead = 16;

/// A group in a straight line of so many instructions is longer than what the processor looks ahead. Fetched are what
/// groups some iterations later begin and end with, of all that is on its way together a part of the first cache.
constexpr size_t LongGroup = 256;
constexpr uint64_t MostGroupsAhead = 6, MostBytesAhead = 12 << 10;

/// Whether V goes to local memory, as it is or converted.
bool fillsTile(const Value &V) {
  return any_of(V.users(), [&](const User *U) {
    if (const auto *Store = dyn_cast<StoreInst>(U))
      return Store->getValueOperand() == &V && Store->getPointerAddressSpace() == LocalSpace;
    return isa<CastInst>(U) && fillsTile(*U);
  });
}

/// A loop over the work-items of a region, one by one or in packets.
bool isOfItems(const Loop &L) {
  return findOptionMDForLoop(&L, "llvm.loop.parallel_accesses") ||
         findOptionMDForLoop(&L, "llvm.loop.vectorize.enable");
}

/// The innermost loop around a load that starts the region again.
Loop *walkAround(const Instruction &Load, const LoopInfo &Loops) {
  Loop *L = Loops.getLoopFor(Load.getParent());
  while (L && isOfItems(*L))
    L = L->getParentLoop();
  return L && !findOptionMDForLoop(L, GroupsMark) ? L : nullptr;
}

/// By how much an expression grows from one iteration of a loop to the next. Nothing depends on it: that numbers do not
/// wrap is taken for granted.
class Growth {
public:
  Growth(ScalarEvolution &SE, const Loop &L) : SE(SE), L(L) {}

  /// Null if that is not known.
  const SCEV *of(const SCEV *S) {
    if (SE.isLoopInvariant(S, &L))
      return zero(S);
    switch (S->getSCEVType()) {
    case scAddRecExpr: {
      const auto *A = cast<SCEVAddRecExpr>(S);
      if (A->getLoop() == &L)
        return A->isAffine() ? A->getStepRecurrence(SE) : nullptr;
      const bool IsSteady =
          all_of(drop_begin(A->operands()), [&](const SCEV *Op) { return SE.isLoopInvariant(Op, &L); });
      return IsSteady ? of(A->getStart()) : nullptr;
    }
    case scAddExpr: {
      const SCEV *Sum = zero(S);
      for (const SCEV *Op : S->operands()) {
        const SCEV *Step = of(Op);
        if (!Step)
          return nullptr;
        Sum = SE.getAddExpr(Sum, Step);
      }
      return Sum;
    }
    case scMulExpr:
      return ofProduct(S);
    case scZeroExtend:
    case scSignExtend: {
      const SCEV *Step = of(S->operands()[0]);
      return Step ? SE.getSignExtendExpr(Step, S->getType()) : nullptr;
    }
    case scTruncate: {
      const SCEV *Step = of(S->operands()[0]);
      return Step ? SE.getTruncateExpr(Step, S->getType()) : nullptr;
    }
    default:
      return nullptr;
    }
  }

private:
  const SCEV *zero(const SCEV *S) {
    return SE.getZero(SE.getEffectiveSCEVType(S->getType()));
  }

  const SCEV *ofProduct(const SCEV *S) {
    const SCEV *Product = nullptr;
    for (const SCEV *Op : S->operands())
      if (!SE.isLoopInvariant(Op, &L)) {
        if (Product)
          return nullptr;
        Product = of(Op);
        if (!Product)
          return nullptr;
      }
    for (const SCEV *Op : S->operands())
      if (SE.isLoopInvariant(Op, &L))
        Product = SE.getMulExpr(Product, Op);
    return Product;
  }

  ScalarEvolution &SE;
  const Loop &L;
};

class Fetches {
public:
  Fetches(Function &F, FunctionAnalysisManager &FAM)
      : Loops(FAM.getResult<LoopAnalysis>(F)), SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
        TTI(FAM.getResult<TargetIRAnalysis>(F)), DL(F.getDataLayout()), Expander(SE, "ahead") {}

  void ofTile(LoadInst &Load) {
    if (Loop *Walk = walkAround(Load, Loops))
      fetch(Load, *Walk, 1, &Load);
  }

  /// At the end of an iteration: the code generator makes no load an operand of what is behind a fetch.
  void ofRows(const Loop &L, size_t Sums) {
    SmallVector<LoadInst *, 4> Rows;
    for (BasicBlock *BB : L.blocks())
      for (Instruction &I : *BB)
        if (auto *Load = dyn_cast<LoadInst>(&I);
            Load && Load->isSimple() && Load->getType()->isVectorTy() && isRow(*Load, L))
          Rows.push_back(Load);
    if (Rows.size() * SumsOfRow <= Sums)
      for (LoadInst *Load : Rows)
        fetch(*Load, L, RowsAhead, Load->getParent()->getTerminator());
  }

  /// A group in a straight line takes all of its vectors from buffers first and puts the results there last. While it
  /// computes, memory would be idle.
  void ofGroups(const Loop &L) {
    BasicBlock &Group = *L.getHeader();
    if (L.getNumBlocks() != 1 || Group.size() < LongGroup || !findOptionMDForLoop(&L, GroupsMark))
      return;
    struct Fetch {
      Instruction *Access;
      int64_t Step;
    };
    SmallVector<Fetch, MostFetches> Found;
    SmallVector<const SCEV *, MostFetches> Lines;
    uint64_t Bytes = 0;
    for (Instruction &I : Group) {
      Value *Pointer = getLoadStorePointerOperand(&I);
      if (!Pointer || !getLoadStoreType(&I)->isVectorTy() || !isOfBuffer(*Pointer))
        continue;
      const SCEV *Address = SE.getSCEV(Pointer);
      const auto *Step = dyn_cast_or_null<SCEVConstant>(Growth(SE, L).of(Address));
      if (!Step || Step->isZero())
        continue;
      Bytes += DL.getTypeStoreSize(getLoadStoreType(&I));
      auto IsInLine = [&](const SCEV *Other) {
        const auto *Between = dyn_cast<SCEVConstant>(SE.getMinusSCEV(Address, Other));
        return Between && Between->getAPInt().abs().ult(Line);
      };
      if (any_of(Lines, IsInLine))
        continue;
      if (Found.size() == MostFetches)
        return;
      Lines.push_back(Address);
      Found.push_back({&I, Step->getAPInt().getSExtValue()});
    }
    if (Found.empty())
      return;
    const auto Ahead = int64_t(std::clamp<uint64_t>(MostBytesAhead / Bytes, 1, MostGroupsAhead));
    for (const Fetch &Planned : Found) {
      IRBuilder<> B(Planned.Access);
      Value *Pointer = getLoadStorePointerOperand(Planned.Access);
      fetchLine(B, B.CreatePtrAdd(Pointer, B.getInt64(uint64_t(Planned.Step * Ahead))), isa<StoreInst>(Planned.Access));
    }
  }

private:
  /// The addresses of buffers stand in the launch's block; local and private memory have others.
  static bool isOfBuffer(const Value &Pointer) {
    return isa<LoadInst>(getUnderlyingObject(&Pointer, /*MaxLookup=*/0));
  }

  static void fetchLine(IRBuilder<> &B, Value *Address, bool ToWrite) {
    B.CreateIntrinsic(Intrinsic::prefetch, {Address->getType()},
                      {Address, B.getInt32(ToWrite), B.getInt32(3), B.getInt32(1)});
  }

  /// Whether each iteration loads from a row of its own, with a pitch that is not known.
  bool isRow(LoadInst &Load, const Loop &L) {
    const SCEV *Step = Growth(SE, L).of(SE.getSCEV(Load.getPointerOperand()));
    return Step && !isa<SCEVConstant>(Step);
  }

  /// What the load will load so many iterations of the loop later.
  void fetch(LoadInst &Load, const Loop &L, uint64_t Iterations, Instruction *Where) {
    Value *Address = Load.getPointerOperand();
    BasicBlock *Before = L.getLoopPreheader();
    const SCEV *Step = Before ? Growth(SE, L).of(SE.getSCEV(Address)) : nullptr;
    if (!Step || Step->isZero() || !SE.isLoopInvariant(Step, &L))
      return;
    Step = SE.getMulExpr(Step, SE.getConstant(Step->getType(), Iterations));
    Instruction *At = Before->getTerminator();
    auto *Around = const_cast<Loop *>(&L);
    if (!Expander.isSafeToExpandAt(Step, At) ||
        Expander.isHighCostExpansion(Step, Around, 4 * TargetTransformInfo::TCC_Basic, &TTI, At))
      return;
    Value *Distance = Expander.expandCodeFor(Step, DL.getIndexType(Address->getType()), At);
    IRBuilder<> B(Where);
    const uint64_t Bytes = DL.getTypeStoreSize(Load.getType());
    Value *Next = B.CreatePtrAdd(Address, Distance);
    for (uint64_t Offset = 0; Offset < Bytes && Made[&L]++ < MostFetches; Offset += Line)
      fetchLine(B, Offset ? B.CreateConstGEP1_64(B.getInt8Ty(), Next, Offset) : Next, /*ToWrite=*/false);
  }

  LoopInfo &Loops;
  ScalarEvolution &SE;
  TargetTransformInfo &TTI;
  const DataLayout &DL;
  SCEVExpander Expander;
  DenseMap<const Loop *, unsigned> Made;
};

size_t countSums(const Loop &L) {
  if (!L.isInnermost())
    return 0;
  return size_t(count_if(sumsOfProducts(L), [](const PHINode *Phi) { return Phi->getType()->isVectorTy(); }));
}

} // namespace

void markFills(Function &Item) {
  DominatorTree DT(Item);
  LoopInfo Loops(DT);
  for (Instruction &I : instructions(Item))
    if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->isSimple() &&
                                             Load->getPointerAddressSpace() == GlobalSpace &&
                                             !Loops.getLoopFor(Load->getParent()) && fillsTile(*Load))
      Load->setMetadata(FillMark, MDNode::get(Item.getContext(), {}));
}

PreservedAnalyses FetchAheadPass::run(Function &F, FunctionAnalysisManager &FAM) {
  SmallVector<LoadInst *, 8> Fills;
  for (Instruction &I : instructions(F))
    if (auto *Load = dyn_cast<LoadInst>(&I); Load && Load->hasMetadata(FillMark) && Load->getType()->isVectorTy())
      Fills.push_back(Load);
  const SmallVector<Loop *, 4> All = FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder();
  if (All.empty())
    return PreservedAnalyses::all();
  Fetches Inserted(F, FAM);
  for (LoadInst *Load : Fills)
    Inserted.ofTile(*Load);
  for (const Loop *L : All) {
    if (size_t Sums = countSums(*L); Sums >= SumsOfRow && !machineOf(F).FetchesRows)
      Inserted.ofRows(*L, Sums);
    Inserted.ofGroups(*L);
  }
  return PreservedAnalyses::allInSet<CFGAnalyses>();
}

} // namespace weft
