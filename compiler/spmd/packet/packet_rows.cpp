// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups by rows (access_groups.h). A row fits into the 128 bits that shuffles of every width handle by themselves:
// vectors of so many lanes' rows side by side are transposed in each of these at once, by interleaving, one instruction
// for each vector and step. That of the rows of lanes q n + j, for all q, stands for place j then; n is a row's length.
//
// Rows of the size of a number are gathered as such where the processor is quick at it, and taken apart. Otherwise dead
// lanes read and write a spare row.

#include "compiler/ir/machine.h"
#include "compiler/spmd/packet/packetiser.h"

using namespace llvm;

namespace weft::spmd {

/// Where a lane's row is. `Anywhere`: each lane's address of the access that the group is at, where lanes have no
/// stride.
Value *Packetiser::rowAddress(const AccessGroup &G, unsigned Part, unsigned Lane, Value *Mask,
                              ArrayRef<Value *> Anywhere) {
  Value *Address = G.Stride ? groupAddress(G, Part, int64_t(Lane) * G.Stride * G.Size)
                            : addStride(B, Anywhere[Lane], -int64_t(G.placeOf(G.where())) * G.Size);
  if (!Mask)
    return Address;
  const SpareUse Use = isa<StoreInst>(G.where()) ? SpareUse::Written : SpareUse::Read;
  Value *Spare = spareOf(FixedVectorType::get(elementType(G), G.Row), Address->getType(), Align(1), Use);
  return B.CreateSelect(B.CreateExtractElement(Mask, Lane), Address, Spare);
}

SmallVector<Value *, 16> Packetiser::anywhereOf(const AccessGroup &G, unsigned Part) {
  if (G.Stride)
    return {};
  return anyLaneAddresses(getLoadStorePointerOperand(G.where()), Part, nullptr, nullptr);
}

/// As many vectors as a row has elements; each step interleaves the first half of them with the second.
void Packetiser::transpose(MutableArrayRef<Value *> Rows) {
  unsigned N = unsigned(Rows.size());
  SmallVector<int, 64> Low, High;
  for (unsigned Start = 0; Start < Plan.Lanes; Start += N)
    for (unsigned I = 0; I < N; ++I) {
      Low.push_back(int(Start + I / 2 + I % 2 * Plan.Lanes));
      High.push_back(Low.back() + int(N / 2));
    }
  for (unsigned Step = 1; Step < N; Step *= 2) {
    SmallVector<Value *, 16> Old(Rows);
    for (unsigned I = 0; I < N; ++I)
      Rows[I] = B.CreateShuffleVector(Old[I / 2], Old[I / 2 + N / 2], I % 2 ? High : Low);
  }
}

/// What a gather of the group's rows moves; null where they are loaded one by one.
FixedVectorType *Packetiser::gatheredRows(const AccessGroup &G) {
  const unsigned Bits = 8 * G.Row * unsigned(G.Size);
  if ((Bits != 32 && Bits != 64) || !machineOf(*Out).GathersShortVectors ||
      S.elementMajor(getLoadStorePointerOperand(G.where())))
    return nullptr;
  auto *T = FixedVectorType::get(B.getIntNTy(Bits), Plan.Lanes);
  return canGather(T, TTI) ? T : nullptr;
}

void Packetiser::gatherRows(const AccessGroup &G, FixedVectorType *T, unsigned Part, Value *Mask) {
  const int64_t Before = -int64_t(G.placeOf(G.where())) * G.Size;
  Value *Pointers = G.Stride ? spread(B, groupAddress(G, Part, 0), int64_t(G.Stride) * G.Size)
                             : B.CreateGEP(B.getInt8Ty(), lanePointers(getLoadStorePointerOperand(G.where()), Part),
                                           B.getInt64(uint64_t(Before)));
  Align Known = commonAlignment(cast<LoadInst>(G.where())->getAlign(), uint64_t(G.Size));
  Instruction *Gather = B.CreateMaskedGather(T, Pointers, Known, Mask);
  if (!Mask)
    keepGroupMetadata(Gather, G);
  Value *Rows = B.CreateBitCast(Gather, FixedVectorType::get(elementType(G), G.Row * Plan.Lanes));
  for (auto [I, Place] : zip(G.Members, G.Places)) {
    SmallVector<int, 64> Members;
    for (unsigned Lane = 0; Lane < Plan.Lanes; ++Lane)
      Members.push_back(int(Lane * G.Row + Place));
    Values[I].Vector[Part] = B.CreateBitCast(B.CreateShuffleVector(Rows, Members), widen(I->getType()));
  }
}

void Packetiser::emitRowLoads(const AccessGroup &G) {
  Type *Row = FixedVectorType::get(elementType(G), G.Row);
  FixedVectorType *Gathered = gatheredRows(G);
  Align Known = commonAlignment(cast<LoadInst>(G.where())->getAlign(), uint64_t(G.Size));
  for (unsigned P = 0, N = vectorParts(G.where()); P < N; ++P) {
    Value *Mask = beginGroup(G, P);
    if (Gathered) {
      gatherRows(G, Gathered, P, Mask);
      continue;
    }
    const SmallVector<Value *, 16> Anywhere = anywhereOf(G, P);
    SmallVector<Value *, 16> Rows;
    for (unsigned J = 0; J < G.Row; ++J) {
      SmallVector<Value *, 8> Chunks;
      for (unsigned Lane = J; Lane < Plan.Lanes; Lane += G.Row) {
        LoadInst *Load = B.CreateAlignedLoad(Row, rowAddress(G, P, Lane, Mask, Anywhere), Known);
        if (!Mask)
          keepGroupMetadata(Load, G);
        Chunks.push_back(Load);
      }
      Rows.push_back(joinLanes(Chunks));
    }
    transpose(Rows);
    for (auto [I, Place] : zip(G.Members, G.Places))
      Values[I].Vector[P] = B.CreateBitCast(Rows[Place], widen(I->getType()));
  }
}

void Packetiser::emitRowStores(const AccessGroup &G) {
  Type *Whole = FixedVectorType::get(elementType(G), Plan.Lanes);
  Align Known = commonAlignment(cast<StoreInst>(G.where())->getAlign(), uint64_t(G.Size));
  for (unsigned P = 0; P < Plan.Parts; ++P) {
    Value *Mask = beginGroup(G, P);
    SmallVector<Value *, 16> Rows(G.Row);
    for (auto [I, Place] : zip(G.Members, G.Places))
      Rows[Place] = B.CreateBitCast(vector(cast<StoreInst>(I)->getValueOperand(), P), Whole);
    transpose(Rows);
    const SmallVector<Value *, 16> Anywhere = anywhereOf(G, P);
    for (unsigned Lane = 0; Lane < Plan.Lanes; ++Lane) {
      SmallVector<int, 16> Elements;
      for (unsigned I = 0; I < G.Row; ++I)
        Elements.push_back(int(Lane / G.Row * G.Row + I));
      Instruction *Store = B.CreateAlignedStore(B.CreateShuffleVector(Rows[Lane % G.Row], Elements),
                                                rowAddress(G, P, Lane, Mask, Anywhere), Known);
      if (!Mask)
        keepGroupMetadata(Store, G);
    }
  }
}

} // namespace weft::spmd
