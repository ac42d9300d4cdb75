/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL 3.0 sections 4.2 (devices) and 4.3 (partitioning), and the timers of 4.2. */
#include "icd/device_info.h"
#include "icd/validate.h"
#include "runtime/device_object.h"
#include "runtime/platform.h"

/* A set of known types, none empty; ALL has every bit. */
static bool known_type(cl_device_type type) {
  const cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                               CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
  return type == CL_DEVICE_TYPE_ALL || (type && !(type & ~known));
}

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries,
                                               cl_device_id *devices, cl_uint *num_devices) {
  if (platform && !weft_is_platform(platform))
    return CL_INVALID_PLATFORM;
  if (!known_type(device_type))
    return CL_INVALID_DEVICE_TYPE;
  if ((devices && num_entries == 0) || (!devices && !num_devices))
    return CL_INVALID_VALUE;
  /* All our devices are processors, and the default. */
  bool wanted = device_type & (CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT);
  cl_uint count = wanted ? weft_platform.num_devices : 0;
  if (num_devices)
    *num_devices = count;
  if (count == 0)
    return CL_DEVICE_NOT_FOUND;
  for (cl_uint i = 0; devices && i < num_entries && i < count; i++)
    devices[i] = weft_platform.devices[i];
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size,
                                                void *param_value, size_t *param_value_size_ret) {
  const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  if (!weft_is_device(device))
    return CL_INVALID_DEVICE;
  return weft_device_info(device, param_name, &out);
}

/* CL_DEVICE_PARTITION_BY_COUNTS. The list ends with 0, and so do the properties. */
static cl_int check_counts(const cl_device_partition_property *counts, const struct weft_hw_caps *caps,
                           cl_uint max_sub_devices) {
  cl_uint number = 0;
  uint64_t units = 0;
  for (; counts[number] != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; number++) {
    if (counts[number] < 0 || (uint64_t)counts[number] > caps->compute_units || number >= max_sub_devices)
      return CL_INVALID_DEVICE_PARTITION_COUNT;
    units += (uint64_t)counts[number];
  }
  if (number == 0)
    return CL_INVALID_VALUE;
  return units > caps->compute_units ? CL_INVALID_DEVICE_PARTITION_COUNT : CL_SUCCESS;
}

static cl_int check_partition(cl_device_id device, const cl_device_partition_property *properties) {
  const struct weft_hw_caps *caps = device->caps;
  const cl_device_affinity_domain domains = CL_DEVICE_AFFINITY_DOMAIN_NUMA | CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE |
                                            CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE | CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE |
                                            CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE;
  if (!properties)
    return CL_INVALID_VALUE;
  cl_device_partition_property value = properties[0] ? properties[1] : 0;
  switch (properties[0]) {
  case CL_DEVICE_PARTITION_EQUALLY:
    if (value <= 0 || properties[2] != 0)
      return CL_INVALID_VALUE;
    if ((uint64_t)value > caps->compute_units)
      return CL_INVALID_DEVICE_PARTITION_COUNT;
    return (uint64_t)value == caps->compute_units ? CL_DEVICE_PARTITION_FAILED : CL_SUCCESS;
  case CL_DEVICE_PARTITION_BY_COUNTS:
    if (caps->compute_units <= 1)
      return CL_DEVICE_PARTITION_FAILED;
    return check_counts(properties + 1, caps, device->partition_max_sub_devices);
  case CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN:
    if (properties[2] != 0)
      return CL_INVALID_VALUE;
    if (value == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE)
      /* A device of several units that has no domains does not list this scheme. */
      return caps->affinity_domains     ? CL_SUCCESS
             : caps->compute_units <= 1 ? CL_DEVICE_PARTITION_FAILED
                                        : CL_INVALID_VALUE;
    if (value == 0 || (value & (value - 1)) || !((cl_device_affinity_domain)value & domains))
      return CL_INVALID_VALUE;
    return caps->affinity_domains & (cl_device_affinity_domain)value ? CL_SUCCESS : CL_INVALID_VALUE;
  default:
    return CL_INVALID_VALUE;
  }
}

CL_API_ENTRY cl_int CL_API_CALL clCreateSubDevices(cl_device_id in_device,
                                                   const cl_device_partition_property *properties, cl_uint num_devices,
                                                   cl_device_id *out_devices, cl_uint *num_devices_ret) {
  cl_uint count;
  if (!weft_is_device(in_device))
    return CL_INVALID_DEVICE;
  cl_int error = check_partition(in_device, properties);
  if (!error)
    error = weft_device_partition(in_device, properties, num_devices, out_devices, &count);
  if (!error && num_devices_ret)
    *num_devices_ret = count;
  return error;
}

CL_API_ENTRY cl_int CL_API_CALL clRetainDevice(cl_device_id device) {
  if (!weft_is_device(device))
    return CL_INVALID_DEVICE;
  if (!weft_device_is_root(device)) /* root devices: no effect, OpenCL 3.0 section 4.3 */
    weft_object_retain(&device->object);
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseDevice(cl_device_id device) {
  if (!weft_is_device(device))
    return CL_INVALID_DEVICE;
  if (weft_device_is_root(device))
    return CL_SUCCESS;
  return weft_object_release(&device->object, NULL) ? CL_SUCCESS : CL_INVALID_DEVICE;
}

/* cl_ext_device_fission, the forerunner of sub-devices, is not reported. */
CL_API_ENTRY cl_int CL_API_CALL clCreateSubDevicesEXT(cl_device_id in_device,
                                                      const cl_device_partition_property_ext *properties,
                                                      cl_uint num_entries, cl_device_id *out_devices,
                                                      cl_uint *num_devices) {
  if (!weft_is_device(in_device))
    return CL_INVALID_DEVICE;
  return CL_INVALID_VALUE;
}

CL_API_ENTRY cl_int CL_API_CALL clRetainDeviceEXT(cl_device_id device) {
  return clRetainDevice(device);
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseDeviceEXT(cl_device_id device) {
  return clReleaseDevice(device);
}

/* Device timer and host timer are one clock, that of the profiling counters. */
CL_API_ENTRY cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp,
                                                        cl_ulong *host_timestamp) {
  if (!weft_is_device(device))
    return CL_INVALID_DEVICE;
  if (!device_timestamp || !host_timestamp)
    return CL_INVALID_VALUE;
  *device_timestamp = *host_timestamp = device->ops->timer(device->hw);
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp) {
  if (!weft_is_device(device))
    return CL_INVALID_DEVICE;
  if (!host_timestamp)
    return CL_INVALID_VALUE;
  *host_timestamp = device->ops->timer(device->hw);
  return CL_SUCCESS;
}
