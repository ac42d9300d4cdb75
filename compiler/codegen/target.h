// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_TARGET_H
#define WEFT_COMPILER_CODEGEN_TARGET_H

#include <memory>
#include <string>

struct weft_target;

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace weft {

/// A code generator for one device: position-independent, small code model, no unwinding tables.
/// Null with a message in `Error` if this LLVM has no such back end.
std::unique_ptr<llvm::TargetMachine> createTargetMachine(const weft_target &Target, bool Optimise, std::string &Error);

/// In a job, likewise, but one that an earlier build has given back if there is one: to set up what LLVM knows of a
/// processor takes a hundredth of a small kernel's build.
std::unique_ptr<llvm::TargetMachine> takeTargetMachine(const weft_target &Target, bool Optimise, std::string &Error);
/// Only once LLVM has done what it was asked: a failure may leave it in any state.
void giveBackTargetMachine(std::unique_ptr<llvm::TargetMachine> TM, const weft_target &Target, bool Optimise);

/// Makes all functions of a module speak of the same processor, so that any may be inlined into any,
/// and drops what the front end said about another one. Fetches ahead and the limits of copies become those that suit
/// it.
void setTargetAttributes(llvm::Module &M, const llvm::TargetMachine &TM, const weft_target &Target);

} // namespace weft

#endif
