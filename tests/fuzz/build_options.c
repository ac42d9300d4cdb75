/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Option strings of clBuildProgram, clCompileProgram and clLinkProgram. */
#include "runtime/build_options.h"

#include <string.h>

#include "tests/fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  enum weft_build_stage stage = (enum weft_build_stage)(data[0] % 3);
  char *text = malloc(size); /* exactly as long, so that the sanitizer sees a read behind it */
  if (!text)
    return 0;
  memcpy(text, data + 1, size - 1);
  text[size - 1] = 0;
  struct weft_parsed_options options;
  if (weft_parse_options(text, stage, &options) == CL_SUCCESS) {
    size_t length = 0;
    for (size_t i = 0; i < options.build.num_preprocessor; i++)
      length += strlen(options.build.preprocessor[i]);
    FUZZ_CHECK(length <= 4 * size); /* words may be spelt anew, but come from the text */
  }
  weft_parsed_options_free(&options);
  free(text);
  return 0;
}
