// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_MASKED_CODE_H
#define WEFT_COMPILER_CODEGEN_MASKED_CODE_H

namespace weft {

/// Has every code generation of this process from now on mend what LLVM 22 makes wrong of AVX-512's masks behind
/// instruction selection (docs/llvm_faults.md). May be called more than once.
///
/// The upper bits of narrow masks are cleared by kand, not by kmov: LLVM takes kmov for a copy, and where its result
/// has to live in memory it stores the source instead, with all of its bits; a masked access of eight bytes then
/// touches up to sixteen.
///
/// Masked loads stay apart from the operation under the same mask that uses them. LLVM folds them into it, takes the
/// operand out again where the operation overwrites a register that is still needed, and then loads all of it. It also
/// folds them into shuffles, which read all of their operand whatever the mask is.
///
/// Masks of vectors' signs are not taken out while they are read.
///
/// Bit selects by a constant, under a mask that keeps one of the two, get the immediate that they should have.
void keepMasks();

} // namespace weft

#endif
