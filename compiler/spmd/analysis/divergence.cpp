// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/analysis/divergence.h"
#include "compiler/ir/markers.h"
#include "compiler/ir/thread_divergence.h"

#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft::spmd {

namespace {

/// Answers as a GPU's target would: the work-items of a packet are the threads.
class PacketTTI final : public ThreadTTI {
public:
  PacketTTI(const DataLayout &DL, unsigned Ids) : ThreadTTI(DL), Ids(Ids) {}

protected:
  InstructionUniformity ask(const Value *V) const override {
    if (const auto *A = dyn_cast<Argument>(V))
      return varies(*A) ? InstructionUniformity::NeverUniform : InstructionUniformity::Default;
    const auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return InstructionUniformity::Default;
    switch (I->getOpcode()) {
    case Instruction::Alloca: // each work-item has its own
    case Instruction::AtomicRMW:
    case Instruction::AtomicCmpXchg:
    case Instruction::VAArg:
      return InstructionUniformity::NeverUniform;
    case Instruction::Load: // what lies at an address that all share is one value, else the program races
      return cast<LoadInst>(I)->isSimple() ? InstructionUniformity::Default : InstructionUniformity::NeverUniform;
    case Instruction::Call:
      return call(*cast<CallInst>(I));
    default:
      return InstructionUniformity::Default;
    }
  }

private:
  bool varies(const Argument &A) const {
    std::optional<unsigned> Dim = idDimension(A);
    return Dim && (Ids >> *Dim & 1);
  }

  static InstructionUniformity call(const CallInst &Call) {
    if (isAny(&Call))
      return InstructionUniformity::AlwaysUniform;
    if (isActive(&Call))
      return InstructionUniformity::NeverUniform;
    if (isMask(&Call) || isa<DbgInfoIntrinsic>(Call))
      return InstructionUniformity::Default;
    if (Call.doesNotAccessMemory() && !Call.isConvergent() && !Call.isInlineAsm())
      return InstructionUniformity::Default;
    return InstructionUniformity::NeverUniform;
  }

  unsigned Ids;
};

} // namespace

struct Divergence::State {
  ThreadDivergence Threads;
};

Divergence::Divergence(Function &Item, unsigned Ids)
    : S(new State{{Item, std::make_unique<PacketTTI>(Item.getParent()->getDataLayout(), Ids)}}) {}

Divergence::~Divergence() = default;

bool Divergence::isDivergent(const Value *V) const {
  return S->Threads.isDivergent(V);
}

bool Divergence::isDivergentUse(const Use &U) const {
  return S->Threads.isDivergentUse(U);
}

bool Divergence::hasDivergentTerminator(const BasicBlock &BB) const {
  return S->Threads.hasDivergentTerminator(BB);
}

bool Divergence::isParting(const BasicBlock &Header) const {
  return S->Threads.isParting(Header);
}

} // namespace weft::spmd
