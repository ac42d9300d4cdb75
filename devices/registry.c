/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "devices/cpu/cpu_device.h"
#include "devices/device.h"

const struct weft_hw_ops *const weft_device_backends[] = {
    &weft_cpu_ops,
    NULL,
};
