// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef WEFT_COMPILER_LIBRARY_IMAGE_FUNCTIONS_H
#define WEFT_COMPILER_LIBRARY_IMAGE_FUNCTIONS_H

// What the compiler knows of the functions in builtins/image.h: their names.

#include <cstdint>
#include <llvm/ADT/ArrayRef.h>
#include <llvm/ADT/StringRef.h>
#include <optional>
#include <string>

namespace weft {

/// A format for which the builtins have image functions of their own (builtins/image_hot.def).
struct HotImageFormat {
  const char *Name;
  uint64_t Key; ///< channel_order and channel_type of a view as one number of 64 bits
};

/// The likely ones first.
llvm::ArrayRef<HotImageFormat> hotImageFormats();

/// A format of images (builtins/image_formats.def).
struct ImageFormat {
  uint64_t Key;       ///< as above
  uint32_t Size;      ///< bytes of a texel, or of a block of them
  uint32_t BlockLog2; ///< texels of a block, as a power of two
};

/// None: no image has it.
std::optional<ImageFormat> imageFormat(uint64_t Key);

/// "__weft_image_<operation>_<shape>_<result>": any format and any sampler.
bool isImageFunction(llvm::StringRef Name);

/// The same function for one format; it need not exist.
std::string imageTwinName(llvm::StringRef Name, const HotImageFormat &Format);
bool isImageTwin(llvm::StringRef Name);

/// What lowerImageHandles() removes.
bool isImageHandleFunction(llvm::StringRef Name);

} // namespace weft

#endif
