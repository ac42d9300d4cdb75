// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ITEM_LOOPS_H
#define WEFT_COMPILER_SPMD_ITEM_LOOPS_H

#include "compiler/spmd/item_functions.h"
#include "compiler/spmd/packetise.h"

namespace weft::spmd {

/// The packet functions of a nest (packetise.h).
struct Packets {
  PacketPlan Plan;
  llvm::Function *Full = nullptr;
  llvm::Function *Masked = nullptr; ///< null: the work-items that fill no packet run scalar
  llvm::Function *Guard = nullptr;  ///< asked once a row; null: nothing to ask
};

/// Puts loops over packets in a nest's place, with the packet functions inlined. The loop over x stays for the
/// work-items that no packet takes.
void packNest(ItemNest &Nest, const ItemFunction &Item, const Packets &P);

} // namespace weft::spmd

#endif
