// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/checks/undefined.h"
#include "compiler/checks/source_names.h"
#include "compiler/ir/names.h"
#include "compiler/library/link.h"

#include "compiler/checks/source_places.h"
#include "compiler/library/undefined_symbols.h"
#include "compiler/opencl/passes.h"

#include <clang/Basic/SourceManager.h>
#include <optional>

using namespace clang;

namespace weft {

namespace {

class PlaceNotes final : public ASTConsumer {
public:
  explicit PlaceNotes(const CodeGenAction &Action) : Action(Action) {}

  void HandleTranslationUnit(ASTContext &Context) override {
    CodeGenerator *Made = Action.getCodeGenerator();
    llvm::Module *M = Made ? Made->GetModule() : nullptr;
    if (!M || Context.getDiagnostics().hasErrorOccurred())
      return;
    for (llvm::GlobalObject &Symbol : M->global_objects()) {
      const auto *F = dyn_cast<llvm::Function>(&Symbol);
      if (!Symbol.isDeclaration() || Symbol.use_empty() || (F && F->isIntrinsic()))
        continue;
      const Decl *Named = Made->GetDeclForMangledName(Symbol.getName());
      if (Named ? !isPrograms(Context, *Named) : !isBuiltin(Context, Symbol.getName()))
        continue;
      SourceLocation At = Named ? places(Context).find(Named) : places(Context).findBuiltin(Symbol.getName());
      if (At.isInvalid() && Named)
        At = Named->getLocation();
      if (std::string Place = placeOf(Context, At); !Place.empty())
        note(Symbol, Place);
    }
    for (llvm::CallBase *Call : callsOfConstructors(*M)) {
      const Decl *Named = Made->GetDeclForMangledName(Call->getCalledFunction()->getName());
      if (!Named)
        continue;
      SourceLocation At = places(Context).find(declarationOf(*Made, *Call->getFunction()), Named);
      if (At.isInvalid()) // a member's initialiser stands in no function
        At = places(Context).find(Named);
      if (std::string Place = placeOf(Context, At); !Place.empty())
        Call->addFnAttr(llvm::Attribute::get(M->getContext(), PlaceAttribute, Place));
    }
  }

private:
  /// Made where it is asked for: most programs have nothing to note.
  const SourcePlaces &places(ASTContext &Context) {
    if (!Places)
      Places.emplace(Context);
    return *Places;
  }

  static PresumedLoc presumed(ASTContext &Context, SourceLocation At) {
    const SourceManager &Sources = Context.getSourceManager();
    return Sources.getPresumedLoc(Sources.getExpansionLoc(At));
  }

  /// OpenCL's functions are declared by Clang, without a place, or in the prelude. Functions behind Clang's own
  /// builtins have no place either.
  static bool isPrograms(ASTContext &Context, const Decl &D) {
    if (D.getLocation().isInvalid() || D.isImplicit())
      return false;
    const PresumedLoc At = presumed(Context, D.getLocation());
    return At.isValid() && llvm::StringRef(At.getFilename()) != PreludePath;
  }

  /// Functions that Clang calls for its own builtins have no declaration.
  static bool isBuiltin(ASTContext &Context, llvm::StringRef LibraryName) {
    return Context.Idents.find(("__builtin_" + LibraryName).str()) != Context.Idents.end();
  }

  static std::string placeOf(ASTContext &Context, SourceLocation At) {
    if (At.isInvalid())
      return {};
    const PresumedLoc Place = presumed(Context, At);
    if (Place.isInvalid())
      return {};
    return std::string(Place.getFilename()) + ":" + std::to_string(Place.getLine()) + ":" +
           std::to_string(Place.getColumn());
  }

  static void note(llvm::GlobalObject &Symbol, const std::string &Place) {
    if (auto *F = dyn_cast<llvm::Function>(&Symbol))
      F->addFnAttr(PlaceAttribute, Place);
    else
      cast<llvm::GlobalVariable>(Symbol).addAttribute(PlaceAttribute, Place);
  }

  const CodeGenAction &Action;
  std::optional<SourcePlaces> Places;
};

} // namespace

std::unique_ptr<ASTConsumer> makePlaceNotes(const CodeGenAction &Action) {
  return std::make_unique<PlaceNotes>(Action);
}

} // namespace weft
