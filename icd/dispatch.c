/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How a loader reaches the entry points. A loader of the first generation calls through the table that every object
 * begins with; one of the second (cl_khr_icd 2) finds the tag in the slot of clGetPlatformIDs, asks for each
 * function by name and keeps data of its own in our objects. The same table serves both.
 */
#include "icd/cl_command_buffer.h"
#include "icd/cl_unified_svm.h"
#include "icd/exports.h"
#include "icd/validate.h"
#include "runtime/platform.h"

#include <stddef.h>
#include <string.h>

/* Headers of 3.1 that are asked for an older version have the slot, too, and no name by which to know that. */
_Static_assert(offsetof(struct weft_dispatch_table, WEFT_SLOT_OF_31(clGetKernelSuggestedLocalWorkSize)) ==
                   offsetof(cl_icd_dispatch, clSetContextDestructorCallback) + sizeof(void *),
               "the table's last slot; define CL_TARGET_OPENCL_VERSION as 310");

static const struct weft_dispatch_table table = {
#define WEFT_SLOT(name) .slots.name = name,
#define WEFT_SLOT_31(name) .WEFT_SLOT_OF_31(name) = name,
#define WEFT_TAGGED(name) .slots.name = (cl_api_##name)CL_ICD2_TAG_KHR,
#define WEFT_NAMED(name)
#define WEFT_ALIAS(name, target)
#define WEFT_EXPORT(name)
#include "icd/entry_points.def"
};

typedef void (*entry_point)(void);

static const struct {
  const char *name;
  entry_point function;
} names[] = {
#define WEFT_SLOT(name) {#name, (entry_point)name},
#define WEFT_SLOT_31(name) {#name, (entry_point)name},
#define WEFT_TAGGED(name) {#name, (entry_point)name},
#define WEFT_NAMED(name) {#name, (entry_point)name},
#define WEFT_ALIAS(name, target) {#name, (entry_point)target},
#define WEFT_EXPORT(name)
#include "icd/entry_points.def"
};

static void *find(const char *name) {
  for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i].name, name) == 0)
      return (void *)names[i].function;
  return NULL;
}

CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
                                                       cl_uint *num_platforms) {
  if ((platforms && num_entries == 0) || (!platforms && !num_platforms))
    return CL_INVALID_VALUE;
  cl_int error = weft_platform_init(&table.slots);
  if (error)
    return error;
  if (platforms)
    platforms[0] = &weft_platform;
  if (num_platforms)
    *num_platforms = 1;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms,
                                                 cl_uint *num_platforms) {
  return clIcdGetPlatformIDsKHR(num_entries, platforms, num_platforms);
}

CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddress(const char *func_name) {
  return find(func_name);
}

CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                                        const char *func_name) {
  return weft_is_platform(platform) ? find(func_name) : NULL;
}

CL_API_ENTRY void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char *func_name) {
  return weft_is_platform(platform) ? find(func_name) : NULL;
}

CL_API_ENTRY cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *dispatch_data) {
  if (!weft_is_platform(platform))
    return CL_INVALID_PLATFORM;
  weft_platform_set_dispatch_data(dispatch_data);
  return CL_SUCCESS;
}
