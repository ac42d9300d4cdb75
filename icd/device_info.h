/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_ICD_DEVICE_INFO_H
#define WEFT_ICD_DEVICE_INFO_H

#include "icd/info.h"

/* clGetDeviceInfo for a valid device. CL_INVALID_VALUE: no such query, or the value is too small. */
cl_int weft_device_info(cl_device_id device, cl_device_info name, const struct weft_info *out);

#endif
