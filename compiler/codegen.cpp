// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/codegen.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

using namespace llvm;

namespace weft {

/// Cuts basic blocks of many thousand instructions into pieces. Passes of the code generator are quadratic in a block's
/// length (two-address rewriting: 16 s for 60,000 instructions). A piece whose address is taken is not joined again.
static void splitLongBlocks(Module &M) {
  constexpr unsigned Longest = 2048;
  for (Function &F : M) {
    SmallVector<Instruction *, 16> Cuts;
    for (BasicBlock &Block : F) {
      unsigned Length = 0;
      for (Instruction &I : Block) {
        bool Movable = !isa<PHINode>(I) && !I.isTerminator() && !isa<AllocaInst>(I);
        if (++Length >= Longest && Movable && !I.isEHPad()) {
          Cuts.push_back(&I);
          Length = 0;
        }
      }
    }
    for (Instruction *I : Cuts)
      BlockAddress::get(&F, I->getParent()->splitBasicBlock(I));
  }
}

bool emitCode(Module &M, TargetMachine &TM, bool Assembly, SmallVectorImpl<char> &Out, std::string &Error) {
  raw_svector_ostream Stream(Out);
  legacy::PassManager Passes;
  CodeGenFileType Type = Assembly ? CodeGenFileType::AssemblyFile : CodeGenFileType::ObjectFile;
  if (TM.addPassesToEmitFile(Passes, Stream, nullptr, Type)) {
    Error = "the code generator cannot write this kind of file";
    return false;
  }
  splitLongBlocks(M);
  Passes.run(M);
  return true;
}

} // namespace weft
