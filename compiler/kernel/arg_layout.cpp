// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/kernel/arg_layout.h"

#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MathExtras.h>

using namespace llvm;

namespace weft {

static ArgSlot slotOf(const Argument &Arg, const DataLayout &Layout) {
  Type *Ty = Arg.getType();
  if (Ty->isPointerTy() && Arg.hasByValAttr()) {
    Type *Pointee = Arg.getParamByValType();
    Align Alignment = Arg.getParamAlign().valueOrOne();
    Alignment = std::max(Alignment, Layout.getABITypeAlign(Pointee));
    return {0, uint32_t(Layout.getTypeAllocSize(Pointee)), uint32_t(Alignment.value())};
  }
  if (Ty->isPointerTy() || Ty->isTargetExtTy())
    return {0, 8, 8};
  if (auto *Vector = dyn_cast<FixedVectorType>(Ty)) {
    // OpenCL C section 6.1.5: a vector is aligned to its size, and one of 3 elements counts as 4.
    uint64_t Element = Layout.getTypeStoreSize(Vector->getElementType());
    uint32_t Size = uint32_t(Element * PowerOf2Ceil(Vector->getNumElements()));
    return {0, Size, Size};
  }
  uint32_t Size = uint32_t(Layout.getTypeAllocSize(Ty));
  return {0, Size, uint32_t(Layout.getABITypeAlign(Ty).value())};
}

std::vector<ArgSlot> layoutArguments(const Function &Kernel, uint32_t &TotalSize) {
  const DataLayout &Layout = Kernel.getParent()->getDataLayout();
  std::vector<ArgSlot> Slots;
  uint64_t Offset = 0;
  for (const Argument &Arg : Kernel.args()) {
    ArgSlot Slot = slotOf(Arg, Layout);
    Offset = alignTo(Offset, Slot.align);
    Slot.offset = uint32_t(Offset);
    Offset += Slot.size;
    Slots.push_back(Slot);
  }
  TotalSize = uint32_t(alignTo(Offset, 8));
  return Slots;
}

} // namespace weft
