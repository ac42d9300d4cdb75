// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Builtins are bitcode for no target in particular, where an instruction of one processor has no name. They call a
// function for it, which packets and LLVM's loop vectoriser find variants of, and which becomes the instruction once
// both are done.

#include "compiler/codegen/estimates.h"
#include "compiler/ir/kernel_context.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IntrinsicsX86.h"

using namespace llvm;

namespace weft {

bool isEstimate(const Function &F) {
  const bool IsOfFloat = F.getName() == RsqrtFloatEstimate;
  if (!IsOfFloat && F.getName() != RsqrtDoubleEstimate)
    return false;
  Type *T = IsOfFloat ? Type::getFloatTy(F.getContext()) : Type::getDoubleTy(F.getContext());
  return F.getFunctionType() == FunctionType::get(T, {T}, false);
}

/// Of a vector of 128, 256 or 512 bits.
static Value *estimateRegister(IRBuilder<> &B, Value *V) {
  auto *T = cast<FixedVectorType>(V->getType());
  const bool IsOfFloat = T->getElementType()->isFloatTy();
  Intrinsic::ID Id;
  switch (T->getPrimitiveSizeInBits().getFixedValue()) {
  case 128:
    Id = IsOfFloat ? Intrinsic::x86_avx512_rsqrt14_ps_128 : Intrinsic::x86_avx512_rsqrt14_pd_128;
    break;
  case 256:
    Id = IsOfFloat ? Intrinsic::x86_avx512_rsqrt14_ps_256 : Intrinsic::x86_avx512_rsqrt14_pd_256;
    break;
  default:
    Id = IsOfFloat ? Intrinsic::x86_avx512_rsqrt14_ps_512 : Intrinsic::x86_avx512_rsqrt14_pd_512;
    break;
  }
  // Masks have a bit for each element, and eight at least.
  Type *Mask = B.getIntNTy(std::max(8u, T->getNumElements()));
  return B.CreateIntrinsic(Id, {V, Constant::getNullValue(T), Constant::getAllOnesValue(Mask)});
}

Value *createEstimate(IRBuilder<> &B, Value *V) {
  constexpr unsigned Shortest = 128, Longest = 512;
  auto *T = cast<FixedVectorType>(V->getType());
  const unsigned Width = T->getNumElements(), ElementBits = T->getScalarSizeInBits();
  if (Width * ElementBits < Shortest) {
    SmallVector<int, 4> Repeated(Shortest / ElementBits);
    for (unsigned I = 0; I < Repeated.size(); ++I)
      Repeated[I] = int(I % Width);
    return B.CreateExtractVector(T, estimateRegister(B, B.CreateShuffleVector(V, Repeated)), uint64_t(0));
  }
  if (Width * ElementBits <= Longest)
    return estimateRegister(B, V);
  auto *Piece = FixedVectorType::get(T->getElementType(), Longest / ElementBits);
  Value *Joined = PoisonValue::get(T);
  for (unsigned First = 0; First < Width; First += Piece->getNumElements())
    Joined = B.CreateInsertVector(T, Joined, estimateRegister(B, B.CreateExtractVector(Piece, V, First)), First);
  return Joined;
}

bool defineEstimates(Module &M) {
  bool Found = false;
  for (const char *Name : {RsqrtFloatEstimate, RsqrtDoubleEstimate}) {
    Function *F = M.getFunction(Name);
    if (!F || !F->isDeclaration() || !isEstimate(*F))
      continue;
    Found = true;
    IRBuilder<> B(BasicBlock::Create(M.getContext(), "", F));
    auto *T = FixedVectorType::get(F->getReturnType(), 128 / F->getReturnType()->getPrimitiveSizeInBits());
    Value *V = B.CreateInsertElement(Constant::getNullValue(T), F->getArg(0), uint64_t(0));
    const Intrinsic::ID Id =
        F->getReturnType()->isFloatTy() ? Intrinsic::x86_avx512_rsqrt14_ss : Intrinsic::x86_avx512_rsqrt14_sd;
    Value *Estimate =
        B.CreateIntrinsic(Id, {V, V, Constant::getNullValue(T), Constant::getAllOnesValue(B.getInt8Ty())});
    B.CreateRet(B.CreateExtractElement(Estimate, uint64_t(0)));
    F->setLinkage(GlobalValue::InternalLinkage);
    F->removeFnAttr(Attribute::NoInline);
    F->addFnAttr(Attribute::AlwaysInline);
  }
  return Found;
}

} // namespace weft
