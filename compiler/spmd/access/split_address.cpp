// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/access/split_address.h"

using namespace llvm;

namespace weft::spmd {

std::optional<LinearAddress> splitAddress(const Value *Pointer, const Shapes &S, const DataLayout &DL,
                                          function_ref<bool(const Value *)> IsBase,
                                          function_ref<bool(const Value *, Extension)> IsTerm) {
  auto Ends = [&](const Value *V) { return S.elementMajor(V) || IsBase(V); };
  std::optional<LinearAddress> Address = linearAddress(Pointer, DL, Ends, IsTerm);
  return Address && IsBase(Address->Base) && !S.elementMajor(Address->Base) ? Address : std::nullopt;
}

std::optional<LinearAddress> splitUniform(const Value *Pointer, const Shapes &S, const DataLayout &DL) {
  return splitAddress(
      Pointer, S, DL, [&](const Value *V) { return S.of(V).isUniform(); },
      [&](const Value *V, Extension) { return S.of(V).isUniform(); });
}

bool isSimpleAccess(const Instruction &I) {
  const auto *Load = dyn_cast<LoadInst>(&I);
  const auto *Store = dyn_cast<StoreInst>(&I);
  return Load ? Load->isSimple() : Store && Store->isSimple();
}

} // namespace weft::spmd
