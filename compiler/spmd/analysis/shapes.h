// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ANALYSIS_SHAPES_H
#define WEFT_COMPILER_SPMD_ANALYSIS_SHAPES_H

#include "compiler/spmd/analysis/divergence.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/IR/Instructions.h"

namespace weft::spmd {

/// How a value differs from lane to lane of a part. Lane i has the value of lane 0 plus i * Stride (bytes for
/// pointers, modulo the width of integers), for Uniform with a stride of 0.
struct Shape {
  enum Kind : uint8_t { Uniform, Linear, Varying } K = Varying;
  int64_t Stride = 0;
  bool isUniform() const {
    return K == Uniform;
  }
  bool isLinear() const {
    return K != Varying;
  }
};

/// A linear integer of which the shapes rely on not wrapping, signed or unsigned, over the lanes of a packet. `Base`
/// follows from the arguments alone, so that the guard can compute it before the packet runs.
struct NoWrap {
  llvm::Value *Base;
  int64_t Stride;
  bool Signed;
};

/// A private variable. Element-major: its elements of `Element` bytes lie lane beside lane, so a uniform index is a
/// contiguous access; a pointer into it has the offset of the scalar one times the lanes. Else each lane has a copy of
/// `Bytes` bytes, and pointers are as in the scalar function.
struct PrivateVariable {
  uint64_t Bytes = 0;
  uint64_t Element = 0; ///< 0: a copy for each lane
};

/// The shapes of a linearised item function's values. `D`: of VaryingX. `Columns`: work-items of a packet in x, at a
/// multiple of which its first one is.
class Shapes {
public:
  Shapes(llvm::Function &Item, const Divergence &D, unsigned Columns);

  Shape of(const llvm::Value *V) const;
  llvm::ArrayRef<NoWrap> assumptions() const {
    return Assumptions;
  }
  /// Whether V is taken not to wrap because a guard says so, not because of its operands.
  bool isAssumed(const llvm::Value *V, bool Signed) const;
  /// Whether V's extension follows from its own, as the lanes' steps change only bits that are 0 in the first one.
  bool isCarryFree(const llvm::Value *V, bool Signed) const {
    return CarryFree.contains({V, unsigned(Signed)});
  }
  /// Whether an extended number is no more than a place in an object, so that its operand in lane 0 is extended with
  /// its sign: see objectLimit().
  bool isPlaceInObject(const llvm::Value *Extension) const {
    return Places.contains(Extension);
  }
  /// The shapes rely on objects that the kernel's pointers lead to having fewer bytes than this. 0: they do not.
  uint64_t objectLimit() const {
    return ObjectLimit;
  }
  /// Null for those that have no fixed size.
  const PrivateVariable *privateVariable(const llvm::AllocaInst *A) const;
  /// A load's type; where it reads the first part of an element of an element-major variable, that of the element.
  llvm::Type *typeInMemory(const llvm::LoadInst &L) const;
  /// The size of elements if the pointer leads into an element-major private variable, else 0.
  uint64_t elementMajor(const llvm::Value *Pointer) const {
    return Interleaved.lookup(Pointer);
  }

private:
  friend class ShapeAnalysis;
  llvm::DenseMap<const llvm::Value *, Shape> Known;
  llvm::SmallVector<NoWrap, 4> Assumptions;
  llvm::DenseSet<std::pair<const llvm::Value *, unsigned>> CarryFree;
  llvm::DenseSet<const llvm::Value *> Places;
  uint64_t ObjectLimit = 0;
  llvm::DenseMap<const llvm::AllocaInst *, PrivateVariable> Privates;
  llvm::DenseMap<const llvm::Value *, uint64_t> Interleaved;
};

/// The argument of an item function that says how many bytes the largest object has; null: there is none.
const llvm::Argument *largestObject(const llvm::Function &Item);

} // namespace weft::spmd

#endif
