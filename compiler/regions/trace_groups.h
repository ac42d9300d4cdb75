// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_REGIONS_TRACE_GROUPS_H
#define WEFT_COMPILER_REGIONS_TRACE_GROUPS_H

#include "llvm/IR/Function.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace weft {

/// Makes straight code of what an entry does for a group, its sizes being constants, with the group's local memory and
/// its slots in values (trace_groups.cpp). Where that cannot be, says why; the entry is of no use then.
const char *traceGroups(llvm::Function &Entry, llvm::TargetMachine &TM);

} // namespace weft

#endif
