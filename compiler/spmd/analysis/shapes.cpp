// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A forward fixpoint over the divergent values: from "not known yet" by way of uniform and linear to varying. What
// divergence says is uniform stays so.
//
// Extensions are linear only if no lane that computes the operand wraps. The flags of the scalar code say that for the
// lanes that compute it; lane 0 need not be one of them (it may be masked, or the value speculated). So the packet does
// not extend lane 0's value: it computes the operand's expression again in the wide type, where nothing wraps
// (packet_values.cpp). That asks for an expression of operations without wrap, down to uniform values and to leaves of
// which the guard knows.
//
// Other numbers of 32 bits may wrap as they like: unsigned ones, those of mad24, sums that LLVM has put in another
// order. But where all that an extended one does is to be a place in an object (a[y * width + x]), it cannot be large
// in a lane that reads or writes there: a getelementptr that is inbounds starts and ends in the object, so that the
// number times the element's size is less than the object's. If that is not quite 2^31 elements, lanes on both sides of
// a wrap cannot both be there, and lane 0's number, with its sign, is that of any of those that are minus the steps
// between them. How large objects are is what the launch says and the guard asks; local memory always is small enough.

#include "compiler/spmd/analysis/shapes.h"
#include "compiler/ir/markers.h"
#include "compiler/ir/names.h"
#include "compiler/spmd/analysis/affine.h"
#include "compiler/spmd/analysis/linear_address.h"

#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

namespace {

/// A leaf with a longer stride would wrap in ordinary launches; and the guard's sums stay far from 64 bits.
constexpr int64_t LongestAssumed = 1 << 20;
/// Narrower integers wrap on purpose.
constexpr unsigned NarrowestAssumed = 32;
constexpr unsigned DeepestExpression = 12;

/// A place's steps over a packet's work-items in x, of which there are 1,024 at most, and numbers added to it, are
/// fewer than this many elements altogether.
constexpr int64_t LongestInObject = 1 << 16, FarthestInObject = 1 << 26;
constexpr uint64_t MostElements = (uint64_t(1) << 31) - (uint64_t(1) << 27);
constexpr uint64_t SmallObject = UINT64_MAX; ///< as the bytes of a place: of local memory
constexpr unsigned DeepestPlace = 3;         ///< instructions between an extension and the pointer

/// Whether the guard can compute it.
bool followsFromArguments(const Value *V, unsigned Depth = 0) {
  if (isa<Argument>(V) || isa<ConstantInt>(V))
    return true;
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || Depth == DeepestExpression || !I->getType()->isIntegerTy())
    return false;
  if (!isIntegerArithmetic(*I))
    return followsFromRow(V, Depth);
  return all_of(I->operands(), [&](const Use &U) { return followsFromArguments(U, Depth + 1); });
}

/// Whether lanes that compute the value do so without wrap, if those that computed its operands did.
bool addsNoWrap(const Instruction &I, bool Signed) {
  return isa<PHINode>(I) || neverWraps(I, Signed);
}

/// The operands that an extension goes on to: the amount of a shift is a number of its own.
SmallVector<Value *, 4> summands(const Instruction &I) {
  SmallVector<Value *, 4> Values;
  for (const Use &U : I.operands())
    Values.push_back(U.get());
  if (I.getOpcode() == Instruction::Shl)
    Values.pop_back();
  return Values;
}

} // namespace

class ShapeAnalysis {
public:
  ShapeAnalysis(Function &F, const Divergence &D, unsigned Columns, Shapes &Out)
      : F(F), D(D), Columns(Columns), S(Out), DL(F.getParent()->getDataLayout()) {}
  void run();

private:
  struct Guess {
    bool Known = false;
    Shape S;
  };

  Guess guess(const Value *V) const;
  std::optional<int64_t> strideOf(const Value *V) const;
  Shape compute(const Instruction &I) const;
  Shape combine(ArrayRef<const Value *> Values) const;
  Shape computeGep(const GEPOperator &G) const;
  bool isExact(const Value *V, bool Signed, SmallDenseMap<const Value *, bool, 8> &Seen) const;
  bool findExact(const Value *V, bool Signed, SmallDenseMap<const Value *, bool, 8> &Seen) const;
  bool isExact(const Value *V, bool Signed) const {
    SmallDenseMap<const Value *, bool, 8> Seen;
    return isExact(V, Signed, Seen);
  }
  bool isLeaf(const Value *V) const;
  bool isLinearInRow(const Value *V, unsigned Depth = 0) const;
  unsigned zerosOf(const Value *V, unsigned Depth = 0) const;
  std::optional<unsigned> carryFreeBits(const Value *V) const;
  Shape computeBits(const Instruction &I, int64_t Stride) const;
  bool keepsStride(const Instruction &I) const;
  uint64_t bytesOfPlace(const Instruction &V, uint64_t Factor, unsigned Depth = 0) const;
  uint64_t bytesOfPlace(const GetElementPtrInst &G, const Instruction &V, uint64_t Factor) const;
  uint64_t bytesOfStart(const PHINode &Phi, const Instruction &V, uint64_t Factor) const;
  bool isPlace(const Instruction &Extension) const;
  void assume(Value *V, bool Signed, DenseSet<std::pair<const Value *, unsigned>> &Seen);
  void choosePrivateLayouts();
  uint64_t elementOf(const AllocaInst &A, uint64_t Bytes, SmallVectorImpl<const Value *> &Pointers) const;

  static Shape varying() {
    return Shape();
  }
  Shape linear(const Value &V, int64_t Stride) const {
    if (V.getType()->isIntegerTy() && V.getType()->getIntegerBitWidth() < 64)
      Stride = SignExtend64(uint64_t(Stride), V.getType()->getIntegerBitWidth());
    Shape R;
    R.K = Stride ? Shape::Linear : Shape::Uniform;
    R.Stride = Stride;
    return R;
  }

  Function &F;
  const Divergence &D;
  const unsigned Columns;
  Shapes &S;
  const DataLayout &DL;
  mutable DenseMap<const Instruction *, uint64_t> BytesOfPlaces;
};

/// Not known: an instruction that the fixpoint has not reached. It may turn out to be anything.
ShapeAnalysis::Guess ShapeAnalysis::guess(const Value *V) const {
  auto Found = S.Known.find(V);
  if (Found != S.Known.end())
    return {true, Found->second};
  if (isa<Instruction>(V))
    return {};
  Shape Same;
  Same.K = Shape::Uniform;
  return {true, Same};
}

std::optional<int64_t> ShapeAnalysis::strideOf(const Value *V) const {
  Guess G = guess(V);
  if (!G.Known)
    return 0;
  return G.S.isLinear() ? std::optional<int64_t>(G.S.Stride) : std::nullopt;
}

/// What the lanes have if they all take one of the values, the same for all.
Shape ShapeAnalysis::combine(ArrayRef<const Value *> Values) const {
  std::optional<int64_t> Stride;
  for (const Value *V : Values) {
    Guess G = guess(V);
    if (!G.Known || isa<PoisonValue>(V))
      continue;
    if (!G.S.isLinear() || (Stride && *Stride != G.S.Stride))
      return varying();
    Stride = G.S.Stride;
  }
  return linear(*Values.front(), Stride.value_or(0));
}

bool ShapeAnalysis::isLeaf(const Value *V) const {
  std::optional<int64_t> Stride = strideOf(V);
  return Stride && std::abs(*Stride) <= LongestAssumed && V->getType()->isIntegerTy() &&
         V->getType()->getIntegerBitWidth() >= NarrowestAssumed && V->getType()->getIntegerBitWidth() < 64 &&
         followsFromArguments(V) && isLinearInRow(V);
}

/// Whether V, which follows from arguments, differs by the same from each work-item of a row to the next, not only
/// within a packet: the guard looks at the row's first one.
bool ShapeAnalysis::isLinearInRow(const Value *V, unsigned Depth) const {
  const auto *I = dyn_cast<Instruction>(V);
  if (!I)
    return true;
  if (Depth == DeepestExpression)
    return false;
  auto IsLinear = [&](const Value *Operand) { return isLinearInRow(Operand, Depth + 1); };
  switch (I->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::Shl:
  case Instruction::Trunc:
  case Instruction::Freeze:
    return all_of(I->operands(), IsLinear);
  case Instruction::ZExt:
  case Instruction::SExt:
    if (IsLinear(I->getOperand(0)) && !carryFreeBits(I->getOperand(0)))
      return true;
    break;
  default:
    if ((match(I, m_DisjointOr(m_Value(), m_Value())) || match(I, m_Not(m_Value()))) && all_of(I->operands(), IsLinear))
      return true;
  }
  return !dependsOnId(I, 0);
}

/// Low bits that are 0 in the first lane.
unsigned ShapeAnalysis::zerosOf(const Value *V, unsigned Depth) const {
  unsigned Bits = V->getType()->getScalarSizeInBits();
  if (const auto *A = dyn_cast<Argument>(V); A && idDimension(*A) == 0u)
    return Log2_32(Columns);
  const auto *I = dyn_cast<Instruction>(V);
  if (!I || strideOf(V) == 0)
    return computeKnownBits(V, DL).countMinTrailingZeros();
  if (Depth == DeepestExpression)
    return 0;
  auto Zeros = [&](unsigned Operand) { return zerosOf(I->getOperand(Operand), Depth + 1); };
  const APInt *C;
  switch (I->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Or:
  case Instruction::Xor:
    return std::min(Zeros(0), Zeros(1));
  case Instruction::And:
    return std::max(Zeros(0), Zeros(1));
  case Instruction::Mul:
    return std::min(Zeros(0) + Zeros(1), Bits);
  case Instruction::Shl:
    return match(I->getOperand(1), m_APInt(C)) ? std::min<unsigned>(Zeros(0) + unsigned(C->getLimitedValue(Bits)), Bits)
                                               : Zeros(0);
  case Instruction::LShr:
  case Instruction::AShr:
    return match(I->getOperand(1), m_APInt(C)) ? Zeros(0) - unsigned(C->getLimitedValue(Zeros(0))) : 0;
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
    return std::min(Zeros(0), Bits);
  default:
    return 0;
  }
}

/// The number of low bits in which lanes differ, if these are 0 in the first lane: then no step carries further.
std::optional<unsigned> ShapeAnalysis::carryFreeBits(const Value *V) const {
  std::optional<int64_t> Stride = strideOf(V);
  if (!Stride || *Stride <= 0 || *Stride > LongestAssumed || !V->getType()->isIntegerTy())
    return std::nullopt;
  unsigned Bits = Log2_64_Ceil(uint64_t(*Stride) * Columns);
  return Bits < V->getType()->getIntegerBitWidth() && zerosOf(V) >= Bits ? std::optional(Bits) : std::nullopt;
}

/// Operations that take numbers for rows of bits.
Shape ShapeAnalysis::computeBits(const Instruction &I, int64_t Stride) const {
  const APInt *C = nullptr;
  std::optional<unsigned> Low = carryFreeBits(I.getOperand(0));
  bool HasConstant = match(I.getOperand(1), m_APInt(C));
  if (!Low || (HasConstant && C->getBitWidth() > 64))
    return varying();
  switch (I.getOpcode()) {
  case Instruction::And: {
    if (!HasConstant)
      return varying();
    unsigned Ones = C->countr_one(), Zeros = C->countr_zero();
    return Ones >= *Low ? linear(I, Stride) : Zeros >= *Low ? linear(I, 0) : varying();
  }
  case Instruction::Or:
  case Instruction::Xor:
    return strideOf(I.getOperand(1)) == 0 && zerosOf(I.getOperand(1)) >= *Low ? linear(I, Stride) : varying();
  case Instruction::LShr:
  case Instruction::AShr: {
    uint64_t Shift = HasConstant ? C->getLimitedValue(64) : 0;
    if (!HasConstant || Shift >= C->getBitWidth())
      return varying();
    return Shift >= *Low ? linear(I, 0) : Stride % (int64_t(1) << Shift) == 0 ? linear(I, Stride >> Shift) : varying();
  }
  default:
    return varying();
  }
}

/// Whether V's lanes follow from one another in a wider type too. A loop's own value does if all that comes in does; a
/// phi that does not spoils whatever asked, for no leaf has a phi below it.
bool ShapeAnalysis::isExact(const Value *V, bool Signed, SmallDenseMap<const Value *, bool, 8> &Seen) const {
  Guess G = guess(V);
  if (!G.Known || G.S.isUniform())
    return true;
  if (!G.S.isLinear())
    return false;
  auto [At, New] = Seen.try_emplace(V, true);
  if (!New)
    return At->second;
  bool Exact = findExact(V, Signed, Seen);
  Seen[V] = Exact;
  return Exact;
}

bool ShapeAnalysis::findExact(const Value *V, bool Signed, SmallDenseMap<const Value *, bool, 8> &Seen) const {
  const auto *I = dyn_cast<Instruction>(V);
  if (I && addsNoWrap(*I, Signed) && keepsStride(*I) &&
      all_of(summands(*I), [&](const Value *U) { return isExact(U, Signed, Seen); }))
    return true;
  return carryFreeBits(V) || isLeaf(V);
}

/// Whether the stride is the sum or product of the operands' strides as numbers, not only modulo the width.
bool ShapeAnalysis::keepsStride(const Instruction &I) const {
  std::optional<int64_t> Stride = strideOf(&I);
  if (!Stride || std::abs(*Stride) > LongestAssumed)
    return false;
  std::optional<int64_t> Left = strideOf(I.getOperand(0));
  const APInt *C;
  if (I.getOpcode() == Instruction::Shl)
    return Left && match(I.getOperand(1), m_APInt(C)) && C->ult(31) && *Left << C->getZExtValue() == *Stride;
  if (I.getOpcode() != Instruction::Mul)
    return true;
  std::optional<int64_t> Right = strideOf(I.getOperand(1));
  if (match(I.getOperand(0), m_APInt(C)))
    Left = Right;
  else if (!match(I.getOperand(1), m_APInt(C)))
    return false;
  return Left && C->isSignedIntN(32) && *Left * C->getSExtValue() == *Stride;
}

/// Whether all that a pointer may lead to is an object of which the launch knows the size.
static bool isInKnownObjects(const Value *Pointer) {
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Pointer, Objects);
  return all_of(Objects, [&](const Value *Object) {
    const auto *A = dyn_cast<Argument>(Object);
    return A && A->hasAttribute(ObjectAttribute);
  });
}

/// Of a pointer that is V times a factor, and little more, from another one in the same object: the bytes of V's unit.
uint64_t ShapeAnalysis::bytesOfPlace(const GetElementPtrInst &G, const Instruction &V, uint64_t Factor) const {
  SmallMapVector<Value *, APInt, 4> Variable;
  APInt Constant(DL.getIndexTypeSizeInBits(G.getType()), 0);
  if (!G.isInBounds() || G.getType()->isVectorTy() || G.getPointerOperand() == &V || S.elementMajor(&G) ||
      !G.collectOffset(DL, Constant.getBitWidth(), Variable, Constant) || Variable.size() != 1)
    return 0;
  const APInt &Scale = Variable.front().second;
  if (Variable.front().first != &V || !Scale.isStrictlyPositive() || !Scale.isIntN(32))
    return 0;
  const uint64_t Bytes = Factor * Scale.getZExtValue();
  if (Constant.abs().ugt(Bytes * uint64_t(FarthestInObject)))
    return 0;
  if (G.getPointerAddressSpace() == 3)
    return SmallObject;
  return largestObject(F) && isInKnownObjects(G.getPointerOperand()) ? Bytes : 0;
}

/// Of a number that a loop begins with and then adds to: each lane that comes to the loop's first block accesses memory
/// there, so the first number is a place itself, and what is added later does not matter.
uint64_t ShapeAnalysis::bytesOfStart(const PHINode &Phi, const Instruction &V, uint64_t Factor) const {
  if (Phi.getNumIncomingValues() != 2)
    return 0;
  const Value *Next = Phi.getIncomingValue(Phi.getIncomingValue(0) == &V ? 1 : 0);
  if (!match(Next, m_c_Add(m_Specific(&Phi), m_Value())))
    return 0;
  uint64_t Most = 0;
  for (const User *U : Phi.users())
    if (const auto *G = dyn_cast<GetElementPtrInst>(U); G && any_of(G->users(), [&](const User *Access) {
          return getLoadStorePointerOperand(Access) == G && cast<Instruction>(Access)->getParent() == Phi.getParent();
        }))
      Most = std::max(Most, bytesOfPlace(*G, Phi, Factor));
  return Most;
}

/// The least of that for all that is made of V, if it is nothing but such pointers; else 0.
uint64_t ShapeAnalysis::bytesOfPlace(const Instruction &V, uint64_t Factor, unsigned Depth) const {
  uint64_t Least = 0;
  if (Depth == DeepestPlace || Factor > UINT32_MAX)
    return 0;
  for (const User *U : V.users()) {
    const auto *I = cast<Instruction>(U);
    const APInt *C;
    uint64_t Bytes = 0;
    if (const auto *G = dyn_cast<GetElementPtrInst>(I))
      Bytes = bytesOfPlace(*G, V, Factor);
    else if (const auto *Phi = dyn_cast<PHINode>(I))
      Bytes = bytesOfStart(*Phi, V, Factor);
    else if (match(I, m_Shl(m_Specific(&V), m_APInt(C))) && C->ult(32))
      Bytes = bytesOfPlace(*I, Factor << C->getZExtValue(), Depth + 1);
    else if (match(I, m_c_Mul(m_Specific(&V), m_APInt(C))) && C->isStrictlyPositive() && C->isIntN(31))
      Bytes = bytesOfPlace(*I, Factor * C->getZExtValue(), Depth + 1);
    else if (match(I, m_c_Add(m_Specific(&V), m_APInt(C))) && C->abs().ule(uint64_t(FarthestInObject)))
      Bytes = bytesOfPlace(*I, Factor, Depth + 1);
    if (!Bytes)
      return 0;
    Least = Least ? std::min(Least, Bytes) : Bytes;
  }
  return Least;
}

bool ShapeAnalysis::isPlace(const Instruction &Extension) const {
  const Value *V = Extension.getOperand(0);
  std::optional<int64_t> Stride = strideOf(V);
  if (!Stride || std::abs(*Stride) > LongestInObject || !V->getType()->isIntegerTy(32) ||
      !Extension.getType()->isIntegerTy(64))
    return false;
  auto [Found, New] = BytesOfPlaces.try_emplace(&Extension, 0);
  if (New)
    Found->second = bytesOfPlace(Extension, 1);
  return Found->second;
}

Shape ShapeAnalysis::computeGep(const GEPOperator &G) const {
  if (G.getType()->isVectorTy() || S.elementMajor(&G))
    return varying();
  std::optional<int64_t> Sum = strideOf(G.getPointerOperand());
  for (auto It = gep_type_begin(G), End = gep_type_end(G); Sum && It != End; ++It) {
    std::optional<int64_t> Stride = strideOf(It.getOperand());
    if (Stride == 0)
      continue; // also a field of a structure
    if (!Stride || It.getSequentialElementStride(DL).isScalable())
      return varying();
    unsigned Bits = It.getOperand()->getType()->getIntegerBitWidth();
    if (Bits > 64 || (Bits < DL.getIndexTypeSizeInBits(G.getType()) && !isExact(It.getOperand(), true)))
      return varying();
    *Sum += *Stride * int64_t(It.getSequentialElementStride(DL).getFixedValue());
  }
  return Sum ? linear(G, *Sum) : varying();
}

Shape ShapeAnalysis::compute(const Instruction &I) const {
  if (const auto *A = dyn_cast<AllocaInst>(&I)) {
    const PrivateVariable *P = S.privateVariable(A);
    return P ? linear(I, int64_t(P->Element ? P->Element : P->Bytes)) : varying();
  }
  if (const auto *G = dyn_cast<GetElementPtrInst>(&I)) {
    uint64_t Element = S.elementMajor(G);
    if (!Element)
      return computeGep(*cast<GEPOperator>(G));
    bool Fixed = all_of(G->indices(), [&](const Use &U) { return strideOf(U) == 0; });
    return Fixed && strideOf(G->getPointerOperand()) ? linear(I, int64_t(Element)) : varying();
  }
  if (const auto *Phi = dyn_cast<PHINode>(&I)) {
    SmallVector<const Value *, 4> Values(Phi->incoming_values());
    return combine(Values);
  }
  // Of lanes that all do the same.
  bool Reads = I.mayReadOrWriteMemory() || isa<CallBase>(I);
  if (!Reads && !I.isTerminator() && all_of(I.operands(), [&](const Use &U) { return strideOf(U) == 0; }))
    return linear(I, 0);
  if (I.getType()->isVectorTy() || !(I.getType()->isIntegerTy() || I.getType()->isPointerTy()))
    return varying();
  if (const auto *Select = dyn_cast<SelectInst>(&I))
    return strideOf(Select->getCondition()) == 0 ? combine({Select->getTrueValue(), Select->getFalseValue()})
                                                 : varying();
  if (I.getType()->isIntegerTy() && I.getType()->getIntegerBitWidth() > 64)
    return varying();
  // Numbers of their own beside what says whether there are such: GCC sees optionals that are not set.
  std::optional<int64_t> StrideA = I.getNumOperands() ? strideOf(I.getOperand(0)) : std::nullopt;
  std::optional<int64_t> StrideB = I.getNumOperands() == 2 ? strideOf(I.getOperand(1)) : std::nullopt;
  bool HasA = StrideA.has_value(), HasB = StrideB.has_value();
  int64_t A = StrideA.value_or(0), B = StrideB.value_or(0);
  const APInt *C;
  switch (I.getOpcode()) {
  case Instruction::Add:
    return HasA && HasB ? linear(I, int64_t(uint64_t(A) + uint64_t(B))) : varying();
  case Instruction::Or:
    if (HasA && HasB && cast<PossiblyDisjointInst>(I).isDisjoint())
      return linear(I, int64_t(uint64_t(A) + uint64_t(B)));
    return HasA ? computeBits(I, A) : varying();
  case Instruction::And:
  case Instruction::LShr:
  case Instruction::AShr:
    return HasA ? computeBits(I, A) : varying();
  case Instruction::Sub:
    return HasA && HasB ? linear(I, int64_t(uint64_t(A) - uint64_t(B))) : varying();
  case Instruction::Xor:
    if (HasA && match(I.getOperand(1), m_AllOnes()))
      return linear(I, -A);
    return HasA ? computeBits(I, A) : varying();
  case Instruction::Mul:
    if (HasA && match(I.getOperand(1), m_APInt(C)))
      return linear(I, int64_t(uint64_t(A) * uint64_t(C->getSExtValue())));
    if (HasB && match(I.getOperand(0), m_APInt(C)))
      return linear(I, int64_t(uint64_t(B) * uint64_t(C->getSExtValue())));
    return varying();
  case Instruction::Shl:
    if (HasA && match(I.getOperand(1), m_APInt(C)) && C->ult(I.getType()->getIntegerBitWidth()))
      return linear(I, int64_t(uint64_t(A) << C->getZExtValue()));
    return varying();
  case Instruction::Trunc:
  case Instruction::AddrSpaceCast:
  case Instruction::Freeze:
    return HasA ? linear(I, A) : varying();
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    return HasA &&
                   DL.getPointerTypeSizeInBits(I.getOpcode() == Instruction::PtrToInt ? I.getOperand(0)->getType()
                                                                                      : I.getType()) == 64 &&
                   (I.getOpcode() == Instruction::PtrToInt || I.getOperand(0)->getType()->isIntegerTy(64))
               ? linear(I, A)
               : varying();
  case Instruction::SExt:
    return HasA && (isExact(I.getOperand(0), true) || isPlace(I)) ? linear(I, A) : varying();
  case Instruction::ZExt:
    return HasA && (isExact(I.getOperand(0), cast<PossiblyNonNegInst>(I).hasNonNeg()) || isPlace(I)) ? linear(I, A)
                                                                                                     : varying();
  default:
    return varying();
  }
}

/// Notes the leaves of an expression that is taken not to wrap.
void ShapeAnalysis::assume(Value *V, bool Signed, DenseSet<std::pair<const Value *, unsigned>> &Seen) {
  Shape Guessed = guess(V).S;
  if (Guessed.isUniform() || !Seen.insert({V, unsigned(Signed)}).second)
    return;
  auto *I = dyn_cast<Instruction>(V);
  if (I && addsNoWrap(*I, Signed) && keepsStride(*I)) {
    SmallVector<Value *, 4> Values = summands(*I);
    if (all_of(Values, [&](const Value *U) { return isExact(U, Signed); })) {
      for (Value *U : Values)
        assume(U, Signed, Seen);
      return;
    }
  }
  if (carryFreeBits(V))
    S.CarryFree.insert({V, unsigned(Signed)});
  else
    S.Assumptions.push_back({V, Guessed.Stride, Signed});
}

/// What a load of the first bytes of an element, or of all of them, is a part of. Null if there is no such vector.
static Type *typeOfElement(const LoadInst &L, uint64_t Element, const DataLayout &DL) {
  Type *T = L.getType(), *Scalar = T->getScalarType();
  if (T->isAggregateType() || !VectorType::isValidElementType(Scalar))
    return nullptr;
  const uint64_t Size = DL.getTypeStoreSize(T), Part = DL.getTypeStoreSize(Scalar);
  if (DL.getTypeSizeInBits(Scalar) != 8 * Part || Size > Element || Element % Part)
    return nullptr;
  if (Size == Element)
    return T;
  return Scalar->isPointerTy() ? nullptr : FixedVectorType::get(Scalar, unsigned(Element / Part));
}

Type *Shapes::typeInMemory(const LoadInst &L) const {
  const uint64_t Element = elementMajor(L.getPointerOperand());
  return Element ? typeOfElement(L, Element, L.getDataLayout()) : L.getType();
}

/// The power of two that a number is a multiple of: of an induction variable, that of its step.
static unsigned multipleOf(const Value &Index, const DataLayout &DL) {
  constexpr unsigned Largest = 16;
  return std::min(Largest, computeKnownBits(&Index, DL).countMinTrailingZeros());
}

/// The size of the elements if all that happens to a variable are stores of elements of one size, and loads of them or
/// of what they begin with (LLVM shrinks a load of four to the three that are used); the pointers to them. 0 for other
/// variables.
uint64_t ShapeAnalysis::elementOf(const AllocaInst &A, uint64_t Bytes, SmallVectorImpl<const Value *> &Pointers) const {
  uint64_t Element = 0, Offsets = 0; // Offsets: all are multiples of it
  SmallVector<const LoadInst *, 8> Loads;
  Pointers.push_back(&A);
  for (unsigned Next = 0; Next < Pointers.size(); ++Next)
    for (const Use &U : Pointers[Next]->uses()) {
      const auto *User = cast<Instruction>(U.getUser());
      if (const auto *G = dyn_cast<GetElementPtrInst>(User)) {
        SmallMapVector<Value *, APInt, 4> Variable;
        APInt Constant(DL.getIndexTypeSizeInBits(G->getType()), 0);
        if (G->getType()->isVectorTy() || !G->collectOffset(DL, Constant.getBitWidth(), Variable, Constant))
          return 0;
        Offsets = std::gcd(Offsets, Constant.abs().getZExtValue());
        for (auto &[Index, Scale] : Variable)
          Offsets = std::gcd(Offsets, Scale.abs().getZExtValue() << multipleOf(*Index, DL));
        Pointers.push_back(G);
        continue;
      }
      if (const auto *L = dyn_cast<LoadInst>(User); L && L->isSimple()) {
        Loads.push_back(L);
        continue;
      }
      if (User->isLifetimeStartOrEnd())
        continue;
      const auto *St = dyn_cast<StoreInst>(User);
      if (!St || !St->isSimple() || U.getOperandNo() != 1)
        return 0;
      Type *Stored = St->getValueOperand()->getType();
      if (Stored->isAggregateType() || DL.getTypeSizeInBits(Stored) != 8 * DL.getTypeAllocSize(Stored))
        return 0;
      uint64_t Size = DL.getTypeAllocSize(Stored);
      if (Element && Element != Size)
        return 0;
      Element = Size;
    }
  if (!Element || Offsets % Element || Bytes % Element)
    return 0;
  return all_of(Loads, [&](const LoadInst *L) { return typeOfElement(*L, Element, DL); }) ? Element : 0;
}

void ShapeAnalysis::choosePrivateLayouts() {
  for (Instruction &I : instructions(F)) {
    auto *A = dyn_cast<AllocaInst>(&I);
    if (!A || !A->isStaticAlloca())
      continue;
    std::optional<TypeSize> Size = A->getAllocationSize(DL);
    if (!Size || Size->isScalable())
      continue;
    PrivateVariable P;
    P.Bytes = alignTo(std::max<uint64_t>(*Size, 1), A->getAlign());
    SmallVector<const Value *, 8> Pointers;
    P.Element = elementOf(*A, P.Bytes, Pointers);
    S.Privates[A] = P;
    if (P.Element)
      for (const Value *V : Pointers)
        S.Interleaved[V] = P.Element;
  }
}

void ShapeAnalysis::run() {
  for (Argument &A : F.args()) {
    Shape Of = linear(A, idDimension(A) == 0u ? 1 : 0);
    S.Known[&A] = Of;
  }
  choosePrivateLayouts();
  // Shapes only ever get worse: each value changes twice at most.
  ReversePostOrderTraversal<Function *> Order(&F);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (BasicBlock *BB : Order)
      for (Instruction &I : *BB) {
        if (I.getType()->isVoidTy())
          continue;
        Guess Before = guess(&I);
        if (Before.Known && Before.S.K == Shape::Varying)
          continue;
        Shape After = D.isDivergent(&I) ? compute(I) : linear(I, 0);
        // Two strides that took turns are neither.
        if (Before.Known && After.isLinear() && Before.S.Stride != After.Stride && Before.S.K == Shape::Linear)
          After = varying();
        if (Before.Known && Before.S.K == After.K && Before.S.Stride == After.Stride)
          continue;
        S.Known[&I] = After;
        Changed = true;
      }
  }
  DenseSet<std::pair<const Value *, unsigned>> Seen;
  uint64_t Limit = UINT64_MAX;
  for (BasicBlock *BB : Order)
    for (Instruction &I : *BB) {
      if (!guess(&I).S.isLinear())
        continue;
      if (isa<SExtInst>(I) || isa<ZExtInst>(I)) {
        const bool Signed = isa<SExtInst>(I) || I.hasNonNeg();
        // A place in local memory needs no guard, and differences without sign wrap where lanes have nothing to do.
        const bool IsInSmall = !Signed && isPlace(I) && BytesOfPlaces.lookup(&I) == SmallObject;
        if (!IsInSmall && isExact(I.getOperand(0), Signed)) {
          assume(I.getOperand(0), Signed, Seen);
        } else {
          S.Places.insert(&I);
          Limit = std::min(Limit, SaturatingMultiply(BytesOfPlaces.lookup(&I), MostElements));
        }
      } else if (auto *G = dyn_cast<GetElementPtrInst>(&I); G && !S.elementMajor(G)) {
        for (Use &U : G->indices())
          if (U->getType()->getIntegerBitWidth() < DL.getIndexTypeSizeInBits(G->getType()))
            assume(U, true, Seen);
      }
    }
  S.ObjectLimit = Limit == UINT64_MAX ? 0 : Limit;
}

const Argument *largestObject(const Function &Item) {
  const auto *Found = find_if(Item.args(), [](const Argument &A) { return A.hasAttribute(LargestObjectAttribute); });
  return Found == Item.arg_end() ? nullptr : Found;
}

Shapes::Shapes(Function &Item, const Divergence &D, unsigned Columns) {
  ShapeAnalysis(Item, D, Columns, *this).run();
}

Shape Shapes::of(const Value *V) const {
  auto Found = Known.find(V);
  if (Found != Known.end())
    return Found->second;
  Shape S;
  S.K = isa<Instruction>(V) ? Shape::Varying : Shape::Uniform;
  return S;
}

bool Shapes::isAssumed(const Value *V, bool Signed) const {
  return any_of(Assumptions, [&](const NoWrap &N) { return N.Base == V && N.Signed == Signed; });
}

const PrivateVariable *Shapes::privateVariable(const AllocaInst *A) const {
  auto Found = Privates.find(A);
  return Found == Privates.end() ? nullptr : &Found->second;
}

} // namespace weft::spmd
