// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_LIBRARY_LINK_H
#define WEFT_COMPILER_LIBRARY_LINK_H

// OpenCL C's functions as a module calls them: from the modules of builtins/, or made here.

#include "compiler/library/image_functions.h"

#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>
#include <string>
#include <vector>

namespace weft {

/// Constructors of program-scope objects (C++ for OpenCL) become functions that run when the shared object is opened,
/// so before any kernel; they are no kernels, as which Clang marks them. Destructors of such objects do not run.
void lowerConstructors(llvm::Module &M);

/// Whether Clang left constructors that do more than to register a destructor.
bool hasConstructors(const llvm::Module &M);

/// The calls of functions that the module does not define, by constructors and what they call.
std::vector<llvm::CallBase *> callsOfConstructors(const llvm::Module &M);

/// What the lowering of a statement calls, long after builtins are linked: nothing in the module says so. Empty for all
/// other functions.
std::vector<std::string> calledLater(const llvm::Function &F);

/// Defines what the module calls of the builtins: links the needed functions of the library at `BuiltinsPath`, and
/// makes missing overloads of vectors from the scalar ones. Functions that the compiler lowers later stay declared.
/// Image functions bring their twins for `Formats`. False with a line in `Error` for each function that nobody defines.
bool linkBuiltins(llvm::Module &M, llvm::StringRef BuiltinsPath, llvm::ArrayRef<HotImageFormat> Formats,
                  std::string &Error);

/// Defines `Overload`, a declared builtin on vectors, by calls of an overload on scalars that `Exists` knows. False if
/// there is none.
bool expandVectorBuiltin(llvm::Function &Overload, llvm::function_ref<bool(llvm::StringRef)> Exists);

/// Makes an overload that was defined so of whole vectors in place of calls, once the overload on scalars is defined
/// too. Where that is more than arithmetic the calls stay.
void widenExpanded(llvm::Function &Overload);

/// Conversions of half that the target lacks and the C library, too: their run-time functions, where a module needs
/// them. The last step before code generation.
void addHalfSupport(llvm::Module &M, const llvm::TargetMachine &TM);

} // namespace weft

#endif
