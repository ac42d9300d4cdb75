// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_IR_UNIFORMITY_H
#define WEFT_COMPILER_IR_UNIFORMITY_H

#include "compiler/ir/thread_divergence.h"

#include "llvm/IR/Function.h"

namespace weft {

/// Which values of a kernel are the same for all work-items of a group: LLVM's uniformity analysis, told what is
/// divergent on a CPU. The kernel must not change while the answers are in use.
class Uniformity {
public:
  explicit Uniformity(llvm::Function &Kernel);

  /// Whether a value is the same for all work-items wherever it is used, also outside the loop that defines it.
  bool isUniform(const llvm::Value *V) const;
  /// Whether it would be also where there is no use yet: work-items leave the loops that hold it together. The answer
  /// stays the same when uses come and go.
  bool isUniformAnywhere(const llvm::Instruction &I) const;
  bool hasDivergentTerminator(const llvm::BasicBlock &BB) const;

private:
  ThreadDivergence Divergence;
};

/// The object that a pointer is derived from, through casts and GEPs of any number.
const llvm::Value *underlyingObject(const llvm::Value *Pointer);

} // namespace weft

#endif
