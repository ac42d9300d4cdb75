// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Attributes that Clang 22 takes in OpenCL C and stops at when it makes code: cdecl, ms_abi and their like on a kernel,
// and annotate with arguments on a variable (they stand in another address space than the intrinsic has them in).
#include "compiler/frontend/attributes.h"
#include "compiler/checks/tree_consumer.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/Basic/Diagnostic.h>

using namespace clang;

namespace weft {

namespace {

class AttributeGuard final : public TreeConsumer<AttributeGuard> {
public:
  bool VisitDecl(Decl *D) {
    D->dropAttr<AnnotateAttr>();
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl *Function) {
    const auto *Type = Function->getType()->getAs<FunctionType>();
    if (!Function->hasAttr<DeviceKernelAttr>() || !Type || Type->getCallConv() == CC_DeviceKernel)
      return true;
    DiagnosticsEngine &Diagnostics = Function->getASTContext().getDiagnostics();
    unsigned Id = Diagnostics.getCustomDiagID(DiagnosticsEngine::Error,
                                              "kernel %0 cannot have a calling convention other than a kernel's");
    Diagnostics.Report(Function->getLocation(), Id) << Function;
    return true;
  }
};

} // namespace

std::unique_ptr<ASTConsumer> makeAttributeGuard() {
  return std::make_unique<AttributeGuard>();
}

} // namespace weft
