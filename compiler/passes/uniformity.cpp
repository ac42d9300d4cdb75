// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/passes/uniformity.h"
#include "compiler/passes/kernel_context.h"

#include "llvm/ADT/GenericUniformityImpl.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft {

const Value *underlyingObject(const Value *Pointer) {
  return getUnderlyingObject(Pointer, /*MaxLookup=*/0);
}

namespace {

/// Answers as a GPU's target would: work-items are the threads.
class WorkItemTTI final : public TargetTransformInfoImplBase {
public:
  explicit WorkItemTTI(const DataLayout &DL) : TargetTransformInfoImplBase(DL) {}

  bool hasBranchDivergence(const Function *F = nullptr) const override {
    return true;
  }

  InstructionUniformity getInstructionUniformity(const Value *V) const override {
    const auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return InstructionUniformity::Default;
    if (auto Query = asContext(I))
      return Query->Kind == Context::LocalId ? InstructionUniformity::NeverUniform
                                             : InstructionUniformity::AlwaysUniform;
    switch (I->getOpcode()) {
    case Instruction::Alloca: // each work-item has its own
    case Instruction::AtomicRMW:
    case Instruction::AtomicCmpXchg:
    case Instruction::VAArg:
      return InstructionUniformity::NeverUniform;
    case Instruction::Load:
      return load(*cast<LoadInst>(I));
    case Instruction::Call:
      return call(*cast<CallInst>(I));
    default:
      return InstructionUniformity::Default;
    }
  }

private:
  static InstructionUniformity load(const LoadInst &Load) {
    if (!Load.isSimple())
      return InstructionUniformity::NeverUniform;
    // Memory that the group shares holds one value; a private or generic address may lead to each work-item's own.
    unsigned Space = Load.getPointerAddressSpace();
    if (Space >= 1 && Space <= 3)
      return InstructionUniformity::Default;
    return isa<Argument>(underlyingObject(Load.getPointerOperand())) ? InstructionUniformity::Default
                                                                     : InstructionUniformity::NeverUniform;
  }

  static InstructionUniformity call(const CallInst &Call) {
    if (auto Form = statementForm(Call))
      return Form->Result == 'r' ? InstructionUniformity::NeverUniform : InstructionUniformity::AlwaysUniform;
    if (cutKind(Call) != CutKind::None || isa<DbgInfoIntrinsic>(Call))
      return InstructionUniformity::Default;
    if (Call.doesNotAccessMemory() && !Call.isConvergent() && !Call.isInlineAsm())
      return InstructionUniformity::Default;
    return InstructionUniformity::NeverUniform;
  }
};

} // namespace

Uniformity::Uniformity(Function &Kernel)
    : TTI(std::make_unique<WorkItemTTI>(Kernel.getParent()->getDataLayout())), DT(Kernel) {
  Cycles.compute(Kernel);
  Info = std::make_unique<UniformityInfo>(DT, Cycles, &TTI);
  Info->compute();
}

Uniformity::~Uniformity() = default;

bool Uniformity::isUniform(const Value *V) const {
  if (Info->isDivergent(V))
    return false;
  for (const Use &U : V->uses())
    if (Info->isDivergentUse(U))
      return false;
  return true;
}

bool Uniformity::isUniformAnywhere(const Instruction &I) const {
  if (!isUniform(&I))
    return false;
  for (const Cycle *C = Cycles.getCycle(I.getParent()); C; C = C->getParentCycle()) {
    SmallVector<BasicBlock *, 4> Exiting;
    C->getExitingBlocks(Exiting);
    if (any_of(Exiting, [&](const BasicBlock *BB) { return Info->hasDivergentTerminator(*BB); }))
      return false;
  }
  return true;
}

bool Uniformity::hasDivergentTerminator(const BasicBlock &BB) const {
  return Info->hasDivergentTerminator(BB);
}

} // namespace weft
