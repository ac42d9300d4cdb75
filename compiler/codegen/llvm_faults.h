// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_LLVM_FAULTS_H
#define WEFT_COMPILER_CODEGEN_LLVM_FAULTS_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft {

/// Writes otherwise what LLVM 22's code generator turns into wrong code, or never ends on. Comes last before it: what
/// follows must not join what was taken apart. What is wrong behind instruction selection: masked_code.h. All of it:
/// docs/llvm_faults.md.
void avoidFaults(llvm::Module &M, const llvm::TargetMachine &TM);

} // namespace weft

#endif
