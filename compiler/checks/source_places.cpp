// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/checks/source_places.h"

#include "compiler/library/call_cycles.h"

#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>

using namespace clang;

namespace weft {

const FunctionDecl *declarationOf(CodeGenerator &Made, const llvm::Function &F) {
  const Decl *Named = Made.GetDeclForMangledName(F.getName());
  if (!Named)
    Named = Made.GetDeclForMangledName(sourceName(F));
  const auto *Function = dyn_cast_or_null<FunctionDecl>(Named);
  const FunctionDecl *Definition = nullptr;
  if (Function && Function->hasBody(Definition))
    return Definition;
  return Function;
}

class SourcePlaces::Walk : public RecursiveASTVisitor<Walk> {
public:
  explicit Walk(SourcePlaces &Places) : Places(Places) {}

  bool shouldVisitTemplateInstantiations() const {
    return true;
  }
  bool shouldVisitImplicitCode() const {
    return true; // constructors that Clang writes call others
  }

  bool TraverseDecl(Decl *D) {
    const Decl *Outer = Caller;
    if (auto *Function = dyn_cast_or_null<FunctionDecl>(D))
      Caller = Function->getCanonicalDecl();
    const bool Walked = RecursiveASTVisitor::TraverseDecl(D);
    Caller = Outer;
    return Walked;
  }

  bool TraverseLambdaExpr(LambdaExpr *E) {
    const Decl *Outer = Caller;
    Caller = E->getCallOperator()->getCanonicalDecl();
    const bool Walked = RecursiveASTVisitor::TraverseLambdaExpr(E);
    Caller = Outer;
    return Walked;
  }

  bool VisitDeclRefExpr(DeclRefExpr *E) {
    const IdentifierInfo *Name = E->getDecl()->getIdentifier();
    llvm::StringRef Text = Name ? Name->getName() : "";
    if (Text.consume_front("__builtin_"))
      Places.Builtins.insert({Text, E->getBeginLoc()});
    return note(E->getDecl(), E->getBeginLoc());
  }
  bool VisitMemberExpr(MemberExpr *E) {
    return note(E->getMemberDecl(), E->getBeginLoc());
  }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) {
    return note(E->getConstructor(), E->getBeginLoc());
  }
  bool VisitCXXNewExpr(CXXNewExpr *E) {
    return note(E->getOperatorNew(), E->getBeginLoc());
  }
  bool VisitCXXDeleteExpr(CXXDeleteExpr *E) {
    return note(E->getOperatorDelete(), E->getBeginLoc());
  }

private:
  bool note(const Decl *Named, SourceLocation At) {
    if (!Named || At.isInvalid())
      return true;
    Named = Named->getCanonicalDecl();
    Places.Anywhere.insert({Named, At});
    Places.InCallers.insert({{Caller, Named}, At});
    return true;
  }

  SourcePlaces &Places;
  const Decl *Caller = nullptr;
};

SourcePlaces::SourcePlaces(ASTContext &Context) {
  Walk(*this).TraverseDecl(Context.getTranslationUnitDecl());
}

SourceLocation SourcePlaces::find(const FunctionDecl *Caller, const Decl *Named) const {
  return InCallers.lookup({Caller ? Caller->getCanonicalDecl() : nullptr, Named->getCanonicalDecl()});
}

SourceLocation SourcePlaces::find(const Decl *Named) const {
  return Anywhere.lookup(Named->getCanonicalDecl());
}

SourceLocation SourcePlaces::findBuiltin(llvm::StringRef LibraryName) const {
  return Builtins.lookup(LibraryName);
}

} // namespace weft
