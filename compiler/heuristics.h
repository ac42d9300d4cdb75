// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_HEURISTICS_H
#define WEFT_COMPILER_HEURISTICS_H

#include "compiler/compiler.h"

namespace weft {

/// Whether a rule of heuristics.def applies in this build.
inline bool applies(const weft_spmd &Options, weft_heuristic Rule) {
  return !(Options.without >> Rule & 1);
}

} // namespace weft

#endif
