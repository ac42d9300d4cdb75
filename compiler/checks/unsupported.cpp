// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/checks/unsupported.h"
#include "compiler/checks/tree_consumer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/AST/Expr.h>
#include <clang/AST/Stmt.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

using namespace clang;

namespace weft {

namespace {

class UnsupportedCheck final : public TreeConsumer<UnsupportedCheck> {
public:
  explicit UnsupportedCheck(DiagnosticsEngine &Diagnostics) : Diagnostics(Diagnostics) {}

  void Initialize(ASTContext &C) override {
    Context = &C;
  }

  bool VisitGCCAsmStmt(GCCAsmStmt *S) {
    report(S->getAsmLoc(), "inline assembly is not supported in kernels");
    return true;
  }

  bool VisitFileScopeAsmDecl(FileScopeAsmDecl *D) {
    report(D->getBeginLoc(), "assembly at file scope is not supported");
    return true;
  }

  bool VisitNamedDecl(NamedDecl *D) {
    if (const auto *A = D->getAttr<AliasAttr>())
      report(A->getLocation(), "attribute 'alias' of '%0' is not supported", D);
    if (const auto *A = D->getAttr<IFuncAttr>())
      report(A->getLocation(), "attribute 'ifunc' of '%0' is not supported", D);
    if (const auto *A = D->getAttr<WeakRefAttr>())
      report(A->getLocation(), "attribute 'weakref' of '%0' is not supported", D);
    return true;
  }

  bool VisitVarDecl(VarDecl *D) {
    if (!D->hasGlobalStorage() || D->getType()->isDependentType() || D->getType()->isIncompleteType())
      return true;
    LangAS Space = D->getType().getAddressSpace();
    bool InProgram = Space == LangAS::opencl_global || Space == LangAS::opencl_constant;
    if (InProgram && uint64_t(Context->getTypeSizeInChars(D->getType()).getQuantity()) > MostGlobalBytes)
      report(D->getLocation(), "variable '%0' is larger than the gibibyte that a program may have", D);
    return true;
  }

  /// Clang evaluates what a sampler is made of while it generates code, and calls it an internal error where it cannot.
  bool VisitImplicitCastExpr(ImplicitCastExpr *E) {
    if (E->getCastKind() != CK_IntToOCLSampler)
      return true;
    const Expr *From = E->getSubExpr();
    Expr::EvalResult Result;
    if (!From->isValueDependent() && !isSampler(From) && !From->EvaluateAsInt(Result, *Context))
      report(From->getBeginLoc(), "a sampler has to be initialised with a constant expression");
    return true;
  }

private:
  /// A variable that is one, or that one was made of: its own initialiser has been looked at.
  static bool isSampler(const Expr *E) {
    const auto *Reference = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    return Reference && Reference->getType()->isSamplerT();
  }

  void report(SourceLocation Where, StringRef What, const NamedDecl *Name = nullptr) {
    unsigned Kind = Diagnostics.getDiagnosticIDs()->getCustomDiagID(DiagnosticIDs::Error, What);
    DiagnosticBuilder Builder = Diagnostics.Report(Where, Kind);
    if (Name)
      Builder << Name->getName();
  }

  DiagnosticsEngine &Diagnostics;
  ASTContext *Context = nullptr;
};

} // namespace

std::unique_ptr<ASTConsumer> makeUnsupportedCheck(DiagnosticsEngine &Diagnostics) {
  return std::make_unique<UnsupportedCheck>(Diagnostics);
}

static bool hasAssembly(const llvm::Function &F) {
  for (const llvm::Instruction &I : llvm::instructions(F))
    if (const auto *Call = llvm::dyn_cast<llvm::CallBase>(&I); Call && Call->isInlineAsm())
      return true;
  return false;
}

bool checkSupported(const llvm::Module &M, std::string &Error) {
  if (!M.getModuleInlineAsm().empty())
    Error += "error: assembly at file scope is not supported\n";
  for (const llvm::GlobalAlias &Alias : M.aliases())
    Error += "error: attribute 'alias' of '" + Alias.getName().str() + "' is not supported\n";
  for (const llvm::GlobalIFunc &Function : M.ifuncs())
    Error += "error: attribute 'ifunc' of '" + Function.getName().str() + "' is not supported\n";
  for (const llvm::Function &F : M)
    if (!F.isDeclaration() && hasAssembly(F))
      Error += "error: inline assembly is not supported, in function '" + F.getName().str() + "'\n";
  uint64_t Total = 0, Largest = 0;
  std::string LargestName;
  for (const llvm::GlobalVariable &G : M.globals()) {
    if (G.isDeclaration() || (G.getAddressSpace() != 1 && G.getAddressSpace() != 2))
      continue;
    uint64_t Bytes = M.getDataLayout().getTypeAllocSize(G.getValueType());
    if (Bytes >= Largest) {
      Largest = Bytes;
      LargestName = G.getName().str();
    }
    Total = Bytes > MostGlobalBytes ? Bytes : Total + Bytes;
    if (Total > MostGlobalBytes) {
      Error += "error: the program's variables are larger than the gibibyte that a program may have; the largest is '" +
               LargestName + "'\n";
      break;
    }
  }
  return Error.empty();
}

} // namespace weft
