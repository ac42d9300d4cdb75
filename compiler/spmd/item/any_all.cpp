// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/item/any_all.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

/// The two halves of a vector of 2 * Elements.
static std::pair<Value *, Value *> halves(IRBuilderBase &B, Value *V, unsigned Elements) {
  auto Low = to_vector<8>(seq<int>(0, int(Elements))), High = to_vector<8>(seq<int>(int(Elements), 2 * int(Elements)));
  return {B.CreateShuffleVector(V, Low), B.CreateShuffleVector(V, High)};
}

/// Whether any or all elements of a vector of i1 are set. Long vectors are halved first, as bytes, which registers can
/// shuffle.
static Value *join(IRBuilderBase &B, Value *V, Instruction::BinaryOps How) {
  unsigned Elements = cast<FixedVectorType>(V->getType())->getNumElements();
  if (Elements > 4 && isPowerOf2_32(Elements)) {
    V = B.CreateSExt(V, FixedVectorType::get(B.getInt8Ty(), Elements));
    while (Elements > 4) {
      Elements /= 2;
      auto [Low, High] = halves(B, V, Elements);
      V = B.CreateBinOp(How, Low, High);
    }
  }
  Value *Joined = B.CreateExtractElement(V, B.getInt64(0));
  for (unsigned I = 1; I < Elements; ++I)
    Joined = B.CreateBinOp(How, Joined, B.CreateExtractElement(V, B.getInt64(I)));
  return Joined->getType()->isIntegerTy(1) ? Joined : B.CreateIsNotNull(Joined);
}

static Value *spelt(ICmpInst &Cmp) {
  Value *V;
  if (!match(Cmp.getOperand(0), m_BitCast(m_Value(V))) || !V->getType()->isVectorTy() ||
      !V->getType()->isIntOrIntVectorTy(1))
    return nullptr;
  bool IsAny = match(Cmp.getOperand(1), m_Zero());
  if (!Cmp.isEquality() || (!IsAny && !match(Cmp.getOperand(1), m_AllOnes())))
    return nullptr;
  IRBuilder<> B(&Cmp);
  Value *Joined = join(B, V, IsAny ? Instruction::Or : Instruction::And);
  bool IsSet = IsAny == (Cmp.getPredicate() == CmpInst::ICMP_NE);
  return IsSet ? Joined : B.CreateNot(Joined);
}

void spellAnyAll(Function &Item) {
  SmallVector<WeakTrackingVH, 8> Dead;
  for (Instruction &I : make_early_inc_range(instructions(Item)))
    if (auto *Cmp = dyn_cast<ICmpInst>(&I))
      if (Value *V = spelt(*Cmp)) {
        V->takeName(Cmp);
        Cmp->replaceAllUsesWith(V);
        Dead.push_back(Cmp);
      }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
}

} // namespace weft::spmd
