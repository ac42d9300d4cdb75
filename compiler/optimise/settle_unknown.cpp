// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/optimise/settle_unknown.h"

#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

static bool isUnknown(const Value *V) {
  const auto *Freeze = dyn_cast<FreezeInst>(V);
  return isa<UndefValue>(Freeze ? Freeze->getOperand(0) : V); // poison is one
}

PreservedAnalyses SettleUnknownPass::run(Function &F, FunctionAnalysisManager &) {
  bool Settled = false;
  for (BasicBlock &BB : F)
    for (PHINode &Phi : BB.phis())
      if (Phi.getType()->isFPOrFPVectorTy())
        for (Use &Incoming : Phi.incoming_values())
          if (isUnknown(Incoming)) {
            Incoming.set(Constant::getNullValue(Phi.getType()));
            Settled = true;
          }
  if (!Settled)
    return PreservedAnalyses::all();
  return PreservedAnalyses::allInSet<CFGAnalyses>();
}

} // namespace weft
