// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/analysis/apart.h"
#include "compiler/spmd/analysis/divergence.h"
#include "compiler/spmd/analysis/shapes.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

std::optional<Instruction::BinaryOps> reductionStep(const IntrinsicInst &Call) {
  const Intrinsic::ID Id = Call.getIntrinsicID();
  switch (Id) {
  case Intrinsic::vector_reduce_and:
  case Intrinsic::vector_reduce_or:
  case Intrinsic::vector_reduce_xor:
  case Intrinsic::vector_reduce_add:
  case Intrinsic::vector_reduce_mul:
  case Intrinsic::vector_reduce_fadd:
  case Intrinsic::vector_reduce_fmul:
    return Instruction::BinaryOps(getArithmeticReductionInstruction(Id));
  case Intrinsic::vector_reduce_smax:
  case Intrinsic::vector_reduce_smin:
  case Intrinsic::vector_reduce_umax:
  case Intrinsic::vector_reduce_umin:
  case Intrinsic::vector_reduce_fmax:
  case Intrinsic::vector_reduce_fmin:
  case Intrinsic::vector_reduce_fmaximum:
  case Intrinsic::vector_reduce_fminimum:
    return Instruction::BinaryOpsEnd;
  default:
    return std::nullopt;
  }
}

namespace {

class Weigher {
public:
  explicit Weigher(Function &Item) : D(Item, VaryingX), S(Item, D, 1), DL(Item.getDataLayout()) {}

  /// `Times`: how often the block runs.
  void visit(BasicBlock &BB, uint64_t Times);
  /// Shuffles of a lane's elements.
  uint64_t TogetherSum = 0, ApartSum = 0;

private:
  void visit(Instruction &I);
  void visitScalar(Instruction &I);
  void visitInsert(InsertElementInst &Insert, uint64_t Elements);
  bool visitReduction(const Instruction &I);
  void visitAccess(const Instruction &I, uint64_t Elements);

  Divergence D;
  Shapes S;
  const DataLayout &DL;
  uint64_t Together = 0, Apart = 0; ///< of the block
  /// Of numbers: the places in vectors of the elements that they follow from. What is computed for each element on its
  /// own, and put back in its place, stays in its place.
  DenseMap<const Value *, uint64_t> From;
};

uint64_t placeOf(const Value *Index) {
  const auto *C = dyn_cast<ConstantInt>(Index);
  return C && C->getValue().ult(64) ? uint64_t(1) << C->getZExtValue() : 0;
}

/// One instruction for a whole register of lanes: elements of 16 bytes change places.
bool isWithinRegister(const ShuffleVectorInst &Shuffle) {
  auto *T = cast<FixedVectorType>(Shuffle.getType());
  return T == Shuffle.getOperand(0)->getType() && isa<UndefValue>(Shuffle.getOperand(1)) &&
         isPowerOf2_32(T->getNumElements()) && T->getPrimitiveSizeInBits() <= 128;
}

} // namespace

void Weigher::visitInsert(InsertElementInst &Insert, uint64_t Elements) {
  const Value *V = Insert.getOperand(1);
  uint64_t Place = placeOf(Insert.getOperand(2));
  if (!Place || (!isa<Constant>(V) && From.lookup(V) != Place))
    Together += Elements;
}

/// A load or store of a vector. Vectors that lie side by side cost nothing as they are. Of structures they are groups
/// (access_groups.h), which as single elements are longer ones. Where they overlap, or are no multiple of their size
/// apart, each lane has an access of its own, and its elements are neighbours or groups.
void Weigher::visitAccess(const Instruction &I, uint64_t Elements) {
  constexpr uint64_t LaneByLane = 16;
  const Shape At = S.of(getLoadStorePointerOperand(&I));
  const auto Size = int64_t(DL.getTypeAllocSize(getLoadStoreType(const_cast<Instruction *>(&I))).getFixedValue());
  const bool IsOwn = At.isLinear() && !At.isUniform() && At.Stride % Size != 0;
  Apart += IsOwn ? Elements : Elements * (Elements - 1);
  Together += IsOwn ? LaneByLane : 0;
}

void Weigher::visitScalar(Instruction &I) {
  if (auto *St = dyn_cast<StoreInst>(&I)) {
    Together += From.lookup(St->getValueOperand()) ? 1 : 0;
    return;
  }
  if (!isa<UnaryOperator>(I) && !isa<BinaryOperator>(I) && !isa<CastInst>(I) && !isa<CmpInst>(I) &&
      !isa<SelectInst>(I) && !isa<IntrinsicInst>(I))
    return;
  uint64_t All = 0;
  bool IsNew = true; // elements meet here
  for (const Use &U : I.operands())
    All |= From.lookup(U.get());
  for (const Use &U : I.operands())
    IsNew &= From.lookup(U.get()) != All;
  if (!All)
    return;
  From[&I] = All;
  Together += IsNew ? uint64_t(llvm::popcount(All)) : 0;
}

/// What goes through a vector's elements (item/reductions.cpp). A mask of few bits is compared as it is, a longer one
/// is narrowed before, and other elements are taken out.
bool Weigher::visitReduction(const Instruction &I) {
  constexpr uint64_t FewBits = 32;
  const Value *V;
  if (!match(&I, m_BitCast(m_Value(V))) || I.getType()->isVectorTy()) {
    const auto *Call = dyn_cast<IntrinsicInst>(&I);
    if (!Call || !reductionStep(*Call))
      return false;
    V = Call->getArgOperand(Call->arg_size() - 1);
  }
  const auto *T = dyn_cast<FixedVectorType>(V->getType());
  if (!T || !D.isDivergent(V) || (isa<BitCastInst>(I) && !T->getElementType()->isIntegerTy(1)))
    return false;
  const uint64_t Elements = T->getNumElements();
  const auto *Cmp = dyn_cast<CmpInst>(V);
  const bool IsShort = Cmp && Elements * Cmp->getOperand(0)->getType()->getScalarSizeInBits() <= FewBits;
  Together += IsShort ? 1 : Elements;
  return true;
}

void Weigher::visit(Instruction &I) {
  if (visitReduction(I))
    return;
  if (auto *Extract = dyn_cast<ExtractElementInst>(&I)) {
    uint64_t Place = placeOf(Extract->getIndexOperand());
    if (D.isDivergent(&I))
      From[&I] = Place;
    if (!Place)
      Together += cast<FixedVectorType>(Extract->getVectorOperandType())->getNumElements();
    return;
  }
  bool IsStore = isa<StoreInst>(I);
  auto *T = dyn_cast<FixedVectorType>(IsStore ? cast<StoreInst>(I).getValueOperand()->getType() : I.getType());
  if (!T)
    return visitScalar(I);
  uint64_t Elements = T->getNumElements();
  if (Elements == 1 || (!IsStore && !D.isDivergent(&I)))
    return;
  if (IsStore || isa<LoadInst>(I))
    visitAccess(I, Elements);
  else if (auto *Insert = dyn_cast<InsertElementInst>(&I))
    visitInsert(*Insert, Elements);
  else if (match(&I, m_Shuffle(m_InsertElt(m_Value(), m_Value(), m_ZeroInt()), m_Value(), m_ZeroMask())))
    return; // the insertion counts
  else if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I))
    Together += isWithinRegister(*Shuffle) ? 1 : Elements;
  else if (!isPowerOf2_64(Elements))
    Together += 1;
}

void Weigher::visit(BasicBlock &BB, uint64_t Times) {
  Together = Apart = 0;
  for (Instruction &I : BB)
    visit(I);
  TogetherSum += Times * Together;
  ApartSum += Times * Apart;
}

bool betterApart(Function &Item) {
  constexpr unsigned DeepestCounted = 4;
  DominatorTree DT(Item);
  LoopInfo Loops(DT);
  Weigher W(Item);
  ReversePostOrderTraversal<Function *> Order(&Item);
  for (BasicBlock *BB : Order)
    W.visit(*BB, uint64_t(1) << 3 * std::min(Loops.getLoopDepth(BB), DeepestCounted)); // eight iterations
  return W.TogetherSum > W.ApartSum;
}

} // namespace weft::spmd
