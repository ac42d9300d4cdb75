// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen.h"

#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

using namespace llvm;

namespace weft {

bool emitCode(Module &M, TargetMachine &TM, bool Assembly, SmallVectorImpl<char> &Out, std::string &Error) {
  raw_svector_ostream Stream(Out);
  legacy::PassManager Passes;
  CodeGenFileType Type = Assembly ? CodeGenFileType::AssemblyFile : CodeGenFileType::ObjectFile;
  if (TM.addPassesToEmitFile(Passes, Stream, nullptr, Type)) {
    Error = "the code generator cannot write this kind of file";
    return false;
  }
  Passes.run(M);
  return true;
}

} // namespace weft
