// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/library/image_functions.h"

#include "compiler/library/link.h"

#include <CL/cl.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace weft {

ArrayRef<HotImageFormat> hotImageFormats() {
  static constexpr HotImageFormat Formats[] = {
#define WEFT_HOT(name, order, type, results) {#name, uint64_t(CL_##type) << 32 | CL_##order},
#include "builtins/image_hot.def"
#undef WEFT_HOT
  };
  return Formats;
}

std::optional<ImageFormat> imageFormat(uint64_t Key) {
  static constexpr ImageFormat Formats[] = {
#define WEFT_IMAGE_FORMAT(order, type, size, shapes, uses)                                                             \
  {uint64_t(CL_##type) << 32 | CL_##order, size, WEFT_IMAGE_BLOCK_LOG2(CL_##type)},
#include "builtins/image_formats.def"
#undef WEFT_IMAGE_FORMAT
  };
  for (const ImageFormat &Format : Formats)
    if (Format.Key == Key)
      return Format;
  return std::nullopt;
}

/// "__weft_image_" and an operation.
static bool isOperation(StringRef Name) {
  return Name.consume_front("__weft_image_") &&
         (Name.starts_with("sample_") || Name.starts_with("read_") || Name.starts_with("write_"));
}

bool isImageFunction(StringRef Name) {
  return isOperation(Name) && !Name.drop_front(2).contains("__");
}

bool isImageTwin(StringRef Name) {
  return isOperation(Name) && Name.drop_front(2).contains("__");
}

std::string imageTwinName(StringRef Name, const HotImageFormat &Format) {
  return (Name + "__" + Format.Name).str();
}

bool isImageHandleFunction(StringRef Name) {
  return Name == "__translate_sampler_initializer" || Name.starts_with("_Z17__weft_image_view") ||
         Name.starts_with("_Z19__weft_sampler_bits");
}

void lowerImageHandles(Module &M) {
  for (Function &F : make_early_inc_range(M)) {
    if (!F.isDeclaration() || !isImageHandleFunction(F.getName()))
      continue;
    for (User *U : make_early_inc_range(F.users()))
      if (auto *Call = dyn_cast<CallInst>(U); Call && Call->arg_size() == 1) {
        Value *Handle = Call->getArgOperand(0);
        if (Call->getType() != Handle->getType()) // a sampler's bits in a pointer: see foreign_handles.cpp
          Handle = IRBuilder<>(Call).CreateIntToPtr(Handle, Call->getType());
        Call->replaceAllUsesWith(Handle);
        Call->eraseFromParent();
      }
    if (F.use_empty())
      F.eraseFromParent();
  }
}

} // namespace weft
