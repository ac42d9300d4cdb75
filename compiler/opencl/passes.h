// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_OPENCL_PASSES_H
#define WEFT_COMPILER_OPENCL_PASSES_H

// From the front end's module (spir64) to the one form that the pipeline takes. In the order in which
// link_program.cpp runs them.

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

/// Every variable in private memory begins with zeros (cl_khr_initialize_memory).
void zeroPrivateMemory(llvm::Module &M);

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

} // namespace weft

#endif
