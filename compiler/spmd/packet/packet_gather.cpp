// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Gathers and scatters: of what, and from where. Processors add indices of 32 bits, with their sign, to one base: one
// instruction for as many lanes as a vector has floats, where indices of 64 bits take two, and two shuffles. They
// gather words of 32 bits at least: of a byte, the aligned word that it lies in, which is readable where the byte is.
// What registers hold of small constant arrays is not loaded at all.

#include "compiler/ir/machine.h"
#include "compiler/spmd/packet/packetiser.h"

#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IntrinsicsX86.h"

#include <numeric>

using namespace llvm;

namespace weft::spmd {

/// What one gather, else scatter, of a part moves for values of type `T`: of short vectors, numbers of their size. Null
/// where lanes go one by one: what the target has no such access of, and vectors whose lanes' addresses are no vector
/// (packet_addresses.cpp) or where gathers and scatters are slow (machine.h).
FixedVectorType *Packetiser::indexedType(Type *T, Value *Pointer, bool IsLoad) {
  if (T->isVectorTy()) {
    TypeSize Bits = DL.getTypeSizeInBits(T);
    if ((Bits != 32 && Bits != 64) || S.of(Pointer).isLinear() || laneAddress(Pointer) ||
        !machineOf(*Out).GathersShortVectors)
      return nullptr;
    T = B.getIntNTy(unsigned(Bits.getFixedValue()));
  }
  auto *Wide = FixedVectorType::get(T, Plan.Lanes);
  bool IsOne = IsLoad ? canGather(Wide, TTI)
                      : TTI.isLegalMaskedScatter(Wide, Align(1)) && !TTI.forceScalarizeMaskedScatter(Wide, Align(1));
  return IsOne ? Wide : nullptr;
}

/// An address that is the same for all lanes but for one extended number of at most 32 bits; nothing for others.
std::optional<IndexedLanes> Packetiser::indexedLanes(const Value *Pointer, unsigned Part) {
  std::optional<LinearAddress> Address = splitAddress(
      Pointer, S, DL, [&](const Value *V) { return isUniform(V); },
      [&](const Value *V, Extension As) { return As != Extension::None || isUniform(V); });
  if (!Address)
    return std::nullopt;
  auto Differs = [&](const AddressTerm &Term) { return !isUniform(Term.V); };
  const auto *Number = find_if(Address->Terms, Differs);
  if (Number == Address->Terms.end() || count_if(Address->Terms, Differs) != 1 || Number->As == Extension::None ||
      !is_contained({1, 2, 4, 8}, Number->Factor) || Number->V->getType()->getIntegerBitWidth() > 32)
    return std::nullopt;
  const bool IsSigned = Number->As == Extension::Signed, IsNarrow = Number->V->getType()->getIntegerBitWidth() < 32;
  const bool IsBiased = !IsSigned && !IsNarrow;
  // Numbers without sign: half their range is in the base, which may wrap on the way to the sum but not in it.
  Value *Offset = B.getInt64(uint64_t(Address->Constant) + (IsBiased ? uint64_t(Number->Factor) << 31 : 0));
  for (const AddressTerm &Term : Address->Terms)
    if (!Differs(Term))
      Offset = B.CreateAdd(B.CreateMul(extendTerm(scalar(Term.V, Part), Term.As), B.getInt64(uint64_t(Term.Factor))),
                           Offset);
  Value *Base = B.CreateGEP(B.getInt8Ty(), scalar(Address->Base, Part), Offset), *Index = vector(Number->V, Part);
  Type *Words = FixedVectorType::get(B.getInt32Ty(), Plan.Lanes);
  Index = IsSigned ? B.CreateSExt(Index, Words) : B.CreateZExt(Index, Words);
  if (IsBiased)
    Index = B.CreateXor(Index, ConstantInt::get(Words, 1u << 31));
  return IndexedLanes{Base, Index, uint64_t(Number->Factor), IsNarrow};
}

static Value *pointersOf(IRBuilderBase &B, Value *Base, Value *Index, uint64_t Scale) {
  auto *T = cast<FixedVectorType>(Index->getType());
  Index = B.CreateSExt(Index, FixedVectorType::get(B.getInt64Ty(), T->getNumElements()));
  return B.CreateGEP(B.getIntNTy(unsigned(8 * Scale)), Base, Index);
}

/// The addresses of a gather or scatter.
Value *Packetiser::lanePointers(Value *Pointer, unsigned Part) {
  std::optional<IndexedLanes> Indexed = indexedLanes(Pointer, Part);
  return Indexed ? pointersOf(B, Indexed->Base, Indexed->Index, Indexed->Scale) : vector(Pointer, Part);
}

/// Whether a load of bytes or numbers of 16 bits, which no processor gathers, is a gather of the words around them. Not
/// where each lane's address is at hand (packet_addresses.cpp), nor of numbers that may lie across two words.
bool Packetiser::isGatheredInWords(const LoadInst &L, Type *T) {
  Value *Pointer = const_cast<Value *>(L.getPointerOperand());
  return gathersInWords(T, L.getAlign(), TTI, Plan.Lanes) && !S.of(Pointer).isLinear() && !S.elementMajor(Pointer) &&
         !laneAddress(Pointer);
}

/// The words' addresses and, in `Shift`, by how many bits the numbers lie above their words' begin.
Value *Packetiser::wordPointers(Value *Pointer, unsigned Part, Value *&Shift) {
  auto *Words = FixedVectorType::get(B.getInt32Ty(), Plan.Lanes);
  auto All = [&](Value *V) { return B.CreateVectorSplat(Plan.Lanes, V); };
  auto Aligned = [&](Value *P, Type *Mask) {
    return B.CreateIntrinsic(Intrinsic::ptrmask, {P->getType(), Mask},
                             {P, ConstantInt::get(Mask, uint64_t(-4), /*IsSigned=*/true)});
  };
  auto Within = [&](Value *Bytes) { return B.CreateShl(B.CreateAnd(Bytes, 3), 3); };
  std::optional<IndexedLanes> Indexed = indexedLanes(Pointer, Part);
  if (!Indexed) {
    Value *Wide = vector(Pointer, Part);
    Shift = Within(B.CreateTrunc(B.CreatePtrToInt(Wide, FixedVectorType::get(B.getInt64Ty(), Plan.Lanes)), Words));
    return Aligned(Wide, FixedVectorType::get(B.getInt64Ty(), Plan.Lanes));
  }
  Value *Low = B.CreateAnd(B.CreateTrunc(B.CreatePtrToInt(Indexed->Base, B.getInt64Ty()), B.getInt32Ty()), 3);
  Value *Base = Aligned(Indexed->Base, B.getInt64Ty());
  if (Indexed->Scale >= 4) {
    Shift = All(Within(Low));
    return pointersOf(B, Base, Indexed->Index, Indexed->Scale);
  }
  // The bytes from the aligned base on to the number; of large indices the words go first, since the sum may wrap.
  const unsigned Log = Log2_64(Indexed->Scale);
  Value *Index = Indexed->Index, *Before = nullptr;
  if (!Indexed->IsNarrow) {
    Before = B.CreateAShr(Index, 2 - Log);
    Index = B.CreateAnd(Index, (4 >> Log) - 1);
  }
  Value *Bytes = B.CreateAdd(B.CreateShl(Index, Log), All(Low)), *Word = B.CreateAShr(Bytes, 2);
  Shift = Within(Bytes);
  return pointersOf(B, Base, Before ? B.CreateAdd(Before, Word) : Word, 4);
}

Value *Packetiser::gatherInWords(LoadInst &L, Type *T, unsigned Part, Value *Mask) {
  Value *Shift;
  Value *Pointers = wordPointers(L.getPointerOperand(), Part, Shift);
  auto *Words = FixedVectorType::get(B.getInt32Ty(), Plan.Lanes);
  Instruction *Gather = B.CreateMaskedGather(Words, Pointers, Align(4), Mask);
  keepMetadata(Gather, L);
  Value *Numbers = B.CreateTrunc(B.CreateLShr(Gather, Shift),
                                 FixedVectorType::get(B.getIntNTy(T->getScalarSizeInBits()), Plan.Lanes));
  return B.CreateBitCast(Numbers, widen(T));
}

/// Constants of a register of so many elements from `From` on; zeros behind the last one.
static Constant *registerOf(LLVMContext &C, const RegisterTable &Table, unsigned From, unsigned Count) {
  Type *T = IntegerType::get(C, Table.Bits);
  SmallVector<Constant *, 64> Elements;
  for (unsigned I = From; I < From + Count; ++I)
    Elements.push_back(ConstantInt::get(T, I < Table.Elements.size() ? Table.Elements[I] : 0));
  return ConstantVector::get(Elements);
}

/// Of one register of indices of 32 bits. Permutations look at as many bits of them as they need.
static Value *permuteWords(IRBuilderBase &B, const RegisterTable &Table, Value *Index) {
  const unsigned Count = cast<FixedVectorType>(Index->getType())->getNumElements();
  Constant *Low = registerOf(B.getContext(), Table, 0, Count), *High = registerOf(B.getContext(), Table, Count, Count);
  const bool IsOne = Table.Elements.size() <= Count;
  if (Count == 16)
    return IsOne ? B.CreateIntrinsic(Intrinsic::x86_avx512_permvar_si_512, {Low, Index})
                 : B.CreateIntrinsic(Intrinsic::x86_avx512_vpermi2var_d_512, {Low, Index, High});
  Value *FromLow = B.CreateIntrinsic(Intrinsic::x86_avx2_permd, {Low, Index});
  if (IsOne)
    return FromLow;
  Value *FromHigh = B.CreateIntrinsic(Intrinsic::x86_avx2_permd, {High, Index});
  return B.CreateSelect(B.CreateICmpUGT(Index, ConstantInt::get(Index->getType(), Count - 1)), FromHigh, FromLow);
}

/// 16 elements from `From` on in each 16 bytes of a register.
static Constant *repeatedRegisterOf(LLVMContext &C, const RegisterTable &Table, unsigned From, unsigned Count) {
  Constant *Once = registerOf(C, Table, From, 16);
  SmallVector<Constant *, 64> Elements;
  for (unsigned I = 0; I < Count; ++I)
    Elements.push_back(Once->getAggregateElement(I % 16));
  return ConstantVector::get(Elements);
}

/// Of bytes, as many as there are lanes.
static Value *permuteBytes(IRBuilderBase &B, const RegisterTable &Table, Value *Index) {
  const unsigned Count = cast<FixedVectorType>(Index->getType())->getNumElements();
  LLVMContext &C = B.getContext();
  if (Table.Elements.size() > 32) {
    SmallVector<int, 64> All(64, PoisonMaskElem), Ours(Count);
    std::iota(All.begin(), All.begin() + Count, 0);
    std::iota(Ours.begin(), Ours.end(), 0);
    Value *Long = Count == 64 ? Index : B.CreateShuffleVector(Index, All);
    Value *Found = B.CreateIntrinsic(Intrinsic::x86_avx512_permvar_qi_512, {registerOf(C, Table, 0, 64), Long});
    return Count == 64 ? Found : B.CreateShuffleVector(Found, Ours);
  }
  const Intrinsic::ID Shuffle = Count == 64   ? Intrinsic::x86_avx512_pshuf_b_512
                                : Count == 32 ? Intrinsic::x86_avx2_pshuf_b
                                              : Intrinsic::x86_ssse3_pshuf_b_128;
  Value *FromLow = B.CreateIntrinsic(Shuffle, {repeatedRegisterOf(C, Table, 0, Count), Index});
  if (Table.Elements.size() <= 16)
    return FromLow;
  Value *FromHigh = B.CreateIntrinsic(Shuffle, {repeatedRegisterOf(C, Table, 16, Count), Index});
  return B.CreateSelect(B.CreateICmpUGT(Index, ConstantInt::get(Index->getType(), 15)), FromHigh, FromLow);
}

/// The elements that a part's lanes ask for, as integers. Those of dead lanes are whatever their indices give.
Value *Packetiser::lookUp(const RegisterTable &Table, unsigned Part) {
  auto *Wide = FixedVectorType::get(B.getIntNTy(Table.Bits), Plan.Lanes);
  Value *Index = vector(Table.Index, Part);
  Index = Table.Signed ? B.CreateSExtOrTrunc(Index, Wide) : B.CreateZExtOrTrunc(Index, Wide);
  Index = B.CreateAdd(Index, ConstantInt::get(Wide, uint64_t(Table.First), /*IsSigned=*/true));
  if (Table.Bits == 8)
    return permuteBytes(B, Table, Index);
  const unsigned Count = vectorBits(Item) / 32;
  SmallVector<Value *, 8> Pieces;
  for (unsigned From = 0; From < Plan.Lanes; From += Count) {
    SmallVector<int, 16> Pick(Count);
    std::iota(Pick.begin(), Pick.end(), int(From));
    Pieces.push_back(permuteWords(B, Table, Count == Plan.Lanes ? Index : B.CreateShuffleVector(Index, Pick)));
  }
  return Pieces.size() == 1 ? Pieces.front() : concatenateVectors(B, Pieces);
}

} // namespace weft::spmd
