// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_MASK_MOVES_H
#define WEFT_COMPILER_MASK_MOVES_H

namespace weft {

/// Has every code generation of this process from now on clear the upper bits of narrow AVX-512 masks by kand, not by
/// kmov. LLVM 22 takes kmov for a copy: where its result has to live in memory it stores the source instead, with all
/// of its bits, and a masked access of eight bytes then touches up to sixteen. May be called more than once.
void keepMaskMoves();

} // namespace weft

#endif
