// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function for each region of an entry that has many. LLVM's analyses of loops, of values and of what they dominate
// ask each region about all others, so that in one function the time of a build grows with the square of the regions.
// What the functions cost when they run is a call for each region and group. What is lost between regions is little:
// there is a loop over work-items on both sides of each cut.

#include "compiler/ir/item_nest.h"
#include "compiler/ir/passes.h"

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

/// Makes functions of an entry's regions, and says how many.
static unsigned splitEntry(Function &Entry) {
  const SmallVector<Region, 0> Regions = findRegions(Entry);
  if (Regions.empty())
    return 0;
  sinkAllocas(Entry, Regions);
  const CodeExtractorAnalysisCache Cache(Entry);
  unsigned Made = 0;
  for (const Region &R : Regions) {
    CodeExtractor Extractor(R.Blocks, /*DT=*/nullptr, /*AggregateArgs=*/false, /*BFI=*/nullptr, /*BPI=*/nullptr,
                            /*AC=*/nullptr, /*AllowVarArgs=*/false, /*AllowAlloca=*/true,
                            /*AllocationBlock=*/nullptr, ("region" + Twine(Made)).str());
    Function *F = Extractor.extractCodeRegion(Cache);
    if (!F)
      continue;
    // Allocas stand in the function's first block once there is only one before the loops.
    MergeBlockIntoPredecessor(R.Start);
    F->setLinkage(GlobalValue::InternalLinkage);
    F->addFnAttr(Attribute::NoInline);
    ++Made;
  }
  return Made;
}

bool splitRegions(PassState &State) {
  for (const KernelLayout &Layout : State.Layouts)
    if (Function *Entry = State.M.getFunction(Layout.symbol))
      if (const unsigned Made = splitEntry(*Entry); Made && State.Options.spmd.remarks)
        errs() << "weft: kernel '" << Layout.name << "': " << Made << " regions are functions of their own\n";
  return true;
}

} // namespace weft
