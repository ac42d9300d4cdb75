// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_DRIVER_TOOL_PASSES_H
#define WEFT_COMPILER_DRIVER_TOOL_PASSES_H

#include "compiler/ir/passes.h"

namespace weft {

/// Runs one pass of passes.def over a module, for weftc --passes and tests: NAME of the stages tool and kernel, else
/// STAGE/NAME. False, with State.Error: there is none, or it failed.
bool runPassByName(llvm::StringRef Name, PassState &State, const weft_target &Target);

/// Prints all of passes.def.
void listPasses();

} // namespace weft

#endif
