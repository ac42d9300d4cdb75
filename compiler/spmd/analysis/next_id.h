// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ANALYSIS_NEXT_ID_H
#define WEFT_COMPILER_SPMD_ANALYSIS_NEXT_ID_H

#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/Argument.h"

namespace weft::spmd {

/// What an expression is for the neighbour in one dimension: the id of it is one more.
class NextId : public llvm::SCEVRewriteVisitor<NextId> {
public:
  NextId(llvm::ScalarEvolution &SE, const llvm::Argument &Id) : SCEVRewriteVisitor(SE), Id(Id) {}
  const llvm::SCEV *visitUnknown(const llvm::SCEVUnknown *U) {
    return U->getValue() == &Id ? SE.getAddExpr(U, SE.getOne(U->getType())) : U;
  }

private:
  const llvm::Argument &Id;
};

} // namespace weft::spmd

#endif
