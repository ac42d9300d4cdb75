// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/vector_literals.h"
#include "compiler/checks/tree_consumer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>

using namespace clang;

namespace weft {

namespace {

class SwizzleGuard final : public TreeConsumer<SwizzleGuard> {
public:
  void Initialize(ASTContext &C) override {
    Context = &C;
  }

  /// Visited are lists as written, code is made of what they were found to mean.
  bool VisitInitListExpr(InitListExpr *Written) {
    InitListExpr *List = Written->isSemanticForm() ? Written : Written->getSemanticForm();
    if (!List || !List->getType()->isVectorType()) // none: in a template
      return true;
    for (unsigned I = 0; I < List->getNumInits(); ++I)
      if (auto *Swizzle = dyn_cast_or_null<ExtVectorElementExpr>(List->getInit(I)))
        List->setInit(I, new (*Context) ParenExpr(Swizzle->getBeginLoc(), Swizzle->getEndLoc(), Swizzle));
    return true;
  }

private:
  ASTContext *Context = nullptr;
};

} // namespace

std::unique_ptr<ASTConsumer> makeSwizzleGuard() {
  return std::make_unique<SwizzleGuard>();
}

} // namespace weft
