// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_HALF_ARITHMETIC_H
#define WEFT_COMPILER_CODEGEN_HALF_ARITHMETIC_H

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace weft {

/// Where the target converts halves but does not compute with them, its code generator computes each operation as
/// floats, with conversions beside it. This does the same before it, with a conversion for each value where it comes
/// from: what is used several times, or comes from outside of a loop, is converted once.
void computeHalvesAsFloats(llvm::Module &M, const llvm::TargetMachine &TM);

} // namespace weft

#endif
