// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CHECKS_SOURCE_PLACES_H
#define WEFT_COMPILER_CHECKS_SOURCE_PLACES_H

#include <clang/AST/ASTContext.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Function.h>

namespace weft {

/// What a function of the module was in the source, with its body if it has one. Null for those that Clang makes of its
/// own, such as those of blocks.
const clang::FunctionDecl *declarationOf(clang::CodeGenerator &Made, const llvm::Function &F);

/// Where functions and variables are named first. One walk over the whole program: made only where there is something
/// to say about it.
class SourcePlaces {
public:
  explicit SourcePlaces(clang::ASTContext &Context);

  /// In the code of `Caller`; null: in what initialises variables of the program.
  clang::SourceLocation find(const clang::FunctionDecl *Caller, const clang::Decl *Named) const;
  /// Anywhere.
  clang::SourceLocation find(const clang::Decl *Named) const;
  /// A builtin of Clang's, by the name that its function has in the C library.
  clang::SourceLocation findBuiltin(llvm::StringRef LibraryName) const;

private:
  class Walk;
  using Pair = std::pair<const clang::Decl *, const clang::Decl *>;
  llvm::DenseMap<const clang::Decl *, clang::SourceLocation> Anywhere;
  llvm::StringMap<clang::SourceLocation> Builtins;
  llvm::DenseMap<Pair, clang::SourceLocation> InCallers;
};

} // namespace weft

#endif
