// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ITEM_INTERCHANGE_H
#define WEFT_COMPILER_SPMD_ITEM_INTERCHANGE_H

// The choice of dimension: where neighbours in memory are neighbours in y, as in `a[get_global_id(0) * n +
// get_global_id(1)]`, packets have their lanes along y.

#include "compiler/spmd/item/item_functions.h"

namespace weft::spmd {

/// Whether a nest's loops over x and y may change places: nothing but the ids depends on their order.
bool canInterchange(const ItemNest &Nest);

/// The item function with x and y in each other's place: its first argument is the work-item's y.
ItemFunction interchangeItem(const ItemFunction &Item);

/// A copy of the nest whose loop over y stands in that over x, before the nest: it runs where rows are at least so
/// many, the nest where they are fewer. In the copy, dimension 0 is y.
ItemNest interchangeNest(ItemNest &Nest, uint64_t LeastRows);

} // namespace weft::spmd

#endif
