// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A light clean-up before the kernel is cut: private variables become registers, generic pointers get their address
// space, dead code goes. No loop is unrolled and nothing is duplicated that holds a barrier: that would multiply the
// regions.

#include "compiler/ir/analyses.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/passes.h"
#include "compiler/simplify/address_spaces.h"
#include "compiler/simplify/combine.h"
#include "compiler/simplify/join_elements.h"
#include "compiler/simplify/loop_limits.h"
#include "compiler/simplify/part_elements.h"
#include "compiler/simplify/share_truncations.h"
#include "compiler/simplify/unroll.h"

#include "llvm/Transforms/Scalar/ADCE.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/InferAddressSpaces.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace llvm;

namespace weft {

bool simplifyKernels(PassState &State) {
  Analyses A(&State.TM);

  auto Passes = [&](bool HasCuts) {
    FunctionPassManager FPM;
    FPM.addPass(SROAPass(SROAOptions::PreserveCFG));
    FPM.addPass(EarlyCSEPass());
    FPM.addPass(SimplifyCFGPass());
    FPM.addPass(ShareTruncationsPass());
    FPM.addPass(CombinePass());
    FPM.addPass(InferAddressSpacesPass(GenericSpace));
    FPM.addPass(LowerSpaceQueriesPass());
    // Of private arrays that live across a cut, the elements are rows that packets load and store as vectors.
    if (HasCuts && State.Options.optimise)
      FPM.addPass(spmd::UnrollForArraysPass(/*BeforeCuts=*/true));
    FPM.addPass(SROAPass(SROAOptions::PreserveCFG));
    FPM.addPass(CombinePass());
    if (State.Options.optimise) {
      FPM.addPass(JoinElementsPass());
      FPM.addPass(PartElementsPass());
    }
    FPM.addPass(EarlyCSEPass());
    FPM.addPass(SimplifyCFGPass());
    FPM.addPass(ADCEPass());
    FPM.addPass(ClampUnrollHintsPass(State.Options.spmd.remarks));
    return FPM;
  };
  FunctionPassManager Plain = Passes(false), Cut = Passes(true);
  for (auto &[Kernel, Layout] : State.Kernels)
    (any_of(*Kernel, hasCut) ? Cut : Plain).run(*Kernel, A.Functions);
  return true;
}

} // namespace weft
