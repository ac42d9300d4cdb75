// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_RANGE_COUNTERS_H
#define WEFT_COMPILER_SPMD_RANGE_COUNTERS_H

#include "llvm/IR/Function.h"
#include "llvm/Target/TargetMachine.h"

#include <optional>

namespace weft::spmd {

/// An item function whose loops count in 64 bits what they counted in 32.
struct WideCounters {
  llvm::Function *Body;
  llvm::Function *Holds; ///< row query: i1, whether Body does what the item function does; null: it always does
};

/// Loops that work-items share by strides, `for (uint i = get_local_id(0); i < n; i += get_local_size(0))`, index by
/// the extension of a counter of 32 bits. It grows by a constant from lane to lane only if it does not wrap, which the
/// language does not promise (of `int` neither, where the size that is added is a size_t). In 64 bits nothing wraps;
/// it is the same counter where the bound and a step more fit in 32. Nothing if there is no such loop, or none that
/// may be changed; with `MayAsk` where that depends on the launch, without it only where it is certain.
std::optional<WideCounters> widenCounters(llvm::Function &Item, llvm::TargetMachine &TM, bool MayAsk);

} // namespace weft::spmd

#endif
