/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_PLATFORM_H
#define WEFT_RUNTIME_PLATFORM_H

/* The one platform and its root devices. They exist from weft_platform_init() until the library goes. */

#include "devices/device.h"
#include "runtime/object.h"

#define WEFT_MAX_ROOT_DEVICES 8

struct _cl_platform_id {
  struct weft_object object;
  cl_uint num_devices;
  cl_device_id devices[WEFT_MAX_ROOT_DEVICES];
};

extern struct _cl_platform_id weft_platform;

/* Opens the back ends at the first call; `dispatch` is the ICD-1 table of icd/. The platform is there in any case,
 * perhaps without devices. Errors: CL_OUT_OF_HOST_MEMORY. */
cl_int weft_platform_init(const cl_icd_dispatch *dispatch);
/* cl_khr_icd 2.0.1: for the platform and all its root devices, existing and to come. */
void weft_platform_set_dispatch_data(void *data);

#endif
