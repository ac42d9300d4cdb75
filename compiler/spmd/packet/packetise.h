// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_PACKET_PACKETISE_H
#define WEFT_COMPILER_SPMD_PACKET_PACKETISE_H

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include <array>
#include <string>

namespace weft::spmd {

class Shapes;

struct PacketPlan {
  unsigned Lanes = 16;  ///< of a part; a power of two
  unsigned Parts = 1;   ///< 1, 2, 4, 8 or 16
  unsigned PartDim = 0; ///< 0: parts are neighbours in x, Lanes apart; 1: one below the other in y
  bool Masked = false;  ///< some of the work-items may not exist

  /// Work-items in x.
  unsigned columns() const {
    return Lanes * (PartDim == 0 ? Parts : 1);
  }
};

/// How a packet's accesses and calls are made, each counted once, whatever the parts; for remarks.
struct PacketCounts {
  enum Access { Uniform, Contiguous, Reversed, Strided, Near, Indexed, InRegisters, ByLane, NumAccesses };
  struct Number {
    unsigned All = 0, Masked = 0;
  };
  std::array<Number, NumAccesses> Loads, Stores;
  unsigned CombinedAtomics = 0;                                ///< one for all lanes
  unsigned LaneCalls = 0, LaneAtomics = 0, LaneOperations = 0; ///< one for each lane
};

/// Workers' stacks hold the private memory of all of a packet's work-items.
constexpr uint64_t MostPrivateBytes = 64 << 10;

/// Bytes of a work-item's private memory.
uint64_t privateBytes(const llvm::Function &Item);

/// Whether the operations of a packet's lanes, if on one address, are one with all of their operands together: integers
/// that combine, of which nobody looks at the result.
bool combinesLanes(const llvm::AtomicRMWInst &RMW);

/// Whether lanes divide 64 bits as 32 bits where all of them can, as is likely of these operands; else one by one.
bool isDividedShort(const llvm::Instruction &I, const Shapes &S);

/// The packet function of a linearised item function: the same arguments, with the ids of the packet's first work-item,
/// whose x is a multiple of Plan.columns();
/// a masked one has two more, i64 columns and i64 rows: work-items with an x from the first's on up to columns and a y
/// up to rows exist, the first among them (rows matters with parts along y only). Work-items of the packet run as if
/// one after another in any order. Null, with the reason, if there is something that it cannot do. `Counts`: set to
/// what was made, if there is such.
llvm::Function *packetise(llvm::Function &Linearised, const PacketPlan &Plan, const llvm::TargetTransformInfo &TTI,
                          std::string &WhyNot, PacketCounts *Counts = nullptr);

/// A function of the same arguments and i64 columns, which tells whether the work-items with an x from the ids' on up
/// to columns (in all rows that parts along y have) meet the assumptions of the shapes (Shapes::assumptions) that the
/// packets of the plans rely on: one answer serves all packets of a row. Null if there are none.
llvm::Function *createGuard(llvm::Function &Linearised, llvm::ArrayRef<PacketPlan> Plans);

} // namespace weft::spmd

#endif
