// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_OPTIMISE_LOOP_HINTS_H
#define WEFT_COMPILER_OPTIMISE_LOOP_HINTS_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Metadata.h"

namespace weft {

/// A hint without a value, such as `llvm.loop.unroll.disable`.
inline llvm::MDNode *loopHint(llvm::LLVMContext &C, llvm::StringRef Name) {
  return llvm::MDNode::get(C, llvm::MDString::get(C, Name));
}

/// For the branch that closes a loop (`!llvm.loop`): a node of its own with these hints.
inline llvm::MDNode *loopHints(llvm::LLVMContext &C, llvm::ArrayRef<llvm::Metadata *> Hints) {
  llvm::SmallVector<llvm::Metadata *, 4> Operands{nullptr};
  Operands.append(Hints.begin(), Hints.end());
  llvm::MDNode *Loop = llvm::MDNode::getDistinct(C, Operands);
  Loop->replaceOperandWith(0, Loop);
  return Loop;
}

} // namespace weft

#endif
