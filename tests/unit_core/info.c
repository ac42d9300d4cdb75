/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The protocol of the clGet*Info functions. */
#include "icd/info.h"

#include "tests/unit_core/unit.h"

#include <string.h>

int main(void) {
  size_t size = 77;
  char text[8] = "unset";
  cl_uint number = 5;
  struct weft_info ask = {0, NULL, &size};
  CHECK(weft_info_string(&ask, "four") == CL_SUCCESS && size == 5);
  CHECK(weft_info_string(&ask, NULL) == CL_SUCCESS && size == 1);
  struct weft_info small = {4, text, &size};
  size = 77;
  CHECK(weft_info_string(&small, "four") == CL_INVALID_VALUE && size == 77 && strcmp(text, "unset") == 0);
  struct weft_info fits = {5, text, &size};
  CHECK(weft_info_string(&fits, "four") == CL_SUCCESS && size == 5 && strcmp(text, "four") == 0);
  struct weft_info quiet = {sizeof number, &number, NULL};
  CHECK(weft_info_put(&quiet, cl_uint, 42) == CL_SUCCESS && number == 42);
  CHECK(weft_info_bytes(&ask, NULL, 0) == CL_SUCCESS && size == 0);
  struct weft_info nothing = {0, text, &size};
  CHECK(weft_info_bytes(&nothing, NULL, 0) == CL_SUCCESS && size == 0);
  CHECK(weft_info_array(&ask, text, 3) == CL_SUCCESS && size == 3);
  return 0;
}
