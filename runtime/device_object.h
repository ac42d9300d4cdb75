/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_DEVICE_OBJECT_H
#define WEFT_RUNTIME_DEVICE_OBJECT_H

/* cl_device_id: a root device (never freed, its counts do not move) or a sub-device. */

#include "devices/device.h"
#include "runtime/object.h"

struct _cl_device_id {
  struct weft_object object;
  const struct weft_hw_ops *ops;
  struct weft_hw *hw;
  const struct weft_hw_caps *caps;
  cl_device_id parent;                     /* referenced; NULL: a root device */
  cl_device_partition_property *partition; /* how it was made, 0-terminated; NULL: a root device */
  size_t partition_size;                   /* bytes, with the terminator */
  cl_uint partition_max_sub_devices;
};

/* Wraps a back end's device. Takes `hw`; `parent` is referenced. */
__attribute__((warn_unused_result)) cl_int weft_device_create(const struct weft_hw_ops *ops, struct weft_hw *hw,
                                                              cl_device_id parent,
                                                              const cl_device_partition_property *properties,
                                                              size_t properties_size, cl_device_id *out);
static inline bool weft_device_is_root(cl_device_id device) {
  return !device->parent;
}

/* clCreateSubDevices, arguments checked. Writes at most `max` sub-devices and the number there are to `count`. */
__attribute__((warn_unused_result)) cl_int weft_device_partition(cl_device_id device,
                                                                 const cl_device_partition_property *properties,
                                                                 cl_uint max, cl_device_id *out, cl_uint *count);

/* The compiler's name of the instruction-set level that its kernels are compiled for. */
const char *weft_device_isa_name(cl_device_id device);

/* Features and extensions that this device reports, from runtime/extensions.def without what WEFT_HIDE_EXTENSIONS
 * names, with the feature macros; blanks between: what struct weft_target.extensions wants. Valid for the library's life.
 * NULL: out of memory. */
const char *weft_device_compiler_extensions(cl_device_id device);

#endif
