// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_PACKET_SERIAL_H
#define WEFT_COMPILER_SPMD_PACKET_SERIAL_H

#include "compiler/spmd/packet/packetise.h"

namespace weft::spmd {

/// A packet function as packetise makes one, that calls the item function for one work-item after the other: the slow
/// twin, with which the loops around packets are tested alone.
llvm::Function *serialPacket(llvm::Function &Item, const PacketPlan &Plan);

} // namespace weft::spmd

#endif
