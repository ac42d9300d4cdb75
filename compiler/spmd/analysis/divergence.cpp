// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/analysis/divergence.h"
#include "compiler/ir/markers.h"
#include "compiler/ir/thread_divergence.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

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
    return I ? askOperation(*I) : InstructionUniformity::Default;
  }

  /// What lies at an address that all share is one value, else the program races.
  InstructionUniformity load(const LoadInst &Load) const override {
    return Load.isSimple() ? InstructionUniformity::Default : InstructionUniformity::NeverUniform;
  }

  InstructionUniformity call(const CallInst &Call) const override {
    if (isAny(&Call))
      return InstructionUniformity::AlwaysUniform;
    if (isActive(&Call))
      return InstructionUniformity::NeverUniform;
    return isMask(&Call) ? InstructionUniformity::Default : plainCall(Call);
  }

private:
  bool varies(const Argument &A) const {
    std::optional<unsigned> Dim = idDimension(A);
    return Dim && (Ids >> *Dim & 1);
  }

  unsigned Ids;
};

} // namespace

struct Divergence::State {
  ThreadDivergence Threads;
};

Divergence::Divergence(Function &Item, unsigned Ids)
    : S(new State{{Item, std::make_unique<PacketTTI>(Item.getParent()->getDataLayout(), Ids), /*OneForAll=*/false}}) {}

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

bool Divergence::hasDivergentExit(const BasicBlock &Header) const {
  return S->Threads.hasDivergentExit(Header);
}

SmallPtrSet<const Instruction *, 32> loadedData(Function &F, const Divergence &X) {
  SmallPtrSet<const Instruction *, 32> Data;
  SmallVector<const Instruction *, 32> Work;
  for (const Instruction &I : instructions(F))
    if (isa<LoadInst>(I) && X.isDivergent(&I) && Data.insert(&I).second)
      Work.push_back(&I);
  while (!Work.empty())
    for (const User *U : Work.pop_back_val()->users())
      if (const auto *I = cast<Instruction>(U); !isa<StoreInst>(I) && X.isDivergent(I) && Data.insert(I).second)
        Work.push_back(I);
  return Data;
}

} // namespace weft::spmd
