// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_TOOL_PASSES_H
#define WEFT_COMPILER_SPMD_TOOL_PASSES_H

// The vectoriser's steps one by one, for weftc --passes=. They apply to the functions that have an id for an argument;
// what cannot be done to one is said in Error.

#include "compiler/compiler.h"

#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"
#include <string>

namespace weft::spmd {

/// The item functions of a module.
llvm::SmallVector<llvm::Function *, 4> itemFunctions(llvm::Module &M);

/// In which ids the lanes of an item function differ: in x, or as its attribute "weft.varying"="xy" says.
unsigned varyingIds(const llvm::Function &Item);

/// Marks what differs between lanes with metadata: instructions and terminators with !weft.divergent, instructions that
/// see another value of an operand than it has at its definition with !weft.divergent.use.
bool toolDivergence(llvm::Module &M, std::string &Error);

bool toolExtensions(llvm::Module &M, std::string &Error);
/// Beside an item function whose counters can be wider: NAME.wide, and NAME.wide.counts if that is not always so. With
/// the attribute "weft.no.guard" the latter are left alone.
bool toolCounters(llvm::Module &M, llvm::TargetMachine &TM, std::string &Error);
/// Beside an item function that can be clipped: NAME.range, NAME.inner, and NAME.below and NAME.above if there are
/// such.
bool toolClip(llvm::Module &M, llvm::TargetMachine &TM, std::string &Error);
/// Beside an item function that divides its x: NAME.segment and NAME.find.
bool toolSegments(llvm::Module &M, llvm::TargetMachine &TM, std::string &Error);
bool toolCanonicalise(llvm::Module &M, std::string &Error);
bool toolLinearise(llvm::Module &M, const weft_spmd &Options, std::string &Error);

/// Says in an item function's attribute "weft.spmd.verify" what the verifier has against it; without one if nothing.
bool toolVerify(llvm::Module &M, std::string &Error);
/// The same for functions that are packets: all that are no item functions.
bool toolVerifyPackets(llvm::Module &M, std::string &Error);

/// Proves linearise by execution: what it left becomes a function NAME_lanes of plain scalar code that runs the lanes
/// x to x + 3, or x and x + 1 of y and y + 1, in lock-step, each instruction for one lane after the other; a last
/// argument, i64, tells by its bits which of them exist.
bool toolLanes(llvm::Module &M, std::string &Error);

/// Gives values names that end with their shape: .uniform, .linear.STRIDE, .varying; and .signed or .unsigned behind
/// that where a guard sees to it that they do not wrap.
bool toolShapes(llvm::Module &M, std::string &Error);

/// Says in the attribute "weft.planned" of an item function what would be made of it with these options,
/// LANES,PARTS,DIMENSION, and in "weft.pays" whether that is cheaper than one work-item after another.
bool toolPlan(llvm::Module &M, llvm::TargetMachine &TM, const weft_spmd &Options, std::string &Error);

/// Makes the packets that the item functions' attribute "weft.plan" lists, LANES,PARTS,DIMENSION or
/// LANES,PARTS,DIMENSION,masked with ";" between them: ITEM.packet.LANES.PARTS.DIMENSION[.masked], and a guard of such
/// a name. A reason not to becomes the attribute "weft.refused".
bool toolPacketise(llvm::Module &M, llvm::TargetMachine &TM, const weft_spmd &Options, std::string &Error);

} // namespace weft::spmd

#endif
