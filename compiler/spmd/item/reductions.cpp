// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/item/reductions.h"
#include "compiler/spmd/analysis/apart.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

namespace {

enum class Form {
  Elements, ///< vectors are about to be taken apart
  Numbers,  ///< a vector's elements are one number, and comparing it is one instruction for all lanes
};

} // namespace

constexpr unsigned Deepest = 4; ///< operations that are looked through

/// Whether an element is at hand as a scalar, or follows from such by an operation or two of its own.
static bool isAtHand(Value *V, unsigned Place, unsigned Depth = 0) {
  if (isa<Constant>(V) || findScalarElement(V, Place))
    return true;
  auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == Deepest || !(isa<BinaryOperator>(I) || isa<CmpInst>(I) || isa<CastInst>(I)) ||
      (isa<CastInst>(I) && I->getOpcode() == Instruction::BitCast))
    return false;
  return all_of(I->operands(), [&](Use &U) { return isAtHand(U.get(), Place, Depth + 1); });
}

static bool areAtHand(Value *V) {
  return all_of(seq(cast<FixedVectorType>(V->getType())->getNumElements()),
                [&](unsigned Place) { return isAtHand(V, Place); });
}

/// An element, without a vector where it is at hand.
static Value *elementOf(IRBuilderBase &B, Value *V, unsigned Place) {
  if (!isAtHand(V, Place))
    return B.CreateExtractElement(V, B.getInt64(Place));
  if (Value *Scalar = findScalarElement(V, Place))
    return Scalar;
  if (auto *C = dyn_cast<Constant>(V))
    return B.CreateExtractElement(C, B.getInt64(Place));
  auto *I = cast<Instruction>(V);
  SmallVector<Value *, 2> Operands;
  for (Value *Operand : I->operands())
    Operands.push_back(elementOf(B, Operand, Place));
  Value *Element;
  if (auto *Cmp = dyn_cast<CmpInst>(I))
    Element = B.CreateCmp(Cmp->getPredicate(), Operands[0], Operands[1]);
  else if (auto *Cast = dyn_cast<CastInst>(I))
    Element = B.CreateCast(Cast->getOpcode(), Operands[0], I->getType()->getScalarType());
  else
    Element = B.CreateBinOp(Instruction::BinaryOps(I->getOpcode()), Operands[0], Operands[1]);
  if (auto *New = dyn_cast<Instruction>(Element); New && New->getOpcode() == I->getOpcode())
    New->copyIRFlags(I);
  return Element;
}

/// The two halves of a vector of 2 * Elements.
static std::pair<Value *, Value *> halves(IRBuilderBase &B, Value *V, unsigned Elements) {
  auto Low = to_vector<8>(seq<int>(0, int(Elements))), High = to_vector<8>(seq<int>(int(Elements), 2 * int(Elements)));
  return {B.CreateShuffleVector(V, Low), B.CreateShuffleVector(V, High)};
}

/// The bits of what the elements were found by: a mask of them needs no conversion where registers hold masks of that
/// width. 0: not known.
static unsigned comparedBits(const Value *V, unsigned Depth = 0) {
  if (const auto *Cmp = dyn_cast<CmpInst>(V))
    return Cmp->getOperand(0)->getType()->getScalarSizeInBits();
  const auto *I = dyn_cast<Instruction>(V);
  return I && Depth < Deepest && (isa<BinaryOperator>(I) || isa<ShuffleVectorInst>(I) || isa<SelectInst>(I))
             ? comparedBits(I->getOperand(0), Depth + 1)
             : 0;
}

/// Whether any or all elements of a vector of i1 are set, as one number of up to 64 bits for each vector. Masks of so
/// few bits have no shuffles, and a number that a register has no room for is halved.
static Value *joinAsNumber(IRBuilderBase &B, Value *V, Instruction::BinaryOps How) {
  constexpr unsigned LongestNumber = 64, Usual = 32, Byte = 8;
  const unsigned N = cast<FixedVectorType>(V->getType())->getNumElements(), Compared = comparedBits(V);
  unsigned Elements = unsigned(PowerOf2Ceil(N));
  const unsigned Bits =
      Compared >= Byte && Elements * Compared <= LongestNumber ? Compared : std::max(Byte, Usual / Elements);
  auto Places = to_vector<16>(seq<int>(0, int(N)));
  if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(V)) { // the first three of four
    auto *From = dyn_cast<FixedVectorType>(Shuffle->getOperand(0)->getType());
    if (From && all_of(Shuffle->getShuffleMask(), [&](int M) { return M >= 0 && M < int(From->getNumElements()); })) {
      Places.assign(Shuffle->getShuffleMask().begin(), Shuffle->getShuffleMask().end());
      V = Shuffle->getOperand(0);
    }
  }
  V = B.CreateSExt(V, cast<FixedVectorType>(V->getType())->getWithNewBitWidth(Bits));
  Places.resize(Elements, Places.back());
  V = B.CreateShuffleVector(V, Places);
  const unsigned Most = Bits == Compared ? LongestNumber : Usual;
  while (Elements * Bits > Most) {
    Elements /= 2;
    auto [Low, High] = halves(B, V, Elements);
    V = B.CreateBinOp(How, Low, High);
  }
  Type *Number = B.getIntNTy(Elements * Bits);
  V = B.CreateBitCast(V, Number);
  return How == Instruction::Or ? B.CreateIsNotNull(V) : B.CreateICmpEQ(V, Constant::getAllOnesValue(Number));
}

static Value *joinElements(IRBuilderBase &B, Value *V, Instruction::BinaryOps How) {
  Value *Joined = elementOf(B, V, 0);
  for (unsigned I = 1, N = cast<FixedVectorType>(V->getType())->getNumElements(); I < N; ++I)
    Joined = B.CreateBinOp(How, Joined, elementOf(B, V, I));
  return Joined;
}

/// any() and all() as InstCombine has them: a comparison of a number of as many bits as a vector has elements.
static Value *spelt(ICmpInst &Cmp, Form As) {
  Value *V;
  if (!match(Cmp.getOperand(0), m_BitCast(m_Value(V))) || !V->getType()->isVectorTy() ||
      !V->getType()->isIntOrIntVectorTy(1))
    return nullptr;
  bool IsAny = match(Cmp.getOperand(1), m_Zero());
  if (!Cmp.isEquality() || (!IsAny && !match(Cmp.getOperand(1), m_AllOnes())))
    return nullptr;
  IRBuilder<> B(&Cmp);
  const Instruction::BinaryOps How = IsAny ? Instruction::Or : Instruction::And;
  Value *Joined = As == Form::Elements || areAtHand(V) ? joinElements(B, V, How) : joinAsNumber(B, V, How);
  bool IsSet = IsAny == (Cmp.getPredicate() == CmpInst::ICMP_NE);
  return IsSet ? Joined : B.CreateNot(Joined);
}

/// Sums and others of a vector's elements, one after another: in the order that the language gives those of floats, and
/// in one that is as good for all else.
static Value *spelt(IntrinsicInst &Reduction, Instruction::BinaryOps Step, Form As) {
  const Intrinsic::ID Id = Reduction.getIntrinsicID();
  const bool HasStart = Id == Intrinsic::vector_reduce_fadd || Id == Intrinsic::vector_reduce_fmul;
  Value *V = Reduction.getArgOperand(HasStart ? 1 : 0);
  auto *T = dyn_cast<FixedVectorType>(V->getType());
  if (!T)
    return nullptr;
  IRBuilder<> B(&Reduction);
  if (isa<FPMathOperator>(Reduction))
    B.setFastMathFlags(Reduction.getFastMathFlags());
  if (T->getElementType()->isIntegerTy(1) && As == Form::Numbers && !areAtHand(V) &&
      (Id == Intrinsic::vector_reduce_or || Id == Intrinsic::vector_reduce_and))
    return joinAsNumber(B, V, Id == Intrinsic::vector_reduce_or ? Instruction::Or : Instruction::And);
  Value *Joined = HasStart ? Reduction.getArgOperand(0) : nullptr;
  for (unsigned I = 0; I < T->getNumElements(); ++I) {
    Value *Element = elementOf(B, V, I);
    if (!Joined)
      Joined = Element;
    else if (Step != Instruction::BinaryOpsEnd)
      Joined = B.CreateBinOp(Step, Joined, Element);
    else
      Joined = B.CreateBinaryIntrinsic(getMinMaxReductionIntrinsicOp(Id), Joined, Element);
  }
  return Joined;
}

void spellReductions(Function &Item, bool Apart) {
  const Form As = Apart ? Form::Elements : Form::Numbers;
  SmallVector<WeakTrackingVH, 8> Dead;
  for (Instruction &I : make_early_inc_range(instructions(Item))) {
    auto *Cmp = dyn_cast<ICmpInst>(&I);
    auto *Call = dyn_cast<IntrinsicInst>(&I);
    const std::optional<Instruction::BinaryOps> Step = Call ? reductionStep(*Call) : std::nullopt;
    Value *V = Cmp ? spelt(*Cmp, As) : Step ? spelt(*Call, *Step, As) : nullptr;
    if (!V)
      continue;
    V->takeName(&I);
    I.replaceAllUsesWith(V);
    Dead.push_back(&I);
  }
  RecursivelyDeleteTriviallyDeadInstructionsPermissive(Dead);
}

} // namespace weft::spmd
