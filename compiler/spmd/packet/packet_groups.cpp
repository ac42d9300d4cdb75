// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grouped accesses (access_groups.h), but for those by runs (packet_runs.cpp): pieces, vectors that lie one behind the
// other, and shuffles between them and the members. As many lanes at a time as a register has elements: a shuffle of
// two registers is one instruction.
//
// Loads that no mask holds back read what lies between the first byte and the last one that lanes read. Gaps are
// shorter than a page, so what can be read on both sides of one can be read. Masked loads, and stores, touch members
// only.

#include "compiler/ir/machine.h"
#include "compiler/spmd/packet/packetiser.h"

#include "llvm/Analysis/VectorUtils.h"

using namespace llvm;

namespace weft::spmd {

namespace {

/// The elements of some lanes of a group, cut into pieces.
struct Pieces {
  Pieces(const AccessGroup &G, unsigned Lanes) : G(G), Lanes(Lanes) {
    // The last one ends with the last lane: a load may read nothing behind it, and a load of the next packet waits for
    // a store that reaches there, though a mask keeps it from writing.
    const unsigned Total = (Lanes - 1) * G.Stride + G.Span;
    for (unsigned Start = 0; Start < Total; Start += Lanes)
      Starts.push_back(std::min(Start, Total - Lanes));
  }
  unsigned pieceOf(unsigned Element) const {
    return std::min(Element / Lanes, unsigned(Starts.size()) - 1);
  }

  const AccessGroup &G;
  unsigned Lanes;
  SmallVector<unsigned, 8> Starts;
};

} // namespace

/// The numbers that an element is moved as: one, but for vectors that are longer than any.
unsigned Packetiser::numbersOf(const AccessGroup &G) {
  constexpr int64_t LargestNumber = 8;
  const bool HasVector = any_of(G.Members, [](Instruction *I) { return getLoadStoreType(I)->isVectorTy(); });
  return HasVector ? unsigned(std::max<int64_t>(1, G.Size / LargestNumber)) : 1;
}

/// The group's members as one type of number: that of all of them, or one of as many bits.
Type *Packetiser::elementType(const AccessGroup &G) {
  Type *T = getLoadStoreType(G.Members.front());
  bool Same = all_of(G.Members, [&](Instruction *I) { return getLoadStoreType(I) == T; });
  return Same && !T->isVectorTy() ? T : Type::getIntNTy(T->getContext(), unsigned(8 * G.Size) / numbersOf(G));
}

/// `Pick` names elements.
Value *Packetiser::shuffleElements(const AccessGroup &G, Value *Left, Value *Right, ArrayRef<int> Pick) {
  SmallVector<int, 64> Numbers;
  narrowShuffleMaskElts(int(numbersOf(G)), Pick, Numbers);
  return Right ? B.CreateShuffleVector(Left, Right, Numbers) : B.CreateShuffleVector(Left, Numbers);
}

unsigned Packetiser::lanesAtOnce(const AccessGroup &G) const {
  return std::min(Plan.Lanes, std::max(2u, vectorBits(Item) / unsigned(8 * G.Size)));
}

Value *Packetiser::groupMask(const AccessGroup &G, unsigned Part) {
  if (G.IsLoad && all_of(G.Members, [&](Instruction *I) { return mayReadDeadLanes(*cast<LoadInst>(I)); }))
    return nullptr;
  return G.IsLoad ? maskFor(*G.where(), Part) : blockMaskOf(G.where()->getParent(), Part);
}

/// The mask of a part's accesses; counts them once for all parts.
Value *Packetiser::beginGroup(const AccessGroup &G, unsigned Part) {
  Value *Mask = groupMask(G, Part);
  if (Part == 0)
    for (const Instruction *I : G.Members)
      count(*I, PacketCounts::Strided, Mask);
  return Mask;
}

/// Null: the access goes its own way.
const AccessGroup *Packetiser::groupOf(const Instruction &I) {
  const AccessGroup *G = Groups.of(&I);
  if (!G)
    return nullptr;
  Type *T = elementType(*G);
  bool HasPointers = any_of(
      G->Members, [&](Instruction *M) { return getLoadStoreType(M) != T && getLoadStoreType(M)->isPointerTy(); });
  if (HasPointers)
    return nullptr;
  if (G->Run)
    return G;
  bool IsFull = true;
  for (unsigned Place = 0; Place < G->Stride; ++Place)
    IsFull &= G->at(Place) != nullptr;
  bool IsMasked = groupMask(*G, 0) != nullptr;
  if (G->IsLoad ? !IsMasked : !IsMasked && IsFull)
    return G;
  auto *Wide = FixedVectorType::get(T, lanesAtOnce(*G) * numbersOf(*G));
  unsigned Space = getLoadStorePointerOperand(&I)->getType()->getPointerAddressSpace();
  Align A = getLoadStoreAlignment(const_cast<Instruction *>(&I));
  auto Kind = IsMasked ? TargetTransformInfo::VariableOrConstantMask : TargetTransformInfo::ConstantMask;
  return (G->IsLoad ? TTI.isLegalMaskedLoad(Wide, A, Space, Kind) : TTI.isLegalMaskedStore(Wide, A, Space, Kind))
             ? G
             : nullptr;
}

/// Metadata that all members agree about.
void Packetiser::keepGroupMetadata(Instruction *To, const AccessGroup &G) const {
  keepMetadata(To, *G.where());
  for (unsigned Kind : {LLVMContext::MD_alias_scope, LLVMContext::MD_noalias, LLVMContext::MD_nontemporal,
                        LLVMContext::MD_invariant_load})
    if (any_of(G.Members, [&](Instruction *I) { return I->getMetadata(Kind) != To->getMetadata(Kind); }))
      To->setMetadata(Kind, nullptr);
}

/// The lanes of a piece's elements; null for all of them. `From`: the first lane of the pieces; `First`: the first
/// element that is no other piece's.
Value *Packetiser::pieceMask(const AccessGroup &G, Value *Mask, unsigned From, unsigned Start, unsigned First,
                             unsigned Lanes) {
  SmallVector<int, 64> Pick;
  bool IsFull = true;
  for (unsigned Element = Start; Element < Start + Lanes; ++Element) {
    const bool IsMember = Element >= First && G.at(Element % G.Stride);
    IsFull &= IsMember;
    Pick.push_back(int(IsMember ? From + Element / G.Stride : Plan.Lanes));
  }
  if (!Mask) {
    if (IsFull || G.IsLoad)
      return nullptr;
    Mask = Constant::getAllOnesValue(FixedVectorType::get(B.getInt1Ty(), Plan.Lanes));
  }
  SmallVector<int, 64> Numbers;
  for (int Lane : Pick)
    Numbers.append(numbersOf(G), Lane);
  return B.CreateShuffleVector(Mask, Constant::getNullValue(Mask->getType()), Numbers);
}

/// Lanes side by side.
Value *Packetiser::joinLanes(SmallVector<Value *, 8> Chunks) {
  while (Chunks.size() > 1) {
    SmallVector<Value *, 8> Longer;
    for (unsigned I = 0; I < Chunks.size(); I += 2) {
      auto *T = cast<FixedVectorType>(Chunks[I]->getType());
      SmallVector<int, 64> All;
      for (unsigned E = 0; E < 2 * T->getNumElements(); ++E)
        All.push_back(int(E));
      Longer.push_back(B.CreateShuffleVector(Chunks[I], Chunks[I + 1], All));
    }
    Chunks = std::move(Longer);
  }
  return Chunks.front();
}

/// The bytes from the lowest member of a part's lane to the group's place.
Value *Packetiser::groupAddress(const AccessGroup &G, unsigned Part, int64_t Bytes) {
  const Instruction *Where = G.where();
  return addStride(B, scalar(getLoadStorePointerOperand(Where), Part), Bytes - int64_t(G.placeOf(Where)) * G.Size);
}

void Packetiser::emitGroupLoads(const AccessGroup &G) {
  unsigned Lanes = lanesAtOnce(G);
  Type *Wide = FixedVectorType::get(elementType(G), Lanes * numbersOf(G));
  Align Known = commonAlignment(cast<LoadInst>(G.where())->getAlign(), uint64_t(G.Size));
  const Pieces Cut(G, Lanes);
  for (unsigned P = 0, N = vectorParts(G.where()); P < N; ++P) {
    Value *Mask = beginGroup(G, P);
    SmallMapVector<unsigned, SmallVector<Value *, 8>, 4> Chunks; // by place
    for (unsigned From = 0; From < Plan.Lanes; From += Lanes) {
      SmallVector<Value *, 8> Loaded;
      for (unsigned Start : Cut.Starts) {
        Value *Address = groupAddress(G, P, (int64_t(From) * G.Stride + Start) * G.Size);
        Value *Some = pieceMask(G, Mask, From, Start, Start, Lanes);
        Instruction *Load = Some ? static_cast<Instruction *>(B.CreateMaskedLoad(Wide, Address, Known, Some))
                                 : B.CreateAlignedLoad(Wide, Address, Known);
        keepGroupMetadata(Load, G);
        Loaded.push_back(Load);
      }
      for (unsigned Place = 0; Place < G.Span; ++Place) {
        if (!G.at(Place))
          continue;
        Value *Chunk = nullptr;
        for (unsigned Piece = 0; Piece < Loaded.size(); ++Piece) {
          SmallVector<int, 64> Pick;
          bool Takes = false;
          for (unsigned I = 0; I < Lanes; ++I) {
            unsigned Element = I * G.Stride + Place, In = Cut.pieceOf(Element);
            Takes |= In == Piece;
            Pick.push_back(In == Piece  ? int((Chunk ? Lanes : 0) + Element - Cut.Starts[Piece])
                           : In < Piece ? int(I)
                                        : -1);
          }
          if (Takes)
            Chunk = Chunk ? shuffleElements(G, Chunk, Loaded[Piece], Pick)
                          : shuffleElements(G, Loaded[Piece], nullptr, Pick);
        }
        Chunks[Place].push_back(Chunk);
      }
    }
    for (auto [I, Place] : zip(G.Members, G.Places))
      Values[I].Vector[P] = B.CreateBitCast(joinLanes(Chunks[Place]), widen(I->getType()));
  }
}

void Packetiser::emitGroupStores(const AccessGroup &G) {
  unsigned Lanes = lanesAtOnce(G);
  Type *Whole = FixedVectorType::get(elementType(G), Plan.Lanes * numbersOf(G));
  Align Known = commonAlignment(cast<StoreInst>(G.where())->getAlign(), uint64_t(G.Size));
  const Pieces Cut(G, Lanes);
  for (unsigned P = 0; P < Plan.Parts; ++P) {
    Value *Mask = beginGroup(G, P);
    SmallMapVector<unsigned, Value *, 4> Stored;
    for (auto [I, Place] : zip(G.Members, G.Places))
      Stored[Place] = B.CreateBitCast(vector(cast<StoreInst>(I)->getValueOperand(), P), Whole);
    for (unsigned From = 0; From < Plan.Lanes; From += Lanes) {
      SmallVector<int, 64> ChunkLanes;
      for (unsigned I = 0; I < Lanes; ++I)
        ChunkLanes.push_back(int(From + I));
      SmallMapVector<unsigned, Value *, 4> Chunk;
      for (auto &[Place, V] : Stored)
        Chunk[Place] = Lanes == Plan.Lanes ? V : shuffleElements(G, V, nullptr, ChunkLanes);
      for (auto [Number, Start] : enumerate(Cut.Starts)) {
        Value *Piece = nullptr;
        unsigned Done = 0; // places that the piece has
        for (auto &[Place, V] : Chunk) {
          SmallVector<int, 64> Pick;
          for (unsigned Element = Start; Element < Start + Lanes; ++Element) {
            unsigned In = Element % G.Stride;
            bool Has = (Done >> In) & 1;
            Pick.push_back(In == Place ? int((Piece ? Lanes : 0) + Element / G.Stride)
                           : Has       ? int(Element - Start)
                                       : -1);
          }
          Piece = Piece ? shuffleElements(G, Piece, V, Pick) : shuffleElements(G, V, nullptr, Pick);
          Done |= 1u << Place;
        }
        Value *Address = groupAddress(G, P, (int64_t(From) * G.Stride + Start) * G.Size);
        Value *Some = pieceMask(G, Mask, From, Start, unsigned(Number) * Lanes, Lanes);
        keepGroupMetadata(Some ? static_cast<Instruction *>(B.CreateMaskedStore(Piece, Address, Known, Some))
                               : B.CreateAlignedStore(Piece, Address, Known),
                          G);
      }
    }
  }
}

/// Whether the access is one of a group; it has happened then, or will, at the group's place.
bool Packetiser::emitGrouped(Instruction &I) {
  const AccessGroup *G = groupOf(I);
  if (!G)
    return false;
  if (G->where() != &I)
    return true;
  if (G->Run)
    G->IsLoad ? emitRunLoads(*G) : emitRunStores(*G);
  else
    G->IsLoad ? emitGroupLoads(*G) : emitGroupStores(*G);
  return true;
}

} // namespace weft::spmd
