// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPMD_ANALYSIS_LINEAR_ADDRESS_H
#define WEFT_COMPILER_SPMD_ANALYSIS_LINEAR_ADDRESS_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/Value.h"

#include <optional>
#include <tuple>

namespace weft::spmd {

// The one form of an address: a pointer, a sum of terms, and a constant, which whoever groups accesses, gathers, reads
// tables or computes the lanes' addresses asks for (LLVM's GEPOperator::collectOffset, which goes on through the
// arithmetic of the indices). It says nothing of lanes: what a term is from lane to lane, shapes.h tells.

/// How a term of fewer bits than an address becomes one of as many.
enum class Extension : unsigned { None, Signed, Unsigned };

/// `V`, extended, times `Factor`, in bytes.
struct AddressTerm {
  const llvm::Value *V;
  Extension As;
  int64_t Factor;

  bool operator==(const AddressTerm &Other) const {
    return std::tie(V, As, Factor) == std::tie(Other.V, Other.As, Other.Factor);
  }
  bool operator<(const AddressTerm &Other) const {
    return std::tie(V, As, Factor) < std::tie(Other.V, Other.As, Other.Factor);
  }
};

/// `Base` and all terms and `Constant` bytes, modulo 2^64.
struct LinearAddress {
  const llvm::Value *Base = nullptr;
  llvm::SmallVector<AddressTerm, 4> Terms;
  int64_t Constant = 0;
};

/// Whether the result is that of as many bits as it takes, for all work-items that compute it: of signed numbers, or of
/// numbers without sign.
bool neverWraps(const llvm::Value &V, bool Signed);

/// Where the form ends: at pointers that `IsBase` names, and at numbers, under their extension, that `IsTerm` names.
/// What wraps below an extension is not taken apart. Nothing where pointers have no 64 bits, or the element accesses
/// below the base are of vectors or of types without a fixed size.
std::optional<LinearAddress> linearAddress(const llvm::Value *Pointer, const llvm::DataLayout &DL,
                                           llvm::function_ref<bool(const llvm::Value *)> IsBase,
                                           llvm::function_ref<bool(const llvm::Value *, Extension)> IsTerm);

} // namespace weft::spmd

#endif
