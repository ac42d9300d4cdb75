// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "compiler/frontend/prelude.h"

#include "compiler/compiler.h"

#include <sstream>
#include <string_view>

// The texts as bytes of this object, each between two symbols.
#define WEFT_EMBED(NAME, PATH)                                                                                         \
  asm(".pushsection .rodata\n" #NAME ":\n.incbin \"" PATH "\"\n" #NAME "_end:\n.byte 0\n.popsection\n");               \
  extern "C" const char NAME[];                                                                                        \
  extern "C" const char NAME##_end[]

WEFT_EMBED(weft_embedded_base, WEFT_BASE_HEADER);
WEFT_EMBED(weft_embedded_prelude, WEFT_PRELUDE_HEADER);

namespace weft {

/// Clang's opencl-c-base.h.
static std::string_view baseHeaderText() {
  return {weft_embedded_base, size_t(weft_embedded_base_end - weft_embedded_base)};
}

/// Our declarations of builtins that Clang's table lacks.
static std::string_view preludeText() {
  return {weft_embedded_prelude, size_t(weft_embedded_prelude_end - weft_embedded_prelude)};
}

const std::set<std::string> &preludeFunctions() {
  static const std::set<std::string> Names = {"async_work_group_copy_2D2D", "async_work_group_copy_3D3D",
                                              "async_work_group_copy_fence"};
  return Names;
}

std::string makePrelude(const weft_target &Target, unsigned Std, const std::set<std::string> &Without) {
  std::ostringstream Text;
  Text << "#pragma clang system_header\n";
  bool HasImages = false;
  std::istringstream Names(Target.extensions);
  for (std::string Name; Names >> Name;) {
    HasImages |= Name == "__opencl_c_images";
    // A language of its own, which programs know by __OPENCL_CPP_VERSION__.
    if (Name == "cl_ext_cxx_for_opencl")
      continue;
    // Feature macros came with OpenCL C 3.0; those without which an extension has no functions go with the extension.
    bool WithExtension = Name.rfind("__opencl_c_integer_dot_product", 0) == 0 ||
                         Name.rfind("__opencl_c_kernel_clock", 0) == 0 || Name.rfind("__opencl_c_ext_image_", 0) == 0;
    if (Std < 300 && !WithExtension && Name.rfind("__opencl_c_", 0) == 0)
      continue;
    Text << "#ifndef " << Name << "\n#define " << Name << " 1\n#endif\n";
    // Else `#pragma OPENCL EXTENSION name : enable` would warn of names that Clang does not know.
    if (Name.rfind("cl_", 0) == 0)
      Text << "#pragma OPENCL EXTENSION " << Name << " : begin\n#pragma OPENCL EXTENSION " << Name << " : end\n";
  }
  if (!HasImages)
    Text << "#undef __IMAGE_SUPPORT__\n";
  Text << "#define __OPENCL_VERSION__ " << Target.opencl_version << "\n"
       << "#undef __ENDIAN_LITTLE__\n#define __ENDIAN_LITTLE__ 1\n";
  for (const std::string &Name : Without)
    Text << "#define WEFT_WITHOUT_" << Name << "\n";
  Text << baseHeaderText() << "\n" << preludeText() << "\n";
  for (const std::string &Name : Without)
    Text << "#undef WEFT_WITHOUT_" << Name << "\n";
  // OpenCL C 3.1, "Preprocessor Directives and Macros": Clang 22 does not know the version. It defines the names of the
  // older ones in every program, so that __OPENCL_C_VERSION__ can be compared with them.
  Text << "#ifndef CL_VERSION_3_1\n#define CL_VERSION_3_1 310\n#endif\n";
  if (Std == 310)
    Text << "#undef __OPENCL_C_VERSION__\n#define __OPENCL_C_VERSION__ 310\n";
  return Text.str();
}

} // namespace weft
