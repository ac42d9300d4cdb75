// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_LINEAR_LEVELS_H
#define WEFT_COMPILER_SPMD_LINEAR_LEVELS_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include <memory>

namespace weft::spmd {

/// Blocks whose terminators differ between lanes.
using DivergentBlocks = llvm::DenseSet<const llvm::BasicBlock *>;

/// The control flow of a function as nested acyclic graphs: a level is a loop's body, or the function's, in which each
/// inner loop is one node and no edge leads back. Loops must be simplified. Invalid once the control flow changes.
class Levels {
public:
  explicit Levels(llvm::Function &F);
  ~Levels();

  llvm::LoopInfo &loops() {
    return LI;
  }
  llvm::DominatorTree &dominators() {
    return DT;
  }

  /// All blocks, topologically; loops are contiguous, and within a level what a block dominates follows it at once.
  llvm::ArrayRef<llvm::BasicBlock *> order() const {
    return Order;
  }
  unsigned indexOf(const llvm::BasicBlock *BB) const {
    return Index.lookup(BB);
  }
  /// The index of the last block that `BB` dominates within its level.
  unsigned lastDominated(const llvm::BasicBlock *BB) const {
    return Last.lookup(BB);
  }

  /// A dominating block (for an inner loop, its preheader) of the same level whose lanes are the lanes of `BB`: what
  /// runs the one in an iteration of the level runs the other. Null if there is none.
  llvm::BasicBlock *equivalent(const llvm::BasicBlock *BB) const {
    return Equivalent.lookup(BB);
  }

  /// Whether lanes leave a loop at different times or places.
  bool leavesDivergently(const llvm::Loop &L, const DivergentBlocks &Divergent) const;

private:
  struct Node;
  struct Level;
  Level &build(llvm::Loop *L);
  void emit(Node &N);
  const Node *nodeOf(const Level &In, const llvm::BasicBlock *BB) const;

  llvm::Function &F;
  llvm::DominatorTree DT;
  llvm::LoopInfo LI;
  llvm::DenseMap<const llvm::BasicBlock *, unsigned> Rpo, Index, Last;
  llvm::DenseMap<const llvm::BasicBlock *, llvm::BasicBlock *> Equivalent;
  llvm::SmallVector<llvm::BasicBlock *, 32> Order;
  llvm::DenseMap<const llvm::Loop *, std::unique_ptr<Level>> ByLoop; ///< null: the function
};

} // namespace weft::spmd

#endif
