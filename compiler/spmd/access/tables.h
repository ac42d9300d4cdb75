// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ACCESS_TABLES_H
#define WEFT_COMPILER_SPMD_ACCESS_TABLES_H

// Tables in registers: loads from constant arrays that are so small that a permutation of registers by the lanes'
// indices (vpermd, vpermi2d, vpshufb, vpermb) reads them, where a gather takes one access for each lane.

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace weft::spmd {

struct RegisterTable {
  llvm::SmallVector<uint64_t, 64> Elements; ///< their bits
  unsigned Bits;                            ///< of an element: 8 or 32
  const llvm::Value *Index;                 ///< an integer, as it is before it was extended for the address
  bool Signed;                              ///< how it was extended
  int64_t First;                            ///< added to the index
};

/// The table that a load of one element reads, and by which number: none beyond the array are asked for, since the
/// program may not. Nothing where the processor of the function has no permutation for so many elements.
std::optional<RegisterTable> registerTable(const llvm::LoadInst &L, const llvm::Function &F, unsigned Lanes);

} // namespace weft::spmd

#endif
