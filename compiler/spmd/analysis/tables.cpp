// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/analysis/tables.h"
#include "compiler/ir/machine.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ConstantFolding.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

/// How many elements permutations reach of so many bits.
static unsigned mostElements(const Function &F, unsigned Bits, unsigned Lanes) {
  const unsigned Width = vectorBits(F);
  if (!Triple(F.getParent()->getTargetTriple()).isX86() || Width < 256)
    return 0;
  if (Bits == 32)
    return Lanes % (Width / 32) == 0 ? 2 * Width / 32 : 0;
  if (Bits != 8 || (Lanes != 16 && Lanes != 32 && Lanes != 64) || Lanes * 8 > Width)
    return 0;
  return Width == 512 && F.getFnAttribute("target-features").getValueAsString().contains("+avx512vbmi") ? 64 : 32;
}

std::optional<RegisterTable> registerTable(const LoadInst &L, const Function &F, unsigned Lanes) {
  const DataLayout &DL = F.getDataLayout();
  Type *T = L.getType();
  if (!L.isSimple() || !(T->isIntegerTy(8) || T->isIntegerTy(32) || T->isFloatTy()))
    return std::nullopt;
  const unsigned Size = unsigned(DL.getTypeAllocSize(T).getFixedValue());
  APInt Offset(64, 0);
  SmallMapVector<Value *, APInt, 4> Variables;
  const Value *Base = L.getPointerOperand();
  while (const auto *G = dyn_cast<GEPOperator>(Base)) {
    if (!G->collectOffset(DL, 64, Variables, Offset))
      return std::nullopt;
    Base = G->getPointerOperand();
  }
  const auto *Table = dyn_cast<GlobalVariable>(Base);
  if (!Table || !Table->isConstant() || !Table->hasDefinitiveInitializer() || Variables.size() != 1 ||
      Variables.front().second != Size || Offset.srem(APInt(64, Size)) != 0)
    return std::nullopt;
  const uint64_t Count = DL.getTypeAllocSize(Table->getValueType()) / Size;
  if (Count > mostElements(F, 8 * Size, Lanes))
    return std::nullopt;
  RegisterTable R{{}, 8 * Size, Variables.front().first, true, Offset.getSExtValue() / int64_t(Size)};
  for (uint64_t I = 0; I < Count; ++I) {
    Constant *Element = ConstantFoldLoadFromConst(const_cast<Constant *>(Table->getInitializer()),
                                                  IntegerType::get(F.getContext(), R.Bits), APInt(64, I * Size), DL);
    auto *Number = dyn_cast_or_null<ConstantInt>(Element);
    if (!Number && !isa_and_nonnull<UndefValue>(Element))
      return std::nullopt;
    R.Elements.push_back(Number ? Number->getZExtValue() : 0);
  }
  Value *Narrow;
  if (match(R.Index, m_ZExtOrSExt(m_Value(Narrow)))) {
    R.Signed = isa<SExtInst>(R.Index);
    R.Index = Narrow;
  }
  return R;
}

} // namespace weft::spmd
