// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The derivative of each address along an id, in bytes. It decides what is fast, not what is right, so numbers are
// taken not to wrap, and what a lower and an upper bound are asked for (clamps, neighbours at borders) to be within
// them.

#include "compiler/spmd/strips.h"
#include "compiler/ir/markers.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

/// Bytes that are fetched and written as one.
static constexpr int64_t Line = 64;

namespace {

/// How far a value is from the neighbour's in one dimension.
struct Step {
  enum Kind : uint8_t {
    Number,  ///< as far as `By` says
    Far,     ///< some number that only a launch tells
    Unknown, ///< not the same everywhere
  } K = Number;
  int64_t By = 0;

  bool isNone() const {
    return K == Number && By == 0;
  }
  bool isWithinLine() const {
    return K == Number && By != 0 && -Line < By && By < Line;
  }
  bool isFar() const {
    return K == Far || (K == Number && (By <= -Line || By >= Line));
  }
};

class Steps {
public:
  explicit Steps(unsigned Dim) : Dim(Dim) {}
  Step of(const Value *V);

private:
  Step compute(const Instruction &I);
  Step ofPointer(const GEPOperator &GEP);
  Step ofProduct(const Value *A, const Value *B);
  Step ofChoice(Step A, Step B);

  const unsigned Dim;
  DenseMap<const Value *, Step> Known;
};

} // namespace

static Step sum(Step A, Step B, int64_t Sign = 1) {
  if (A.K != Step::Number || B.K != Step::Number)
    return {std::max(A.K, B.K)};
  return {Step::Number, A.By + Sign * B.By};
}

static Step times(Step A, int64_t Factor) {
  int64_t By;
  if (A.K == Step::Number && MulOverflow(A.By, Factor, By))
    return {Step::Far};
  return A.K == Step::Number ? Step{Step::Number, By} : A;
}

Step Steps::ofProduct(const Value *A, const Value *B) {
  const Step OfA = of(A), OfB = of(B);
  if (!OfA.isNone() && !OfB.isNone())
    return {Step::Unknown};
  const Value *Factor = OfA.isNone() ? A : B;
  const Step Moves = OfA.isNone() ? OfB : OfA;
  if (Moves.isNone() || Moves.K == Step::Unknown)
    return Moves;
  const APInt *C;
  return match(Factor, m_APInt(C)) && C->isSignedIntN(64) ? times(Moves, C->getSExtValue()) : Step{Step::Far};
}

/// Of one of two, whichever it is: a bound is met at few places.
Step Steps::ofChoice(Step A, Step B) {
  if (A.isNone() || B.isNone())
    return A.isNone() ? B : A;
  return A.K == B.K && A.By == B.By ? A : Step{Step::Unknown};
}

Step Steps::ofPointer(const GEPOperator &GEP) {
  const DataLayout &DL = cast<Instruction>(GEP).getDataLayout();
  SmallMapVector<Value *, APInt, 4> Terms;
  APInt Constant(DL.getIndexTypeSizeInBits(GEP.getType()), 0);
  if (!GEP.collectOffset(DL, Constant.getBitWidth(), Terms, Constant))
    return {Step::Unknown};
  Step Sum = of(GEP.getPointerOperand());
  for (const auto &[Term, Factor] : Terms)
    Sum = sum(Sum, times(of(Term), Factor.getSExtValue()));
  return Sum;
}

Step Steps::compute(const Instruction &I) {
  auto Operand = [&](unsigned N) { return of(I.getOperand(N)); };
  switch (I.getOpcode()) {
  case Instruction::Add:
    return sum(Operand(0), Operand(1));
  case Instruction::Sub:
    return sum(Operand(0), Operand(1), -1);
  case Instruction::Mul:
    return ofProduct(I.getOperand(0), I.getOperand(1));
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Freeze:
  case Instruction::AddrSpaceCast:
    return Operand(0);
  case Instruction::GetElementPtr:
    return ofPointer(cast<GEPOperator>(I));
  case Instruction::Select:
    return ofChoice(Operand(1), Operand(2));
  case Instruction::ICmp:
  case Instruction::FCmp:
    return {}; // a bound again, which may be added as a number
  default:
    break;
  }
  const APInt *C;
  if (match(&I, m_Shl(m_Value(), m_APInt(C))) && C->ult(32))
    return times(Operand(0), int64_t(1) << C->getZExtValue());
  if (match(&I, m_DisjointOr(m_Value(), m_Value())))
    return sum(Operand(0), Operand(1));
  if (isa<MinMaxIntrinsic>(I))
    return ofChoice(Operand(0), Operand(1));
  const bool IsSame = !isa<PHINode>(I) && all_of(I.operands(), [&](const Use &U) { return of(U).isNone(); });
  return {IsSame ? Step::Number : Step::Unknown};
}

Step Steps::of(const Value *V) {
  if (const auto *A = dyn_cast<Argument>(V))
    return {Step::Number, idDimension(*A) == Dim};
  const auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return {};
  if (auto Found = Known.find(I); Found != Known.end())
    return Found->second;
  Known[I] = {Step::Unknown}; // of what leads to itself
  return Known[I] = compute(*I);
}

namespace {

/// Accesses that neighbours in one dimension have within a line.
struct SharedLines {
  unsigned Dim;
  Steps Along;
  unsigned Accesses = 0;
  int64_t Widest = 0;
  SmallVector<std::pair<const Value *, int64_t>, 4> Written; ///< where lines are that are not near one another

  explicit SharedLines(unsigned Dim) : Dim(Dim), Along(Dim) {}
  void add(const Instruction &Access, const DataLayout &DL);
};

} // namespace

void SharedLines::add(const Instruction &Access, const DataLayout &DL) {
  const Value *Pointer = getLoadStorePointerOperand(&Access);
  const Step Next = Along.of(Pointer);
  if (!Next.isWithinLine())
    return;
  ++Accesses;
  Widest = std::max(Widest, std::abs(Next.By));
  if (isa<LoadInst>(Access))
    return;
  APInt Offset(DL.getIndexTypeSizeInBits(Pointer->getType()), 0);
  const Value *Base = Pointer->stripAndAccumulateConstantOffsets(DL, Offset, /*AllowNonInbounds=*/true);
  const int64_t At = Offset.getSExtValue();
  if (none_of(Written, [&](const auto &Of) { return Of.first == Base && std::abs(Of.second - At) < Line; }))
    Written.push_back({Base, At});
}

Strips findStrips(Function &Item, unsigned Lanes) {
  Steps Across(Lanes);
  SharedLines Shared[] = {SharedLines(1 - Lanes), SharedLines(2)};
  for (Instruction &I : instructions(Item)) {
    const Value *Pointer = getLoadStorePointerOperand(&I);
    if (Pointer && !isa<AllocaInst>(getUnderlyingObject(Pointer)) && Across.of(Pointer).isFar())
      for (SharedLines &Of : Shared)
        Of.add(I, Item.getDataLayout());
  }
  const SharedLines &Most = Shared[Shared[1].Accesses > Shared[0].Accesses];
  if (!Most.Accesses)
    return {};
  return {Most.Dim, unsigned(Most.Widest), std::max(1u, unsigned(Most.Written.size()))};
}

} // namespace weft::spmd
