// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/tool_passes.h"
#include "compiler/ir/markers.h"
#include "compiler/ir/names.h"
#include "compiler/spmd/analysis/divergence.h"
#include "compiler/spmd/analysis/verify.h"
#include "compiler/spmd/item/active_lanes.h"
#include "compiler/spmd/item/extensions.h"
#include "compiler/spmd/linear/linearise.h"
#include "compiler/spmd/range/clip.h"
#include "compiler/spmd/range/counters.h"
#include "compiler/spmd/range/segments.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace weft::spmd {

SmallVector<Function *, 4> itemFunctions(Module &M) {
  SmallVector<Function *, 4> Items;
  for (Function &F : M)
    if (!F.isDeclaration() && any_of(F.args(), [](const Argument &A) { return idDimension(A).has_value(); }))
      Items.push_back(&F);
  return Items;
}

unsigned varyingIds(const Function &Item) {
  return Item.getFnAttribute(VaryingAttribute).getValueAsString() == "xy" ? VaryingXY : VaryingX;
}

bool toolDivergence(PassState &State) {
  MDNode *Empty = MDNode::get(State.M.getContext(), {});
  for (Function *Item : itemFunctions(State.M)) {
    Divergence D(*Item, varyingIds(*Item));
    for (Instruction &I : instructions(Item)) {
      if (I.isTerminator() ? D.hasDivergentTerminator(*I.getParent()) : D.isDivergent(&I))
        I.setMetadata(DivergentMark, Empty);
      if (any_of(I.operands(), [&](const Use &U) { return D.isDivergentUse(U) && !D.isDivergent(U.get()); }))
        I.setMetadata(DivergentUseMark, Empty);
    }
  }
  return true;
}

static bool forEachItem(Module &M, std::string &Error, bool (*Step)(Function &, unsigned, std::string &)) {
  for (Function *Item : itemFunctions(M)) {
    std::string WhyNot;
    if (!Step(*Item, varyingIds(*Item), WhyNot)) {
      Error = (Item->getName() + ": " + WhyNot).str();
      return false;
    }
  }
  return true;
}

bool toolExtensions(PassState &State) {
  for (Function *Item : itemFunctions(State.M))
    restoreExtensions(*Item);
  return true;
}

/// Gives a function that was made, if it was, a name by which tests find it.
static void publish(Function *F, const Twine &Name) {
  if (!F)
    return;
  F->setName(Name);
  F->setLinkage(GlobalValue::ExternalLinkage);
}

bool toolCounters(PassState &State) {
  for (Function *Item : itemFunctions(State.M))
    if (std::optional<WideCounters> W = widenCounters(*Item, State.TM, !Item->hasFnAttribute(NoGuardAttribute))) {
      publish(W->Body, Item->getName() + ".wide");
      publish(W->Holds, Item->getName() + ".wide.counts");
    }
  return true;
}

bool toolClip(PassState &State) {
  for (Function *Item : itemFunctions(State.M))
    if (std::optional<Clip> C = clipItem(*Item, State.TM)) {
      publish(C->Range, Item->getName() + ".range");
      publish(C->Inner, Item->getName() + ".inner");
      publish(C->Below, Item->getName() + ".below");
      publish(C->Above, Item->getName() + ".above");
    }
  return true;
}

bool toolSegments(PassState &State) {
  for (Function *Item : itemFunctions(State.M))
    if (std::optional<Segments> S = segmentItem(*Item, State.TM)) {
      S->Inner->setLinkage(GlobalValue::ExternalLinkage);
      S->Find->setLinkage(GlobalValue::ExternalLinkage);
    }
  return true;
}

bool toolActive(PassState &State) {
  for (Function *Item : itemFunctions(State.M))
    if (Function *Query = createActiveQuery(*Item))
      Query->setLinkage(GlobalValue::ExternalLinkage);
  return true;
}

bool toolCanonicalise(PassState &State) {
  return forEachItem(State.M, State.Error, canonicalise);
}

bool toolLinearise(PassState &State) {
  return forEachItem(State.M, State.Error, linearise) &&
         (!verifies(State.Options.spmd) || forEachItem(State.M, State.Error, verifyLinearised));
}

bool toolVerify(PassState &State) {
  for (Function *Item : itemFunctions(State.M)) {
    std::string WhyNot;
    if (!verifyLinearised(*Item, varyingIds(*Item), WhyNot))
      Item->addFnAttr(VerifyAttribute, WhyNot);
  }
  return true;
}

bool toolVerifyPackets(PassState &State) {
  SmallVector<Function *, 4> Items = itemFunctions(State.M);
  for (Function &F : State.M) {
    std::string WhyNot;
    if (!F.isDeclaration() && !is_contained(Items, &F) && !verifyPacket(F, WhyNot))
      F.addFnAttr(VerifyAttribute, WhyNot);
  }
  return true;
}

} // namespace weft::spmd
