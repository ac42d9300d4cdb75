// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/ir/machine.h"
#include "compiler/ir/names.h"

#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace weft {

/// The first row whose name fits counts; the last fits all.
///
/// Widths: Skylake and its shrinks lower their clock for 512 bits. Zen 4 executes 512 bits in two halves. Lanes of
/// gathers and scatters: measured on Zen 4 and on an Emerald Rapids (in L1: 0.17 to 0.21 ns a lane, 0.24 for a load,
/// its index and an addition), and on Zen 5 (0.29 ns and 0.16 at 4 GHz; scatters 0.25, as stores, but what is behind
/// them waits). Fetches: AMD's processors spend nothing on filling the second level by a non-temporal fetch and leave
/// there what it holds; others drop the line from there, so that a second pass over the source goes to memory again
/// (16 KiB tiles of 640 KiB in turn, on a 16-core Xeon: 180 ns with ordinary fetches, 550 with these). Rows of a plain
/// product of matrices fetched by hand: 1.0 to 1.15 of the time on Zen 5 (512 to 1536 squared), 0.88 on a Xeon.
/// Copies: builtins/async_copy.h.
static const Machine Machines[] = {
    // names, bits, operations, gather, scatter, short vectors, keeps second level, fetches rows, copies
    {"znver5", 512, 2, 2.3, 3.5, false, true, true, 16385},
    {"znver4", 512, 1.25, 2.5, 4, false, true, false, 0},
    {"znver", 512, 2, 2.5, 4, false, true, false, 0},
    {"skylake-avx512", 256, 2, 2, 4, true, false, false, 0},
    {"cascadelake", 256, 2, 2, 4, true, false, false, 0},
    {"cooperlake", 256, 2, 2, 4, true, false, false, 0},
    {"", 512, 2, 2, 4, true, false, false, 0},
};

const Machine &machineOf(StringRef Processor) {
  return *find_if(Machines, [&](const Machine &M) { return Processor.starts_with(M.Names); });
}

const Machine &machineOf(const Function &F) {
  return machineOf(F.getFnAttribute("target-cpu").getValueAsString());
}

namespace spmd {

unsigned vectorBits(const Function &F) {
  unsigned Bits = 256;
  F.getFnAttribute("prefer-vector-width").getValueAsString().getAsInteger(10, Bits);
  return Bits;
}

double operationsPerCycle(const Function &F) {
  return vectorBits(F) == 512 ? machineOf(F).WideOperations : 2.5;
}

bool canGather(FixedVectorType *T, const TargetTransformInfo &TTI) {
  return TTI.isLegalMaskedGather(T, Align(1)) && !TTI.forceScalarizeMaskedGather(T, Align(1));
}

bool gathersInWords(const Type *T, Align Known, const TargetTransformInfo &TTI, unsigned Lanes) {
  const uint64_t Bits = T->isVectorTy() || T->isPointerTy() ? 0 : T->getScalarSizeInBits();
  return (Bits == 8 || Bits == 16) && Known.value() >= Bits / 8 && Lanes >= 4 &&
         canGather(FixedVectorType::get(Type::getInt32Ty(T->getContext()), Lanes), TTI);
}

Permutes permutesOf(const Function &F) {
  return StringSwitch<Permutes>(F.getFnAttribute(PermutesAttribute).getValueAsString())
      .Case("avx2", Permutes::Avx2)
      .Case("avx512", Permutes::Avx512)
      .Case("avx512vbmi", Permutes::Avx512Vbmi)
      .Default(Permutes::Nothing);
}

unsigned usableRegisters(const Function &F) {
  return vectorBits(F) == 512 ? 26 : 12; // of 32 and 16
}

} // namespace spmd

} // namespace weft
