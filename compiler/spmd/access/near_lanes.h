// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ACCESS_NEAR_LANES_H
#define WEFT_COMPILER_SPMD_ACCESS_NEAR_LANES_H

// Accesses whose lanes have no stride but most likely are close to one another. Whether they are, a packet sees when it
// runs; accesses of whole registers, and a permutation by the lanes' distances (vpermd, vpermi2d, vpermw, vpermb,
// vpshufb), are then a gather's work, or a scatter's. There are two kinds: those that grow slowly with the work-item's
// number,
//
//   in[x / 2]        in[x * width / wanted]        in[(int)(x * scale)]
//
// and those in one block of as many elements as there are lanes, each lane at one of its own: in[x ^ distance].

#include "compiler/spmd/analysis/linear_address.h"
#include "compiler/spmd/analysis/shapes.h"

#include "llvm/IR/Instructions.h"

#include <optional>

namespace weft::spmd {

struct NearLanes {
  LinearAddress Address;                     ///< without what differs, all of it the same for all lanes
  llvm::SmallVector<AddressTerm, 2> Numbers; ///< what differs; at most 64 bits each
  int64_t Factor;                            ///< bytes from one number, or sum of them, to the next
  int64_t Units;                             ///< so many elements
  unsigned Bits;                             ///< of an element: 8, 16, 32 or 64
  bool IsBlock;                              ///< the second kind: the low bits are the lanes' with some of them turned
  bool IsJagged;                             ///< goes up and down from lane to lane
};

/// Of a load, or of the second kind, a store. Nothing for those that are better off as they are, and where the
/// processor of the function has no permutation that reaches far enough for as many lanes.
std::optional<NearLanes> nearLanes(const llvm::Instruction &Access, const Shapes &S, unsigned Lanes);

/// How near lanes are permuted: `Count` elements of `Bits` a register, of which `Registers` are looked at together.
struct Permutation {
  unsigned Bits, Count, Registers;
  unsigned reach() const {
    return Count * Registers;
  }
};

/// By how the function's processor permutes elements of so many bits. Elements of 8 bits may have to be extended to 16.
std::optional<Permutation> permutationOf(const llvm::Function &F, unsigned Bits);

} // namespace weft::spmd

#endif
