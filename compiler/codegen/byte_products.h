// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_CODEGEN_BYTE_PRODUCTS_H
#define WEFT_COMPILER_CODEGEN_BYTE_PRODUCTS_H

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace weft {

/// x86 has no product of bytes. LLVM makes one of products of 16 bits and shuffles, each of which its code generator
/// takes apart again and again to find which bits are known: five kernels with 1,500 products took it 1.4 s. This makes
/// them, where a function has many, of products of 16 bits, shifts and masks alone.
void multiplyBytesAsWords(llvm::Module &M, const llvm::TargetMachine &TM);

} // namespace weft

#endif
