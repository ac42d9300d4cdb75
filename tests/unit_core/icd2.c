/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The library as loaders of both generations take it up: exported names, the tag, the table, functions by name. */
#include "icd/cl_newer.h"
#include "tests/unit_core/unit.h"

#include <dlfcn.h>
#include <string.h>

typedef void *(*find_fn)(const char *);
typedef void *(*find_for_fn)(cl_platform_id, const char *);
typedef cl_int (*set_data_fn)(cl_platform_id, void *);
typedef cl_int (*platforms_fn)(cl_uint, cl_platform_id *, cl_uint *);

/* What every handle begins with. */
struct handle {
  const cl_icd_dispatch *dispatch;
  void *data;
};

#define DATA_OF(object) (((struct handle *)(object))->data)

static void every_name_is_found(cl_platform_id platform, find_for_fn find_for, find_fn find) {
  static const char *const names[] = {
#define WEFT_SLOT(name) #name,
#define WEFT_SLOT_31(name) #name,
#define WEFT_TAGGED(name) #name,
#define WEFT_NAMED(name) #name,
#define WEFT_ALIAS(name, target) #name,
#define WEFT_EXPORT(name)
#include "icd/entry_points.def"
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    CHECK(find_for(platform, names[i]) && find(names[i]) == find_for(platform, names[i]));
  CHECK(!find_for(platform, "clNoSuchFunction") && !find(NULL) && !find_for(NULL, names[0]));
}

/* No slot but those of Direct3D, which Linux does not have, is empty. */
static void table_is_complete(const struct weft_dispatch_table *whole) {
  const cl_icd_dispatch *table = &whole->slots;
  void *const *slots = (void *const *)table;
  size_t empty = 0;
  for (size_t i = 0; i < sizeof *table / sizeof *slots; i++)
    empty += slots[i] == NULL;
  CHECK(empty == 16);
#define WEFT_SLOT(name) CHECK(table->name != NULL);
#define WEFT_SLOT_31(name) CHECK(whole->WEFT_SLOT_OF_31(name) != NULL);
#define WEFT_TAGGED(name) CHECK((intptr_t)table->name == CL_ICD2_TAG_KHR);
#define WEFT_NAMED(name)
#define WEFT_ALIAS(name, target)
#define WEFT_EXPORT(name)
#include "icd/entry_points.def"
}

int main(void) {
  void *library = dlopen(WEFT_LIBRARY, RTLD_NOW | RTLD_LOCAL);
  CHECK(library);
  CHECK(dlsym(library, "clGetPlatformInfo") && dlsym(library, "clIcdGetPlatformIDsKHR"));
  CHECK(!dlsym(library, "clCreateContext") && !dlsym(library, "weft_platform_init"));
  find_fn find = (find_fn)dlsym(library, "clGetExtensionFunctionAddress");
  CHECK(find);
  platforms_fn get_platforms = (platforms_fn)find("clIcdGetPlatformIDsKHR");
  find_for_fn find_for = (find_for_fn)find("clIcdGetFunctionAddressForPlatformKHR");
  set_data_fn set_data = (set_data_fn)find("clIcdSetPlatformDispatchDataKHR");
  CHECK(get_platforms && find_for && set_data && find("clGetPlatformInfo"));

  cl_platform_id platform;
  cl_uint count;
  CHECK(get_platforms(0, NULL, NULL) == CL_INVALID_VALUE);
  CHECK(get_platforms(0, &platform, NULL) == CL_INVALID_VALUE);
  CHECK(get_platforms(1, &platform, &count) == CL_SUCCESS && count == 1);
  table_is_complete((const struct weft_dispatch_table *)(const void *)((struct handle *)platform)->dispatch);
  every_name_is_found(platform, find_for, find);

  /* Devices that exist get the loader's data, and so does all that is made later. */
  cl_api_clGetDeviceIDs get_devices = (cl_api_clGetDeviceIDs)find_for(platform, "clGetDeviceIDs");
  cl_api_clCreateContext create_context = (cl_api_clCreateContext)find_for(platform, "clCreateContext");
  cl_api_clReleaseContext release_context = (cl_api_clReleaseContext)find_for(platform, "clReleaseContext");
  cl_device_id device;
  cl_int error;
  int data;
  CHECK(get_devices(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS);
  CHECK(set_data(NULL, &data) == CL_INVALID_PLATFORM);
  CHECK(set_data((cl_platform_id)device, &data) == CL_INVALID_PLATFORM);
  CHECK(set_data(platform, &data) == CL_SUCCESS);
  CHECK(DATA_OF(platform) == &data && DATA_OF(device) == &data);
  cl_context context = create_context(NULL, 1, &device, NULL, NULL, &error);
  CHECK(context && DATA_OF(context) == &data && ((struct handle *)context)->dispatch);
  CHECK(release_context(context) == CL_SUCCESS);

  /* Closing it leaves it where it is, with its objects, since threads may be in it; opened again, it is the same. */
  cl_platform_id before = platform;
  CHECK(dlclose(library) == 0);
  CHECK(get_devices(before, CL_DEVICE_TYPE_ALL, 1, &device, NULL) == CL_SUCCESS);
  library = dlopen(WEFT_LIBRARY, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD);
  CHECK(library);
  get_platforms = (platforms_fn)dlsym(library, "clIcdGetPlatformIDsKHR");
  CHECK(get_platforms && get_platforms(1, &platform, &count) == CL_SUCCESS && count == 1 && platform == before);
  CHECK(dlclose(library) == 0);
  return 0;
}
