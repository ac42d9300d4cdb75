// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop in which the group walks through the rows of a matrix, each work-item down a column of its own, and does with
// each element what no vector does: the iterations of a histogram. Work-items one by one would each go down their whole
// column, with a cache line for each row, 64 times the same lines for bytes. So a cut is put into the loop: the group
// takes row after row.
//
//   for (i = 0; i < n; i++)                       for (i = 0; i < n; i++)               (the group)
//     atomic_inc(&bins[in[i * size + l]]);          for l: bins[in[i * size + l]]++;
//
// Work-items may take turns in any order between barriers, and all of them make each iteration of a loop that the group
// is in together. So this is one of the orders that there are, as long as nothing of a work-item's own lives from
// iteration to iteration.

#include "compiler/regions/column_loops.h"
#include "compiler/ir/uniformity.h"
#include "compiler/regions/region_context.h"

#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace weft {

/// Kernels of more cuts have regions enough.
static constexpr unsigned MostCuts = 8;

/// Bytes between the matrix's rows: what is closer together is in a line with the next row's.
static constexpr uint64_t LeastPitch = 128;

/// Bytes of an element: a line that holds few is not loaded often for them.
static constexpr uint64_t LargestElement = 8;

namespace {

class ColumnLoops {
public:
  explicit ColumnLoops(Function &Kernel)
      : Kernel(Kernel), Uniform(Kernel), DT(Kernel), PDT(Kernel), Loops(DT), AC(Kernel),
        Library(Triple(Kernel.getParent()->getTargetTriple())), TLI(Library), SE(Kernel, TLI, AC, DT, Loops) {}

  SmallVector<Loop *, 2> find();

private:
  bool meetsBefore(BasicBlock &BB, BasicBlock *Join, BasicBlock &Place) const;
  bool isTogether(const Loop &L) const;
  bool needsSlots(const Loop &L) const;
  bool hasColumn(const Loop &L);

  Function &Kernel;
  Uniformity Uniform;
  DominatorTree DT;
  PostDominatorTree PDT;
  LoopInfo Loops;
  AssumptionCache AC;
  TargetLibraryInfoImpl Library;
  TargetLibraryInfo TLI;
  ScalarEvolution SE;
};

} // namespace

/// An operation on a place of local memory of which nobody wants to know what was there.
static const AtomicRMWInst *asCount(const Instruction &I) {
  const auto *RMW = dyn_cast<AtomicRMWInst>(&I);
  return RMW && RMW->getPointerAddressSpace() == 3 && RMW->use_empty() ? RMW : nullptr;
}

/// Whether work-items that part at the end of `BB`, and come together again in `Join` (null: nowhere), are together at
/// `Place` if they come there.
bool ColumnLoops::meetsBefore(BasicBlock &BB, BasicBlock *Join, BasicBlock &Place) const {
  if (Join == &Place)
    return true;
  SmallPtrSet<BasicBlock *, 1> Without;
  if (Join)
    Without.insert(Join);
  return !isPotentiallyReachable(&BB, &Place, &Without, &DT, &Loops);
}

/// Whether all work-items make all iterations, and the next iteration needs nothing of one work-item's own.
bool ColumnLoops::isTogether(const Loop &L) const {
  BasicBlock *Header = L.getHeader();
  for (BasicBlock &BB : Kernel) {
    if (!Uniform.hasDivergentTerminator(BB))
      continue;
    const auto *Joins = PDT.getNode(&BB)->getIDom();
    BasicBlock *Join = Joins ? Joins->getBlock() : nullptr;
    if (L.contains(&BB) ? &BB == L.getLoopLatch() || !PDT.dominates(L.getLoopLatch(), &BB)
                        : !meetsBefore(BB, Join, *Header))
      return false;
  }
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      if (cutKind(I) != CutKind::None)
        return false;
      if (!Uniform.isUniform(&I) &&
          (isa<PHINode>(I) || any_of(I.users(), [&](const User *U) { return !L.contains(cast<Instruction>(U)); })))
        return false;
    }
  return true;
}

/// The instructions between the cuts before a loop and it, or between it and the cuts behind it.
static SmallPtrSet<const Instruction *, 32> instructionsBeside(const Loop &L, bool Behind) {
  SmallPtrSet<const BasicBlock *, 16> Seen;
  SmallPtrSet<const Instruction *, 32> Beside;
  SmallVector<BasicBlock *, 8> Work;
  if (Behind)
    L.getExitBlocks(Work);
  else
    append_range(Work, predecessors(L.getHeader()));
  auto AddUpToCut = [&](auto &&Instructions) {
    for (const Instruction &I : Instructions) {
      if (cutKind(I) != CutKind::None)
        return;
      Beside.insert(&I);
    }
  };
  while (!Work.empty()) {
    BasicBlock *BB = Work.pop_back_val();
    if (L.contains(BB) || !Seen.insert(BB).second)
      continue;
    if (Behind)
      AddUpToCut(*BB);
    else
      AddUpToCut(reverse(*BB));
    if (hasCut(*BB))
      continue;
    if (Behind)
      append_range(Work, successors(BB));
    else
      append_range(Work, predecessors(BB));
  }
  return Beside;
}

/// Whether an instruction may access a private array.
static bool mayBePrivate(const Instruction &I) {
  if (const Value *Pointer = getLoadStorePointerOperand(&I)) {
    unsigned Space = Pointer->getType()->getPointerAddressSpace();
    return Space != 1 && Space != 2 && Space != 3;
  }
  return isa<CallInst>(I) && I.mayReadOrWriteMemory() && cutKind(I) == CutKind::None;
}

/// Whether something of a work-item's own would have to be kept in memory because of a cut in the loop: what the loop
/// uses, and what is wanted behind the loop and is from before it, unless another cut lies between.
bool ColumnLoops::needsSlots(const Loop &L) const {
  const auto Before = instructionsBeside(L, /*Behind=*/false), Behind = instructionsBeside(L, /*Behind=*/true);
  bool HasArrays = false, IsPrivateBefore = false, IsPrivateBehind = false;
  for (Instruction &I : instructions(Kernel)) {
    HasArrays |= isa<AllocaInst>(I);
    if (L.contains(&I)) {
      if (isa<AllocaInst>(I))
        return true;
      continue;
    }
    IsPrivateBefore |= Before.contains(&I) && mayBePrivate(I);
    IsPrivateBehind |= Behind.contains(&I) && mayBePrivate(I);
    if (isa<AllocaInst>(I) || I.use_empty() || Uniform.isUniform(&I))
      continue;
    bool IsNew = any_of(I.users(), [&](const User *U) {
      const auto *Where = cast<Instruction>(U);
      return L.contains(Where) || (Before.contains(&I) && Behind.contains(Where));
    });
    if (IsNew && !canRecompute(I, Uniform))
      return true;
  }
  if (!HasArrays)
    return false;
  return (IsPrivateBefore && IsPrivateBehind) ||
         any_of(L.blocks(), [](const BasicBlock *BB) { return any_of(*BB, mayBePrivate); });
}

bool countsInLocalMemory(const Loop &L, const Uniformity &Uniform) {
  return any_of(L.blocks(), [&](const BasicBlock *BB) {
    return any_of(*BB, [&](const Instruction &I) {
      const AtomicRMWInst *Count = asCount(I);
      return Count && !Uniform.isUniform(Count->getPointerOperand());
    });
  });
}

/// Whether the loop loads an element of each row of a matrix, neighbours of a work-item those beside it.
bool ColumnLoops::hasColumn(const Loop &L) {
  ValueToSCEVMapTy Neighbour;
  for (Instruction &I : instructions(Kernel))
    if (auto Query = asContext(&I); Query && Query->Kind == Context::LocalId && Query->Dim == 0)
      Neighbour[&I] = SE.getAddExpr(SE.getSCEV(&I), SE.getOne(I.getType()));
  for (BasicBlock *BB : L.blocks())
    for (Instruction &I : *BB) {
      auto *Load = dyn_cast<LoadInst>(&I);
      if (!Load || !Load->isSimple() || Load->getPointerAddressSpace() == 3 || Load->getPointerAddressSpace() == 0)
        continue;
      const uint64_t Bytes = Kernel.getDataLayout().getTypeStoreSize(Load->getType());
      const auto *Address = dyn_cast<SCEVAddRecExpr>(SE.getSCEV(Load->getPointerOperand()));
      if (Bytes > LargestElement || !Address || Address->getLoop() != &L || !Address->isAffine())
        continue;
      const auto *Pitch = dyn_cast<SCEVConstant>(Address->getStepRecurrence(SE));
      if (Pitch && Pitch->getAPInt().abs().ult(LeastPitch))
        continue;
      const SCEV *Beside = SCEVParameterRewriter::rewrite(Address, SE, Neighbour);
      const auto *Distance = dyn_cast<SCEVConstant>(SE.getMinusSCEV(Beside, Address));
      if (Distance && Distance->getAPInt() == Bytes)
        return true;
    }
  return false;
}

SmallVector<Loop *, 2> ColumnLoops::find() {
  SmallVector<Loop *, 2> Found;
  for (Loop *L : Loops.getLoopsInPreorder())
    if (L->isInnermost() && L->getLoopLatch() && countsInLocalMemory(*L, Uniform) && isTogether(*L) &&
        !needsSlots(*L) && hasColumn(*L))
      Found.push_back(L);
  return Found;
}

void cutColumnLoops(Function &Kernel) {
  unsigned Cuts = 0;
  for (const Instruction &I : instructions(Kernel))
    Cuts += cutKind(I) != CutKind::None;
  if (Cuts == 0 || Cuts > MostCuts || none_of(instructions(Kernel), asCount))
    return;
  makeLoopsEven(Kernel);
  ColumnLoops Columns(Kernel);
  for (const Loop *L : Columns.find())
    insertBarrier(L->getLoopLatch()->getTerminator()->getIterator());
}

} // namespace weft
