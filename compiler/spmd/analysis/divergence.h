// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ANALYSIS_DIVERGENCE_H
#define WEFT_COMPILER_SPMD_ANALYSIS_DIVERGENCE_H

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Function.h"
#include <memory>

namespace weft::spmd {

/// Which ids differ between the work-items of a packet: bit 0 for x, bit 1 for y (parts along y).
enum VaryingIds : unsigned { VaryingX = 1, VaryingXY = 3 };

/// What differs between the work-items of a packet in an item function: LLVM's uniformity analysis with the ids as
/// sources. The function must not change while the answers are in use.
class Divergence {
public:
  Divergence(llvm::Function &Item, unsigned Ids);
  ~Divergence();

  /// At its definition.
  bool isDivergent(const llvm::Value *V) const;
  /// Where it is used: a value that is uniform inside a loop differs behind it if lanes leave at different times.
  bool isDivergentUse(const llvm::Use &U) const;
  bool hasDivergentTerminator(const llvm::BasicBlock &BB) const;
  /// Whether lanes leave the loop with this header at different iterations.
  bool hasDivergentExit(const llvm::BasicBlock &Header) const;

private:
  struct State;
  std::unique_ptr<State> S;
};

/// What lanes load, and what follows from it. `X`: of VaryingX.
llvm::SmallPtrSet<const llvm::Instruction *, 32> loadedData(llvm::Function &F, const Divergence &X);

} // namespace weft::spmd

#endif
