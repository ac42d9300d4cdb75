// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CHECKS_TREE_CONSUMER_H
#define WEFT_COMPILER_CHECKS_TREE_CONSUMER_H

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/DeclGroup.h>
#include <clang/AST/RecursiveASTVisitor.h>

namespace weft {

/// A consumer that walks each declaration as it is parsed, before Clang makes code of it, with what templates became.
/// `Derived` has the Visit functions.
template <typename Derived> class TreeConsumer : public clang::ASTConsumer, public clang::RecursiveASTVisitor<Derived> {
public:
  bool HandleTopLevelDecl(clang::DeclGroupRef Group) override {
    for (clang::Decl *D : Group)
      this->TraverseDecl(D);
    return true;
  }
  bool shouldVisitTemplateInstantiations() const {
    return true;
  }
};

} // namespace weft

#endif
