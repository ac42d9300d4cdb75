/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/device_object.h"

#include "base/alloc.h"

#include <assert.h>
#include <string.h>

static void destroy(struct weft_object *object) {
  cl_device_id device = (cl_device_id)object;
  assert(device->parent); /* the references of root devices do not move */
  device->ops->release(device->hw);
  WEFT_UNREF(&device->parent);
  weft_free(device->partition);
  weft_free(device);
}

const char *weft_device_isa_name(cl_device_id device) {
  switch (device->caps->isa) {
  case WEFT_ISA_X86_64_V2:
    return "x86-64-v2";
  case WEFT_ISA_X86_64_V3:
    return "x86-64-v3";
  case WEFT_ISA_X86_64_V4:
    return "x86-64-v4";
  case WEFT_ISA_AARCH64:
    return "aarch64";
  }
  return "";
}

cl_int weft_device_create(const struct weft_hw_ops *ops, struct weft_hw *hw, cl_device_id parent,
                          const cl_device_partition_property *properties, size_t properties_size, cl_device_id *out) {
  cl_device_id device = weft_zalloc(sizeof *device);
  if (!device)
    return CL_OUT_OF_HOST_MEMORY;
  if (properties_size) {
    device->partition = weft_memdup(properties, properties_size);
    if (!device->partition) {
      weft_free(device);
      return CL_OUT_OF_HOST_MEMORY;
    }
    device->partition_size = properties_size;
  }
  weft_object_init(&device->object, WEFT_CLASS_DEVICE, destroy);
  device->ops = ops;
  device->hw = hw;
  device->caps = ops->caps(hw);
  device->parent = parent ? WEFT_REF(parent) : NULL;
  device->partition_max_sub_devices = device->caps->compute_units;
  *out = device;
  return CL_SUCCESS;
}

static size_t list_bytes(const cl_device_partition_property *properties) {
  size_t count = 2;
  if (properties[0] == CL_DEVICE_PARTITION_BY_COUNTS)
    while (properties[count - 1] != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END)
      count++;
  return (count + 1) * sizeof *properties;
}

/* Makes the sub-devices of `hws`; takes those it fails to wrap back to the back end. */
static cl_int wrap(cl_device_id device, const cl_device_partition_property *properties, cl_uint count,
                   struct weft_hw **hws, cl_device_id *out) {
  size_t bytes = list_bytes(properties);
  cl_int error = CL_SUCCESS;
  cl_uint made = 0;
  cl_device_partition_property *list = weft_zalloc(bytes);
  if (!list)
    error = CL_OUT_OF_HOST_MEMORY;
  else
    memcpy(list, properties, bytes - sizeof *list);
  while (!error && made < count) {
    error = weft_device_create(device->ops, hws[made], device, list, bytes, &out[made]);
    made += !error;
  }
  weft_free(list);
  if (error) {
    for (cl_uint i = made; i < count; i++)
      device->ops->release(hws[i]);
    for (cl_uint i = 0; i < made; i++)
      WEFT_UNREF(&out[i]);
  }
  return error;
}

/* The outermost domain that the device can be split along. */
static cl_device_affinity_domain next_partitionable(cl_device_id device) {
  static const cl_device_affinity_domain order[] = {
      CL_DEVICE_AFFINITY_DOMAIN_NUMA, CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE,
      CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE};
  for (size_t i = 0; i < sizeof order / sizeof *order; i++)
    if (device->caps->affinity_domains & order[i])
      return order[i];
  return CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
}

cl_int weft_device_partition(cl_device_id device, const cl_device_partition_property *properties, cl_uint max,
                             cl_device_id *out, cl_uint *count) {
  cl_device_partition_property resolved[3] = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 0, 0};
  cl_uint number = 0;
  if (properties[0] == CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN &&
      properties[1] == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE) {
    /* CL_DEVICE_PARTITION_TYPE of the sub-devices tells which domain it was. */
    resolved[1] = (cl_device_partition_property)next_partitionable(device);
    properties = resolved;
  }
  cl_int error = device->ops->partition(device->hw, properties, 0, NULL, &number);
  if (error)
    return error;
  if (out) {
    /* The application's list is only touched once the whole partition stands. */
    struct weft_hw **hws = weft_calloc(number, sizeof *hws);
    cl_device_id *made = weft_calloc(number, sizeof *made);
    if (max < number)
      error = CL_INVALID_VALUE;
    else if (!hws || !made)
      error = CL_OUT_OF_HOST_MEMORY;
    if (!error)
      error = device->ops->partition(device->hw, properties, number, hws, &number);
    if (!error)
      error = wrap(device, properties, number, hws, made);
    if (!error)
      memcpy(out, made, number * sizeof *made);
    weft_free(hws);
    weft_free(made);
  }
  if (!error)
    *count = number;
  return error;
}
