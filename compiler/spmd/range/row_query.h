// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_RANGE_ROW_QUERY_H
#define WEFT_COMPILER_SPMD_RANGE_ROW_QUERY_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

namespace weft::spmd {

/// What the loops over packets ask once a row, or before a packet: Result F(x, y, z, Inputs..., i64 columns), with the
/// item function's own arguments, x being the first of what it is asked about. It touches no memory. The body is the
/// caller's to make.
llvm::Function *createRowQuery(llvm::Function &Item, llvm::Type *Result, const llvm::Twine &Suffix);

/// An item function's expressions of its arguments, computed again in a query without the flags of work-items that may
/// not exist.
class QueryCopies {
public:
  QueryCopies(llvm::Function &Query, llvm::IRBuilder<> &B) : Query(Query), B(B) {}
  llvm::Value *of(llvm::Value *V);
  /// The id to compute them for, the query's own until then. What was computed before is not taken again.
  void setId(unsigned Dim, llvm::Value *Id) {
    Ids[Dim] = Id;
    Copies.clear();
  }

private:
  llvm::Function &Query;
  llvm::IRBuilder<> &B;
  llvm::Value *Ids[3] = {};
  llvm::DenseMap<llvm::Value *, llvm::Value *> Copies;
};

} // namespace weft::spmd

#endif
