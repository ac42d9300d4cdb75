// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ITEM_MERGED_LOADS_H
#define WEFT_COMPILER_SPMD_ITEM_MERGED_LOADS_H

#include "llvm/IR/PassManager.h"

namespace weft::spmd {

/// Takes loads apart whose work-items go different ways to their addresses. InstCombine makes one load behind a branch
/// of those before it, from an address that is a phi, and SimplifyCFG a select where the ways are short:
///
///   if (x < width) v = in[y * width + x];        p = phi [in + y * width + x], [in + mirrored]
///   else v = in[mirrored];                       v = load p
///
///   up = wind[i] > 0 ? i - 1 : i + 1;            k = select wind > 0, i - 1, i + 1
///   v = in[up];                                  v = load in + k
///
/// The addresses of a packet have no shape there, so the load is a gather. Where the work-items of one way have theirs
/// side by side, or all the same one, a load on each way is better: contiguous ones under masks, and a gather at most
/// on a way that packets seldom go. A place that is kept within bounds is one of two ways, too, though no branch was
/// there:
///
///   for (k = -r; k <= r; k++) v += in[clamp(x + k, 0, width - 1)];        x + k, or a bound
///   for (...) v += in[(x + dx[k] + width) % width];                       x + dx[k], or another lap
///
/// What follows from ids and arguments alone is the range's (clip.h), so selects and bounds are taken apart where they
/// follow from what was loaded or from a loop. Neither of LLVM's passes must run behind it.
class SplitMergedLoadsPass : public llvm::PassInfoMixin<SplitMergedLoadsPass> {
public:
  llvm::PreservedAnalyses run(llvm::Function &Item, llvm::FunctionAnalysisManager &FAM);
};

} // namespace weft::spmd

#endif
