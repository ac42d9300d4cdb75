/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Format strings of kernels against arguments of any types: what does not fit must be refused, not read. */
#include "runtime/printf.h"

#include <string.h>

#include "tests/fuzz/fuzz.h"

enum { NUM_ARGS = 6, MOST_BYTES = 128 /* of an argument: 16 lanes of 8 bytes */ };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const char *const letters[] = {"i", "l", "d", "s", "p", "4f", "2d", "3i", "16b", "8h", "16l", "3e"};
  static const char text[] = "a string";
  char types[NUM_ARGS * 4] = "";
  const char *slots[NUM_ARGS * MOST_BYTES / sizeof(char *)];
  if (size < NUM_ARGS)
    return 0;
  for (unsigned i = 0; i < NUM_ARGS; i++)
    strcat(types, letters[data[i] % (sizeof(letters) / sizeof(*letters))]);
  for (size_t i = 0; i < sizeof(slots) / sizeof(*slots); i++)
    slots[i] = text; /* a string wherever the types have one; some number elsewhere */
  char *format = malloc(size - NUM_ARGS + 1);
  if (!format)
    return 0;
  memcpy(format, data + NUM_ARGS, size - NUM_ARGS);
  format[size - NUM_ARGS] = 0;
  struct weft_text out = {0};
  int result = weft_printf_format(&out, format, types, slots);
  FUZZ_CHECK(result == 0 || result == -1);
  FUZZ_CHECK(out.size <= out.capacity);
  weft_text_free(&out);
  free(format);
  return 0;
}
