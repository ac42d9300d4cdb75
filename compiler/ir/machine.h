// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_IR_MACHINE_H
#define WEFT_COMPILER_IR_MACHINE_H

// What heuristics ask of the processor that code is made for, beyond what LLVM's cost model (TargetTransformInfo) and
// its features tell. The one place that knows processors by name: a new one is a row of the table in machine.cpp, and
// tests/layout fails on a name elsewhere.

#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/Function.h"

namespace weft {

struct Machine {
  /// How LLVM's names of the processors begin that the row is about.
  llvm::StringRef Names;
  /// Vectors as wide as pay where the ISA level has them, in bits.
  unsigned VectorBits;
  /// Operations on vectors of 512 bits that begin in a cycle.
  double WideOperations;
  /// A lane of a gather and of a scatter, in what LLVM's cost model counts in, of which a work-item's own load is one.
  double GatherLane, ScatterLane;
  /// Short vectors are gathered as numbers of their size even where each lane's address is at hand.
  bool GathersShortVectors;
  /// A non-temporal fetch keeps what the second level of the cache holds when it meets it there.
  bool FetchKeepsSecondLevel;
  /// It sees rows of a matrix coming that are a launch's pitch apart, so that fetching them ahead is in vain.
  bool FetchesRows;
  /// From how many bytes on an async copy is the C library's; 0: not measured.
  unsigned CopyLibraryBytes;
};

/// By LLVM's name of the processor, such as a function's attribute "target-cpu" has.
const Machine &machineOf(llvm::StringRef Processor);
const Machine &machineOf(const llvm::Function &F);

namespace spmd {

/// The width of vectors for a function, as preferredVectorBits in codegen/target.cpp chose it: at x86-64-v4 what its
/// machine likes best, at the levels below 256 bits (at x86-64-v2 a pair of registers), elsewhere 128.
unsigned vectorBits(const llvm::Function &F);

/// Operations on vectors of that width that begin in a cycle, of what a kernel does on average.
double operationsPerCycle(const llvm::Function &F);

/// Whether a gather of such a vector is one instruction, or a few.
bool canGather(llvm::FixedVectorType *T, const llvm::TargetTransformInfo &TTI);

/// Whether the target can gather numbers of type `T`, of 8 or 16 bits, as the words of 32 bits that they lie in.
bool gathersInWords(const llvm::Type *T, llvm::Align Known, const llvm::TargetTransformInfo &TTI, unsigned Lanes);

/// By what registers are permuted where indices are known only when it runs: nothing; vpermd and vpshufb; vpermd to
/// vpermi2d of 16, 32 and 64 bits, for registers of all widths; of 8 bits as well.
enum class Permutes { Nothing, Avx2, Avx512, Avx512Vbmi };
Permutes permutesOf(const llvm::Function &F);

/// Registers for vectors of that width that hold a kernel's values; the others hold what is on its way.
unsigned usableRegisters(const llvm::Function &F);

} // namespace spmd

} // namespace weft

#endif
