// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ACCESS_SPLIT_ADDRESS_H
#define WEFT_COMPILER_SPMD_ACCESS_SPLIT_ADDRESS_H

// What accesses ask of the linear form of an address (linear_address.h) where private variables may lie lane beside
// lane, of which offsets say nothing.

#include "compiler/spmd/analysis/linear_address.h"
#include "compiler/spmd/analysis/shapes.h"

#include "llvm/IR/Instructions.h"

namespace weft::spmd {

/// Down to a pointer that `IsBase` names; nothing where another one is below, or the address is of another kind.
std::optional<LinearAddress> splitAddress(const llvm::Value *Pointer, const Shapes &S, const llvm::DataLayout &DL,
                                          llvm::function_ref<bool(const llvm::Value *)> IsBase,
                                          llvm::function_ref<bool(const llvm::Value *, Extension)> IsTerm);

/// Where all that is the same for all lanes is a base or a term, and the rest is taken apart.
std::optional<LinearAddress> splitUniform(const llvm::Value *Pointer, const Shapes &S, const llvm::DataLayout &DL);

/// A load or a store that is neither volatile nor atomic.
bool isSimpleAccess(const llvm::Instruction &I);

} // namespace weft::spmd

#endif
