// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ANALYSIS_PROGRESS_H
#define WEFT_COMPILER_SPMD_ANALYSIS_PROGRESS_H

#include "llvm/IR/Function.h"

namespace weft::spmd {

/// Whether a work-item may wait in a loop for what another one of its packet does behind that loop: a lock that one
/// work-item takes and gives back, a number that is called up. One after another they come to an end; in lanes, which
/// leave a loop together, they do not. OpenCL promises neither, but programs count on the former.
///
/// Such a loop ends by the result of an atomic operation that asks the same at every iteration: an exchange, a
/// comparison with a value from outside of the loop, a flag that is set, an atomic or volatile load. A loop that tries
/// to replace what it has read, or that fetches numbers of work until there is none, waits for nobody.
bool mayWaitForOthers(llvm::Function &Item);

} // namespace weft::spmd

#endif
