// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Groups by runs (access_groups.h). A run fits into the 128 bits that shuffles of every width handle by themselves:
// vectors of so many lanes' runs side by side are transposed in each of these at once, by interleaving, one instruction
// for each vector and step. That of the runs of lanes q n + j, for all q, stands for place j then; n is a run's length.
//
// Runs of the size of a number are gathered as such where the processor is quick at it, and taken apart. Otherwise dead
// lanes read and write a spare run.

#include "compiler/ir/machine.h"
#include "compiler/spmd/packet/packetiser.h"

using namespace llvm;

namespace weft::spmd {

/// Where a lane's run is. `Anywhere`: each lane's address of the access that the group is at, where lanes have no
/// stride.
Value *Packetiser::runAddress(const AccessGroup &G, unsigned Part, unsigned Lane, Value *Mask,
                              ArrayRef<Value *> Anywhere) {
  Value *Address = G.Stride ? groupAddress(G, Part, int64_t(Lane) * G.Stride * G.Size)
                            : addStride(B, Anywhere[Lane], -int64_t(G.placeOf(G.where())) * G.Size);
  if (!Mask)
    return Address;
  Value *Spare = spareOf(*G.where(), FixedVectorType::get(elementType(G), G.Run), Align(1));
  return B.CreateSelect(B.CreateExtractElement(Mask, Lane), Address, Spare);
}

SmallVector<Value *, 16> Packetiser::anywhereOf(const AccessGroup &G, unsigned Part) {
  if (G.Stride)
    return {};
  return anyLaneAddresses(getLoadStorePointerOperand(G.where()), Part, nullptr, nullptr);
}

/// As many vectors as a run has elements; each step interleaves the first half of them with the second.
void Packetiser::transpose(MutableArrayRef<Value *> Runs) {
  unsigned N = unsigned(Runs.size());
  SmallVector<int, 64> Low, High;
  for (unsigned Start = 0; Start < Plan.Lanes; Start += N)
    for (unsigned I = 0; I < N; ++I) {
      Low.push_back(int(Start + I / 2 + I % 2 * Plan.Lanes));
      High.push_back(Low.back() + int(N / 2));
    }
  for (unsigned Step = 1; Step < N; Step *= 2) {
    SmallVector<Value *, 16> Old(Runs);
    for (unsigned I = 0; I < N; ++I)
      Runs[I] = B.CreateShuffleVector(Old[I / 2], Old[I / 2 + N / 2], I % 2 ? High : Low);
  }
}

/// What a gather of the group's runs moves; null where they are loaded one by one.
FixedVectorType *Packetiser::gatheredRuns(const AccessGroup &G) {
  const unsigned Bits = 8 * G.Run * unsigned(G.Size);
  if ((Bits != 32 && Bits != 64) || !machineOf(*Out).GathersShortVectors ||
      S.elementMajor(getLoadStorePointerOperand(G.where())))
    return nullptr;
  auto *T = FixedVectorType::get(B.getIntNTy(Bits), Plan.Lanes);
  return canGather(T, TTI) ? T : nullptr;
}

void Packetiser::gatherRuns(const AccessGroup &G, FixedVectorType *T, unsigned Part, Value *Mask) {
  const int64_t Before = -int64_t(G.placeOf(G.where())) * G.Size;
  Value *Pointers = G.Stride ? spread(B, groupAddress(G, Part, 0), int64_t(G.Stride) * G.Size)
                             : B.CreateGEP(B.getInt8Ty(), lanePointers(getLoadStorePointerOperand(G.where()), Part),
                                           B.getInt64(uint64_t(Before)));
  Align Known = commonAlignment(cast<LoadInst>(G.where())->getAlign(), uint64_t(G.Size));
  Instruction *Gather = B.CreateMaskedGather(T, Pointers, Known, Mask);
  if (!Mask)
    keepGroupMetadata(Gather, G);
  Value *Runs = B.CreateBitCast(Gather, FixedVectorType::get(elementType(G), G.Run * Plan.Lanes));
  for (auto [I, Place] : zip(G.Members, G.Places)) {
    SmallVector<int, 64> Members;
    for (unsigned Lane = 0; Lane < Plan.Lanes; ++Lane)
      Members.push_back(int(Lane * G.Run + Place));
    Values[I].Vector[Part] = B.CreateBitCast(B.CreateShuffleVector(Runs, Members), widen(I->getType()));
  }
}

void Packetiser::emitRunLoads(const AccessGroup &G) {
  Type *Run = FixedVectorType::get(elementType(G), G.Run);
  FixedVectorType *Gathered = gatheredRuns(G);
  Align Known = commonAlignment(cast<LoadInst>(G.where())->getAlign(), uint64_t(G.Size));
  for (unsigned P = 0, N = vectorParts(G.where()); P < N; ++P) {
    Value *Mask = beginGroup(G, P);
    if (Gathered) {
      gatherRuns(G, Gathered, P, Mask);
      continue;
    }
    const SmallVector<Value *, 16> Anywhere = anywhereOf(G, P);
    SmallVector<Value *, 16> Runs;
    for (unsigned J = 0; J < G.Run; ++J) {
      SmallVector<Value *, 8> Chunks;
      for (unsigned Lane = J; Lane < Plan.Lanes; Lane += G.Run) {
        LoadInst *Load = B.CreateAlignedLoad(Run, runAddress(G, P, Lane, Mask, Anywhere), Known);
        if (!Mask)
          keepGroupMetadata(Load, G);
        Chunks.push_back(Load);
      }
      Runs.push_back(joinLanes(Chunks));
    }
    transpose(Runs);
    for (auto [I, Place] : zip(G.Members, G.Places))
      Values[I].Vector[P] = B.CreateBitCast(Runs[Place], widen(I->getType()));
  }
}

void Packetiser::emitRunStores(const AccessGroup &G) {
  Type *Whole = FixedVectorType::get(elementType(G), Plan.Lanes);
  Align Known = commonAlignment(cast<StoreInst>(G.where())->getAlign(), uint64_t(G.Size));
  for (unsigned P = 0; P < Plan.Parts; ++P) {
    Value *Mask = beginGroup(G, P);
    SmallVector<Value *, 16> Runs(G.Run);
    for (auto [I, Place] : zip(G.Members, G.Places))
      Runs[Place] = B.CreateBitCast(vector(cast<StoreInst>(I)->getValueOperand(), P), Whole);
    transpose(Runs);
    const SmallVector<Value *, 16> Anywhere = anywhereOf(G, P);
    for (unsigned Lane = 0; Lane < Plan.Lanes; ++Lane) {
      SmallVector<int, 16> Elements;
      for (unsigned I = 0; I < G.Run; ++I)
        Elements.push_back(int(Lane / G.Run * G.Run + I));
      Instruction *Store = B.CreateAlignedStore(B.CreateShuffleVector(Runs[Lane % G.Run], Elements),
                                                runAddress(G, P, Lane, Mask, Anywhere), Known);
      if (!Mask)
        keepGroupMetadata(Store, G);
    }
  }
}

} // namespace weft::spmd
