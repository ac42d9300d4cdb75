// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_REGIONS_INDUCTIONS_H
#define WEFT_COMPILER_REGIONS_INDUCTIONS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"

#include <optional>

namespace weft {

/// One sum or GEP of an induction variable's way round its loop.
struct InductionStep {
  llvm::Instruction *Next;
  llvm::Value *Distance = nullptr; ///< a number, or elements of the GEP; null where Bytes is known
  int64_t Bytes = 0;               ///< of a GEP by constants
  bool IsBack = false;             ///< the distance is subtracted
};

/// A number or a pointer of a loop that goes on by `Steps` in each iteration. Where it begins is asked of the phi: an
/// outer loop's induction variable may be there, and be taken apart first.
struct Induction {
  llvm::PHINode *Phi;
  const llvm::Loop *L;                            ///< with one predecessor and one latch
  llvm::SmallVector<InductionStep, 4> Steps = {}; ///< in their order
  uint64_t Unit = 1;                              ///< bytes, of which all distances of a pointer are multiples
};

/// The induction variable that a header's phi is, of which all distances that are not constant are accepted.
std::optional<Induction> inductionOf(llvm::PHINode &Phi, const llvm::Loop &L, unsigned MostSteps,
                                     llvm::function_ref<bool(const llvm::Value *Distance)> IsAccepted);

/// Takes an induction variable apart: where it begins, and how far it has come, which begins with 0 and is an
/// induction variable of its own, in `Unit`s.
void splitInduction(const Induction &Of);

/// Takes the induction variables of work-items in loops with cuts apart: where each begins, which follows from its ids,
/// and how far the group has come.
void splitInductions(llvm::Function &Kernel);

} // namespace weft

#endif
