// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/plan.h"
#include "compiler/ir/machine.h"
#include "compiler/spmd/analysis/divergence.h"
#include "compiler/spmd/parts.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace llvm::PatternMatch;

namespace weft::spmd {

/// Whether there are instructions for numbers of 16 bits; others compute them as floats, with conversions on both
/// sides.
static bool computesHalf(const TargetMachine &TM) {
  return TM.getMCSubtargetInfo()->checkFeatures(TM.getTargetTriple().isX86() ? "+avx512fp16" : "+fullfp16");
}

/// Elements of the longest vector that lanes have one each of.
static unsigned longestVector(Function &F) {
  Divergence D(F, VaryingX);
  unsigned Longest = 1;
  for (Instruction &I : instructions(F)) {
    Type *T = isa<StoreInst>(I) ? cast<StoreInst>(I).getValueOperand()->getType() : I.getType();
    if (auto *V = dyn_cast<FixedVectorType>(T); V && (isa<StoreInst>(I) || D.isDivergent(&I)))
      Longest = std::max(Longest, V->getNumElements());
  }
  return Longest;
}

/// Numbers that loops count: lanes have neighbours of them, which takes no vectors but for comparisons.
static SmallPtrSet<const Instruction *, 16> counters(const LoopInfo &Loops) {
  SmallPtrSet<const Instruction *, 16> Found;
  for (const Loop *L : Loops.getLoopsInPreorder())
    for (const PHINode &Phi : L->getHeader()->phis()) {
      Value *Step;
      if (!L->getLoopLatch() || !Phi.getType()->isIntegerTy())
        continue;
      auto *Next = dyn_cast<Instruction>(Phi.getIncomingValueForBlock(L->getLoopLatch()));
      if (Next && match(Next, m_c_Add(m_Specific(&Phi), m_Value(Step))) && L->isLoopInvariant(Step))
        Found.insert({&Phi, Next});
    }
  return Found;
}

/// Bits of the elements that most of the work is done in; inner loops count for their iterations. What is the same for
/// all lanes is done once.
static unsigned dominantBits(Function &F, const TargetMachine &TM) {
  const bool HasHalf = computesHalf(TM);
  Divergence D(F, VaryingX);
  DominatorTree DT(F);
  LoopInfo Loops(DT);
  const SmallPtrSet<const Instruction *, 32> Addresses = addressArithmetic(F, D);
  const SmallPtrSet<const Instruction *, 16> Counters = counters(Loops);
  double Weights[4] = {}; // of 8, 16, 32 and 64 bits
  for (Instruction &I : instructions(F)) {
    Type *T = isa<StoreInst>(I) ? cast<StoreInst>(I).getValueOperand()->getType() : I.getType();
    T = T->getScalarType();
    if (Addresses.contains(&I) || Counters.contains(&I) || isa<GetElementPtrInst>(I) || isa<AllocaInst>(I) ||
        (!isa<StoreInst>(I) && !D.isDivergent(&I)) || isa<CastInst>(I) || !(T->isIntegerTy() || T->isFloatingPointTy()))
      continue;
    unsigned Bits = T->getPrimitiveSizeInBits();
    if (T->isHalfTy() && !HasHalf && !isa<LoadInst>(I) && !isa<StoreInst>(I))
      Bits = 32;
    if (Bits < 8 || Bits > 64)
      continue;
    Weights[Log2_32_Ceil(Bits) - 3] += loopWeight(Loops.getLoopDepth(I.getParent()));
  }
  unsigned Most = 2;
  for (unsigned I = 0; I < 4; ++I)
    if (Weights[I] > Weights[Most] || (Weights[Most] == 0 && Weights[I] > 0))
      Most = I;
  return 8u << Most;
}

/// Groups of 16x16 are the most common ones of two dimensions, of 32x8 and 64x4 less so.
constexpr unsigned MostForPlane = 32;

/// More lanes than a row has work-items would be there for nothing, and each packet be a masked one; so would be more
/// parts than there are rows.
static void limitToRow(Plan &P, const RowLength &Row) {
  PacketPlan &Packet = P.Packet;
  const uint64_t Wanted = std::max<uint64_t>(FewestForRow, PowerOf2Ceil(Row.Longest));
  P.ForShortRow = Packet.Lanes > Wanted;
  Packet.Lanes = unsigned(std::min<uint64_t>(Packet.Lanes, Wanted));
  const uint64_t Room = Packet.PartDim == 1 ? llvm::bit_floor(Row.Rows) : Wanted / Packet.Lanes;
  Packet.Parts = unsigned(std::min<uint64_t>(Packet.Parts, Room));
}

Plan planItem(Function &Item, const TargetMachine &TM, const weft_spmd &Options, RowLength Row) {
  Plan P;
  // Shuffles of vectors that fill more than a few registers take long to run, and longer to compile.
  constexpr unsigned MostRegisters = 4;
  const unsigned Lanes = vectorBits(Item) / dominantBits(Item, TM);
  P.Packet.Lanes =
      Options.lanes
          ? Options.lanes
          : std::min(Lanes, std::max(4u, Lanes * MostRegisters / unsigned(PowerOf2Ceil(longestVector(Item)))));
  if (Row.Strip && !Options.lanes)
    P.Packet.Lanes = std::min(P.Packet.Lanes, Row.Strip);
  if (Row.IsOfPlane && !Options.lanes)
    P.Packet.Lanes = std::min(P.Packet.Lanes, MostForPlane);
  planParts(Item, P.Packet, Row.GoesOn && !Row.Strip);
  if (Row.Strip && P.Packet.columns() > Row.Strip)
    P.Packet.Parts = 1;
  if (Row.Longest && !Options.lanes && !Options.parts)
    limitToRow(P, Row);
  if (Options.parts)
    P.Packet.Parts = Options.parts;
  uint64_t Private = privateBytes(Item);
  auto IsTooLarge = [&] { return Private * P.Packet.Lanes * P.Packet.Parts > MostPrivateBytes; };
  while (IsTooLarge() && P.Packet.Parts > 1)
    P.Packet.Parts /= 2;
  while (IsTooLarge() && P.Packet.Lanes > 4)
    P.Packet.Lanes /= 2;
  if (IsTooLarge())
    P.WhyScalar = "too much private memory";
  if (P.Packet.Parts == 1)
    P.Packet.PartDim = 0;
  P.MaskedTail = Options.tail != WEFT_SPMD_TAIL_SCALAR;
  if (Row.Exact) {
    P.Packet.PartDim = 0;
    P.Packet.Lanes = unsigned(std::min<uint64_t>(P.Packet.Lanes, Row.Exact));
    P.Packet.Parts = unsigned(std::min<uint64_t>(P.Packet.Parts, Row.Exact / P.Packet.Lanes));
    P.MaskedTail &= Row.Exact % P.Packet.columns() != 0;
  }
  return P;
}

} // namespace weft::spmd
