// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/plan.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"

using namespace llvm;

namespace weft::spmd {

/// Vectors as wide as target.cpp says that they pay.
static unsigned vectorBits(const Function &F) {
  unsigned Bits = 256;
  F.getFnAttribute("prefer-vector-width").getValueAsString().getAsInteger(10, Bits);
  return Bits;
}

/// What is computed for the sake of addresses and branches alone: it costs no vectors where the addresses are linear.
static SmallPtrSet<const Instruction *, 32> addressArithmetic(Function &F) {
  SmallPtrSet<const Instruction *, 32> Only;
  SmallVector<Instruction *, 32> All;
  for (Instruction &I : instructions(F))
    All.push_back(&I);
  bool Changed = true;
  while (Changed) {
    Changed = false;
    for (Instruction *I : reverse(All)) {
      if (Only.contains(I) || I->use_empty() || !(I->getType()->isIntegerTy() || isa<GetElementPtrInst>(I)) ||
          isa<LoadInst>(I) || isa<CallInst>(I))
        continue;
      bool IsOnly = all_of(I->uses(), [&](const Use &U) {
        auto *User = cast<Instruction>(U.getUser());
        if (isa<GetElementPtrInst>(User) || isa<BranchInst>(User) || User == I || Only.contains(User))
          return true;
        return (isa<LoadInst>(User) || isa<StoreInst>(User)) && getLoadStorePointerOperand(User) == I;
      });
      if (IsOnly) {
        Only.insert(I);
        Changed = true;
      }
    }
  }
  return Only;
}

/// Bits of the elements that most of the work is done in; inner loops count for their turns.
static unsigned dominantBits(Function &F) {
  DominatorTree DT(F);
  LoopInfo Loops(DT);
  SmallPtrSet<const Instruction *, 32> Addresses = addressArithmetic(F);
  double Weights[4] = {}; // of 8, 16, 32 and 64 bits
  for (Instruction &I : instructions(F)) {
    Type *T = isa<StoreInst>(I) ? cast<StoreInst>(I).getValueOperand()->getType() : I.getType();
    T = T->getScalarType();
    if (Addresses.contains(&I) || isa<GetElementPtrInst>(I) || isa<AllocaInst>(I) || isa<CastInst>(I) ||
        !(T->isIntegerTy() || T->isFloatingPointTy()))
      continue;
    unsigned Bits = T->getPrimitiveSizeInBits();
    if (Bits < 8 || Bits > 64)
      continue;
    double Weight = 1;
    for (unsigned D = std::min(Loops.getLoopDepth(I.getParent()), 4u); D > 0; --D)
      Weight *= 8;
    Weights[Log2_32_Ceil(Bits) - 3] += Weight;
  }
  unsigned Most = 2;
  for (unsigned I = 0; I < 4; ++I)
    if (Weights[I] > Weights[Most] || (Weights[Most] == 0 && Weights[I] > 0))
      Most = I;
  return 8u << Most;
}

Plan planItem(Function &Item, const TargetTransformInfo &, const weft_spmd &Options) {
  Plan P;
  P.Packet.Lanes = Options.lanes ? Options.lanes : vectorBits(Item) / dominantBits(Item);
  P.Packet.Parts = Options.parts ? Options.parts : 1;
  P.MaskedTail = Options.tail != WEFT_SPMD_TAIL_SCALAR;
  return P;
}

} // namespace weft::spmd
