// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_SPIRV_TRANSLATE_H
#define WEFT_COMPILER_SPIRV_TRANSLATE_H

#include "compiler/frontend/frontend.h"

namespace weft {

/// A SPIR-V module to a module as the front end makes them of source.
FrontendResult compileSpirv(const weft_compile_request &Request, llvm::LLVMContext &Context);

/// Brings what a translator made to the front end's form: names, types and metadata. False with lines in `Error`
/// for what has no counterpart.
bool importTranslated(llvm::Module &M, std::string &Error);

} // namespace weft

#endif
