// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_PARTS_H
#define WEFT_COMPILER_SPMD_PARTS_H

// How many vectors a packet has of each value (its parts), and along which dimension: what an iteration of the item's
// innermost loops takes is estimated for each number of parts from three bounds, throughput, latency and registers,
// and the number with the least time per work-item is taken. The model is that of llvm-mca and of Little's law: an
// iteration takes as long as the busiest of its ports and as what it waits for, of which neither hides all of the
// other.

#include "compiler/spmd/analysis/divergence.h"
#include "compiler/spmd/packet/packetise.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace weft::spmd {

/// What is computed for the sake of addresses and branches alone: it costs no vectors where the addresses are linear.
/// Conditions by which lanes part and that follow from what they loaded are vectors as anything else.
llvm::SmallPtrSet<const llvm::Instruction *, 32> addressArithmetic(llvm::Function &F, const Divergence &X);

/// Iterations of a loop, and how often what is in so many loops runs, by guess.
constexpr double GuessedIterations = 8;
double loopWeight(unsigned Depth);

/// Cycles from a branch that goes another way than foreseen until what follows begins.
constexpr double Mispredicted = 16;

/// Cycles until an operation's result is there, and how many others could have started in its place.
std::pair<unsigned, unsigned> latencyAndSlots(const llvm::Instruction &I, bool HasRotations);

/// Sets the plan's parts and their dimension; its lanes are known. `HasLongRows`: rows go on in the groups beside.
void planParts(llvm::Function &Item, PacketPlan &Plan, bool HasLongRows);

} // namespace weft::spmd

#endif
