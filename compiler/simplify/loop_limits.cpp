// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/simplify/loop_limits.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Constants.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;

namespace weft {

/// Tests that the copies of a loop's body may have together.
static constexpr unsigned MostTests = 128;

/// Instructions, and accesses of memory, of the longest loop that LLVM's vectoriser sees.
static constexpr unsigned LongestVectorised = 2048, MostAccesses = 512;

/// Product of a function's loops and those of them that a pass makes longer.
static constexpr size_t MostChanges = 8192;

static constexpr const char *UnrollCount = "llvm.loop.unroll.count";

/// The iterations that the program wants to be one, 0 if it leaves that to the compiler.
static unsigned hintedTripCount(const Loop &L, FunctionAnalysisManager &FAM, Function &F) {
  if (std::optional<int> Count = getOptionalIntLoopAttribute(&L, UnrollCount))
    return unsigned(std::max(*Count, 0));
  return FAM.getResult<ScalarEvolutionAnalysis>(F).getSmallConstantMaxTripCount(&L);
}

PreservedAnalyses ClampUnrollHintsPass::run(Function &F, FunctionAnalysisManager &FAM) {
  for (Loop *L : FAM.getResult<LoopAnalysis>(F).getLoopsInPreorder()) {
    if (hasUnrollTransformation(L) != TM_ForcedByUser)
      continue;
    SmallVector<BasicBlock *, 8> Exiting;
    L->getExitingBlocks(Exiting);
    const unsigned Most = std::max(1u, MostTests / std::max(1u, unsigned(Exiting.size())));
    const unsigned Iterations = Exiting.size() > 1 ? hintedTripCount(*L, FAM, F) : 0;
    if (Iterations <= Most)
      continue;
    LLVMContext &C = F.getContext();
    MDNode *Clamped = MDNode::get(
        C, {MDString::get(C, UnrollCount), ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(C), Most))});
    L->setLoopID(makePostTransformationMetadata(C, L->getLoopID(), {"llvm.loop.unroll."}, {Clamped}));
    if (Remarks)
      errs() << "weft: function '" << F.getName() << "': a loop with " << Exiting.size() << " tests is unrolled by "
             << Most << " iterations, not " << Iterations << "\n";
  }
  return PreservedAnalyses::all();
}

static bool isLong(const Loop &L) {
  size_t Length = 0, Accesses = 0;
  for (const BasicBlock *BB : L.blocks()) {
    Length += BB->size();
    Accesses += count_if(*BB, [](const Instruction &I) { return I.mayReadOrWriteMemory(); });
  }
  return Length > LongestVectorised || Accesses > MostAccesses;
}

SmallVector<Loop *, 0> beyondLimit(ArrayRef<Loop *> Wanted, const LoopInfo &LI) {
  const size_t Most = MostChanges / std::max<size_t>(LI.getLoopsInPreorder().size(), 1);
  SmallVector<Loop *, 0> Sorted(Wanted);
  stable_sort(Sorted, [](const Loop *A, const Loop *B) { return A->getLoopDepth() > B->getLoopDepth(); });
  Sorted.erase(Sorted.begin(), Sorted.begin() + std::min(Most, Sorted.size()));
  return Sorted;
}

PreservedAnalyses LimitVectorisedLoopsPass::run(Function &F, FunctionAnalysisManager &FAM) {
  auto &LI = FAM.getResult<LoopAnalysis>(F);
  SmallVector<Loop *, 16> Vectorised;
  auto Leave = [](Loop *L) { addStringMetadataToLoop(L, "llvm.loop.vectorize.enable", 0); };
  for (Loop *L : LI.getLoopsInPreorder()) {
    if (!L->isInnermost())
      continue;
    if (isLong(*L))
      Leave(L);
    else if (hasVectorizeTransformation(L) == TM_Unspecified)
      Vectorised.push_back(L);
  }
  for_each(beyondLimit(Vectorised, LI), Leave);
  return PreservedAnalyses::all();
}

} // namespace weft
