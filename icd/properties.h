/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_ICD_PROPERTIES_H
#define WEFT_ICD_PROPERTIES_H

/* Lists of names and bits, ended by 0: each name at most once, each value of the bits that are known. */

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>

struct weft_property {
  cl_properties name, bits; /* that its value may have */
  cl_properties *value;     /* receives it; as it was where the list has no such name */
};

/* `list` may be NULL. `size` receives its bytes with the 0 at its end, 0 for NULL. False where it has a name that is
 * not known, one twice, or a bit that is not known. */
bool weft_properties_parse(const cl_properties *list, const struct weft_property *known, size_t num_known,
                           size_t *size);

#endif
