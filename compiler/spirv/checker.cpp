// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weft-bitcode: LLVM bitcode from standard input to standard output, read and verified on the way. LLVM's reader trusts
// its input; what a translator made of a broken module can crash it, which shall not happen in an application.
#include <iostream>
#include <iterator>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/Error.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <string>

int main() {
  std::string Bitcode(std::istreambuf_iterator<char>(std::cin), {});
  llvm::LLVMContext Context;
  auto Parsed = llvm::parseBitcodeFile(llvm::MemoryBufferRef(Bitcode, "program"), Context);
  if (!Parsed) {
    llvm::errs() << llvm::toString(Parsed.takeError()) << '\n';
    return 1;
  }
  bool BrokenDebugInfo = false;
  if (llvm::verifyModule(**Parsed, &llvm::errs(), &BrokenDebugInfo))
    return 1;
  llvm::WriteBitcodeToFile(**Parsed, llvm::outs());
  llvm::outs().flush();
  return llvm::outs().has_error() ? 1 : 0;
}
