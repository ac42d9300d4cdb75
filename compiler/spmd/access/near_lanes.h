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

/// The near accesses of an item function in packets, of loads and of the second kind also stores: not those that are
/// better off as they are, and none where the processor of the function has no permutation that reaches far enough for
/// as many lanes, nor in masked packets, whose lanes seldom all run. As many as leave the code short.
class NearAccesses {
public:
  NearAccesses(llvm::Function &Item, const Shapes &S, unsigned Lanes, unsigned Parts, bool IsMasked);
  /// Null for others.
  const NearLanes *of(const llvm::Instruction *I) const {
    auto Found = All.find(I);
    return Found == All.end() ? nullptr : &Found->second;
  }

private:
  llvm::DenseMap<const llvm::Instruction *, NearLanes> All;
};

/// Whether a number follows from ids and what all lanes have, so that it most likely is no larger than these.
bool followsFromIds(const llvm::Value *V, const Shapes &S);

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
