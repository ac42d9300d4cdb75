// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What archives of LLVM, lld and Clang name and libweft-compiler.so leaves out: other processors and Polly.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Plugins/PassPlugin.h>

#define UNUSED_TARGET(Name)                                                                                            \
  extern "C" void LLVMInitialize##Name##TargetInfo() {}                                                                \
  extern "C" void LLVMInitialize##Name##Target() {}                                                                    \
  extern "C" void LLVMInitialize##Name##TargetMC() {}                                                                  \
  extern "C" void LLVMInitialize##Name##AsmPrinter() {}                                                                \
  extern "C" void LLVMInitialize##Name##AsmParser() {}                                                                 \
  extern "C" void LLVMInitialize##Name##Disassembler() {}
#include "unused_targets.def"

/// Clang registers the plug-ins with which LLVM was built; this one registers nothing.
llvm::PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "none", "", [](llvm::PassBuilder &) {}};
}
