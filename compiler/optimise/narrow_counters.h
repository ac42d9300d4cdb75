// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_OPTIMISE_NARROW_COUNTERS_H
#define WEFT_COMPILER_OPTIMISE_NARROW_COUNTERS_H

#include "llvm/IR/PassManager.h"

namespace weft {

/// Keeps LLVM's loop vectoriser from assuming of counters of several widths that none of them wraps. LLVM 22 takes the
/// check of a wide one to hold for a narrow one too (its issue 191498), and drops the narrow one's: with an unsigned i,
/// k[i & 3] becomes k[i]. All but the widest are frozen, so that nothing is known of them; what that does not help
/// keeps its loop from being vectorised.
class NarrowCountersPass : public llvm::PassInfoMixin<NarrowCountersPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &F, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft

#endif
