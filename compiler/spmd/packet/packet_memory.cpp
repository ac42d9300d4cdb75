// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loads and stores by the shape of their address. A lane's access touches the bytes that its work-item touches; for
// the one exception see packet_groups.cpp.

#include "compiler/ir/markers.h"
#include "compiler/ir/names.h"
#include "compiler/optimise/fetch_ahead.h"
#include "compiler/spmd/packet/packetiser.h"

#include "llvm/Analysis/Loads.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft::spmd {

/// Whether values of the type fill their bytes, so that lanes side by side are a vector in memory.
bool Packetiser::isDense(Type *T) const {
  return !T->isAggregateType() && DL.getTypeSizeInBits(T) == 8 * DL.getTypeAllocSize(T);
}

/// What says the same of the access of all lanes as of one.
void Packetiser::keepMetadata(Instruction *To, const Instruction &From) const {
  for (unsigned Kind : {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias, LLVMContext::MD_nontemporal,
                        LLVMContext::MD_invariant_load})
    if (MDNode *Node = From.getMetadata(Kind))
      To->setMetadata(Kind, Node);
  To->setMetadata(FillMark, From.getMetadata(FillMark));
}

Value *Packetiser::reverse(Value *Wide) {
  return B.CreateVectorReverse(Wide);
}

/// Whether loaded values decide for which lanes an access is: no processor foresees that.
bool Packetiser::isByLoadedData(const Instruction &Access) {
  if (!Loaded)
    Loaded = loadedData(Item, D);
  const auto *Mask = dyn_cast_or_null<Instruction>(blockMask(*Access.getParent()));
  return Mask && Loaded->contains(Mask);
}

/// Somewhere for the accesses of dead lanes, of the type of the access's pointer. The optimiser makes a branch of each
/// choice between a lane's address and that of a variable of the function's own, which is as good as an address where
/// masks are foreseen; where they are not, it must not know that this is one.
Value *Packetiser::spareOf(const Instruction &Access, Type *T, Align A) {
  const bool IsRead = isa<LoadInst>(Access), IsHidden = isByLoadedData(Access);
  Spare &Here = Spares[IsRead ? 0 : 1][IsHidden ? 1 : 0][T];
  IRBuilder<> At(Setup->getTerminator());
  if (!Here.Variable) {
    Here.Variable = At.CreateAlloca(T, nullptr, "spare");
    if (IsRead)
      At.CreateStore(Constant::getNullValue(T), Here.Variable);
    Here.Address = Here.Variable;
    Type *Own = Here.Variable->getType();
    if (IsHidden)
      Here.Address = At.CreateCall(
          InlineAsm::get(FunctionType::get(Own, {Own}, false), "", "=r,0", /*hasSideEffects=*/false), {Here.Variable});
  }
  Here.Variable->setAlignment(std::max(Here.Variable->getAlign(), A));
  Type *Pointer = getLoadStorePointerOperand(&Access)->getType();
  return Here.Address->getType() == Pointer ? Here.Address : B.CreateAddrSpaceCast(Here.Address, Pointer);
}

/// Memory that may be read wherever the block runs: private variables at a fixed place.
bool Packetiser::mayReadDeadLanes(const LoadInst &L) const {
  APInt Offset(DL.getIndexTypeSizeInBits(L.getPointerOperandType()), 0);
  const Value *Object = L.getPointerOperand()->stripAndAccumulateConstantOffsets(DL, Offset, true);
  const auto *A = dyn_cast<AllocaInst>(Object);
  const PrivateVariable *Private = A ? S.privateVariable(A) : nullptr;
  return Private && !Offset.isNegative() && Offset.getZExtValue() + DL.getTypeStoreSize(L.getType()) <= Private->Bytes;
}

/// The address of one element of a private variable, the same of all lanes, which are side by side there; for a part in
/// which no lane wants it, and which may not have computed the index, of the variable's first. All of it may be read,
/// and written back. Null for other accesses.
Value *Packetiser::privateRow(const Value *Pointer, Type *T, unsigned Part, Value *Mask) {
  const Value *Object = Pointer;
  while (const auto *G = dyn_cast<GetElementPtrInst>(Object))
    Object = G->getPointerOperand();
  if (!isa<AllocaInst>(Object) || !isDense(T) || S.elementMajor(Pointer) != DL.getTypeAllocSize(T).getFixedValue() ||
      Object->getType() != Pointer->getType() || !S.of(Pointer).isLinear() || !S.of(Object).isLinear())
    return nullptr;
  return B.CreateSelect(anyLane(Mask), scalar(Pointer, Part), scalar(Object, Part));
}

/// The program's own, not what a region tells its group.
void Packetiser::countUniform(const Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  if (!isa<Argument>(Pointer) || Pointer->getType()->getPointerAddressSpace() != 0)
    count(I, PacketCounts::Uniform, nullptr);
}

/// Whether volatile accesses of all lanes are one, in which each element is still accessed once: lanes side by side,
/// and none of them held back. Between work-items there is no order to keep.
bool Packetiser::isWideVolatile(Instruction &I) {
  const Value *Pointer = getLoadStorePointerOperand(&I);
  Type *T = getLoadStoreType(&I);
  const Shape At = S.of(Pointer);
  if (I.isAtomic() || !isDense(T) || S.elementMajor(Pointer) || !At.isLinear() ||
      At.Stride != int64_t(DL.getTypeAllocSize(T).getFixedValue()))
    return false;
  return all_of(seq(Plan.Parts), [&](unsigned P) { return !blockMaskOf(I.getParent(), P); });
}

bool Packetiser::emitVolatile(Instruction &I) {
  if (!isWideVolatile(I))
    return emitLaneLoop(I);
  Type *T = getLoadStoreType(&I);
  const Value *Pointer = getLoadStorePointerOperand(&I);
  const Align Known = commonAlignment(getLoadStoreAlignment(&I), DL.getTypeAllocSize(T));
  Forms Result;
  for (unsigned P = 0; P < Plan.Parts; ++P) {
    if (P == 0)
      count(I, PacketCounts::Contiguous, nullptr);
    Instruction *Access;
    if (auto *St = dyn_cast<StoreInst>(&I))
      Access = B.CreateAlignedStore(vector(St->getValueOperand(), P), scalar(Pointer, P), Known, /*isVolatile=*/true);
    else
      Result.Vector[P] = Access =
          B.CreateAlignedLoad(widen(T), scalar(Pointer, P), Known, /*isVolatile=*/true, I.getName());
    keepMetadata(Access, I);
  }
  if (isa<LoadInst>(I))
    Values[&I] = Result;
  return true;
}

bool Packetiser::emitLoad(LoadInst &L) {
  if (!L.isSimple())
    return emitVolatile(L);
  if (isUniform(L.getPointerOperand())) {
    emitUniformLoad(L);
    return true;
  }
  if (emitGrouped(L))
    return true;
  Forms Result;
  for (unsigned P = 0, N = vectorParts(&L); P < N; ++P)
    Result.Vector[P] = loadPart(L, P);
  Values[&L] = Result;
  return true;
}

/// One access for all lanes, for which the block or the access itself is skipped where none is active. A part with an
/// address of its own and no lane borrows that of one that has some.
void Packetiser::emitUniformLoad(LoadInst &L) {
  Value *Pointer = L.getPointerOperand();
  countUniform(L);
  Forms Result;
  unsigned N = Plan.PartDim == 1 && isPartDependent(&L) ? Plan.Parts : 1;
  Value *Usable = nullptr;
  if (N > 1)
    for (unsigned P = Plan.Parts; P-- > 0;) {
      Value *Mask = blockMaskOf(L.getParent(), P), *Address = scalar(Pointer, P);
      Usable = Mask && Usable ? B.CreateSelect(anyLane(Mask), Address, Usable) : Address;
    }
  for (unsigned P = 0; P < N; ++P) {
    Value *Address = scalar(Pointer, P);
    if (Value *Mask = blockMaskOf(L.getParent(), P); Mask && N > 1)
      Address = B.CreateSelect(anyLane(Mask), Address, Usable);
    Value *Mask = !isUnskipped(L) ? nullptr : N > 1 ? blockMaskOf(L.getParent(), P) : maskOfAllParts(L.getParent());
    Value *Loaded = valueIfAny(Mask, [&] {
      LoadInst *Load = B.CreateAlignedLoad(L.getType(), Address, L.getAlign(), L.getName());
      keepMetadata(Load, L);
      return Load;
    });
    if (isUniform(&L))
      Result.Scalar[P] = Loaded;
    else
      Result.Vector[P] = spread(B, Loaded, 0);
  }
  if (!isUniform(&L) && N == 1)
    for (unsigned P = 1; P < Plan.Parts; ++P)
      Result.Vector[P] = Result.Vector[0];
  Values[&L] = Result;
}

/// Of each lane's vector the first elements, as many as the type has.
Value *Packetiser::firstOfEach(Value *Wide, Type *From, Type *To) {
  if (From == To)
    return Wide;
  const unsigned All = cast<FixedVectorType>(From)->getNumElements();
  const unsigned Wanted = To->isVectorTy() ? cast<FixedVectorType>(To)->getNumElements() : 1;
  SmallVector<int, 64> Pick;
  for (unsigned L = 0; L < Plan.Lanes; ++L)
    for (unsigned I = 0; I < Wanted; ++I)
      Pick.push_back(int(L * All + I));
  return B.CreateShuffleVector(Wide, Pick);
}

Value *Packetiser::loadPart(LoadInst &L, unsigned Part) {
  Value *Pointer = L.getPointerOperand();
  Type *T = S.typeInMemory(L);
  Shape At = S.of(Pointer);
  Value *Mask = mayReadDeadLanes(L) ? nullptr : maskFor(L, Part);
  if (!isDense(T)) {
    if (Part == 0)
      count(L, PacketCounts::ByLane, Mask);
    return loadLanes(L, Part, Mask);
  }
  int64_t Size = int64_t(DL.getTypeAllocSize(T).getFixedValue());
  Align Known = commonAlignment(L.getAlign(), uint64_t(Size));
  Type *Wide = widen(T);
  bool IsBackward = At.isLinear() && At.Stride == -Size && !T->isVectorTy();
  if (At.isLinear() && (At.Stride == Size || IsBackward)) {
    if (Part == 0)
      count(L, IsBackward ? PacketCounts::Reversed : PacketCounts::Contiguous, Mask);
    Value *Address = scalar(Pointer, Part);
    if (IsBackward)
      Address = addStride(B, Address, -Size * int64_t(Plan.Lanes - 1));
    Value *Row = Mask && !IsBackward ? privateRow(Pointer, T, Part, Mask) : nullptr;
    Instruction *Load;
    if (!Mask || Row)
      Load = B.CreateAlignedLoad(Wide, Row ? Row : Address, Known, L.getName());
    else
      Load = B.CreateMaskedLoad(Wide, Address, Known, IsBackward ? reverse(Mask) : maskLike(Mask, T));
    keepMetadata(Load, L);
    return IsBackward ? reverse(Load) : firstOfEach(Load, T, L.getType());
  }
  if (std::optional<RegisterTable> Table = registerTable(L, Item, Plan.Lanes); Table && T == L.getType()) {
    if (Part == 0)
      count(L, PacketCounts::InRegisters, Mask);
    return B.CreateBitCast(lookUp(*Table, Part), Wide);
  }
  if (const NearLanes *Near = NearBy.of(&L)) {
    if (Part == 0)
      count(L, PacketCounts::Near, Mask);
    return loadNear(L, *Near, Part, Mask);
  }
  if (Part == 0)
    count(L, indexedType(T, Pointer, true) || isGatheredInWords(L, T) ? PacketCounts::Indexed : PacketCounts::ByLane,
          Mask);
  if (const ScaledLanes *Lanes = Scaled.of(&L))
    return accessScaled(L, *Lanes, Part, Mask, [&] { return loadApart(L, Part, Mask); });
  return loadApart(L, Part, Mask);
}

/// Of lanes that are anywhere.
Value *Packetiser::loadApart(LoadInst &L, unsigned Part, Value *Mask) {
  Value *Pointer = L.getPointerOperand();
  Type *T = S.typeInMemory(L), *Wide = widen(T);
  FixedVectorType *Moved = indexedType(T, Pointer, true);
  const bool InWords = !Moved && isGatheredInWords(L, T);
  if (!Moved && !InWords)
    return loadLanes(L, Part, Mask);
  if (InWords)
    return gatherInWords(L, T, Part, Mask);
  const Align Known = commonAlignment(L.getAlign(), DL.getTypeAllocSize(T));
  Instruction *Gather = B.CreateMaskedGather(Moved, lanePointers(Pointer, Part), Known, Mask);
  keepMetadata(Gather, L);
  return firstOfEach(B.CreateBitCast(Gather, Wide), T, L.getType());
}

/// Lane by lane: dead lanes read a spare variable, which is zero: arithmetic on whatever is in a register may be on
/// denormal numbers, which takes some processors a hundred cycles. What no register holds is read as the element that
/// it is of, and as a number if there are such.
Value *Packetiser::loadLanes(LoadInst &L, unsigned Part, Value *Mask) {
  Type *Whole = S.typeInMemory(L), *T = Whole;
  if (const uint64_t Bits = DL.getTypeSizeInBits(Whole); Whole != L.getType() && Bits <= 64 && isPowerOf2_64(Bits))
    T = B.getIntNTy(unsigned(Bits));
  Value *Pointer = L.getPointerOperand(), *Wide = PoisonValue::get(widen(T));
  Value *Spare = Mask ? spareOf(L, T, L.getAlign()) : nullptr;
  auto Addresses = anyLaneAddresses(Pointer, Part, Mask, Spare);
  SmallVector<Value *, 8> Vectors;
  for (unsigned I = 0; I < Plan.Lanes; ++I) {
    LoadInst *Load = B.CreateAlignedLoad(T, Addresses[I], L.getAlign());
    if (!Mask)
      keepMetadata(Load, L);
    if (T->isVectorTy())
      Vectors.push_back(Load);
    else
      Wide = insertLane(Wide, Load, T, I);
  }
  Wide = T->isVectorTy() ? joinLanes(Vectors) : B.CreateBitCast(Wide, widen(Whole));
  return firstOfEach(Wide, Whole, L.getType());
}

bool Packetiser::emitStore(StoreInst &St) {
  if (!widen(St.getValueOperand()->getType()))
    return refuse("a store of a value without a vector type");
  if (!St.isSimple())
    return emitVolatile(St);
  if (isUniform(St.getPointerOperand())) {
    emitUniformStore(St);
    return true;
  }
  if (emitGrouped(St))
    return true;
  for (unsigned P = 0; P < Plan.Parts; ++P)
    storePart(St, P);
  return true;
}

/// The last active lane's value stays.
void Packetiser::emitUniformStore(StoreInst &St) {
  Value *Stored = St.getValueOperand(), *Pointer = St.getPointerOperand();
  const BasicBlock *BB = St.getParent();
  countUniform(St);
  auto Store = [&](Value *V, Value *Address) { keepMetadata(B.CreateAlignedStore(V, Address, St.getAlign()), St); };
  if (Plan.PartDim == 1 && isPartDependent(Pointer)) {
    for (unsigned P = 0; P < Plan.Parts; ++P)
      ifAny(blockMaskOf(BB, P), [&] { Store(lastLane(Stored, P, blockMaskOf(BB, P)), scalar(Pointer, P)); });
    return;
  }
  Value *Last = nullptr;
  for (unsigned P = 0; P < Plan.Parts; ++P) {
    Value *Mask = blockMaskOf(BB, P), *Here = lastLane(Stored, P, Mask);
    Last = !Last || !Mask || Last == Here ? Here : B.CreateSelect(anyLane(Mask), Here, Last);
  }
  Value *Address = scalar(Pointer, 0);
  ifAny(isUnskipped(St) ? maskOfAllParts(BB) : nullptr, [&] { Store(Last, Address); });
}

void Packetiser::storePart(StoreInst &St, unsigned Part) {
  Value *Pointer = St.getPointerOperand(), *Stored = St.getValueOperand();
  Type *T = Stored->getType();
  Shape At = S.of(Pointer);
  Value *Mask = blockMaskOf(St.getParent(), Part);
  if (!isDense(T)) {
    if (Part == 0)
      count(St, PacketCounts::ByLane, Mask);
    return storeLanes(St, Part, Mask);
  }
  int64_t Size = int64_t(DL.getTypeAllocSize(T).getFixedValue());
  Align Known = commonAlignment(St.getAlign(), uint64_t(Size));
  bool IsBackward = At.isLinear() && At.Stride == -Size && !T->isVectorTy();
  if (At.isLinear() && (At.Stride == Size || IsBackward)) {
    if (Part == 0)
      count(St, IsBackward ? PacketCounts::Reversed : PacketCounts::Contiguous, Mask);
    Value *Address = scalar(Pointer, Part), *Wide = vector(Stored, Part);
    if (IsBackward) {
      Address = addStride(B, Address, -Size * int64_t(Plan.Lanes - 1));
      Wide = reverse(Wide);
    }
    Value *Row = Mask && !IsBackward ? privateRow(Pointer, T, Part, Mask) : nullptr;
    if (Row) {
      // Processors forward masked stores to later loads late, or not at all; without the freeze LLVM makes one of this.
      LoadInst *Old = B.CreateAlignedLoad(Wide->getType(), Row, Known);
      keepMetadata(Old, St);
      Wide = B.CreateSelect(maskLike(Mask, T), Wide, B.CreateFreeze(Old));
    }
    if (!Mask || Row)
      keepMetadata(B.CreateAlignedStore(Wide, Row ? Row : Address, Known), St);
    else
      keepMetadata(B.CreateMaskedStore(Wide, Address, Known, IsBackward ? reverse(Mask) : maskLike(Mask, T)), St);
    return;
  }
  const NearLanes *Near = NearBy.of(&St);
  if (Part == 0)
    count(St,
          Near                             ? PacketCounts::Near
          : indexedType(T, Pointer, false) ? PacketCounts::Indexed
                                           : PacketCounts::ByLane,
          Mask);
  if (Near) {
    storeNear(St, *Near, Part, Mask);
  } else if (const ScaledLanes *Lanes = Scaled.of(&St)) {
    accessScaled(St, *Lanes, Part, Mask, [&]() -> Value * {
      storeApart(St, Part, Mask);
      return nullptr;
    });
  } else {
    storeApart(St, Part, Mask);
  }
}

/// Of lanes that are anywhere.
void Packetiser::storeApart(StoreInst &St, unsigned Part, Value *Mask) {
  Value *Pointer = St.getPointerOperand(), *Stored = St.getValueOperand();
  FixedVectorType *Moved = indexedType(Stored->getType(), Pointer, false);
  if (!Moved)
    return storeLanes(St, Part, Mask);
  const Align Known = commonAlignment(St.getAlign(), DL.getTypeAllocSize(Stored->getType()));
  Value *Numbers = B.CreateBitCast(vector(Stored, Part), Moved);
  keepMetadata(B.CreateMaskedScatter(Numbers, lanePointers(Pointer, Part), Known, Mask), St);
}

/// Lane by lane: dead lanes write a spare variable.
void Packetiser::storeLanes(StoreInst &St, unsigned Part, Value *Mask) {
  Value *Stored = St.getValueOperand(), *Pointer = St.getPointerOperand();
  Value *Spare = Mask ? spareOf(St, Stored->getType(), St.getAlign()) : nullptr;
  auto Addresses = anyLaneAddresses(Pointer, Part, Mask, Spare);
  for (unsigned I = 0; I < Plan.Lanes; ++I) {
    Instruction *Store = B.CreateAlignedStore(lane(Stored, Part, I), Addresses[I], St.getAlign());
    if (!Mask)
      keepMetadata(Store, St);
  }
}

} // namespace weft::spmd
