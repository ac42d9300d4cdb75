// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/ir/names.h"
#include "compiler/spmd/analysis/shapes.h"
#include "compiler/spmd/analysis/verify.h"
#include "compiler/spmd/cost.h"
#include "compiler/spmd/linear/linearise.h"
#include "compiler/spmd/packet/packetise.h"
#include "compiler/spmd/plan.h"
#include "compiler/spmd/tool_passes.h"

#include "llvm/IR/InstIterator.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Transforms/Utils/Cloning.h"

using namespace llvm;

namespace weft::spmd {

bool toolShapes(PassState &State) {
  for (Function *Item : itemFunctions(State.M)) {
    Divergence D(*Item, VaryingX);
    Shapes S(*Item, D, 16);
    auto Rename = [&](Value &V) {
      Shape Of = S.of(&V);
      const char *Kind = Of.isUniform() ? ".uniform" : Of.isLinear() ? ".linear." : ".varying";
      std::string Name = V.getName().str() + Kind;
      if (Of.K == Shape::Linear)
        Name += std::to_string(Of.Stride);
      if (S.isAssumed(&V, true))
        Name += ".signed";
      if (S.isAssumed(&V, false))
        Name += ".unsigned";
      V.setName(Name);
    };
    for (Argument &A : Item->args())
      Rename(A);
    for (Instruction &I : instructions(Item))
      if (!I.getType()->isVoidTy())
        Rename(I);
  }
  return true;
}

static bool plan(Function &Item, TargetMachine &TM, const weft_spmd &Options, std::string &Error) {
  TargetTransformInfo TTI = TM.getTargetTransformInfo(Item);
  Plan Chosen = planItem(Item, TM, Options);
  const PacketPlan &P = Chosen.Packet;
  unsigned Ids = P.PartDim == 1 ? VaryingXY : VaryingX;
  ValueToValueMapTy Map;
  Function *Linear = CloneFunction(&Item, Map);
  bool Done = canonicalise(*Linear, Ids, Error) && linearise(*Linear, Ids, Error);
  if (Done) {
    Costs Cost = compareCosts(Item, *Linear, P, TTI);
    Item.addFnAttr(PlannedAttribute, formatv("{0},{1},{2}", P.Lanes, P.Parts, P.PartDim).str());
    Item.addFnAttr(PaysAttribute, Cost.Packet > Cost.Scalar ? "no" : "yes");
  }
  Linear->eraseFromParent();
  return Done;
}

bool toolPlan(PassState &State) {
  for (Function *Item : itemFunctions(State.M))
    if (!plan(*Item, State.TM, State.Options.spmd, State.Error))
      return false;
  return true;
}

static bool parsePlan(StringRef Text, PacketPlan &Plan) {
  SmallVector<StringRef, 4> Words;
  Text.split(Words, ',');
  if (Words.size() < 3 || Words.size() > 4 || Words[0].getAsInteger(10, Plan.Lanes) ||
      Words[1].getAsInteger(10, Plan.Parts) || Words[2].getAsInteger(10, Plan.PartDim))
    return false;
  Plan.Masked = Words.size() == 4;
  return !Plan.Masked || Words[3] == "masked";
}

static bool makePackets(Function &Item, TargetMachine &TM, const weft_spmd &Options, std::string &Error) {
  TargetTransformInfo TTI = TM.getTargetTransformInfo(Item);
  SmallVector<StringRef, 16> Texts;
  Item.getFnAttribute(PlanAttribute).getValueAsString().split(Texts, ';');
  for (StringRef Text : Texts) {
    PacketPlan Plan;
    if (!parsePlan(Text, Plan)) {
      Error = ("no plan: " + Text).str();
      return false;
    }
    std::string WhyNot, Suffix;
    for (char C : Text)
      Suffix += C == ',' ? '.' : C;
    Function *Packet = packetise(Item, Plan, TTI, WhyNot);
    if (!Packet) {
      Item.addFnAttr(RefusedAttribute, WhyNot);
      continue;
    }
    if (verifies(Options) && !verifyPacket(*Packet, WhyNot)) {
      Error = (Item.getName() + ": " + WhyNot).str();
      return false;
    }
    Packet->removeFnAttr(PlanAttribute);
    Packet->setLinkage(GlobalValue::ExternalLinkage);
    Packet->setName(Item.getName() + ".packet." + Suffix);
    if (Function *Guard = createGuard(Item, Plan)) {
      Guard->setLinkage(GlobalValue::ExternalLinkage);
      Guard->setName(Item.getName() + ".guard." + Suffix);
    }
  }
  return true;
}

bool toolPacketise(PassState &State) {
  for (Function *Item : itemFunctions(State.M))
    if (Item->hasFnAttribute(PlanAttribute) && !makePackets(*Item, State.TM, State.Options.spmd, State.Error))
      return false;
  return true;
}

} // namespace weft::spmd
