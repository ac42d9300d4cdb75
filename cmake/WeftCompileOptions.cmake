# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Warnings are errors in C and C++ alike; sanitizers by WEFT_SANITIZE.
add_compile_definitions(_GNU_SOURCE CL_TARGET_OPENCL_VERSION=300 CL_USE_DEPRECATED_OPENCL_1_0_APIS
                        CL_USE_DEPRECATED_OPENCL_1_1_APIS CL_USE_DEPRECATED_OPENCL_1_2_APIS
                        CL_USE_DEPRECATED_OPENCL_2_0_APIS CL_USE_DEPRECATED_OPENCL_2_1_APIS
                        CL_USE_DEPRECATED_OPENCL_2_2_APIS)
add_compile_options(-Wall -Wextra -Werror -Wno-unused-parameter)
add_compile_options($<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes> $<$<COMPILE_LANGUAGE:C>:-Wmissing-prototypes>
                    $<$<COMPILE_LANGUAGE:C>:-Wvla> $<$<COMPILE_LANGUAGE:C>:-Wshadow>)
if(WEFT_SANITIZE)
  add_compile_options(-fsanitize=${WEFT_SANITIZE} -fno-omit-frame-pointer -g)
  add_link_options(-fsanitize=${WEFT_SANITIZE})
  # GCC 12 then takes members of LLVM's own containers for uninitialised.
  add_compile_options($<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized>)
  if(WEFT_SANITIZE MATCHES "thread" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
    # It warns of fences, which it does not see; those of base/span.h stand beside atomic words that it does see.
    add_compile_options(-Wno-tsan)
  endif()
  if(WEFT_SANITIZE MATCHES "undefined")
    add_compile_options(-fno-sanitize-recover=undefined)
  endif()
endif()
