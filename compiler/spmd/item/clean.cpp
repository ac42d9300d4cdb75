// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Item functions before they become packets: LLVM's passes, for which each is an ordinary function.

#include "compiler/heuristics.h"
#include "compiler/ir/analyses.h"
#include "compiler/ir/passes.h"
#include "compiler/simplify/combine.h"
#include "compiler/simplify/unroll.h"
#include "compiler/spmd/analysis/apart.h"
#include "compiler/spmd/item/extensions.h"
#include "compiler/spmd/item/item_functions.h"
#include "compiler/spmd/item/lane_walks.h"
#include "compiler/spmd/item/merged_loads.h"
#include "compiler/spmd/item/pointer_walks.h"
#include "compiler/spmd/item/private_copies.h"
#include "compiler/spmd/item/reductions.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"
#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/IndVarSimplify.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/Scalarizer.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace weft {

static LoopPassManager itemLoops(StringRef Only = "") {
  LoopPassManager Passes;
#define WEFT_STAGE_ITEM_LOOPS
#include "compiler/ir/passes.def"
  return Passes;
}

static LoopPassManager itemUnroll(StringRef Only = "") {
  LoopPassManager Passes;
#define WEFT_STAGE_ITEM_UNROLL
#include "compiler/ir/passes.def"
  return Passes;
}

static ScalarizerPassOptions apart() {
  ScalarizerPassOptions Options;
  Options.ScalarizeLoadStore = true;
  return Options;
}

FunctionPassManager itemStage(StringRef Stage, StringRef Only) {
  FunctionPassManager Passes;
  if (Stage == "item-loops")
    Passes.addPass(createFunctionToLoopPassAdaptor(itemLoops(Only), /*UseMemorySSA=*/true));
  if (Stage == "item-unroll")
    Passes.addPass(createFunctionToLoopPassAdaptor(itemUnroll(Only)));
  if (Stage == "item") {
#define WEFT_STAGE_ITEM
#include "compiler/ir/passes.def"
  }
  if (Stage == "item-again") {
#define WEFT_STAGE_ITEM_AGAIN
#include "compiler/ir/passes.def"
  }
  if (Stage == "apart") {
#define WEFT_STAGE_APART
#include "compiler/ir/passes.def"
  }
  if (Stage == "ways") {
#define WEFT_STAGE_WAYS
#include "compiler/ir/passes.def"
  }
  return Passes;
}

void spmd::partWays(Function &Item, TargetMachine &TM) {
  TimedStep Step("ways", "set-up");
  Analyses A(&TM);
  itemStage("ways").run(Item, A.Functions);
}

/// How many loops have a number of iterations that is known.
static unsigned countKnown(Function &Item, Analyses &A) {
  auto &Evolution = A.Functions.getResult<ScalarEvolutionAnalysis>(Item);
  unsigned Known = 0;
  for (const Loop *L : A.Functions.getResult<LoopAnalysis>(Item).getLoopsInPreorder())
    Known += Evolution.getSmallConstantTripCount(L) != 0;
  return Known;
}

void spmd::cleanAgain(Function &Copy, Function &Item, TargetMachine &TM) {
  if (LoopInfo(DominatorTree(Copy)).empty())
    return;
  TimedStep Step("item-again", "set-up");
  Analyses A(&TM);
  if (countKnown(Copy, A) > countKnown(Item, A))
    itemStage("item-again").run(Copy, A.Functions);
}

void spmd::cleanItem(Function &Item, TargetMachine &TM, const weft_spmd &Options) {
  TimedStep Step("item", "set-up");
  Analyses A(&TM);
  itemStage("item").run(Item, A.Functions);
  const bool Apart = applies(Options, WEFT_HEURISTIC_APART) && betterApart(Item);
  spellReductions(Item, Apart);
  if (Apart)
    itemStage("apart").run(Item, A.Functions);
  restoreExtensions(Item);
}

} // namespace weft
