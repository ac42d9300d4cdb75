// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/remarks.h"
#include "compiler/spmd/analysis/divergence.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/CFG.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace weft::spmd {

using NamedNumber = std::pair<const char *, PacketCounts::Number>;

/// "; NAME: 2 THIS, 1 THAT (1 masked)" of the numbers that are not zero.
static std::string list(const char *Name, ArrayRef<NamedNumber> Numbers) {
  std::string Text;
  raw_string_ostream Out(Text);
  for (auto [What, N] : Numbers) {
    if (N.All == 0)
      continue;
    Out << (Text.empty() ? "; " : ", ");
    if (Text == "; ")
      Out << Name << ": ";
    Out << N.All << " " << What;
    if (N.Masked > 0)
      Out << " (" << N.Masked << " masked)";
  }
  return Text;
}

static std::string listAccesses(const char *Name, const char *Indexed,
                                const std::array<PacketCounts::Number, PacketCounts::NumAccesses> &Accesses) {
  const char *const Names[] = {"uniform", "contiguous", "reversed",     "strided",
                               "near",    Indexed,      "in registers", "lane by lane"};
  static_assert(std::size(Names) == PacketCounts::NumAccesses);
  SmallVector<NamedNumber, PacketCounts::NumAccesses> Numbers;
  for (auto [What, N] : zip(Names, Accesses))
    Numbers.push_back({What, N});
  return list(Name, Numbers);
}

std::string describeCounts(const PacketCounts &Counts) {
  auto Named = [](unsigned N, const char *One, const char *Many) { return NamedNumber(N == 1 ? One : Many, {N, 0}); };
  return listAccesses("loads", "gathered", Counts.Loads) + listAccesses("stores", "scattered", Counts.Stores) +
         list("once for all lanes", Named(Counts.CombinedAtomics, "atomic", "atomics")) +
         list("lane by lane", {Named(Counts.LaneCalls, "call", "calls"), Named(Counts.LaneAtomics, "atomic", "atomics"),
                               Named(Counts.LaneOperations, "operation", "operations")});
}

namespace {

/// Why a condition differs between lanes: what its value is made from.
class Sources {
public:
  explicit Sources(const Divergence &D) : D(D) {}

  void add(const Use &U) {
    if (!D.isDivergentUse(U))
      return;
    if (!D.isDivergent(U.get()))
      FromIterations = true;
    else if (Seen.insert(U.get()).second)
      add(*U.get());
  }

  std::string text() const {
    SmallVector<StringRef, 6> Names;
    for (auto [Is, Name] :
         {std::pair(FromIds, "ids"), std::pair(FromMemory, "memory"), std::pair(FromAtomics, "atomics"),
          std::pair(FromCalls, "calls"), std::pair(FromWays, "the way taken"),
          std::pair(FromIterations, "the iterations of an inner loop")})
      if (Is)
        Names.push_back(Name);
    return join(Names, " and ");
  }

private:
  void add(const Value &V) {
    const auto *I = dyn_cast<Instruction>(&V);
    if (!I)
      FromIds = true;
    else if (isa<LoadInst, AllocaInst>(I))
      FromMemory = true;
    else if (I->isAtomic())
      FromAtomics = true;
    else if (isa<CallInst>(I) && I->mayReadOrWriteMemory())
      FromCalls = true;
    else {
      // A phi of values that are the same for all lanes: they come by different ways.
      if (isa<PHINode>(I) && none_of(I->operands(), [&](const Use &U) { return D.isDivergentUse(U); }))
        FromWays = true;
      for (const Use &U : I->operands())
        add(U);
    }
  }

  const Divergence &D;
  SmallPtrSet<const Value *, 16> Seen;
  bool FromIds = false, FromMemory = false, FromAtomics = false, FromCalls = false, FromWays = false,
       FromIterations = false;
};

class LoopDescriber {
public:
  LoopDescriber(Function &Item, unsigned Ids) : D(Item, Ids), DT(Item), PDT(Item), Loops(DT) {
    for (BasicBlock &BB : Item)
      if (D.hasDivergentTerminator(BB))
        Divergent.push_back(&BB);
    describe(reverse(Loops.getTopLevelLoops()), ""); // they are in reverse, inner ones are not
  }

  SmallVector<std::string, 4> Lines;

private:
  template <typename Range> void describe(Range &&Siblings, const std::string &Prefix) {
    for (auto [Index, L] : enumerate(Siblings)) {
      std::string Number = Prefix + std::to_string(Index + 1);
      Lines.push_back("loop " + Number + place(*L) + ": " + kind(*L));
      describe(L->getSubLoops(), Number + ".");
    }
  }

  static std::string place(const Loop &L) {
    DebugLoc At = L.getStartLoc();
    if (!At)
      return "";
    return (" (" + sys::path::filename(At->getFilename()) + ":" + Twine(At.getLine()) + ")").str();
  }

  /// Not all lanes come to it, whatever they do then.
  bool isMasked(const Loop &L) const {
    return any_of(Divergent, [&](const BasicBlock *BB) {
      return !L.contains(BB) && !PDT.dominates(L.getHeader(), BB) &&
             isPotentiallyReachable(BB, L.getHeader(), nullptr, &DT, &Loops);
    });
  }

  static std::string conditionKind(const Value &V) {
    const auto *Compare = dyn_cast<CmpInst>(&V);
    if (!Compare)
      return "condition";
    Type *T = Compare->getOperand(0)->getType();
    std::string Name;
    raw_string_ostream Out(Name);
    Out << "comparison of ";
    if (T->isPointerTy())
      Out << "pointers";
    else
      Out << *T;
    return Name;
  }

  std::string kind(const Loop &L) const {
    SmallVector<BasicBlock *, 4> Exiting;
    L.getExitingBlocks(Exiting);
    SmallVector<std::string, 2> Conditions;
    auto Add = [&](const BasicBlock *BB, const std::string &By) {
      const Instruction *End = BB->getTerminator();
      std::string Text = (isa<SwitchInst>(End) ? "switch" : conditionKind(*End->getOperand(0))) + ", by " + By;
      if (!is_contained(Conditions, Text))
        Conditions.push_back(Text);
    };
    for (const BasicBlock *BB : Exiting) {
      if (!D.hasDivergentTerminator(*BB))
        continue;
      Sources From(D);
      From.add(BB->getTerminator()->getOperandUse(0));
      Add(BB, From.text());
    }
    if (Conditions.empty() && D.hasDivergentExit(*L.getHeader())) // each is the same for all who come to it
      for (const BasicBlock *BB : Exiting)
        if (succ_size(BB) > 1)
          Add(BB, "the way taken");
    std::string Masked = isMasked(L) ? ", under a mask" : "";
    return Conditions.empty() ? "uniform" + Masked : "divergent" + Masked + ": " + join(Conditions, "; ");
  }

  Divergence D;
  DominatorTree DT;
  PostDominatorTree PDT;
  LoopInfo Loops;
  SmallVector<const BasicBlock *, 8> Divergent;
};

} // namespace

SmallVector<std::string, 4> describeLoops(Function &Item, unsigned Ids) {
  return LoopDescriber(Item, Ids).Lines;
}

} // namespace weft::spmd
