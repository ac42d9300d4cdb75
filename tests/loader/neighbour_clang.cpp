// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// An application with a Clang of its own, of any version: the function begins as C++.
#include "tests/loader/neighbour.h"
#include "tests/loader/neighbour_llvm.h"

#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Tooling/Tooling.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <memory>
#include <string>

namespace {

/// The module outlives the action, which Clang's tools destroy.
class Compile : public clang::EmitLLVMOnlyAction {
public:
  Compile(llvm::LLVMContext &Context, std::unique_ptr<llvm::Module> &Result)
      : EmitLLVMOnlyAction(&Context), Result(Result) {}

protected:
  void EndSourceFileAction() override {
    EmitLLVMOnlyAction::EndSourceFileAction();
    Result = takeModule();
  }

private:
  std::unique_ptr<llvm::Module> &Result;
};

} // namespace

int neighbour_multiply(int value, int factor) {
  llvm::LLVMContext Context;
  std::unique_ptr<llvm::Module> Result;
  std::string Source = "template <int Factor> static int multiply(int x) { return x * Factor; }\n"
                       "extern \"C\" int f(int x) { return multiply<" +
                       std::to_string(factor) + ">(x); }\n";
  if (!clang::tooling::runToolOnCode(std::make_unique<Compile>(Context, Result), Source) || !Result)
    return -1;
  return neighbour_run(llvm::wrap(Result.release()), value);
}
