// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_OPENCL_TYPE_MAP_H
#define WEFT_COMPILER_OPENCL_TYPE_MAP_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

namespace weft {

/// Types made anew where one of their parts becomes another.
class TypeMap final : public llvm::ValueMapTypeRemapper {
public:
  /// `MapPart` says what a type becomes that has no parts.
  explicit TypeMap(llvm::Type *(*MapPart)(llvm::Type *)) : MapPart(MapPart) {}

  llvm::Type *remapType(llvm::Type *Ty) override {
    if (llvm::Type *Found = Known.lookup(Ty))
      return Found;
    llvm::Type *Result = compute(Ty);
    return Known[Ty] = Result;
  }

private:
  llvm::Type *compute(llvm::Type *Ty) {
    if (auto *V = llvm::dyn_cast<llvm::VectorType>(Ty))
      return llvm::VectorType::get(remapType(V->getElementType()), V->getElementCount());
    if (auto *A = llvm::dyn_cast<llvm::ArrayType>(Ty))
      return llvm::ArrayType::get(remapType(A->getElementType()), A->getNumElements());
    if (auto *F = llvm::dyn_cast<llvm::FunctionType>(Ty))
      return llvm::FunctionType::get(remapType(F->getReturnType()), remapAll(F->params()), F->isVarArg());
    auto *S = llvm::dyn_cast<llvm::StructType>(Ty);
    if (!S)
      return MapPart(Ty);
    llvm::SmallVector<llvm::Type *, 8> Elements = remapAll(S->elements());
    if (S->elements() == llvm::ArrayRef(Elements))
      return S;
    return S->isLiteral() ? llvm::StructType::get(Ty->getContext(), Elements, S->isPacked())
                          : llvm::StructType::create(Ty->getContext(), Elements, S->getName(), S->isPacked());
  }

  /// No struct can hold itself: pointers are opaque.
  llvm::SmallVector<llvm::Type *, 8> remapAll(llvm::ArrayRef<llvm::Type *> Types) {
    return llvm::map_to_vector<8>(Types, [&](llvm::Type *Ty) { return remapType(Ty); });
  }

  llvm::Type *(*MapPart)(llvm::Type *);
  llvm::DenseMap<llvm::Type *, llvm::Type *> Known;
};

} // namespace weft

#endif
