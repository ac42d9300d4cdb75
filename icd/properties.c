/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "icd/properties.h"

static bool given_before(const cl_properties *list, size_t at) {
  for (size_t i = 0; i < at; i += 2)
    if (list[i] == list[at])
      return true;
  return false;
}

static const struct weft_property *find(cl_properties name, const struct weft_property *known, size_t num_known) {
  for (size_t i = 0; i < num_known; i++)
    if (known[i].name == name)
      return &known[i];
  return NULL;
}

bool weft_properties_parse(const cl_properties *list, const struct weft_property *known, size_t num_known,
                           size_t *size) {
  size_t at = 0;
  for (; list && list[at]; at += 2) {
    const struct weft_property *property = find(list[at], known, num_known);
    if (!property || given_before(list, at) || (list[at + 1] & ~property->bits))
      return false;
    *property->value = list[at + 1];
  }
  *size = list ? (at + 1) * sizeof(*list) : 0;
  return true;
}
