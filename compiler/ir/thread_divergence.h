// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_IR_THREAD_DIVERGENCE_H
#define WEFT_COMPILER_IR_THREAD_DIVERGENCE_H

#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/CycleAnalysis.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/Dominators.h"
#include <memory>

namespace llvm {
class PostDominatorTree;
}

namespace weft {

/// What a target says of single values to LLVM's uniformity analysis: who the threads are, and what differs of itself.
class ThreadTTI : public llvm::TargetTransformInfoImplBase {
public:
  explicit ThreadTTI(const llvm::DataLayout &DL) : TargetTransformInfoImplBase(DL) {}

  bool hasBranchDivergence(const llvm::Function *F = nullptr) const final {
    return true;
  }
  llvm::InstructionUniformity getInstructionUniformity(const llvm::Value *V) const final {
    llvm::InstructionUniformity Answer = ask(V);
    return Answer == llvm::InstructionUniformity::Default && Differing && Differing->contains(V)
               ? llvm::InstructionUniformity::NeverUniform
               : Answer;
  }

protected:
  virtual llvm::InstructionUniformity ask(const llvm::Value *V) const = 0;
  /// Of what differs or not for all kinds of threads; asks the target about loads and calls.
  llvm::InstructionUniformity askOperation(const llvm::Instruction &I) const;
  virtual llvm::InstructionUniformity load(const llvm::LoadInst &Load) const = 0;
  virtual llvm::InstructionUniformity call(const llvm::CallInst &Call) const = 0;
  /// Of a call that is none of those with a meaning of their own.
  static llvm::InstructionUniformity plainCall(const llvm::CallInst &Call);

public:
  const llvm::DenseSet<const llvm::Value *> *Differing = nullptr; ///< what ThreadDivergence found; else null
};

/// LLVM's uniformity analysis, and what it overlooks of loops that threads leave at different iterations. (LLVM 22 does
/// not look at a loop's exits where threads part in its header, and of phis where exits meet only at those with a value
/// of the loop.) The function must not change while the answers are in use; uses may come and go.
class ThreadDivergence {
public:
  /// `OneForAll`: what is uniform is kept once for all threads. Then a phi behind a divergent branch differs also where
  /// threads of all ways but one have nothing in it, which LLVM takes for uniform: they would leave that for the
  /// others.
  ThreadDivergence(llvm::Function &F, std::unique_ptr<ThreadTTI> TTI, bool OneForAll);
  ~ThreadDivergence();

  /// At its definition.
  bool isDivergent(const llvm::Value *V) const;
  /// Where it is used: a value that is uniform inside a loop differs behind it if threads leave at different
  /// iterations.
  bool isDivergentUse(const llvm::Use &U) const;
  bool hasDivergentTerminator(const llvm::BasicBlock &BB) const;
  /// Whether threads leave the loop with this header at different iterations.
  bool hasDivergentExit(const llvm::BasicBlock &Header) const;
  /// Whether they do so with any loop that holds this block.
  bool isInDivergentLoop(const llvm::BasicBlock &BB) const;

private:
  bool findMore();
  bool joinUndefined(llvm::Function &F);
  bool isDivergentJoin(const llvm::BasicBlock &BB, const llvm::PostDominatorTree &PDT) const;
  void noteDivergentExit(const llvm::Cycle &C);
  bool leavesApart(const llvm::Cycle &C) const;
  bool joinExits(const llvm::Cycle &C);
  bool differBehind(const llvm::Cycle &C);

  llvm::DenseSet<const llvm::Value *> Differing;            ///< what LLVM is told, one round after the other
  llvm::SmallPtrSet<const llvm::Cycle *, 8> DivergentExits; ///< that threads leave at different iterations
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Order; ///< post order
  llvm::DominatorTree DT;
  llvm::CycleInfo Cycles;
  llvm::TargetTransformInfo TTI;
  std::unique_ptr<llvm::UniformityInfo> Info;
};

} // namespace weft

#endif
