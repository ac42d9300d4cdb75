// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_TOOL_PASSES_H
#define WEFT_COMPILER_SPMD_TOOL_PASSES_H

// The vectoriser's steps one by one, for weftc --passes=. They apply to the functions that have an id for an argument;
// what cannot be done to one is an error.

#include "compiler/ir/passes.h"

#include "llvm/IR/Module.h"

namespace weft::spmd {

/// The item functions of a module.
llvm::SmallVector<llvm::Function *, 4> itemFunctions(llvm::Module &M);

/// In which ids the lanes of an item function differ: in x, or as its attribute "weft.varying"="xy" says.
unsigned varyingIds(const llvm::Function &Item);

/// Marks what differs between lanes with metadata: instructions and terminators with !weft.divergent, instructions that
/// see another value of an operand than it has at its definition with !weft.divergent.use.
bool toolDivergence(PassState &State);

bool toolExtensions(PassState &State);
/// Beside an item function whose counters can be wider: NAME.wide, and NAME.wide.counts if that is not always so. With
/// the attribute "weft.no.guard" the latter are left alone.
bool toolCounters(PassState &State);
/// Beside an item function that can be clipped: NAME.range, NAME.inner, and NAME.below and NAME.above if there are
/// such.
bool toolClip(PassState &State);
/// Beside an item function that divides its x: NAME.segment and NAME.find.
bool toolSegments(PassState &State);
/// Beside an item function that may return at once: NAME.active.
bool toolActive(PassState &State);
bool toolCanonicalise(PassState &State);
bool toolLinearise(PassState &State);

/// Says in an item function's attribute "weft.spmd.verify" what the verifier has against it; without one if nothing.
bool toolVerify(PassState &State);
/// The same for functions that are packets: all that are no item functions.
bool toolVerifyPackets(PassState &State);

/// Proves linearise by execution: what it left becomes a function NAME_lanes of plain scalar code that runs the lanes
/// x to x + 3, or x and x + 1 of y and y + 1, in lock-step, each instruction for one lane after the other; a last
/// argument, i64, tells by its bits which of them exist.
bool toolLanes(PassState &State);

/// Gives values names that end with their shape: .uniform, .linear.STRIDE, .varying; and .signed or .unsigned behind
/// that where a guard sees to it that they do not wrap.
bool toolShapes(PassState &State);

/// Says in the attribute "weft.planned" of an item function what would be made of it with these options,
/// LANES,PARTS,DIMENSION, and in "weft.pays" whether that is cheaper than one work-item after another.
bool toolPlan(PassState &State);

/// Makes the packets that the item functions' attribute "weft.plan" lists, LANES,PARTS,DIMENSION or
/// LANES,PARTS,DIMENSION,masked with ";" between them: ITEM.packet.LANES.PARTS.DIMENSION[.masked], and a guard of such
/// a name. A reason not to becomes the attribute "weft.refused".
bool toolPacketise(PassState &State);

} // namespace weft::spmd

#endif
