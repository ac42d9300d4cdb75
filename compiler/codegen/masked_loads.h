// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_MASKED_LOADS_H
#define WEFT_COMPILER_CODEGEN_MASKED_LOADS_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft {

/// Masked loads that the processor has no instruction for (bytes and 16-bit words on AVX2, all on SSE and NEON) read
/// all lanes at once where that stays within the page that a lane reads from. LLVM tests each lane and branches: 32
/// times for bytes on AVX2.
void loadWithinPages(llvm::Module &M, llvm::TargetMachine &TM);

} // namespace weft

#endif
