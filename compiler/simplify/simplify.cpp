// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A light clean-up before the kernel is cut: private variables become registers, generic pointers get their address
// space, dead code goes. No loop is unrolled and nothing is duplicated that holds a barrier: that would multiply the
// regions.

#include "compiler/heuristics.h"
#include "compiler/ir/analyses.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/passes.h"
#include "compiler/restore/counters.h"
#include "compiler/restore/forms.h"
#include "compiler/restore/while_loops.h"
#include "compiler/simplify/address_spaces.h"
#include "compiler/simplify/combine.h"
#include "compiler/simplify/fill_vectors.h"
#include "compiler/simplify/join_elements.h"
#include "compiler/simplify/loop_limits.h"
#include "compiler/simplify/share_truncations.h"
#include "compiler/simplify/unroll.h"

#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace weft {

FunctionPassManager simplifyStage(const PipelineOptions &Options, bool HasCuts, StringRef Only) {
  const bool Optimise = Options.optimise;
  const weft_spmd &Rules = Options.spmd;
  const bool Remarks = Rules.remarks;
  FunctionPassManager Passes;
#define WEFT_STAGE_SIMPLIFY
#include "compiler/ir/passes.def"
  return Passes;
}

bool simplifyKernels(PassState &State) {
  TimedStep Step("simplify", "set-up");
  Analyses A(&State.TM);
  FunctionPassManager Plain = simplifyStage(State.Options, false), Cut = simplifyStage(State.Options, true);
  for (auto &[Kernel, Layout] : State.Kernels)
    (any_of(*Kernel, hasCut) ? Cut : Plain).run(*Kernel, A.Functions);
  return true;
}

} // namespace weft
