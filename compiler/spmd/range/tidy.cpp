// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/range/tidy.h"
#include "compiler/ir/analyses.h"
#include "compiler/ir/passes.h"

#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InstSimplifyPass.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace weft {

FunctionPassManager tidyStage(StringRef Only) {
  FunctionPassManager Passes;
#define WEFT_STAGE_TIDY
#include "compiler/ir/passes.def"
  return Passes;
}

void spmd::tidyCopy(Function &Copy, TargetMachine &TM) {
  TimedStep Step("tidy", "set-up");
  Analyses A(&TM);
  tidyStage().run(Copy, A.Functions);
}

} // namespace weft
