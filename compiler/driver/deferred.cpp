// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which programs' kernels get their code when they are asked for. docs/builds.md.
#include "compiler/driver/deferred.h"
#include "compiler/driver/partitions.h"
#include "compiler/ir/kernel_context.h"
#include "compiler/ir/names.h"
#include "compiler/kernel_abi.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace weft {

/// Each kernel that is made alone has a front end of some milliseconds: below so many instructions there is too little
/// to gain by not making it.
static constexpr unsigned FewInstructions = 1500;

static bool isOfAKernel(const Function &F) {
  return F.hasFnAttribute(KernelAttribute) || F.getName().starts_with(KernelBodyPrefix);
}

/// Local variables that a kernel names itself, and that any group has room for, all of them at once.
static bool hasPlainLocals(const Module &M) {
  uint64_t Bytes = 0;
  for (const GlobalVariable &G : M.globals()) {
    if (G.getAddressSpace() != 3)
      continue;
    Bytes += M.getDataLayout().getTypeAllocSize(G.getValueType()) + G.getAlign().valueOrOne().value();
    SmallVector<const User *, 16> Open(G.users());
    while (!Open.empty()) {
      const User *Next = Open.pop_back_val();
      if (auto *I = dyn_cast<Instruction>(Next)) {
        if (!isOfAKernel(*I->getFunction()))
          return false;
      } else {
        append_range(Open, Next->users());
      }
    }
  }
  return Bytes <= WEFT_GROUP_LOCAL_BYTES && !M.getFunction(NamedBarrierSlotFunction);
}

/// Nobody's address is taken, and the device has the sub-groups that it asks for.
static bool isPlainKernel(const Function *Kernel) {
  return isSubGroupWidth(subGroupWidth(*Kernel)) && !Kernel->hasAddressTaken();
}

bool canBeDeferred(const Module &M) {
  return isDivisible(M) && hasPlainLocals(M) && all_of(kernelsOf(M), isPlainKernel);
}

bool isWorthDeferring(const Module &M) {
  return kernelsOf(M).size() > 1 && M.getInstructionCount() >= FewInstructions;
}

} // namespace weft
