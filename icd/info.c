/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "icd/info.h"

#include <string.h>

cl_int weft_info_bytes(const struct weft_info *out, const void *data, size_t size) {
  if (out->value) {
    if (out->size < size)
      return CL_INVALID_VALUE;
    if (size)
      memcpy(out->value, data, size);
  }
  if (out->size_ret)
    *out->size_ret = size;
  return CL_SUCCESS;
}

cl_int weft_info_string(const struct weft_info *out, const char *text) {
  if (!text)
    text = "";
  return weft_info_bytes(out, text, strlen(text) + 1);
}
