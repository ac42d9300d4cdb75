// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/spmd/packetise.h"
#include "compiler/spmd/shapes.h"
#include "compiler/spmd/tool_passes.h"

#include "llvm/IR/InstIterator.h"

using namespace llvm;

namespace weft::spmd {

bool toolShapes(Module &M, std::string &) {
  for (Function *Item : itemFunctions(M)) {
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

static bool parsePlan(StringRef Text, PacketPlan &Plan) {
  SmallVector<StringRef, 4> Words;
  Text.split(Words, ',');
  if (Words.size() < 3 || Words.size() > 4 || Words[0].getAsInteger(10, Plan.Lanes) ||
      Words[1].getAsInteger(10, Plan.Parts) || Words[2].getAsInteger(10, Plan.PartDim))
    return false;
  Plan.Masked = Words.size() == 4;
  return !Plan.Masked || Words[3] == "masked";
}

static bool makePackets(Function &Item, TargetMachine &TM, std::string &Error) {
  TargetTransformInfo TTI = TM.getTargetTransformInfo(Item);
  SmallVector<StringRef, 16> Texts;
  Item.getFnAttribute("weft.plan").getValueAsString().split(Texts, ';');
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
      Item.addFnAttr("weft.refused", WhyNot);
      continue;
    }
    Packet->removeFnAttr("weft.plan");
    Packet->setLinkage(GlobalValue::ExternalLinkage);
    Packet->setName(Item.getName() + ".packet." + Suffix);
    if (Function *Guard = createGuard(Item, Plan)) {
      Guard->setLinkage(GlobalValue::ExternalLinkage);
      Guard->setName(Item.getName() + ".guard." + Suffix);
    }
  }
  return true;
}

bool toolPacketise(Module &M, TargetMachine &TM, std::string &Error) {
  for (Function *Item : itemFunctions(M))
    if (Item->hasFnAttribute("weft.plan") && !makePackets(*Item, TM, Error))
      return false;
  return true;
}

} // namespace weft::spmd
