/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_ICD_HANDLE_TYPES_H
#define WEFT_ICD_HANDLE_TYPES_H

/* The platform and each device answer alike which handles of other drivers and processes they take and give: the types
 * whose extensions are reported. */

#include "icd/info.h"

cl_int weft_memory_imports(const struct weft_info *out);
cl_int weft_semaphore_imports(const struct weft_info *out);
cl_int weft_semaphore_exports(const struct weft_info *out);

#endif
