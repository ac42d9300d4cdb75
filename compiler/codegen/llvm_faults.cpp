// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen/llvm_faults.h"

#include <algorithm>
#include <array>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/CodeGen/TargetSubtargetInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/KnownBits.h>
#include <llvm/Target/TargetMachine.h>
#include <optional>

using namespace llvm;

namespace weft {

/// A masked store of one lane as a store of that lane. LLVM 22 writes a whole element of the wide type where the value
/// is a truncated one: four bytes of an int, then four more.
static void storeSingleLanes(Module &M) {
  SmallVector<std::pair<IntrinsicInst *, unsigned>, 16> Stores;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Store = dyn_cast<IntrinsicInst>(&I);
      if (!Store || Store->getIntrinsicID() != Intrinsic::masked_store)
        continue;
      auto *Mask = dyn_cast<Constant>(Store->getArgOperand(2));
      auto *Type = dyn_cast<FixedVectorType>(Store->getArgOperand(0)->getType());
      unsigned Set = 0, Lane = 0;
      for (unsigned L = 0, N = Mask && Type ? Type->getNumElements() : 0; L < N; ++L) {
        Constant *Element = Mask->getAggregateElement(L);
        if (!Element || !Element->isNullValue()) {
          ++Set;
          Lane = L;
        }
      }
      if (Set == 1)
        Stores.push_back({Store, Lane});
    }
  for (auto [Store, Lane] : Stores) {
    IRBuilder<> Builder(Store);
    Value *Element = Builder.CreateExtractElement(Store->getArgOperand(0), Lane);
    const DataLayout &DL = M.getDataLayout();
    uint64_t Offset = Lane * DL.getTypeStoreSize(Element->getType()).getFixedValue();
    Value *Address = Builder.CreateConstInBoundsGEP1_64(Builder.getInt8Ty(), Store->getArgOperand(1), Offset);
    MaybeAlign Known = Store->getParamAlign(1);
    StoreInst *ElementStore = Builder.CreateAlignedStore(Element, Address, commonAlignment(Known.valueOrOne(), Offset));
    ElementStore->copyMetadata(*Store);
    Store->eraseFromParent();
  }
}

/// Divisions of few bytes by constants as divisions of 16 bits. With AVX2 LLVM 22 makes zero of the product of such a
/// quotient or remainder and other bytes.
static void widenByteDivisions(Module &M) {
  constexpr unsigned Whole = 16; // elements from which it is right
  SmallVector<BinaryOperator *, 16> Divisions;
  for (Function &F : M)
    for (Instruction &I : instructions(F)) {
      auto *Type = dyn_cast<FixedVectorType>(I.getType());
      if (Type && I.isIntDivRem() && Type->getElementType()->isIntegerTy(8) && Type->getNumElements() < Whole &&
          isa<Constant>(I.getOperand(1)))
        Divisions.push_back(cast<BinaryOperator>(&I));
    }
  for (BinaryOperator *Division : Divisions) {
    IRBuilder<> Builder(Division);
    bool Signed = Division->getOpcode() == Instruction::SDiv || Division->getOpcode() == Instruction::SRem;
    Type *Wide = VectorType::get(Builder.getInt16Ty(), cast<VectorType>(Division->getType()));
    Value *L = Builder.CreateIntCast(Division->getOperand(0), Wide, Signed);
    Value *R = Builder.CreateIntCast(Division->getOperand(1), Wide, Signed);
    Value *Result = Builder.CreateBinOp(Division->getOpcode(), L, R);
    Division->replaceAllUsesWith(Builder.CreateTrunc(Result, Division->getType()));
    Division->eraseFromParent();
  }
}

namespace {

/// A shuffle of the bytes of one register of AVX-512: first four-byte words between its 16-byte lanes, then bytes
/// within each lane.
class ByteShuffle {
  static constexpr unsigned Bytes = 64, LaneBytes = 16, WordBytes = 4, LaneWords = LaneBytes / WordBytes;
  std::array<int, Bytes / WordBytes> Words; // where each word of the register comes from, or -1
  std::array<int, Bytes> Within;            // where each byte comes from in its lane, or -1

  ByteShuffle() {
    Words.fill(-1);
    Within.fill(-1);
  }

public:
  /// None where the bytes stay in their lanes, where whole words move, where a lane needs more than four words, and
  /// where it is an extension of the register's low bytes, for which there are instructions.
  static std::optional<ByteShuffle> of(ArrayRef<int> Mask) {
    ByteShuffle Shuffle;
    bool Crosses = false, MovesBytes = false;
    for (unsigned To = 0; To < Bytes; ++To) {
      if (Mask[To] < 0)
        continue;
      unsigned From = Mask[To], Lane = To / LaneBytes;
      Crosses |= From / LaneBytes != Lane;
      MovesBytes |= From % WordBytes != To % WordBytes;
      auto First = Shuffle.Words.begin() + Lane * LaneWords, Last = First + LaneWords;
      auto Word = std::find_if(First, Last, [&](int W) { return W < 0 || unsigned(W) == From / WordBytes; });
      if (Word == Last)
        return std::nullopt;
      *Word = From / WordBytes;
      Shuffle.Within[To] = unsigned(Word - First) * WordBytes + From % WordBytes;
    }
    if (!Crosses || !MovesBytes || extendsLowBytes(Mask))
      return std::nullopt;
    return Shuffle;
  }
  /// By the instructions' own intrinsics, which LLVM may join with others but never takes for a shuffle to lower.
  Value *emit(IRBuilder<> &Builder, Value *Register) const {
    Type *WordsType = FixedVectorType::get(Builder.getInt32Ty(), Bytes / WordBytes);
    Value *Moved = Builder.CreateIntrinsic(Intrinsic::x86_avx512_permvar_si_512,
                                           {Builder.CreateBitCast(Register, WordsType), indices(Builder, Words)});
    return Builder.CreateIntrinsic(Intrinsic::x86_avx512_pshuf_b_512,
                                   {Builder.CreateBitCast(Moved, Register->getType()), indices(Builder, Within)});
  }

private:
  static bool extendsLowBytes(ArrayRef<int> Mask) {
    for (unsigned Width = 2; Width <= 8; Width *= 2) {
      bool Extends = true;
      for (unsigned To = 0; To < Bytes && Extends; ++To)
        Extends = Mask[To] < 0 || (To % Width == 0 && unsigned(Mask[To]) == To / Width);
      if (Extends)
        return true;
    }
    return false;
  }
  template <size_t Count> static Constant *indices(IRBuilder<> &Builder, const std::array<int, Count> &From) {
    Type *Element = Builder.getIntNTy(Bytes * 8 / Count);
    SmallVector<Constant *, Count> Elements;
    for (int Index : From)
      Elements.push_back(Index < 0 ? PoisonValue::get(Element) : ConstantInt::get(Element, Index));
    return ConstantVector::get(Elements);
  }
};

/// What the elements of a shuffle's result from `First` on, a register of them, take of one register of its operands.
struct OneRegister {
  static constexpr unsigned Bytes = 64;
  unsigned Operand = 0, From = 0;   // which register
  SmallVector<int, Bytes> Mask;     // into it
  std::optional<ByteShuffle> Moves; // none: more than one register, or what LLVM does well

  OneRegister(const ShuffleVectorInst &Shuffle, unsigned First) {
    ArrayRef<int> All = Shuffle.getShuffleMask();
    unsigned Elements = cast<FixedVectorType>(Shuffle.getOperand(0)->getType())->getNumElements();
    bool Some = false;
    Mask.assign(Bytes, -1);
    for (unsigned To = 0; To < Bytes && First + To < All.size(); ++To) {
      int Element = All[First + To];
      if (Element < 0)
        continue;
      unsigned ElementOperand = unsigned(Element) / Elements, Index = unsigned(Element) % Elements;
      if (Some && (ElementOperand != Operand || Index / Bytes != From / Bytes))
        return;
      Some = true;
      Operand = ElementOperand;
      From = Index / Bytes * Bytes;
      Mask[To] = int(Index % Bytes);
    }
    Moves = ByteShuffle::of(Mask);
  }
};

} // namespace

/// Elements of a vector from one on, as many as asked for; poison behind its end.
static Value *elementsFrom(IRBuilder<> &Builder, Value *Vector, unsigned First, unsigned Count) {
  unsigned Elements = cast<FixedVectorType>(Vector->getType())->getNumElements();
  if (First == 0 && Count == Elements)
    return Vector;
  SmallVector<int, 64> Mask;
  for (unsigned E = First; E < First + Count; ++E)
    Mask.push_back(E < Elements ? int(E) : -1);
  return Builder.CreateShuffleVector(Vector, Mask);
}

/// Bytes that change 16-byte lanes of a 64-byte register, by instructions of ours. LLVM 22 splits such a shuffle of
/// what it has just computed in two, and one of the two again, without end (its issue 224266).
static void splitByteShuffles(Function &F) {
  SmallVector<ShuffleVectorInst *, 16> Shuffles;
  for (Instruction &I : instructions(F))
    if (auto *Shuffle = dyn_cast<ShuffleVectorInst>(&I)) {
      auto *From = dyn_cast<FixedVectorType>(Shuffle->getOperand(0)->getType());
      // Of half a register, and to half a register, LLVM does it as shuffles of half registers.
      constexpr unsigned Half = OneRegister::Bytes / 2;
      if (From && From->getElementType()->isIntegerTy(8) && From->getNumElements() > Half &&
          Shuffle->getShuffleMask().size() > Half)
        Shuffles.push_back(Shuffle);
    }
  for (ShuffleVectorInst *Shuffle : Shuffles) {
    unsigned Count = Shuffle->getShuffleMask().size();
    SmallVector<OneRegister, 4> Parts;
    for (unsigned First = 0; First < Count; First += OneRegister::Bytes)
      Parts.emplace_back(*Shuffle, First);
    if (none_of(Parts, [](const OneRegister &Part) { return Part.Moves.has_value(); }))
      continue;
    IRBuilder<> Builder(Shuffle);
    SmallVector<Value *, 4> Registers;
    for (auto [Index, Part] : enumerate(Parts)) {
      if (Part.Moves) {
        Value *Register = elementsFrom(Builder, Shuffle->getOperand(Part.Operand), Part.From, OneRegister::Bytes);
        Registers.push_back(Part.Moves->emit(Builder, Register));
        continue;
      }
      SmallVector<int, OneRegister::Bytes> Mask(OneRegister::Bytes, -1);
      for (unsigned To = 0, First = Index * OneRegister::Bytes; To < OneRegister::Bytes && First + To < Count; ++To)
        Mask[To] = Shuffle->getMaskValue(First + To);
      Registers.push_back(Builder.CreateShuffleVector(Shuffle->getOperand(0), Shuffle->getOperand(1), Mask));
    }
    Value *Result = elementsFrom(Builder, concatenateVectors(Builder, Registers), 0, Count);
    Result->takeName(Shuffle);
    Shuffle->replaceAllUsesWith(Result);
    Shuffle->eraseFromParent();
  }
}

namespace {

/// A value as (Base shifted by Shift bits, to the left where that is positive) & Mask.
struct MaskedShift {
  Value *Base;
  int Shift;
  APInt Mask;

  static std::optional<MaskedShift> of(Instruction &I);
};

APInt shifted(const APInt &Bits, int Left) {
  return Left >= 0 ? Bits.shl(unsigned(Left)) : Bits.lshr(unsigned(-Left));
}

std::optional<MaskedShift> MaskedShift::of(Instruction &I) {
  constexpr unsigned Longest = 8; // operations that are followed
  const auto *Type = dyn_cast<IntegerType>(I.getType());
  if (!Type || Type->getBitWidth() > 64)
    return std::nullopt;
  const int Width = int(Type->getBitWidth());
  MaskedShift Result = {&I, 0, APInt::getAllOnes(unsigned(Width))};
  for (unsigned Length = 0; Length < Longest; ++Length) {
    const auto *Op = dyn_cast<BinaryOperator>(Result.Base);
    const auto *By = Op ? dyn_cast<ConstantInt>(Op->getOperand(1)) : nullptr;
    if (!By)
      break;
    if (Op->getOpcode() == Instruction::And) {
      Result.Mask &= shifted(By->getValue(), Result.Shift);
    } else if (Op->getOpcode() == Instruction::Shl || Op->getOpcode() == Instruction::LShr) {
      if (By->getValue().uge(unsigned(Width)))
        break;
      const int Left = int(By->getZExtValue()) * (Op->getOpcode() == Instruction::Shl ? 1 : -1);
      if (std::abs(Result.Shift + Left) >= Width)
        break;
      Result.Mask &= shifted(shifted(APInt::getAllOnes(unsigned(Width)), Left), Result.Shift);
      Result.Shift += Left;
    } else {
      break;
    }
    Result.Base = Op->getOperand(0);
  }
  return Result.Base == &I ? std::nullopt : std::optional(Result);
}

/// The values of a block that are bits of the same one.
class SameBase {
  static constexpr size_t Most = 64; // for the sake of long blocks
  SmallVector<std::pair<MaskedShift, Instruction *>, 1> Values;
  std::optional<APInt> Zero; ///< bits of the base that are

public:
  /// The one that V equals, or null: then V is remembered.
  Instruction *find(const MaskedShift &V, Instruction &I) {
    if (!Values.empty() && !Zero)
      Zero = computeKnownBits(V.Base, I.getDataLayout()).Zero;
    for (const auto &[Other, At] : Values)
      if (Other.Shift == V.Shift && ((Other.Mask ^ V.Mask) & ~shifted(*Zero, V.Shift)).isZero())
        return At;
    if (Values.size() < Most)
      Values.push_back({V, &I});
    return nullptr;
  }
};

} // namespace

/// Drops what the operations that a value is made of promise about bits that are lost: the value gets further users.
static void forgetWraps(Value *V, const Value *Base) {
  for (; V != Base; V = cast<Instruction>(V)->getOperand(0))
    cast<Instruction>(V)->dropPoisonGeneratingFlags();
}

/// Makes one of the values of a block that are the same bits of the same value at the same place, by masks and shifts
/// in different order. Where LLVM 22 folds a shift by 1 to 3 into an address or a sum, it turns one form into the other
/// while it selects, finds the other there, joins the two, and with them what is computed of both: the node that it is
/// about to select among them. What comes of that is a crash, or a register that nobody writes.
static void joinMaskedShifts(Function &F) {
  for (BasicBlock &BB : F) {
    DenseMap<Value *, SameBase> Known;
    for (Instruction &I : make_early_inc_range(BB)) {
      std::optional<MaskedShift> V = MaskedShift::of(I);
      Instruction *Same = V ? Known[V->Base].find(*V, I) : nullptr;
      if (!Same)
        continue;
      forgetWraps(Same, V->Base);
      I.replaceAllUsesWith(Same);
      I.eraseFromParent();
    }
  }
}

void avoidFaults(Module &M, const TargetMachine &TM) {
  storeSingleLanes(M);
  widenByteDivisions(M);
  if (!TM.getTargetTriple().isX86())
    return;
  for (Function &F : M) {
    if (F.isDeclaration())
      continue;
    joinMaskedShifts(F);
    if (TM.getSubtargetImpl(F)->checkFeatures("+avx512bw"))
      splitByteShuffles(F);
  }
}

} // namespace weft
