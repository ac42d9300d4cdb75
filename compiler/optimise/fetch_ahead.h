// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_OPTIMISE_FETCH_AHEAD_H
#define WEFT_COMPILER_OPTIMISE_FETCH_AHEAD_H

#include "llvm/IR/PassManager.h"

namespace weft {

void markFills(llvm::Function &Item);

/// Fetches what the processor does not see coming:
///   the next tile    A kernel that walks through tiles fills one, meets at a barrier, computes with it, and begins
///                    anew. Nobody computes while the loads of a fill wait, since all of them stand together; the
///                    processor does not look as far ahead as the next fill. So each load of a packet that is marked
///                    also fetches what it will load one iteration of that walk later.
///   the next rows    A loop with several sums of products, as in a matrix product, that takes its factors from one
///                    row after another, whose pitch only the launch knows: each is in another page.
///   the next groups  A group in a straight line (trace_groups.cpp) begins with loads and ends with stores, and
///                    memory has nothing to do between them.
class FetchAheadPass : public llvm::PassInfoMixin<FetchAheadPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
