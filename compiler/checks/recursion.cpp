// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What recurses is seen in the code that Clang made: there, templates are instantiated, constant expressions evaluated
// and operands of sizeof gone. Where it stands is seen in the syntax tree.
#include "compiler/checks/recursion.h"

#include "compiler/checks/source_places.h"
#include "compiler/library/call_cycles.h"

#include <clang/Basic/Diagnostic.h>

using namespace clang;

namespace weft {

namespace {

/// What a call names, and where.
struct Place {
  const FunctionDecl *Caller = nullptr, *Callee = nullptr;
  SourceLocation At;
};

class RecursionCheck final : public ASTConsumer {
public:
  explicit RecursionCheck(const CodeGenAction &Action) : Action(Action) {}

  void HandleTranslationUnit(ASTContext &Context) override {
    CodeGenerator *Made = Action.getCodeGenerator();
    llvm::Module *M = Made ? Made->GetModule() : nullptr;
    if (!M || Context.getDiagnostics().hasErrorOccurred())
      return;
    std::vector<llvm::CallBase *> Cycle = findCallCycle(*M);
    if (!Cycle.empty())
      report(Context.getDiagnostics(), places(Context, *Made, Cycle));
  }

private:
  /// The cycle in terms of the source. Functions that Clang makes of its own, such as those of blocks, are not in it,
  /// and the two forms of a constructor or destructor are one.
  static std::vector<Place> places(ASTContext &Context, CodeGenerator &Made,
                                   const std::vector<llvm::CallBase *> &Cycle) {
    std::vector<Place> List;
    for (const llvm::CallBase *Call : Cycle)
      if (const FunctionDecl *Caller = declarationOf(Made, *Call->getFunction());
          Caller && (List.empty() || List.back().Caller != Caller))
        List.push_back({Caller, nullptr, Caller->getLocation()});
    if (List.size() > 1 && List.back().Caller == List.front().Caller)
      List.pop_back();
    const SourcePlaces Places(Context);
    for (size_t I = 0; I < List.size(); ++I) {
      List[I].Callee = List[(I + 1) % List.size()].Caller;
      if (SourceLocation At = Places.find(List[I].Caller, List[I].Callee); At.isValid())
        List[I].At = At;
    }
    return List;
  }

  static void report(DiagnosticsEngine &Diagnostics, const std::vector<Place> &Cycle) {
    const unsigned Itself = Diagnostics.getCustomDiagID(DiagnosticsEngine::Error,
                                                        "function %0 calls itself; OpenCL does not support recursion");
    const unsigned Through = Diagnostics.getCustomDiagID(
        DiagnosticsEngine::Error, "function %0 calls itself through %1; OpenCL does not support recursion");
    const unsigned Next = Diagnostics.getCustomDiagID(DiagnosticsEngine::Note, "function %0 calls %1 here");
    if (Cycle.empty())
      return; // the link names the functions
    if (Cycle.size() == 1) {
      Diagnostics.Report(Cycle.front().At, Itself) << Cycle.front().Caller;
      return;
    }
    Diagnostics.Report(Cycle.front().At, Through) << Cycle.front().Caller << Cycle.front().Callee;
    for (size_t I = 1; I < Cycle.size(); ++I)
      Diagnostics.Report(Cycle[I].At, Next) << Cycle[I].Caller << Cycle[I].Callee;
  }

  const CodeGenAction &Action;
};

} // namespace

std::unique_ptr<ASTConsumer> makeRecursionCheck(const CodeGenAction &Action) {
  return std::make_unique<RecursionCheck>(Action);
}

} // namespace weft
