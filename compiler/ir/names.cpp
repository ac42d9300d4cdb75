// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/ir/names.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace weft {

namespace {

enum class NameKind { Attribute, Metadata, Function, Functions, Kernels, Variables };

struct IrName {
  StringRef Text;
  NameKind Kind;
};

constexpr const char *Ours = "weft.";

const IrName Names[] = {
#define WEFT_IR_NAME(Constant, Text, Kind, Makers, Readers) {Text, NameKind::Kind},
#include "compiler/ir/names.def"
#undef WEFT_IR_NAME
};

bool isKnown(StringRef Text, NameKind Kind) {
  return any_of(Names, [&](const IrName &N) { return N.Kind == Kind && N.Text == Text; });
}

bool beginsAsKnown(StringRef Text, NameKind Kind) {
  return any_of(Names, [&](const IrName &N) { return N.Kind == Kind && Text.starts_with(N.Text); });
}

/// The first name that is not known.
class UnknownName {
public:
  void add(StringRef Kind, StringRef Text, bool Known) {
    if (Found.empty() && Text.starts_with(Ours) && !Known)
      Found = (Kind + " '" + Text + "'").str();
  }
  void add(const AttributeSet &Attributes) {
    for (const Attribute &A : Attributes)
      if (A.isStringAttribute())
        add("attribute", A.getKindAsString(), isKnown(A.getKindAsString(), NameKind::Attribute));
  }
  void add(const AttributeList &List) {
    for (unsigned I : List.indexes())
      add(List.getAttributes(I));
  }
  template <typename Holder> void addMetadata(const Holder &H) {
    SmallVector<std::pair<unsigned, MDNode *>, 8> All;
    H.getAllMetadata(All);
    for (auto &[Kind, Node] : All)
      add("metadata", Kinds[Kind], isKnown(Kinds[Kind], NameKind::Metadata));
  }

  SmallVector<StringRef, 64> Kinds; ///< names of the kinds of metadata
  std::string Found;
};

} // namespace

bool hasKnownNames(const Module &M, std::string &WhyNot) {
  UnknownName Unknown;
  M.getContext().getMDKindNames(Unknown.Kinds);
  for (const GlobalVariable &G : M.globals()) {
    Unknown.add("variable", G.getName(), beginsAsKnown(G.getName(), NameKind::Variables));
    Unknown.add(G.getAttributes());
  }
  for (const Function &F : M) {
    StringRef Name = F.getName();
    Unknown.add("function", Name,
                F.isDeclaration() ? isKnown(Name, NameKind::Function) || beginsAsKnown(Name, NameKind::Functions)
                                  : beginsAsKnown(Name, NameKind::Kernels));
    Unknown.add(F.getAttributes());
    Unknown.addMetadata(F);
    for (const Instruction &I : instructions(F)) {
      if (I.hasMetadataOtherThanDebugLoc())
        Unknown.addMetadata(I);
      if (const auto *Call = dyn_cast<CallBase>(&I))
        Unknown.add(Call->getAttributes());
    }
  }
  if (Unknown.Found.empty())
    return true;
  WhyNot = Unknown.Found + " is not in ir/names.def\n";
  return false;
}

} // namespace weft
