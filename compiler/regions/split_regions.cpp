// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function for each region of an entry that has many. LLVM's analyses of loops, of values and of what they dominate
// ask each region about all others, so that in one function the time of a build grows with the square of the regions.
// What the functions cost when they run is a call for each region and group. What is lost between regions is little:
// there is a loop over work-items on both sides of each cut.

#include "compiler/ir/item_nest.h"
#include "compiler/ir/passes.h"
#include "compiler/regions/merge_regions.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"

using namespace llvm;

namespace weft {

namespace {

/// The loops over work-items of one region, behind a block that leads to nothing else.
struct Region {
  BasicBlock *Start = nullptr;
  SmallVector<BasicBlock *, 32> Blocks; ///< Start first
};

} // namespace

/// The regions' blocks, each behind a block of its own.
static SmallVector<Region, 0> findRegions(Function &Entry) {
  SmallVector<Region, 0> Regions;
  const SmallVector<BasicBlock *, 0> Headers = spmd::takeItemLoops(Entry);
  {
    const DominatorTree DT(Entry);
    const LoopInfo Loops(DT);
    for (BasicBlock *Header : Headers)
      if (const Loop *L = Loops.getLoopFor(Header);
          L && L->getHeader() == Header && L->getLoopPredecessor() && L->getExitBlock()) {
        Regions.emplace_back().Blocks.push_back(L->getLoopPredecessor());
        append_range(Regions.back().Blocks, L->blocks());
      }
  }
  for (Region &R : Regions) {
    BasicBlock *Header = R.Blocks[1];
    R.Start = SplitEdge(R.Blocks[0], Header, nullptr, nullptr, nullptr, Header->getName() + ".region");
    R.Blocks[0] = R.Start;
  }
  return Regions;
}

/// Private memory that only one region uses becomes that region's own. Its lifetime may have begun or ended in another
/// one, where the program's block does: then nothing is said of it any more.
static void sinkAllocas(Function &Entry, ArrayRef<Region> Regions) {
  DenseMap<const BasicBlock *, const Region *> RegionOf;
  for (const Region &R : Regions)
    for (const BasicBlock *BB : R.Blocks)
      RegionOf[BB] = &R;
  SmallVector<AllocaInst *, 32> Allocas;
  for (Instruction &I : Entry.getEntryBlock())
    if (auto *A = dyn_cast<AllocaInst>(&I); A && isa<Constant>(A->getArraySize()))
      Allocas.push_back(A);
  for (AllocaInst *A : Allocas) {
    SmallPtrSet<const Region *, 2> Users;
    SmallVector<Instruction *, 4> Lifetimes;
    for (User *U : A->users()) {
      auto *User = cast<Instruction>(U);
      if (User->isLifetimeStartOrEnd())
        Lifetimes.push_back(User);
      else
        Users.insert(RegionOf.lookup(User->getParent()));
    }
    const Region *Only = Users.size() == 1 ? *Users.begin() : nullptr;
    if (!Only)
      continue;
    if (any_of(Lifetimes, [&](const Instruction *Marker) { return RegionOf.lookup(Marker->getParent()) != Only; }))
      for (Instruction *Marker : Lifetimes)
        Marker->eraseFromParent();
    A->moveBefore(*Only->Start, Only->Start->getFirstInsertionPt());
  }
}

/// What a region takes from outside, as values that nothing else uses: the extractor goes through all users of each,
/// which for what all regions take would grow with the square of the regions. Private memory keeps its name, for the
/// extractor to see what it is.
static SmallVector<FreezeInst *, 16> copyInputs(const Region &R) {
  const SmallPtrSet<const BasicBlock *, 32> Inside(R.Blocks.begin(), R.Blocks.end());
  Instruction *Before = R.Start->getSinglePredecessor()->getTerminator();
  SmallMapVector<Value *, FreezeInst *, 16> Copies;
  for (BasicBlock *BB : R.Blocks)
    for (Instruction &I : *BB)
      for (Use &U : I.operands()) {
        const auto *Def = dyn_cast<Instruction>(U.get());
        if (!(Def && !isa<AllocaInst>(Def) && !Inside.contains(Def->getParent())) && !isa<Argument>(U.get()))
          continue;
        FreezeInst *&Copy = Copies[U.get()];
        if (!Copy)
          Copy = new FreezeInst(U.get(), U->getName(), Before->getIterator());
        U.set(Copy);
      }
  return SmallVector<FreezeInst *, 16>(make_second_range(Copies));
}

/// Makes functions of an entry's regions.
static SmallVector<Function *, 0> splitEntry(Function &Entry) {
  SmallVector<Function *, 0> Made;
  const SmallVector<Region, 0> Regions = findRegions(Entry);
  if (Regions.empty())
    return Made;
  sinkAllocas(Entry, Regions);
  const CodeExtractorAnalysisCache Cache(Entry);
  for (const Region &R : Regions) {
    const SmallVector<FreezeInst *, 16> Inputs = copyInputs(R);
    CodeExtractor Extractor(R.Blocks, /*DT=*/nullptr, /*AggregateArgs=*/false, /*BFI=*/nullptr, /*BPI=*/nullptr,
                            /*AC=*/nullptr, /*AllowVarArgs=*/false, /*AllowAlloca=*/true,
                            /*AllocationBlock=*/nullptr, ("region" + Twine(Made.size())).str());
    Function *F = Extractor.extractCodeRegion(Cache);
    for (FreezeInst *Input : Inputs) {
      Input->replaceAllUsesWith(Input->getOperand(0));
      Input->eraseFromParent();
    }
    if (!F)
      continue;
    // Allocas stand in the function's first block once there is only one before the loops.
    MergeBlockIntoPredecessor(R.Start);
    F->setLinkage(GlobalValue::InternalLinkage);
    F->addFnAttr(Attribute::NoInline);
    Made.push_back(F);
  }
  return Made;
}

bool splitRegions(PassState &State) {
  for (const KernelLayout &Layout : State.Layouts) {
    Function *Entry = State.M.getFunction(Layout.symbol);
    if (!Entry)
      continue;
    const SmallVector<Function *, 0> Made = splitEntry(*Entry);
    const unsigned Gone = mergeRegions(Made);
    if (!Made.empty() && State.Options.spmd.remarks)
      errs() << "weft: kernel '" << Layout.name << "': " << Made.size() << " regions are functions of their own, "
             << Gone << " of them others with other numbers\n";
  }
  return true;
}

} // namespace weft
