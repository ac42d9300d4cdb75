/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_ICD_DEVICE_SPIRV_H
#define WEFT_ICD_DEVICE_SPIRV_H

#include <stdbool.h>

#include "icd/info.h"

/* Queries about SPIR-V. False: `name` is none of them. */
bool weft_device_spirv_info(cl_device_info name, const struct weft_info *out, cl_int *result);

#endif
