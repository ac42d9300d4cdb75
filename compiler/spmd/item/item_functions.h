// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ITEM_ITEM_FUNCTIONS_H
#define WEFT_COMPILER_SPMD_ITEM_ITEM_FUNCTIONS_H

#include "compiler/compiler.h"
#include "compiler/ir/item_nest.h"

#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace weft::spmd {

/// What a nest does for one work-item: void F(i64 x, i64 y, i64 z, Inputs...).
struct ItemFunction {
  llvm::Function *F;
  llvm::SmallVector<llvm::Value *, 8> Inputs; ///< values of the entry that dominate the nest
};

/// Clones a nest's body into a function. The nest stays as it is.
ItemFunction outlineItem(const ItemNest &Nest);

/// A copy of an item function with further arguments behind its own, of the same module. `Map`: to the copy's values.
llvm::Function *cloneItem(llvm::Function &Item, llvm::ArrayRef<llvm::Type *> More, const llvm::Twine &Suffix,
                          llvm::ValueToValueMapTy &Map);

/// The usual clean-up, without anything that would keep the function from being vectorised.
void cleanItem(llvm::Function &Item, llvm::TargetMachine &TM, const weft_spmd &Options);

/// Unrolls the loops of a copy of an item function if more of them have a known number of iterations than there.
void cleanAgain(llvm::Function &Copy, llvm::Function &Item, llvm::TargetMachine &TM);

/// Parts the ways of loads whose work-items come to their addresses on several (merged_loads.h). Behind
/// hoistUniformLoads(): what is loaded for all of a row is an argument then, as for the range.
void partWays(llvm::Function &Item, llvm::TargetMachine &TM);

/// Loads that every work-item begins with, from the same address: one load before the nest, and one more input. No
/// store of another work-item can come between, else the program races.
void hoistUniformLoads(ItemFunction &Item, const ItemNest &Nest);

} // namespace weft::spmd

#endif
