// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/simplify/part_elements.h"
#include "compiler/ir/passes.h"
#include "compiler/simplify/combine.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"

using namespace llvm;

namespace weft {

/// Whether a number says which element of memory is loaded.
static bool isIndex(const Value &V, unsigned Depth = 0) {
  constexpr unsigned Deepest = 4;
  return Depth < Deepest && any_of(
                                V.users(),
                                [&](const User *U) {
                                  if (const auto *G = dyn_cast<GetElementPtrInst>(U))
                                    return G->getPointerOperand() != &V &&
                                           any_of(G->users(), [](const User *Of) { return isa<LoadInst>(Of); });
                                  return (isa<CastInst>(U) || isa<BinaryOperator>(U)) && U->getType()->isIntegerTy() &&
                                         isIndex(*U, Depth + 1);
                                });
}

/// Look-ups against operations on whole vectors, each as often as loops run them, roughly.
static bool mostlyLooksUp(const Function &F, const LoopInfo &Loops) {
  constexpr unsigned Turns = 8, DeepestCounted = 4;
  uint64_t LookUps = 0, Operations = 0;
  for (const Instruction &I : instructions(F)) {
    uint64_t Times = 1;
    for (unsigned D = std::min(Loops.getLoopDepth(I.getParent()), DeepestCounted); D > 0; --D)
      Times *= Turns;
    if (isa<ExtractElementInst>(I) && I.getType()->isIntegerTy())
      LookUps += isIndex(I) ? Times : 0;
    else if (I.getType()->isVectorTy() &&
             (isa<BinaryOperator>(I) || isa<CastInst>(I) || isa<CmpInst>(I) || isa<SelectInst>(I) || isa<CallInst>(I)))
      Operations += Times;
  }
  return LookUps > 0 && LookUps >= Operations;
}

PreservedAnalyses PartElementsPass::run(Function &F, FunctionAnalysisManager &FAM) {
  if (!mostlyLooksUp(F, FAM.getResult<LoopAnalysis>(F)))
    return PreservedAnalyses::all();
  ScalarizerPassOptions Options;
  Options.ScalarizeLoadStore = true;
  const StringRef Only;
  FunctionPassManager Passes;
#define WEFT_STAGE_PARTS
#include "compiler/ir/passes.def"
  FAM.invalidate(F, Passes.run(F, FAM));
  return PreservedAnalyses::none();
}

} // namespace weft
