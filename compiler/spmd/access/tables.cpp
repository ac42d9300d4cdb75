// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/access/tables.h"
#include "compiler/ir/machine.h"
#include "compiler/spmd/analysis/linear_address.h"

#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;

namespace weft::spmd {

/// How many elements permutations reach of so many bits.
static unsigned mostElements(const Function &F, unsigned Bits, unsigned Lanes) {
  const unsigned Width = vectorBits(F);
  const Permutes By = permutesOf(F);
  if (By == Permutes::Nothing)
    return 0;
  if (Bits == 32)
    return Lanes % (Width / 32) == 0 ? 2 * Width / 32 : 0;
  if (Bits != 8 || (Lanes != 16 && Lanes != 32 && Lanes != 64) || Lanes * 8 > Width)
    return 0;
  return Width == 512 && By == Permutes::Avx512Vbmi ? 64 : 32;
}

std::optional<RegisterTable> registerTable(const LoadInst &L, const Function &F, unsigned Lanes) {
  const DataLayout &DL = F.getDataLayout();
  Type *T = L.getType();
  if (!L.isSimple() || !(T->isIntegerTy(8) || T->isIntegerTy(32) || T->isFloatTy()))
    return std::nullopt;
  const auto Size = int64_t(DL.getTypeAllocSize(T).getFixedValue());
  // The index is taken apart as far as it has to be.
  auto AddressOf = [&](function_ref<bool(const Value *, Extension)> IsTerm) {
    return linearAddress(L.getPointerOperand(), DL, [](const Value *) { return false; }, IsTerm);
  };
  auto IsIndex = [&](const std::optional<LinearAddress> &A) {
    return A && A->Terms.size() == 1 && A->Terms.front().Factor == Size;
  };
  std::optional<LinearAddress> Address = AddressOf([](const Value *, Extension As) { return As != Extension::None; });
  if (!IsIndex(Address))
    Address = AddressOf([](const Value *, Extension) { return true; });
  const auto *Table = Address ? dyn_cast<GlobalVariable>(Address->Base) : nullptr;
  if (!Table || !Table->isConstant() || !Table->hasDefinitiveInitializer() || !IsIndex(Address) ||
      Address->Constant % Size != 0)
    return std::nullopt;
  const uint64_t Count = DL.getTypeAllocSize(Table->getValueType()) / uint64_t(Size);
  if (Count > mostElements(F, unsigned(8 * Size), Lanes))
    return std::nullopt;
  const AddressTerm &Index = Address->Terms.front();
  RegisterTable R{{}, unsigned(8 * Size), Index.V, Index.As != Extension::Unsigned, Address->Constant / Size};
  for (uint64_t I = 0; I < Count; ++I) {
    Constant *Element =
        ConstantFoldLoadFromConst(const_cast<Constant *>(Table->getInitializer()),
                                  IntegerType::get(F.getContext(), R.Bits), APInt(64, I * uint64_t(Size)), DL);
    auto *Number = dyn_cast_or_null<ConstantInt>(Element);
    if (!Number && !isa_and_nonnull<UndefValue>(Element))
      return std::nullopt;
    R.Elements.push_back(Number ? Number->getZExtValue() : 0);
  }
  return R;
}

} // namespace weft::spmd
