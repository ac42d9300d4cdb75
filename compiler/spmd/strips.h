// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_STRIPS_H
#define WEFT_COMPILER_SPMD_STRIPS_H

#include "llvm/ADT/bit.h"
#include "llvm/IR/Function.h"

#include <algorithm>

namespace weft::spmd {

/// Lines of memory that a strip's work-items side by side write or read along the other dimension at once. More of
/// them, a power of two apart, would drive one another out of the cache.
constexpr unsigned StripLines = 16;

/// How a kernel's range would be gone through in strips.
struct Strips {
  unsigned Dim = 0;   ///< long in this
  unsigned Bytes = 0; ///< from one neighbour in it to the next; 0: there is no reason for strips
  /// That a work-item has of its own: those that it writes. What it reads besides is more often its neighbours' as
  /// well, in stencils.
  unsigned Lines = 1;

  /// Work-items along the lanes, where packets are not longer.
  unsigned columns() const {
    constexpr unsigned Fewest = 4;
    return std::max(Fewest, StripLines / llvm::bit_ceil(Lines));
  }
};

/// The dimension along which neighbours share a line of memory that neighbours along `Lanes` (0 or 1) have apart, as
/// those of y do in `b[x * height + y] = a[y * width + x]`, and those of x where lanes are in y: a range is gone
/// through in strips, as narrow as a packet and long in this dimension, so that a line is met again while it is in the
/// cache (loop tiling; M. Lam, E. Rothberg and M. Wolf, "The Cache Performance and Optimizations of Blocked
/// Algorithms", 1991). Of an item function without loops.
Strips findStrips(llvm::Function &Item, unsigned Lanes);

} // namespace weft::spmd

#endif
