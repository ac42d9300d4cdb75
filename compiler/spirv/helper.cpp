// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weft-spirv: LLVMSPIRVLib as the program that translate.cpp runs. SPIR-V from standard input, LLVM bitcode to standard
// output; the arguments are those of llvm-spirv and are not looked at.
#include <LLVMSPIRVLib/LLVMSPIRVLib.h>
#include <LLVMSPIRVLib/LLVMSPIRVOpts.h>

#include <iostream>
#include <iterator>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>
#include <memory>
#include <sstream>
#include <string>

int main() {
  std::istringstream Words(std::string(std::istreambuf_iterator<char>(std::cin), {}));
  SPIRV::TranslatorOpts Options;
  Options.enableAllExtensions();
  Options.setDesiredBIsRepresentation(SPIRV::BIsRepresentation::OpenCL20);
  Options.setGenKernelArgNameMDEnabled(true);
  Options.setPreserveOCLKernelArgTypeMetadataThroughString(true);
  llvm::LLVMContext Context;
  llvm::Module *Result = nullptr;
  std::string Error;
  if (!llvm::readSpirv(Context, Options, Words, Result, Error)) {
    std::cerr << Error << '\n';
    return 1;
  }
  std::unique_ptr<llvm::Module> M(Result);
  bool BrokenDebugInfo = false;
  if (llvm::verifyModule(*M, &llvm::errs(), &BrokenDebugInfo)) // the translator checks little
    return 1;
  llvm::WriteBitcodeToFile(*M, llvm::outs());
  llvm::outs().flush();
  return llvm::outs().has_error() ? 1 : 0;
}
