// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparisons of integers that are neighbours from lane to lane: `j < get_global_id(0)`, `k == i`. The difference of
// the first lane's operands is a scalar, from which only the lane's number decides, so vectors of lane numbers are
// compared: of 8 or 32 bits where the operands' own would fill several registers.

#include "compiler/ir/machine.h"
#include "compiler/ir/markers.h"
#include "compiler/spmd/analysis/linear_address.h"
#include "compiler/spmd/packet/packetiser.h"

#include "llvm/Analysis/CFG.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

static bool isItemId(const llvm::Value *V) {
  const auto *A = dyn_cast<Argument>(V);
  return A && idDimension(*A);
}

/// Whether the first lane's value plus the stride times the lane's number, without wrapping, is the value of each lane
/// that computes it, though the first one need not be one of those. A sum of an id, which is never negative, and of
/// what all lanes have does not wrap in the first lane where it does not in another. An extension may be less than 0
/// there, as a number with a sign: of x - 3 in lanes that 3 is too much for.
bool Packetiser::countsUp(const Value *V, bool Signed) const {
  if (isUniform(V) || isa<ZExtInst>(V) || (Signed && isa<SExtInst>(V)) || isItemId(V) || S.isAssumed(V, Signed))
    return true;
  const auto *Sum = dyn_cast<BinaryOperator>(V);
  if (!Sum || Sum->getOpcode() != Instruction::Add || !neverWraps(*Sum, Signed))
    return false;
  const Value *Left = Sum->getOperand(0), *Right = Sum->getOperand(1);
  return (isItemId(Left) && isUniform(Right)) || (isItemId(Right) && isUniform(Left));
}

/// The lanes whose number times the stride is less than `Steps`.
static Value *lanesBelow(IRBuilderBase &B, CmpInst::Predicate Predicate, Value *Steps, Type *Narrow, uint64_t Stride,
                         unsigned Lanes) {
  SmallVector<Constant *, 64> Numbers;
  for (unsigned L = 0; L < Lanes; ++L)
    Numbers.push_back(ConstantInt::get(Narrow, Stride * L));
  Value *Wide = B.CreateVectorSplat(Lanes, B.CreateTrunc(Steps, Narrow));
  return B.CreateICmp(Predicate, ConstantVector::get(Numbers), Wide);
}

/// Whether a block may run again: what is compared once a packet is ready before the packet's first lane is known.
static bool isInCycle(const BasicBlock &BB) {
  return any_of(successors(&BB), [&](const BasicBlock *To) { return isPotentiallyReachable(To, &BB); });
}

/// Null: not such a comparison, or not for fewer registers, or outside of loops.
Value *Packetiser::compareNumbers(ICmpInst &I, unsigned Part) {
  Type *T = I.getOperand(0)->getType();
  if (!T->isIntegerTy() || T->getIntegerBitWidth() > 64 || T->getIntegerBitWidth() < 16)
    return nullptr;
  Value *Left = I.getOperand(0), *Right = I.getOperand(1);
  CmpInst::Predicate Predicate = I.getPredicate();
  Shape Of = S.of(Left), To = S.of(Right);
  if (!Of.isLinear() || !To.isLinear())
    return nullptr;
  if (Of.isUniform() || (I.isEquality() && Of.Stride < To.Stride)) {
    std::swap(Left, Right);
    std::swap(Of, To);
    Predicate = CmpInst::getSwappedPredicate(Predicate);
  }
  const auto Stride = int64_t(uint64_t(Of.Stride) - uint64_t(To.Stride));
  constexpr uint64_t MostOf8 = 127, MostOf32 = INT32_MAX;
  const uint64_t Last = uint64_t(Stride) * (Plan.Lanes - 1);
  if (Stride <= 0 || Stride > int64_t(MostOf32 / Plan.Lanes))
    return nullptr;
  const uint64_t Beyond = Last < MostOf8 ? MostOf8 : MostOf32; // any number that no lane reaches
  Type *Narrow = Last < MostOf8 ? B.getInt8Ty() : B.getInt32Ty();
  const unsigned Width = std::max(Narrow->getIntegerBitWidth(), vectorBits(Item) / Plan.Lanes);
  Narrow = B.getIntNTy(Width);
  if (T->getIntegerBitWidth() <= Width)
    return nullptr;
  if (!I.isEquality() && !(To.isUniform() && countsUp(Left, I.isSigned())))
    return nullptr;
  if (!isInCycle(*I.getParent()))
    return nullptr;
  Value *First = scalar(Left, Part), *Bound = scalar(Right, Part);
  bool Signed = I.isSigned();
  if (!Signed && isa<ZExtInst>(Left)) { // less than half of what the type holds, in lanes that compute it
    Bound = B.CreateBinaryIntrinsic(Intrinsic::umin, Bound,
                                    ConstantInt::get(T, APInt::getSignedMaxValue(T->getIntegerBitWidth())));
    Signed = true;
  }
  Value *Steps = B.CreateSub(Bound, First), *Limit = ConstantInt::get(T, Beyond);
  Steps = B.CreateBinaryIntrinsic(Intrinsic::umin, Steps, Limit);
  if (I.isEquality())
    return lanesBelow(B, Predicate, Steps, Narrow, uint64_t(Stride), Plan.Lanes);
  // Lanes below the bound, or up to it, or all others: none where the first is not.
  const bool IsBelow = Predicate == CmpInst::ICMP_SLT || Predicate == CmpInst::ICMP_ULT ||
                       Predicate == CmpInst::ICMP_SLE || Predicate == CmpInst::ICMP_ULE;
  const bool Includes = Predicate == CmpInst::ICMP_SLE || Predicate == CmpInst::ICMP_ULE ||
                        Predicate == CmpInst::ICMP_SGT || Predicate == CmpInst::ICMP_UGT;
  if (Includes)
    Steps = B.CreateAdd(B.CreateBinaryIntrinsic(Intrinsic::umin, Steps, ConstantInt::get(T, Beyond - 1)),
                        ConstantInt::get(T, 1));
  Value *IsAny = B.CreateICmp(Signed ? CmpInst::ICMP_SGE : CmpInst::ICMP_UGE, Bound, First);
  Steps = B.CreateSelect(IsAny, Steps, Constant::getNullValue(T));
  return lanesBelow(B, IsBelow ? CmpInst::ICMP_ULT : CmpInst::ICMP_UGE, Steps, Narrow, uint64_t(Stride), Plan.Lanes);
}

} // namespace weft::spmd
