// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/divergence.h"
#include "compiler/spmd/markers.h"

#include "llvm/ADT/GenericUniformityImpl.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/IteratedDominanceFrontier.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

using namespace llvm;

namespace weft::spmd {

namespace {

/// Answers as a GPU's target would: the work-items of a packet are the threads.
class PacketTTI final : public TargetTransformInfoImplBase {
public:
  PacketTTI(const DataLayout &DL, unsigned Ids, const DenseSet<const Value *> &Joined)
      : TargetTransformInfoImplBase(DL), Ids(Ids), Joined(Joined) {}

  bool hasBranchDivergence(const Function *F = nullptr) const override {
    return true;
  }

  InstructionUniformity getInstructionUniformity(const Value *V) const override {
    if (const auto *A = dyn_cast<Argument>(V))
      return varies(*A) ? InstructionUniformity::NeverUniform : InstructionUniformity::Default;
    const auto *I = dyn_cast<Instruction>(V);
    if (!I)
      return InstructionUniformity::Default;
    switch (I->getOpcode()) {
    case Instruction::PHI:
      return Joined.contains(I) ? InstructionUniformity::NeverUniform : InstructionUniformity::Default;
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
  const DenseSet<const Value *> &Joined;
};

} // namespace

struct Divergence::State {
  State(Function &Item, unsigned Ids)
      : TTI(std::make_unique<PacketTTI>(Item.getParent()->getDataLayout(), Ids, Joined)), DT(Item) {
    Cycles.compute(Item);
    do {
      Info = std::make_unique<UniformityInfo>(DT, Cycles, &TTI);
      Info->compute();
    } while (joinExits());
  }

  /// LLVM takes a phi of different values for uniform where lanes come to it by different exits of a cycle, some by a
  /// divergent one and some, in a later iteration, by a uniform one. Whether there are more of them.
  bool joinExits() {
    bool More = false;
    SmallVector<const Cycle *, 8> Work(Cycles.toplevel_begin(), Cycles.toplevel_end());
    while (!Work.empty()) {
      const Cycle *C = Work.pop_back_val();
      Work.append(C->child_begin(), C->child_end());
      if (any_of(C->blocks(), [&](const BasicBlock *BB) { return Info->hasDivergentTerminator(*BB); }))
        More |= joinExits(*C);
    }
    return More;
  }

  bool joinExits(const Cycle &C) {
    SmallVector<BasicBlock *, 4> Targets, Joins;
    unsigned Exits = 0;
    for (BasicBlock *From : C.blocks())
      for (BasicBlock *To : successors(From))
        if (!C.contains(To)) {
          ++Exits;
          if (is_contained(Targets, To))
            Joins.push_back(To);
          else
            Targets.push_back(To);
        }
    if (Exits < 2)
      return false;
    SmallPtrSet<BasicBlock *, 4> Defining(Targets.begin(), Targets.end());
    SmallVector<BasicBlock *, 8> Frontier;
    ForwardIDFCalculator Frontiers(DT);
    Frontiers.setDefiningBlocks(Defining);
    Frontiers.calculate(Frontier);
    Joins.append(Frontier);
    bool More = false;
    for (BasicBlock *BB : Joins)
      for (PHINode &Phi : BB->phis())
        if (!Info->isDivergent(&Phi) && !Phi.hasConstantValue())
          More |= Joined.insert(&Phi).second;
    return More;
  }

  DenseSet<const Value *> Joined;
  TargetTransformInfo TTI;
  DominatorTree DT;
  CycleInfo Cycles;
  std::unique_ptr<UniformityInfo> Info;
};

Divergence::Divergence(Function &Item, unsigned Ids) : S(std::make_unique<State>(Item, Ids)) {}

Divergence::~Divergence() = default;

bool Divergence::isDivergent(const Value *V) const {
  return S->Info->isDivergent(V);
}

bool Divergence::isDivergentUse(const Use &U) const {
  return S->Info->isDivergentUse(U);
}

bool Divergence::hasDivergentTerminator(const BasicBlock &BB) const {
  return S->Info->hasDivergentTerminator(BB);
}

} // namespace weft::spmd
