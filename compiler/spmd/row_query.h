// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ROW_QUERY_H
#define WEFT_COMPILER_SPMD_ROW_QUERY_H

#include "llvm/IR/Function.h"

namespace weft::spmd {

/// What the loops over packets ask once a row: Result F(x, y, z, Inputs..., i64 columns), with the item function's own
/// arguments, x being the row's first. It touches no memory. The body is the caller's to make.
llvm::Function *createRowQuery(llvm::Function &Item, llvm::Type *Result, const llvm::Twine &Suffix);

} // namespace weft::spmd

#endif
