// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_LOOPS_ITEM_LOOPS_H
#define WEFT_COMPILER_SPMD_LOOPS_ITEM_LOOPS_H

#include "compiler/spmd/item/item_functions.h"
#include "compiler/spmd/packet/packetise.h"
#include "compiler/spmd/range/clip.h"
#include "compiler/spmd/range/segments.h"

namespace weft::spmd {

/// The packet functions of a nest (packetise.h).
struct Packets {
  PacketPlan Plan;
  llvm::Function *Full = nullptr;
  /// Of one part, for the work-items that fill no packet; null: they run scalar.
  llvm::Function *Masked = nullptr;
  /// Of a clipped nest: a packet of all work-items outside of the range, where none is missing; null: masked ones.
  llvm::Function *Outside = nullptr;
  /// Of half as many parts along y, a quarter, ..., for rows that are too few; only beside masked ones, and without a
  /// range.
  llvm::SmallVector<llvm::Function *, 2> Fewer;
  llvm::SmallVector<llvm::Function *, 2> Guards; ///< asked once a row
  /// Of a nest with divisions: full packets are for one segment of each, and have more arguments.
  struct InSegments {
    Segments Divided;
    llvm::Function *Guard = nullptr; ///< of a full packet, asked before each
    /// A packet for any work-items; null: they run one by one.
    llvm::Function *Across = nullptr;
    llvm::Function *Item = nullptr; ///< the function of one of them
  };
  std::optional<InSegments> Segmented;
  /// Where a packet finds so few work-items that stay (active_lanes.h), they run one by one.
  struct FewActive {
    llvm::Function *Query = nullptr; ///< a full packet of it, asked before each
    llvm::Function *Item = nullptr;  ///< the function of one work-item
    unsigned Most = 0;               ///< of a packet's
  };
  std::optional<FewActive> Active;
  /// Where the full packets may run, if not everywhere; only beside masked ones.
  std::optional<Clip> Range;
  /// Of half the lanes, a quarter, ..., one: for what is left of a range that begins with the row. Processors forward
  /// what these store to later loads, which they do not for masked stores.
  llvm::SmallVector<llvm::Function *, 5> Narrow;
};

/// Marks loops of the work-items in copies that few of them run: unrolling by a number that only the launch knows makes
/// copies of copies, which take long to compile. The condition is asked of loops' headers.
void keepRolled(llvm::Function &F, llvm::function_ref<bool(const llvm::BasicBlock *)> IsCopy);

/// Puts loops over packets in a nest's place, with the packet functions inlined. The loop over x stays for the
/// work-items that no packet takes; their own loops are for the caller to keep rolled, once for all of an entry's
/// nests.
void packNest(ItemNest &Nest, const ItemFunction &Item, const Packets &P);

} // namespace weft::spmd

#endif
