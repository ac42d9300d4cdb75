// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The SPMD vectoriser as a pass over the entries (docs/vectoriser.md). Read tryNest() from top to bottom. Wherever a
// step gives up, the loops over work-items stay as they are.

#include "compiler/passes/passes.h"
#include "compiler/spmd/cost.h"
#include "compiler/spmd/divergence.h"
#include "compiler/spmd/item_functions.h"
#include "compiler/spmd/item_loops.h"
#include "compiler/spmd/linearise.h"
#include "compiler/spmd/plan.h"
#include "compiler/spmd/serial.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft {

namespace {

using namespace spmd;

/// A body above this many instructions stays scalar: several copies of it would take long to compile.
constexpr unsigned LargestItem = 16384;

class Vectoriser {
public:
  Vectoriser(PassState &State, Function &Entry, StringRef Name)
      : State(State), Entry(Entry), Name(Name), TTI(State.TM.getTargetIRAnalysis().run(Entry, FAM)) {}

  void run();

private:
  bool tryNest(ItemNest &Nest, std::string &WhyNot);
  void remark(const ItemNest &Nest, const Twine &Text);

  PassState &State;
  Function &Entry;
  StringRef Name;
  FunctionAnalysisManager FAM;
  TargetTransformInfo TTI;
  SmallVector<Function *, 4> Scrap; ///< functions that end with the attempt
};

} // namespace

void Vectoriser::remark(const ItemNest &Nest, const Twine &Text) {
  if (State.Options.spmd.remarks)
    errs() << ("weft: kernel '" + Name + "' region " + Twine(Nest.Region) + ": " + Text + "\n").str();
}

bool Vectoriser::tryNest(ItemNest &Nest, std::string &WhyNot) {
  const weft_spmd &Options = State.Options.spmd;
  if (Entry.hasFnAttribute(ScalarAttribute)) {
    WhyNot = Entry.getFnAttribute(ScalarAttribute).getValueAsString().str();
    return false;
  }
  ItemFunction Item = outlineItem(Nest);
  Scrap.push_back(Item.F);
  if (Item.F->getInstructionCount() > LargestItem) {
    WhyNot = "it is too large";
    return false;
  }
  cleanItem(*Item.F, State.TM);
  Scrap.pop_back();
  hoistUniformLoads(Item, Nest);
  Scrap.push_back(Item.F);

  Plan Chosen = planItem(*Item.F, TTI, Options);
  if (!Chosen.WhyScalar.empty()) {
    WhyNot = Chosen.WhyScalar;
    return false;
  }
  std::string Costed;
  Packets P;
  P.Plan = Chosen.Packet;
  PacketPlan Masked = Chosen.Packet;
  Masked.Masked = true;
  Masked.Parts = 1;
  Masked.PartDim = 0;
  if (Options.mode == WEFT_SPMD_SERIAL) {
    Item.F->addFnAttr(Attribute::NoInline);
    Scrap.pop_back(); // the packets call it
    P.Full = serialPacket(*Item.F, P.Plan);
    Scrap.push_back(P.Full);
    if (Chosen.MaskedTail)
      Scrap.push_back(P.Masked = serialPacket(*Item.F, Masked));
  } else {
    // The item function stays as it is until all of this has succeeded.
    ValueToValueMapTy Map;
    Function *Linear = CloneFunction(Item.F, Map);
    Scrap.push_back(Linear);
    const unsigned Ids = P.Plan.PartDim == 1 ? VaryingXY : VaryingX;
    if (!canonicalise(*Linear, Ids, WhyNot) || !linearise(*Linear, Ids, WhyNot))
      return false;
    Costs Cost = compareCosts(*Item.F, *Linear, P.Plan, TTI);
    Costed = formatv(", {0:f1} of {1:f1} cycles", Cost.Packet, Cost.Scalar).str();
    if (Options.mode == WEFT_SPMD_AUTO && Cost.Packet > Cost.Scalar) {
      WhyNot = "it would not pay" + Costed;
      return false;
    }
    auto Make = [&](const PacketPlan &Plan) {
      Function *F = packetise(*Linear, Plan, TTI, WhyNot);
      if (F)
        Scrap.push_back(F);
      return F;
    };
    if (!(P.Full = Make(P.Plan)) || (Chosen.MaskedTail && !(P.Masked = Make(Masked))))
      return false;
    P.Guard = P.Masked ? createGuard(*Linear, {P.Plan, Masked}) : createGuard(*Linear, P.Plan);
    P.KeepLoads = manyUniformLoads(*Linear, P.Plan);
    if (P.Guard)
      Scrap.push_back(P.Guard);
  }
  packNest(Nest, Item, P);
  remark(Nest, Twine(P.Plan.Lanes) + " lanes, " + Twine(P.Plan.Parts) + (P.Plan.PartDim ? " parts in y" : " parts") +
                   (P.Masked ? ", masked tail" : ", scalar tail") + Costed);
  return true;
}

void Vectoriser::run() {
  for (ItemNest &Nest : findItemNests(Entry)) {
    std::string WhyNot;
    if (!tryNest(Nest, WhyNot))
      remark(Nest, "scalar: " + WhyNot);
    for (Function *F : reverse(Scrap))
      F->eraseFromParent();
    Scrap.clear();
  }
  promoteVariables(Entry);
  Entry.removeFnAttr(ScalarAttribute);
}

bool vectoriseItems(PassState &State) {
  if (!State.Options.vectorises())
    return true;
  for (const KernelLayout &Layout : State.Layouts)
    if (Function *Entry = State.M.getFunction(Layout.symbol))
      Vectoriser(State, *Entry, Layout.name).run();
  return true;
}

} // namespace weft
