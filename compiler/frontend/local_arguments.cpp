// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Clang keeps the parts of a call that it refused in the syntax tree, as a RecoveryExpr: the function and the
// arguments, each with its type and place. Edits are collected over the whole program, since one place may be met
// several times through macros, and applied at its end.
#include "compiler/frontend/local_arguments.h"
#include "compiler/checks/source_names.h"
#include "compiler/checks/tree_consumer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/Basic/Builtins.h>
#include <clang/Basic/TargetBuiltins.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/Lexer.h>

using namespace clang;

namespace weft {

namespace {

/// Bytes of a file, the text in their place.
struct Edit {
  unsigned Length;
  std::string Text;
};

/// Whether a function checks the blocks that it is given.
bool takesBlock(const Expr *Callee) {
  const auto *Name = dyn_cast<DeclRefExpr>(Callee->IgnoreParenImpCasts());
  const auto *F = Name ? dyn_cast<FunctionDecl>(Name->getDecl()) : nullptr;
  switch (F ? F->getBuiltinID() : 0) {
  case Builtin::BIenqueue_kernel:
  case Builtin::BIget_kernel_work_group_size:
  case Builtin::BIget_kernel_preferred_work_group_size_multiple:
  case Builtin::BIget_kernel_max_sub_group_size_for_ndrange:
  case Builtin::BIget_kernel_sub_group_count_for_ndrange:
    return true;
  default:
    return false;
  }
}

/// The number of a block's parameters where all are pointers to local memory, and not all to void; else 0.
unsigned typedLocals(QualType Type) {
  const auto *Pointer = Type->getAs<BlockPointerType>();
  const auto *Proto = Pointer ? Pointer->getPointeeType()->getAs<FunctionProtoType>() : nullptr;
  bool Typed = false;
  if (!Proto || Proto->isVariadic())
    return 0;
  for (QualType Parameter : Proto->param_types()) {
    if (!Parameter->isPointerType() || Parameter->getPointeeType().getAddressSpace() != LangAS::opencl_local)
      return 0;
    Typed |= !Parameter->getPointeeType()->isVoidType();
  }
  return Typed ? Proto->getNumParams() : 0;
}

class LocalArguments final : public TreeConsumer<LocalArguments> {
public:
  LocalArguments(CompilerInstance &Clang, RewrittenFiles &Files) : Clang(Clang), Files(Files) {}

  void Initialize(ASTContext &C) override {
    Context = &C;
  }

  bool HandleTopLevelDecl(DeclGroupRef Group) override {
    return !Clang.getDiagnostics().hasErrorOccurred() || TreeConsumer::HandleTopLevelDecl(Group);
  }

  bool VisitRecoveryExpr(RecoveryExpr *E) {
    ArrayRef<Expr *> Parts = E->subExpressions();
    if (Parts.empty() || !takesBlock(Parts.front()))
      return true;
    for (Expr *Argument : Parts.drop_front()) {
      unsigned Count = typedLocals(Argument->getType());
      if (!Count)
        continue;
      Expr *Bare = Argument->IgnoreParenCasts();
      if (auto *Literal = dyn_cast<BlockExpr>(Bare))
        editLiteral(*Literal->getBlockDecl());
      else if (isa<DeclRefExpr>(Bare))
        editVariable(Bare->getBeginLoc(), Count);
    }
    return true;
  }

  void HandleTranslationUnit(ASTContext &) override {
    SourceManager &SM = Context->getSourceManager();
    for (const auto &[File, Edits] : Places) {
      std::string Name = SourceName;
      if (File != SM.getMainFileID()) {
        OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
        if (!Entry || Entry->getName() == PreludePath)
          continue;
        Name = Entry->getName().str();
      }
      std::string Text = SM.getBufferData(File).str();
      for (auto At = Edits.rbegin(); At != Edits.rend(); ++At)
        Text.replace(At->first, At->second.Length, At->second.Text);
      Files[Name] = std::move(Text);
    }
  }

private:
  void add(SourceLocation At, unsigned Length, std::string Text) {
    SourceManager &SM = Context->getSourceManager();
    SourceLocation Spelled = SM.getSpellingLoc(At);
    if (SM.isWrittenInScratchSpace(Spelled))
      return; // pasted together: in no file
    auto [File, Offset] = SM.getDecomposedLoc(Spelled);
    Places[File][Offset] = {Length, std::move(Text)};
  }

  void editVariable(SourceLocation At, unsigned Count) {
    std::string Cast = "(void (^)(";
    for (unsigned I = 0; I < Count; ++I)
      Cast += I ? ", __local void *" : "__local void *";
    add(At, 0, Cast + "))");
  }

  /// As it is written, or as the body of a macro has it.
  CharSourceRange written(const ParmVarDecl &P) const {
    SourceManager &SM = Context->getSourceManager();
    CharSourceRange Tokens = CharSourceRange::getTokenRange(P.getSourceRange());
    CharSourceRange InFile = Lexer::makeFileCharRange(Tokens, SM, Context->getLangOpts());
    if (InFile.isValid())
      return InFile;
    return Lexer::makeFileCharRange(
        CharSourceRange::getTokenRange(SM.getSpellingLoc(P.getBeginLoc()), SM.getSpellingLoc(P.getEndLoc())), SM,
        Context->getLangOpts());
  }

  void editLiteral(const BlockDecl &Block) {
    SourceManager &SM = Context->getSourceManager();
    const auto *Body = dyn_cast_or_null<CompoundStmt>(Block.getBody());
    std::vector<std::pair<CharSourceRange, std::string>> Parameters;
    std::string Variables;
    for (const ParmVarDecl *P : Block.parameters()) {
      CharSourceRange Range = written(*P);
      if (Range.isInvalid() || !Body)
        return;
      std::string Name = P->getNameAsString(), NewName = "__weft_" + Name;
      Parameters.emplace_back(Range, Name.empty() ? "__local void *" : "__local void *" + NewName);
      if (Name.empty())
        continue;
      QualType Type = Context->removeAddrSpaceQualType(P->getType()).getUnqualifiedType();
      PrintingPolicy Policy(Context->getLangOpts());
      std::string Variable = Name;
      Type.getAsStringInternal(Variable, Policy);
      Variables += " " + Variable + " = (" + Type.getAsString(Policy) + ")" + NewName + ";";
    }
    for (auto &[Range, Text] : Parameters) {
      unsigned Length = SM.getFileOffset(Range.getEnd()) - SM.getFileOffset(Range.getBegin());
      StringRef Before = Lexer::getSourceText(Range, SM, Context->getLangOpts());
      add(Range.getBegin(), Length, Text + std::string(Before.count('\n'), '\n'));
    }
    add(Body->getLBracLoc(), 1, "{" + Variables);
  }

  CompilerInstance &Clang;
  RewrittenFiles &Files;
  ASTContext *Context = nullptr;
  std::map<FileID, std::map<unsigned, Edit>> Places; ///< by file and offset
};

} // namespace

std::unique_ptr<ASTConsumer> makeLocalArguments(CompilerInstance &Clang, RewrittenFiles &Files) {
  return std::make_unique<LocalArguments>(Clang, Files);
}

} // namespace weft
