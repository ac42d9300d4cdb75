// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_OPENCL_PASSES_H
#define WEFT_COMPILER_OPENCL_PASSES_H

// From the front end's module (spir64) to the one form that the pipeline takes. In the order in which
// link_program.cpp runs them.

#include "compiler/opencl/image_functions.h"

#include <llvm/ADT/STLFunctionalExtras.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>
#include <string>
#include <vector>

namespace weft {

/// References of llvm.used, llvm.compiler.used and llvm.global.annotations, and the annotations of variables, members
/// and values, are no uses, and functions with the attributes constructor and destructor are called by nobody: all
/// that goes before anything looks at what the program's functions and variables are used for.
void dropAnnotations(llvm::Module &M);

/// Gotos to labels' addresses become switches.
void lowerComputedGotos(llvm::Module &M);

/// Constructors of program-scope objects (C++ for OpenCL) become functions that run when the shared object is opened,
/// so before any kernel; they are no kernels, as which Clang marks them. Destructors of such objects do not run.
void lowerConstructors(llvm::Module &M);

/// Whether Clang left constructors that do more than to register a destructor.
bool hasConstructors(const llvm::Module &M);

/// The calls of functions that the module does not define, by constructors and what they call.
std::vector<llvm::CallBase *> callsOfConstructors(const llvm::Module &M);

/// Every variable in private memory begins with zeros (cl_khr_initialize_memory).
void zeroPrivateMemory(llvm::Module &M);

/// On functions compiled with -cl-unsafe-math-optimizations or -cl-fast-relaxed-math.
inline constexpr const char *RelaxedMathAttribute = "weft.relaxed-math";

/// Defines what the module calls of the builtins: links the needed functions of the library at `BuiltinsPath`, and
/// makes missing overloads of vectors from the scalar ones. Functions that the compiler lowers later stay declared.
/// Image functions bring their twins for `Formats`. False with a line in `Error` for each function that nobody defines.
bool linkBuiltins(llvm::Module &M, llvm::StringRef BuiltinsPath, llvm::ArrayRef<HotImageFormat> Formats,
                  std::string &Error);

/// Defines `Overload`, a declared builtin on vectors, by calls of an overload on scalars that `Exists` knows. False if
/// there is none.
bool expandVectorBuiltin(llvm::Function &Overload, llvm::function_ref<bool(llvm::StringRef)> Exists);

/// Host triple and layout, C calling conventions, "weft.kernel" on kernels, everything else internal, handles as
/// pointers, one sync scope, convergent on group statements alone.
void importModule(llvm::Module &M, const llvm::TargetMachine &TM);

/// target("spirv.*") values become pointers and numbers. Part of the import, apart for its size.
void lowerTargetTypes(llvm::Module &M);
/// Brings calls with opaque handles to the types that the builtins give them.
void adaptOpaqueCalls(llvm::Module &M);
/// Kernels of blocks get names by which the host finds them; their addresses become those of the names.
void lowerBlocks(llvm::Module &M);

/// Images are addresses of views by now, samplers their bits: the functions that turn one into the other go. Part of
/// the import.
void lowerImageHandles(llvm::Module &M);

/// Calls of builtins and kernels' parameters whose images and samplers are other pointers than the import's. Part of
/// the import, after the two above.
void matchForeignHandles(llvm::Module &M);

/// Division by zero, MIN / -1, shifts out of range and floats out of an integer's range give some value instead of a
/// trap or of freedom for the optimiser.
void guardArithmetic(llvm::Module &M);

/// printf becomes a call of the launch's print service (kernel_abi.h) with a descriptor and packed arguments.
void lowerPrintf(llvm::Module &M);

/// Conversions of half that the target lacks and the C library, too: their run-time functions, where a module needs
/// them. The last step before code generation.
void addHalfSupport(llvm::Module &M, const llvm::TargetMachine &TM);

} // namespace weft

#endif
