// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Accesses of lanes that are close to one another (near_lanes.h). Of numbers that grow slowly, the first lane's and the
// last one's bound those of all others, or this packet gathers: the elements between the two are then of the same
// object, and a load under a mask reads no others. A number that wraps between two lanes is far from the others. Of
// numbers in one block each is that of one lane, as numbers with the same bits turned never are the same: lane l has
// the number with the low bits of l, some of them turned, which is its own inverse. So the mask of a block's elements
// is the lanes' mask permuted as its elements are.

#include "compiler/ir/machine.h"
#include "compiler/spmd/access/near_lanes.h"
#include "compiler/spmd/packet/packetiser.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicsX86.h"

#include <numeric>

using namespace llvm;

namespace weft::spmd {

/// What differs from lane to lane: the number as it is, or a sum of 64 bits.
Value *Packetiser::nearIndex(const NearLanes &Near, unsigned Part) {
  if (Near.Numbers.size() == 1 && Near.Numbers.front().Factor == Near.Factor)
    return vector(Near.Numbers.front().V, Part);
  auto *Wide = FixedVectorType::get(B.getInt64Ty(), Plan.Lanes);
  Value *Sum = nullptr;
  for (const AddressTerm &Term : Near.Numbers) {
    Value *Number = vector(Term.V, Part);
    Number = Term.As == Extension::Signed ? B.CreateSExt(Number, Wide) : B.CreateZExtOrTrunc(Number, Wide);
    Number = B.CreateMul(Number, ConstantInt::get(Wide, uint64_t(Term.Factor / Near.Factor), /*IsSigned=*/true));
    Sum = Sum ? B.CreateAdd(Sum, Number) : Number;
  }
  return Sum;
}

/// Whether a part's lanes are near as far as all accesses of the block by the same number ask: but once.
NearCheck Packetiser::checkNear(const NearLanes &Near, const BasicBlock *BB, unsigned Part, Value *Mask) {
  SmallVector<std::tuple<const Value *, unsigned, int64_t>, 2> Numbers;
  for (const AddressTerm &Term : Near.Numbers)
    Numbers.emplace_back(vector(Term.V, Part), unsigned(Term.As), Term.Factor / Near.Factor);
  NearCheck &Check = NearChecks[{{BB, Mask}, Numbers}];
  if (Check.Within)
    return Check;
  Value *Index = B.CreateFreeze(nearIndex(Near, Part)); // lanes that do not run may have none
  Type *Narrow = Index->getType()->getScalarType();
  const Extension As = Narrow->isIntegerTy(64) ? Extension::None : Near.Numbers.front().As;
  auto Lane = [&](unsigned L) { return B.CreateExtractElement(Index, uint64_t(L)); };
  auto All = [&](Value *V) { return B.CreateVectorSplat(Plan.Lanes, B.CreateTrunc(V, Narrow)); };
  if (Near.IsBlock) {
    Check.Least = extendTerm(B.CreateAnd(Lane(0), ConstantInt::get(Narrow, uint64_t(0) - Plan.Lanes, true)), As);
    Check.Range = B.getInt64(Plan.Lanes - 1);
  } else if (Near.IsJagged) {
    Check.Least = extendTerm(B.CreateIntMinReduce(Index, As != Extension::Unsigned), As);
    Check.Range = B.CreateSub(extendTerm(B.CreateIntMaxReduce(Index, As != Extension::Unsigned), As), Check.Least);
  } else {
    Value *First = extendTerm(Lane(0), As), *Last = extendTerm(Lane(Plan.Lanes - 1), As);
    Check.Least = B.CreateBinaryIntrinsic(Intrinsic::smin, First, Last);
    Check.Range = B.CreateSub(B.CreateBinaryIntrinsic(Intrinsic::smax, First, Last), Check.Least);
  }
  Check.Distances = B.CreateSub(Index, All(Check.Least));
  Check.Within = Near.IsJagged ? nullptr : B.CreateICmpULE(Check.Distances, All(Check.Range));
  // Where lanes do not run, the elements between the first and the last one may be nobody's.
  if (Mask && !Near.IsBlock)
    Check.Within = Check.Within ? B.CreateAnd(Mask, Check.Within) : Mask;
  if (Check.Within)
    Check.Within = B.CreateAndReduce(Check.Within);
  else
    Check.Within = B.getTrue();
  Check.Distances = B.CreateZExtOrTrunc(Check.Distances, FixedVectorType::get(B.getInt32Ty(), Plan.Lanes));
  return Check;
}

namespace {

Intrinsic::ID permutationOfTwo(const Permutation &P) {
  const bool IsLong = P.Bits * P.Count == 512;
  switch (P.Bits) {
  case 8:
    return IsLong ? Intrinsic::x86_avx512_vpermi2var_qi_512 : Intrinsic::x86_avx512_vpermi2var_qi_256;
  case 16:
    return IsLong ? Intrinsic::x86_avx512_vpermi2var_hi_512 : Intrinsic::x86_avx512_vpermi2var_hi_256;
  case 32:
    return IsLong ? Intrinsic::x86_avx512_vpermi2var_d_512 : Intrinsic::x86_avx512_vpermi2var_d_256;
  default:
    return IsLong ? Intrinsic::x86_avx512_vpermi2var_q_512 : Intrinsic::x86_avx512_vpermi2var_q_256;
  }
}

/// vpshufb looks at the low four bits, within each 16 bytes.
Value *permuteBytesOf(IRBuilderBase &B, Value *Bytes, Value *Index) {
  const unsigned Count = cast<FixedVectorType>(Index->getType())->getNumElements();
  SmallVector<int, 32> Repeated;
  for (unsigned I = 0; I < Count; ++I)
    Repeated.push_back(int(I % 16));
  const Intrinsic::ID Shuffle = Count == 32 ? Intrinsic::x86_avx2_pshuf_b : Intrinsic::x86_ssse3_pshuf_b_128;
  return B.CreateIntrinsic(Shuffle, {B.CreateShuffleVector(Bytes, Repeated), Index});
}

/// Of two registers, by as many indices as one has elements.
Value *permuteTwo(IRBuilderBase &B, const Permutation &P, Value *Low, Value *High, Value *Index, Permutes By) {
  if (By != Permutes::Avx2)
    return B.CreateIntrinsic(permutationOfTwo(P), {Low, Index, High});
  auto Of = [&](Value *Register) -> Value * {
    return P.Bits == 32 ? B.CreateIntrinsic(Intrinsic::x86_avx2_permd, {Register, Index})
                        : permuteBytesOf(B, Register, Index);
  };
  Value *IsHigh = B.CreateICmpUGT(Index, ConstantInt::get(Index->getType(), P.Count - 1));
  return B.CreateSelect(IsHigh, Of(High), Of(Low));
}

} // namespace

/// The elements of P.Bits at `Places`, numbers of 32 bits below the permutation's reach, of those that registers hold.
Value *Packetiser::permuteNear(const Permutation &P, Value *Low, Value *High, Value *Places) {
  const Permutes By = permutesOf(Item);
  Value *Index = B.CreateZExtOrTrunc(Places, FixedVectorType::get(B.getIntNTy(P.Bits), Plan.Lanes));
  const unsigned Count = By == Permutes::Avx2 && P.Bits == 8 ? (Plan.Lanes <= 16 ? 16 : 32) : P.Count;
  SmallVector<Value *, 8> Pieces;
  for (unsigned From = 0; From < Plan.Lanes; From += Count) {
    SmallVector<int, 64> Pick(Count, PoisonMaskElem);
    const unsigned Held = std::min(Count, Plan.Lanes - From);
    std::iota(Pick.begin(), Pick.begin() + Held, int(From));
    Value *Piece = Count == Plan.Lanes ? Index : B.CreateShuffleVector(Index, Pick);
    Piece = permuteTwo(B, P, Low, High, Piece, By);
    if (Held < Count) {
      std::iota(Pick.begin(), Pick.begin() + Held, 0);
      Piece = B.CreateShuffleVector(Piece, ArrayRef(Pick).take_front(Held));
    }
    Pieces.push_back(Piece);
  }
  return Pieces.size() == 1 ? Pieces.front() : concatenateVectors(B, Pieces);
}

/// Of a vector of all lanes, whose elements have at most the permutation's bits, the elements at each lane's place.
Value *Packetiser::permuteLanes(const Permutation &P, Value *Wide, Value *Places) {
  Type *From = Wide->getType();
  Wide = B.CreateZExt(Wide, FixedVectorType::get(B.getIntNTy(P.Bits), Plan.Lanes));
  Value *Registers[2];
  for (unsigned R = 0; R < 2; ++R) {
    SmallVector<int, 64> Pick(P.Count, PoisonMaskElem);
    for (unsigned I = 0; I < P.Count && R * P.Count + I < Plan.Lanes; ++I)
      Pick[I] = int(R * P.Count + I);
    Registers[R] = B.CreateShuffleVector(Wide, Pick);
  }
  return B.CreateTrunc(permuteNear(P, Registers[0], Registers[1], Places), From);
}

/// Of what is the same for all lanes, in bytes.
Value *Packetiser::offsetOf(const LinearAddress &Address, unsigned Part) {
  Value *Offset = B.getInt64(uint64_t(Address.Constant));
  for (const AddressTerm &Term : Address.Terms)
    Offset =
        B.CreateAdd(B.CreateMul(extendTerm(scalar(Term.V, Part), Term.As), B.getInt64(uint64_t(Term.Factor))), Offset);
  return Offset;
}

/// The address of the least number's element.
Value *Packetiser::nearAddress(const NearLanes &Near, Value *Least, unsigned Part) {
  Value *Offset = offsetOf(Near.Address, Part);
  Offset = B.CreateAdd(B.CreateMul(Least, B.getInt64(uint64_t(Near.Factor))), Offset);
  return B.CreateGEP(B.getInt8Ty(), scalar(Near.Address.Base, Part), Offset);
}

/// All elements of the lanes' block, each to the lane whose it is.
Value *Packetiser::loadBlock(const LoadInst &L, const NearLanes &Near, const NearCheck &Check, unsigned Part,
                             Value *Mask) {
  const Permutation P = *permutationOf(Item, Near.Bits);
  auto *Elements = FixedVectorType::get(B.getIntNTy(Near.Bits), Plan.Lanes);
  const Align Known = commonAlignment(L.getAlign(), Near.Bits / 8);
  Value *Address = nearAddress(Near, Check.Least, Part);
  Instruction *Load = Mask ? B.CreateMaskedLoad(Elements, Address, Known, permuteLanes(P, Mask, Check.Distances),
                                                Constant::getNullValue(Elements))
                           : cast<Instruction>(B.CreateAlignedLoad(Elements, Address, Known));
  keepMetadata(Load, L);
  return permuteLanes(P, Load, Check.Distances);
}

/// All elements from the least number's to the greatest one's, each to the lanes whose it is.
Value *Packetiser::loadRange(const LoadInst &L, const NearLanes &Near, const NearCheck &Check, unsigned Part) {
  const Permutation P = *permutationOf(Item, Near.Bits);
  const Align Known = commonAlignment(L.getAlign(), Near.Bits / 8);
  Value *Address = nearAddress(Near, Check.Least, Part);
  Type *Narrow = B.getIntNTy(std::min(Near.Bits, 32u));
  Value *Last = B.CreateTrunc(B.CreateMul(Check.Range, B.getInt64(uint64_t(Near.Units))), Narrow);
  SmallVector<Value *, 2> Registers;
  for (unsigned From = 0; From < P.reach(); From += P.Count) {
    SmallVector<Constant *, 64> Numbers;
    for (unsigned I = From; I < From + P.Count; ++I)
      Numbers.push_back(ConstantInt::get(Narrow, I));
    Value *IsWanted = B.CreateICmpSLE(ConstantVector::get(Numbers), B.CreateVectorSplat(P.Count, Last));
    Type *Elements = FixedVectorType::get(B.getIntNTy(Near.Bits), P.Count);
    Value *At = B.CreateConstGEP1_64(B.getInt8Ty(), Address, From * (Near.Bits / 8));
    Instruction *Load = B.CreateMaskedLoad(Elements, At, Known, IsWanted, Constant::getNullValue(Elements));
    keepMetadata(Load, L);
    Registers.push_back(B.CreateZExt(Load, FixedVectorType::get(B.getIntNTy(P.Bits), P.Count)));
  }
  Value *Places = B.CreateMul(Check.Distances, ConstantInt::get(Check.Distances->getType(), uint64_t(Near.Units)));
  return B.CreateTrunc(permuteNear(P, Registers[0], Registers[1], Places),
                       FixedVectorType::get(B.getIntNTy(Near.Bits), Plan.Lanes));
}

/// One way or the other, by whether a part's lanes are near; their values, if they have some.
Value *Packetiser::branchNear(const Instruction &Access, const NearLanes &Near, unsigned Part, Value *Mask,
                              function_ref<Value *(const NearCheck &)> IfNear, function_ref<Value *()> IfFar) {
  const uint64_t Most = (permutationOf(Item, Near.Bits)->reach() - 1) / uint64_t(Near.Units);
  const NearCheck Check = checkNear(Near, Access.getParent(), Part, Mask);
  Value *Fits = B.CreateICmpULE(Check.Range, B.getInt64(Most));
  // Made where it dominates both ways.
  scalar(Near.Address.Base, Part);
  for (const AddressTerm &Term : Near.Address.Terms)
    scalar(Term.V, Part);
  return twoWays(B.CreateAnd(Fits, Check.Within), [&] { return IfNear(Check); }, IfFar);
}

/// Lanes side by side where the scale is that of elements, and no number of less than 64 bits wraps between them; else
/// as `IfApart` makes them. The loaded values, if the access is a load.
Value *Packetiser::accessScaled(Instruction &I, const ScaledLanes &Lanes, unsigned Part, Value *Mask,
                                function_ref<Value *()> IfApart) {
  Value *First = scalar(Lanes.Neighbours, Part), *Scale = scalar(Lanes.Scale, Part);
  Value *IsBeside = B.CreateICmpEQ(Scale, ConstantInt::get(Scale->getType(), Lanes.ScaleOfNeighbours));
  if (Lanes.As != Extension::None) {
    Value *Last = B.CreateAdd(First, ConstantInt::get(First->getType(), Plan.Lanes - 1));
    IsBeside = B.CreateAnd(IsBeside,
                           Lanes.As == Extension::Signed ? B.CreateICmpSGE(Last, First) : B.CreateICmpUGE(Last, First));
  }
  auto *Store = dyn_cast<StoreInst>(&I);
  Value *Stored = Store ? vector(Store->getValueOperand(), Part) : nullptr;
  scalar(Lanes.Address.Base, Part);
  for (const AddressTerm &Term : Lanes.Address.Terms)
    scalar(Term.V, Part);
  vector(getLoadStorePointerOperand(&I), Part);
  const Align Known = commonAlignment(getLoadStoreAlignment(&I), Lanes.Size);
  auto Beside = [&]() -> Value * {
    Value *Offset =
        B.CreateAdd(offsetOf(Lanes.Address, Part), B.CreateMul(extendTerm(First, Lanes.As), B.getInt64(Lanes.Size)));
    Value *Address = B.CreateGEP(B.getInt8Ty(), scalar(Lanes.Address.Base, Part), Offset);
    Type *Wide = widen(getLoadStoreType(&I));
    Instruction *Access;
    if (Store)
      Access = Mask ? cast<Instruction>(B.CreateMaskedStore(Stored, Address, Known, Mask))
                    : B.CreateAlignedStore(Stored, Address, Known);
    else
      Access = Mask ? cast<Instruction>(B.CreateMaskedLoad(Wide, Address, Known, Mask))
                    : B.CreateAlignedLoad(Wide, Address, Known);
    keepMetadata(Access, I);
    return Store ? nullptr : Access;
  };
  return twoWays(B.CreateFreeze(IsBeside), Beside, IfApart);
}

Value *Packetiser::loadNear(LoadInst &L, const NearLanes &Near, unsigned Part, Value *Mask) {
  return branchNear(
      L, Near, Part, Mask,
      [&](const NearCheck &Check) {
        Value *Found = Near.IsBlock ? loadBlock(L, Near, Check, Part, Mask) : loadRange(L, Near, Check, Part);
        return B.CreateBitCast(Found, widen(L.getType()));
      },
      [&] { return loadApart(L, Part, Mask); });
}

void Packetiser::storeNear(StoreInst &St, const NearLanes &Near, unsigned Part, Value *Mask) {
  const Permutation P = *permutationOf(Item, Near.Bits);
  auto *Elements = FixedVectorType::get(B.getIntNTy(Near.Bits), Plan.Lanes);
  const Align Known = commonAlignment(St.getAlign(), Near.Bits / 8);
  Value *Stored = vector(St.getValueOperand(), Part);
  auto Block = [&](const NearCheck &Check) -> Value * {
    Value *Address = nearAddress(Near, Check.Least, Part);
    Value *Turned = permuteLanes(P, B.CreateBitCast(Stored, Elements), Check.Distances);
    keepMetadata(Mask ? B.CreateMaskedStore(Turned, Address, Known, permuteLanes(P, Mask, Check.Distances))
                      : cast<Instruction>(B.CreateAlignedStore(Turned, Address, Known)),
                 St);
    return nullptr;
  };
  branchNear(St, Near, Part, Mask, Block, [&]() -> Value * {
    storeApart(St, Part, Mask);
    return nullptr;
  });
}

} // namespace weft::spmd
