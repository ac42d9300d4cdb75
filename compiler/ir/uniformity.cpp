// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/ir/uniformity.h"
#include "compiler/ir/kernel_context.h"

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft {

const Value *underlyingObject(const Value *Pointer) {
  return getUnderlyingObject(Pointer, /*MaxLookup=*/0);
}

namespace {

/// Answers as a GPU's target would: work-items are the threads.
class WorkItemTTI final : public ThreadTTI {
public:
  using ThreadTTI::ThreadTTI;

protected:
  InstructionUniformity ask(const Value *V) const override {
    const auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return InstructionUniformity::Default;
    if (auto Query = asContext(I))
      return Query->Kind == Context::LocalId ? InstructionUniformity::NeverUniform
                                             : InstructionUniformity::AlwaysUniform;
    return askOperation(*I);
  }

  InstructionUniformity load(const LoadInst &Load) const override {
    if (!Load.isSimple())
      return InstructionUniformity::NeverUniform;
    // Memory that the group shares holds one value; a private or generic address may lead to each work-item's own.
    unsigned Space = Load.getPointerAddressSpace();
    if (Space >= 1 && Space <= 3)
      return InstructionUniformity::Default;
    return isa<Argument>(underlyingObject(Load.getPointerOperand())) ? InstructionUniformity::Default
                                                                     : InstructionUniformity::NeverUniform;
  }

  InstructionUniformity call(const CallInst &Call) const override {
    if (auto Form = statementForm(Call))
      return Form->Result == 'r' ? InstructionUniformity::NeverUniform : InstructionUniformity::AlwaysUniform;
    return cutKind(Call) != CutKind::None ? InstructionUniformity::Default : plainCall(Call);
  }
};

} // namespace

Uniformity::Uniformity(Function &Kernel)
    : Divergence(Kernel, std::make_unique<WorkItemTTI>(Kernel.getParent()->getDataLayout()), /*OneForAll=*/true) {}

bool Uniformity::isUniform(const Value *V) const {
  return !Divergence.isDivergent(V) && none_of(V->uses(), [&](const Use &U) { return Divergence.isDivergentUse(U); });
}

bool Uniformity::isUniformAnywhere(const Instruction &I) const {
  return !Divergence.isDivergent(&I) && !Divergence.isInDivergentLoop(*I.getParent());
}

bool Uniformity::hasDivergentTerminator(const BasicBlock &BB) const {
  return Divergence.hasDivergentTerminator(BB);
}

} // namespace weft
