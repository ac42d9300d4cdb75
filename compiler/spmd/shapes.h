// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_SHAPES_H
#define WEFT_COMPILER_SPMD_SHAPES_H

#include "compiler/spmd/divergence.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/Alignment.h"

namespace weft::spmd {

/// How a value differs from lane to lane of a part. Lane i has the value of lane 0 plus i * Stride (bytes for
/// pointers), for Uniform with a stride of 0. Align: of lane 0's value.
struct Shape {
  enum Kind : uint8_t { Uniform, Linear, Varying } K = Varying;
  int64_t Stride = 0;
  llvm::Align A;
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

/// The shapes of a linearised item function's values.
class Shapes {
public:
  Shapes(llvm::Function &Item, const Divergence &D);

  Shape of(const llvm::Value *V) const;
  llvm::ArrayRef<NoWrap> assumptions() const {
    return Assumptions;
  }

private:
  llvm::DenseMap<const llvm::Value *, Shape> Known;
  llvm::SmallVector<NoWrap, 4> Assumptions;
};

} // namespace weft::spmd

#endif
