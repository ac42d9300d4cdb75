/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_unified_svm: types, allocations of each, what queries say of them, and what it changes in older calls. */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "tests/api_memory/unified_svm.h"

enum { MOST_TYPES = 32, LARGEST_TYPE = sizeof(cl_long16) };

static struct unified_functions svm;
static cl_svm_capabilities_khr types[MOST_TYPES]; /* of test.device; 0: it has not this type */
static cl_uint num_types;

/* A sub-device of one unit, of a device that has more. */
static cl_device_id one_unit(void) {
  const cl_device_partition_property one[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END,
                                              0};
  cl_device_id part;
  CHECK_CL(clCreateSubDevices(test.device, one, 1, &part, NULL));
  return part;
}

static void needs_types(void) {
  size_t bytes;
  if (!test_has_extension("cl_khr_unified_svm"))
    test_skip("no unified shared virtual memory");
  svm = unified_find(test.platform);
  CHECK(svm.alloc && svm.free && svm.info && svm.suggest);
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR, sizeof types, types, &bytes));
  num_types = (cl_uint)(bytes / sizeof *types);
  CHECK(num_types > 0);
  CHECK_EQ(bytes % sizeof *types, 0);
}

/* For each type that the device has. */
#define EACH_TYPE(type)                                                                                                \
  for (cl_uint type = 0; type < num_types; type++)                                                                     \
    if (types[type])

static bool has(cl_uint type, cl_svm_capabilities_khr wanted) {
  return (types[type] & wanted) == wanted;
}

static bool needs_device(cl_uint type) {
  return !has(type, CL_SVM_CAPABILITY_DEVICE_UNASSOCIATED_KHR);
}

static const cl_svm_alloc_properties_khr *on_device(void) {
  static cl_svm_alloc_properties_khr list[] = {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, 0, 0};
  list[1] = (cl_svm_alloc_properties_khr)(uintptr_t)test.device;
  return list;
}

static void *allocate(cl_uint type, size_t size) {
  cl_int error = 1;
  void *memory = svm.alloc(test.context, needs_device(type) ? on_device() : NULL, type, size, &error);
  CHECK_CL(error);
  CHECK(memory != NULL);
  return memory;
}

static cl_ulong info_on(cl_context context, cl_device_id device, const void *at, cl_svm_pointer_info_khr what,
                        size_t size) {
  cl_ulong value = 0;
  size_t got = 0;
  CHECK_CL(svm.info(context, device, at, what, size, &value, &got));
  CHECK_EQ(got, size);
  return value;
}

static cl_ulong info(const void *at, cl_svm_pointer_info_khr what, size_t size) {
  cl_ulong value = info_on(test.context, NULL, at, what, size);
  CHECK_EQ(info_on(test.context, test.device, at, what, size), value);
  return value;
}

static void check_kind(cl_svm_capabilities_khr wanted) {
  EACH_TYPE(type)
  if (has(type, wanted))
    return;
  FAIL("no type has all of %#llx", (unsigned long long)wanted);
}

static void reported_types(void) {
  needs_types();
  cl_svm_capabilities_khr of_platform[MOST_TYPES], of_part[MOST_TYPES];
  size_t bytes;
  CHECK_CL(
      clGetPlatformInfo(test.platform, CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR, sizeof of_platform, of_platform, &bytes));
  CHECK_EQ(bytes, num_types * sizeof *types);
  CHECK_ERR(clGetPlatformInfo(test.platform, CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR, bytes - 1, of_platform, NULL),
            CL_INVALID_VALUE);
  CHECK_ERR(clGetDeviceInfo(test.device, CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR, bytes - 1, of_platform, NULL),
            CL_INVALID_VALUE);
  for (cl_uint i = 0; i < num_types; i++) {
    CHECK(of_platform[i] != 0);
    CHECK(!types[i] || has(i, of_platform[i]));
    if (has(i, CL_SVM_CAPABILITY_DEVICE_OWNED_KHR))
      CHECK(needs_device(i));
    if (has(i, CL_SVM_CAPABILITY_HOST_OWNED_KHR))
      CHECK(!needs_device(i));
    for (cl_uint k = 0; k < i; k++)
      CHECK(of_platform[i] != of_platform[k]);
  }
  if (!test.is_weft)
    return;
  check_kind(UNIFIED_COARSE | CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR);
  check_kind(UNIFIED_FINE | CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR);
  check_kind(UNIFIED_DEVICE);
  check_kind(UNIFIED_HOST);
  check_kind(UNIFIED_SHARED);
  check_kind(UNIFIED_SYSTEM);
  CHECK(!memcmp(types, of_platform, bytes));
  CHECK_EQ(test_device_size(CL_DEVICE_SVM_CONCURRENT_ACCESS_ATOM_SIZE_KHR), 1);
  if (test_device_uint(CL_DEVICE_MAX_COMPUTE_UNITS) < 2)
    return;
  cl_device_id part = one_unit();
  cl_int error = clGetDeviceInfo(part, CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR, sizeof of_part, of_part, &bytes);
  CHECK_CL(clReleaseDevice(part));
  CHECK_CL(error);
  CHECK_EQ(bytes, num_types * sizeof *types);
  CHECK(!memcmp(of_part, of_platform, bytes));
}

/* Allocates with these properties, and sees that each query answers what was asked for, at any address within. */
static void check_allocation(cl_uint type, const cl_svm_alloc_properties_khr *list, size_t list_size,
                             cl_device_id device, cl_svm_alloc_access_flags_khr access, size_t alignment) {
  enum { SIZE = 1000 };
  cl_svm_alloc_properties_khr got[16];
  size_t bytes = 99;
  cl_int error = 1;
  char *memory = svm.alloc(test.context, list, type, SIZE, &error);
  CHECK_CL(error);
  CHECK(memory != NULL);
  CHECK_EQ((uintptr_t)memory % (alignment ? alignment : LARGEST_TYPE), 0);
  for (size_t at = 0; at < SIZE; at += SIZE - 1) {
    CHECK_EQ(info(memory + at, CL_SVM_INFO_TYPE_INDEX_KHR, sizeof(cl_uint)), type);
    CHECK_EQ(info_on(test.context, test.device, memory + at, CL_SVM_INFO_CAPABILITIES_KHR, sizeof *types), types[type]);
    CHECK_EQ(info_on(test.context, NULL, memory + at, CL_SVM_INFO_CAPABILITIES_KHR, sizeof *types), types[type]);
    CHECK_EQ(info(memory + at, CL_SVM_INFO_ACCESS_FLAGS_KHR, sizeof access), access);
    CHECK_EQ(info(memory + at, CL_SVM_INFO_BASE_PTR_KHR, sizeof memory), (uintptr_t)memory);
    CHECK_EQ(info(memory + at, CL_SVM_INFO_SIZE_KHR, sizeof(size_t)), SIZE);
    CHECK_EQ(info(memory + at, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR, sizeof device), (uintptr_t)device);
    CHECK_CL(svm.info(test.context, NULL, memory + at, CL_SVM_INFO_PROPERTIES_KHR, sizeof got, got, &bytes));
    CHECK_EQ(bytes, list_size);
    CHECK(!list_size || !memcmp(got, list, list_size));
  }
  if (list_size)
    CHECK_ERR(svm.info(test.context, NULL, memory, CL_SVM_INFO_PROPERTIES_KHR, list_size - 1, got, NULL),
              CL_INVALID_VALUE);
  CHECK_CL(svm.free(test.context, NULL, 0, memory));
  CHECK_EQ(info(memory, CL_SVM_INFO_TYPE_INDEX_KHR, sizeof(cl_uint)), CL_UINT_MAX);
}

static void allocations(void) {
  needs_types();
  const cl_svm_alloc_properties_khr handle = (cl_svm_alloc_properties_khr)(uintptr_t)test.device;
  EACH_TYPE(type) {
    const cl_svm_alloc_properties_khr none[] = {0}, nobody[] = {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, 0, 0};
    if (!needs_device(type)) {
      check_allocation(type, NULL, 0, NULL, 0, 0);
      check_allocation(type, none, sizeof none, NULL, 0, 0);
      check_allocation(type, nobody, sizeof nobody, NULL, 0, 0);
    }
    check_allocation(type, on_device(), 3 * sizeof *none, test.device, 0, 0);
    for (size_t alignment = 0; alignment <= LARGEST_TYPE; alignment = alignment ? 2 * alignment : 1) {
      const cl_svm_alloc_properties_khr list[] = {CL_SVM_ALLOC_ALIGNMENT_KHR, alignment,
                                                  CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, handle, 0};
      check_allocation(type, list, sizeof list, test.device, 0, alignment);
    }
    for (unsigned bits = 0; bits < 16; bits++) {
      const cl_svm_alloc_access_flags_khr access = (bits & 3) | (cl_svm_alloc_access_flags_khr)(bits >> 2) << 8;
      const cl_svm_alloc_properties_khr list[] = {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR,
                                                  handle,
                                                  CL_SVM_ALLOC_ALIGNMENT_KHR,
                                                  16,
                                                  CL_SVM_ALLOC_ACCESS_FLAGS_KHR,
                                                  access,
                                                  0};
      check_allocation(type, list, sizeof list, test.device, access, 16);
    }
  }
}

#define ALLOCATION_GIVES(want, ...)                                                                                    \
  do {                                                                                                                 \
    cl_int error_ = 1;                                                                                                 \
    CHECK(svm.alloc(__VA_ARGS__, &error_) == NULL);                                                                    \
    CHECK_ERR(error_, (want));                                                                                         \
  } while (0)

/* Lists of properties that are refused, by whoever takes one. */
static void check_bad_properties(cl_int (*answer)(const cl_svm_alloc_properties_khr *)) {
  cl_int error;
  cl_context own = make_context();
  cl_svm_alloc_properties_khr strangers[] = {(uintptr_t)test.queue, (uintptr_t)own};
  for (size_t i = 0; i < TEST_COUNT(strangers); i++)
    CHECK_ERR(answer((cl_svm_alloc_properties_khr[]){CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, strangers[i], 0}),
              CL_INVALID_PROPERTY);
  for (cl_svm_alloc_properties_khr bit = 1; bit; bit <<= 1)
    if (!(bit & 0x303))
      CHECK_ERR(answer((cl_svm_alloc_properties_khr[]){CL_SVM_ALLOC_ACCESS_FLAGS_KHR, bit | 1, 0}),
                CL_INVALID_PROPERTY);
  const size_t alignments[] = {3, 24, LARGEST_TYPE - 1, 2 * LARGEST_TYPE, SIZE_MAX, SIZE_MAX / 2 + 1};
  for (size_t i = 0; i < TEST_COUNT(alignments); i++)
    CHECK_ERR(answer((cl_svm_alloc_properties_khr[]){CL_SVM_ALLOC_ALIGNMENT_KHR, alignments[i], 0}),
              CL_INVALID_PROPERTY);
  CHECK_ERR(answer((cl_svm_alloc_properties_khr[]){0xdead, 0, 0}), CL_INVALID_PROPERTY);
  CHECK_ERR(answer((cl_svm_alloc_properties_khr[]){CL_SVM_ALLOC_ALIGNMENT_KHR, 8, 0xdead, 0, 0}), CL_INVALID_PROPERTY);
  CHECK_ERR(answer((cl_svm_alloc_properties_khr[]){CL_SVM_ALLOC_ALIGNMENT_KHR, 8, CL_SVM_ALLOC_ALIGNMENT_KHR, 8, 0}),
            CL_INVALID_PROPERTY);
  CHECK_ERR(
      answer((cl_svm_alloc_properties_khr[]){CL_SVM_ALLOC_ACCESS_FLAGS_KHR, 0, CL_SVM_ALLOC_ACCESS_FLAGS_KHR, 0, 0}),
      CL_INVALID_PROPERTY);
  if (test_device_uint(CL_DEVICE_MAX_COMPUTE_UNITS) < 2)
    return;
  /* A device that is none of the context's. */
  cl_device_id part = one_unit();
  error = answer((cl_svm_alloc_properties_khr[]){CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, (uintptr_t)part, 0});
  cl_uint value;
  cl_int of_query = svm.info(test.context, part, &value, CL_SVM_INFO_TYPE_INDEX_KHR, sizeof value, &value, NULL);
  CHECK_CL(clReleaseDevice(part));
  CHECK_ERR(error, CL_INVALID_PROPERTY);
  CHECK_ERR(of_query, CL_INVALID_DEVICE);
}

static cl_int allocate_with(const cl_svm_alloc_properties_khr *list) {
  cl_int error = 1;
  cl_uint type = 0;
  while (needs_device(type))
    type++;
  CHECK(svm.alloc(test.context, list, type, 64, &error) == NULL);
  return error;
}

static void refused_allocations(void) {
  needs_types();
  const cl_svm_alloc_properties_khr *list = on_device();
  ALLOCATION_GIVES(CL_INVALID_CONTEXT, NULL, list, 0, 64);
  ALLOCATION_GIVES(CL_INVALID_CONTEXT, (cl_context)test.queue, list, 0, 64);
  ALLOCATION_GIVES(CL_INVALID_VALUE, test.context, list, num_types, 64);
  ALLOCATION_GIVES(CL_INVALID_VALUE, test.context, list, num_types + 1, 64);
  ALLOCATION_GIVES(CL_INVALID_VALUE, test.context, list, CL_UINT_MAX, 0);
  CHECK(svm.alloc(test.context, list, CL_UINT_MAX, 64, NULL) == NULL);
  check_bad_properties(allocate_with);
  const cl_svm_alloc_properties_khr nobody[] = {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, 0, 0};
  EACH_TYPE(type)
  if (needs_device(type)) {
    ALLOCATION_GIVES(CL_INVALID_PROPERTY, test.context, NULL, type, 64);
    ALLOCATION_GIVES(CL_INVALID_PROPERTY, test.context, nobody, type, 64);
  }
}

/* No bytes are no error, and nothing that would have to be freed. There is no limit but the device's memory. */
static void sizes(void) {
  needs_types();
  EACH_TYPE(type) {
    ALLOCATION_GIVES(CL_SUCCESS, test.context, on_device(), type, 0);
    if (!needs_device(type))
      ALLOCATION_GIVES(CL_SUCCESS, test.context, NULL, type, 0);
    if (!test.is_weft)
      continue;
    size_t most = (size_t)test_device_ulong(CL_DEVICE_MAX_MEM_ALLOC_SIZE),
           all = (size_t)test_device_ulong(CL_DEVICE_GLOBAL_MEM_SIZE);
    CHECK(most < all);
    char *memory = allocate(type, most + 1);
    memory[most] = 1;
    CHECK_EQ(info(memory + most, CL_SVM_INFO_SIZE_KHR, sizeof(size_t)), most + 1);
    CHECK_CL(svm.free(test.context, NULL, 0, memory));
    ALLOCATION_GIVES(CL_OUT_OF_RESOURCES, test.context, on_device(), type, all + 1);
    ALLOCATION_GIVES(CL_OUT_OF_RESOURCES, test.context, on_device(), type, SIZE_MAX);
  }
}

static void check_unknown(cl_context context, cl_device_id device, const void *at) {
  size_t bytes = 99;
  CHECK_EQ(info_on(context, device, at, CL_SVM_INFO_TYPE_INDEX_KHR, sizeof(cl_uint)), CL_UINT_MAX);
  CHECK_EQ(info_on(context, device, at, CL_SVM_INFO_CAPABILITIES_KHR, sizeof(cl_svm_capabilities_khr)), 0);
  CHECK_EQ(info_on(context, device, at, CL_SVM_INFO_ACCESS_FLAGS_KHR, sizeof(cl_svm_alloc_access_flags_khr)), 0);
  CHECK_EQ(info_on(context, device, at, CL_SVM_INFO_BASE_PTR_KHR, sizeof(void *)), 0);
  CHECK_EQ(info_on(context, device, at, CL_SVM_INFO_SIZE_KHR, sizeof(size_t)), 0);
  CHECK_EQ(info_on(context, device, at, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR, sizeof(cl_device_id)), 0);
  CHECK_CL(svm.info(context, device, at, CL_SVM_INFO_PROPERTIES_KHR, 0, NULL, &bytes));
  CHECK_EQ(bytes, 0);
}

/* Addresses that are none of an allocation's, memory of clSVMAlloc, and what is refused. */
static void queries(void) {
  needs_types();
  char own[8], *memory = allocate(0, 64);
  cl_context other = make_context();
  const void *unknown[] = {NULL, own, memory + 64 + LARGEST_TYPE};
  for (size_t i = 0; i < TEST_COUNT(unknown) - !test.is_weft; i++) {
    check_unknown(test.context, NULL, unknown[i]);
    check_unknown(test.context, test.device, unknown[i]);
  }
  check_unknown(other, NULL, memory);
  CHECK_CL(svm.free(test.context, NULL, 0, memory));
  check_unknown(test.context, NULL, memory);

  const cl_svm_mem_flags flags[] = {CL_MEM_READ_WRITE, CL_MEM_READ_ONLY | CL_MEM_SVM_FINE_GRAIN_BUFFER,
                                    CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS};
  const cl_svm_capabilities_khr wanted[] = {UNIFIED_COARSE, UNIFIED_FINE,
                                            UNIFIED_FINE | CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR};
  for (size_t i = 0; i < TEST_COUNT(flags); i++) {
    size_t bytes = 99;
    memory = clSVMAlloc(test.context, flags[i], 100, 0);
    CHECK(memory != NULL || !test.is_weft);
    if (!memory)
      continue;
    cl_uint type = (cl_uint)info(memory + 99, CL_SVM_INFO_TYPE_INDEX_KHR, sizeof type);
    CHECK(type < num_types);
    CHECK(has(type, wanted[i]));
    CHECK_EQ(info(memory, CL_SVM_INFO_CAPABILITIES_KHR, sizeof *types), types[type]);
    CHECK_EQ(info(memory + 99, CL_SVM_INFO_BASE_PTR_KHR, sizeof memory), (uintptr_t)memory);
    CHECK_EQ(info(memory, CL_SVM_INFO_SIZE_KHR, sizeof(size_t)), 100);
    CHECK_EQ(info(memory, CL_SVM_INFO_ACCESS_FLAGS_KHR, sizeof(cl_svm_alloc_access_flags_khr)), 0);
    CHECK_EQ(info(memory, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR, sizeof(cl_device_id)), 0);
    CHECK_CL(svm.info(test.context, NULL, memory, CL_SVM_INFO_PROPERTIES_KHR, 0, NULL, &bytes));
    CHECK_EQ(bytes, 0);
    CHECK_CL(svm.free(test.context, NULL, 0, memory));
  }

  cl_uint value;
  CHECK_ERR(svm.info(NULL, NULL, own, CL_SVM_INFO_TYPE_INDEX_KHR, sizeof value, &value, NULL), CL_INVALID_CONTEXT);
  CHECK_ERR(svm.info((cl_context)test.queue, NULL, own, CL_SVM_INFO_TYPE_INDEX_KHR, sizeof value, &value, NULL),
            CL_INVALID_CONTEXT);
  CHECK_ERR(
      svm.info(test.context, (cl_device_id)test.queue, own, CL_SVM_INFO_TYPE_INDEX_KHR, sizeof value, &value, NULL),
      CL_INVALID_DEVICE);
  CHECK_ERR(svm.info(test.context, NULL, own, 0xdead, sizeof value, &value, NULL), CL_INVALID_VALUE);
  CHECK_ERR(svm.info(test.context, NULL, own, CL_SVM_ALLOC_ALIGNMENT_KHR, sizeof value, &value, NULL),
            CL_INVALID_VALUE);
  CHECK_ERR(svm.info(test.context, NULL, own, CL_SVM_INFO_TYPE_INDEX_KHR, 1, &value, NULL), CL_INVALID_VALUE);
}

/* Each of the three ways frees what either function allocated; what is refused stays. */
static void frees(void) {
  needs_types();
  char own[8], *memory = allocate(0, 1000), *old = clSVMAlloc(test.context, CL_MEM_READ_WRITE, 64, 0);
  const cl_svm_free_properties_khr none[] = {0}, unknown[] = {CL_SVM_ALLOC_ALIGNMENT_KHR, 8, 0};
  CHECK(old != NULL);
  CHECK_CL(svm.free(test.context, NULL, 0, NULL));
  CHECK_ERR(svm.free(NULL, NULL, 0, memory), CL_INVALID_CONTEXT);
  CHECK_ERR(svm.free((cl_context)test.queue, NULL, 0, memory), CL_INVALID_CONTEXT);
  CHECK_ERR(svm.free(test.context, unknown, 0, memory), CL_INVALID_PROPERTY);
  CHECK_ERR(svm.free(test.context, NULL, 1, memory), CL_INVALID_VALUE);
  CHECK_ERR(svm.free(test.context, NULL, (cl_svm_free_flags_khr)1 << 40, NULL), CL_INVALID_VALUE);
  CHECK_ERR(svm.free(test.context, NULL, 0, memory + 1), CL_INVALID_VALUE);
  CHECK_ERR(svm.free(test.context, NULL, 0, own), CL_INVALID_VALUE);
  CHECK_ERR(svm.free(make_context(), NULL, 0, memory), CL_INVALID_VALUE);
  CHECK_EQ(info(memory, CL_SVM_INFO_SIZE_KHR, sizeof(size_t)), 1000);
  CHECK_CL(svm.free(test.context, none, 0, memory));
  CHECK_ERR(svm.free(test.context, NULL, 0, memory), CL_INVALID_VALUE);
  CHECK_CL(svm.free(test.context, NULL, 0, old));
  EACH_TYPE(type) {
    memory = allocate(type, 64);
    clSVMFree(test.context, memory);
    check_unknown(test.context, NULL, memory);
    void *pointers[] = {NULL, allocate(type, 64), NULL};
    cl_event event;
    CHECK_CL(clEnqueueSVMFree(test.queue, 3, pointers, NULL, NULL, 0, NULL, &event));
    keep_event(event);
    CHECK_CL(clWaitForEvents(1, &event));
    check_unknown(test.context, NULL, pointers[1]);
  }
  if (!test.is_weft || !test_has_extension("cl_intel_unified_shared_memory"))
    return;
  /* Memory of the older extension is no SVM, and the other way round. */
  clHostMemAllocINTEL_fn host =
      (clHostMemAllocINTEL_fn)clGetExtensionFunctionAddressForPlatform(test.platform, "clHostMemAllocINTEL");
  clMemFreeINTEL_fn give_back =
      (clMemFreeINTEL_fn)clGetExtensionFunctionAddressForPlatform(test.platform, "clMemFreeINTEL");
  void *usm = host(test.context, NULL, 64, 0, NULL);
  CHECK(usm != NULL);
  memory = allocate(0, 64);
  check_unknown(test.context, NULL, usm);
  CHECK_ERR(svm.free(test.context, NULL, 0, usm), CL_INVALID_VALUE);
  CHECK_ERR(give_back(test.context, memory), CL_INVALID_VALUE);
  CHECK_CL(give_back(test.context, usm));
  CHECK_CL(svm.free(test.context, NULL, 0, memory));
}

static cl_uint suggested(cl_svm_capabilities_khr required, cl_svm_capabilities_khr desired,
                         const cl_svm_alloc_properties_khr *list) {
  cl_uint type = 12345;
  CHECK_CL(svm.suggest(test.context, required, desired, list, 0, &type));
  CHECK(type < num_types || type == CL_UINT_MAX);
  return type;
}

static cl_int suggest_with(const cl_svm_alloc_properties_khr *list) {
  cl_uint type = 12345;
  cl_int error = svm.suggest(test.context, 0, 0, list, 64, &type);
  CHECK(!error || type == 12345);
  return error;
}

static void suggestions(void) {
  needs_types();
  cl_svm_capabilities_khr all = 0;
  EACH_TYPE(type)
  all |= types[type];
  EACH_TYPE(type) {
    CHECK(has(suggested(types[type], 0, NULL), types[type]));
    CHECK(has(suggested(types[type], ~(cl_svm_capabilities_khr)0, on_device()), types[type]));
    if (test.is_weft) { /* each type can be had by what is desired alone, where it has something of its own */
      cl_uint found = suggested(0, types[type], on_device());
      CHECK_EQ(types[found] & types[type], types[type]);
    }
  }
  for (cl_svm_capabilities_khr bit = 1; bit; bit <<= 1) {
    cl_uint type = suggested(bit, 0, on_device());
    CHECK(bit & all ? has(type, bit) : type == CL_UINT_MAX);
    CHECK(suggested(0, bit, NULL) < num_types); /* what nobody has may be desired */
  }
  CHECK_EQ(suggested(~(cl_svm_capabilities_khr)0, 0, NULL), CL_UINT_MAX);
  if (test.is_weft) { /* who asks for nothing special gets memory that is nobody's */
    CHECK_EQ(suggested(UNIFIED_COARSE, 0, NULL), 0);
    CHECK_EQ(suggested(UNIFIED_SHARED, 0, on_device()), 0);
    CHECK_EQ(types[0] & (CL_SVM_CAPABILITY_DEVICE_OWNED_KHR | CL_SVM_CAPABILITY_HOST_OWNED_KHR |
                         CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR),
             0);
    CHECK_EQ(suggested(CL_SVM_CAPABILITY_DEVICE_OWNED_KHR | CL_SVM_CAPABILITY_HOST_OWNED_KHR, 0, NULL), CL_UINT_MAX);
  }
  cl_uint type;
  CHECK_ERR(svm.suggest(NULL, 0, 0, NULL, 0, &type), CL_INVALID_CONTEXT);
  CHECK_ERR(svm.suggest((cl_context)test.queue, 0, 0, NULL, 0, &type), CL_INVALID_CONTEXT);
  CHECK_ERR(svm.suggest(test.context, 0, 0, NULL, 0, NULL), CL_INVALID_VALUE);
  check_bad_properties(suggest_with);
}

static void *plain_memory(cl_uint type, size_t size, bool from_malloc) {
  void *memory = from_malloc ? malloc(size) : allocate(type, size);
  CHECK(memory != NULL);
  return memory;
}

/* What a type promises: the host writes and reads, maps, commands and kernels do, by argument and by an address that
 * lies in other memory. */
static void check_uses(cl_uint type, bool from_malloc) {
  enum { N = 300 };
  cl_int *memory = plain_memory(type, N * sizeof *memory, from_malloc), want[N], got[N];
  for (int i = 0; i < N; i++)
    want[i] = 7 * i + 1;
  if (has(type, CL_SVM_CAPABILITY_HOST_WRITE_KHR))
    memcpy(memory, want, sizeof want);
  else
    CHECK_CL(clEnqueueSVMMemcpy(test.queue, CL_TRUE, memory, want, sizeof want, 0, NULL, NULL));

  cl_program program = test_build(
      "-cl-std=CL2.0",
      CL(
          struct holder { global int *at; }; kernel void direct(global int *memory) {
            memory[get_global_id(0)] += 5;
          } kernel void indirect(global struct holder * holder) { atomic_inc(holder->at + get_global_id(0)); }));
  cl_kernel direct = test_kernel(program, "direct"), indirect = test_kernel(program, "indirect");
  cl_bool on = CL_TRUE;
  CHECK_CL(clSetKernelArgSVMPointer(direct, 0, memory + 1));
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, direct, 1, NULL, &(size_t){N - 1}, NULL, 0, NULL, NULL));
  cl_mem holder = make_buffer(CL_MEM_COPY_HOST_PTR, sizeof memory, &memory);
  CHECK_CL(clSetKernelArg(indirect, 0, sizeof holder, &holder));
  if (has(type, CL_SVM_CAPABILITY_INDIRECT_ACCESS_KHR))
    CHECK_CL(clSetKernelExecInfo(indirect, CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR, sizeof on, &on));
  else
    CHECK_CL(clSetKernelExecInfo(indirect, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof memory, &memory));
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, indirect, 1, NULL, &(size_t){N}, NULL, 0, NULL, NULL));
  CHECK_CL(clEnqueueSVMMemFill(test.queue, memory, &(cl_int){-9}, sizeof(cl_int), 2 * sizeof(cl_int), 0, NULL, NULL));
  CHECK_CL(clEnqueueSVMMigrateMem(test.queue, 1, (const void *[]){memory}, NULL, 0, 0, NULL, NULL));
  for (int i = 0; i < N; i++)
    want[i] += i < 2 ? -9 - want[i] : 6;
  CHECK_CL(clEnqueueSVMMemcpy(test.queue, CL_TRUE, got, memory, sizeof got, 0, NULL, NULL));
  check_same(got, want, sizeof want, "copied out");
  if (has(type, CL_SVM_CAPABILITY_HOST_READ_KHR))
    check_same(memory, want, sizeof want, "read in place");
  if (has(type, CL_SVM_CAPABILITY_HOST_MAP_KHR)) {
    CHECK_CL(clEnqueueSVMMap(test.queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, memory + 1, 8, 0, NULL, NULL));
    check_same(memory + 1, want + 1, 8, "mapped");
    memory[1] = 77;
    CHECK_CL(clEnqueueSVMUnmap(test.queue, memory + 1, 0, NULL, NULL));
    CHECK_CL(clEnqueueSVMMemcpy(test.queue, CL_TRUE, got, memory, sizeof got, 0, NULL, NULL));
    CHECK_EQ(got[1], 77);
  }
  if (from_malloc)
    free(memory);
  else
    CHECK_CL(svm.free(test.context, NULL, 0, memory));
}

static void uses(void) {
  needs_types();
  EACH_TYPE(type) {
    check_uses(type, false);
    if (has(type, CL_SVM_CAPABILITY_SYSTEM_ALLOCATED_KHR))
      check_uses(type, true);
  }
}

/* CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR: host and device count in one place while the kernel runs. */
static void counts_together(void) {
  enum { ITEMS = 20000, TURNS = 20000 };
  needs_types();
  cl_kernel kernel = test_kernel(test_build("-cl-std=CL2.0", CL(kernel void count(global atomic_int * counter) {
                                              atomic_fetch_add_explicit(counter, 1, memory_order_relaxed,
                                                                        memory_scope_all_svm_devices);
                                            })),
                                 "count");
  EACH_TYPE(type) {
    if (!has(type, CL_SVM_CAPABILITY_CONCURRENT_ATOMIC_ACCESS_KHR | CL_SVM_CAPABILITY_HOST_WRITE_KHR))
      continue;
    atomic_int *counter = allocate(type, sizeof *counter);
    atomic_init(counter, 0);
    CHECK_CL(clSetKernelArgSVMPointer(kernel, 0, counter));
    CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &(size_t){ITEMS}, NULL, 0, NULL, NULL));
    CHECK_CL(clFlush(test.queue));
    for (int i = 0; i < TURNS; i++)
      atomic_fetch_add(counter, 1);
    CHECK_CL(clFinish(test.queue));
    CHECK_EQ(atomic_load(counter), ITEMS + TURNS);
    CHECK_CL(svm.free(test.context, NULL, 0, counter));
  }
}

/* A context of two sub-devices: memory that is one's is the other's too, as CL_SVM_CAPABILITY_CONTEXT_ACCESS_KHR says.
 */
static void between_devices(void) {
  enum { SIZE = 1000 };
  needs_types();
  if (!test.is_weft || test_device_uint(CL_DEVICE_MAX_COMPUTE_UNITS) < 2)
    test_skip("one device alone");
  const cl_device_partition_property two[] = {CL_DEVICE_PARTITION_BY_COUNTS, 1, 1,
                                              CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  cl_device_id parts[2];
  cl_int error;
  CHECK_CL(clCreateSubDevices(test.device, two, 2, parts, NULL));
  cl_context context = clCreateContext(NULL, 2, parts, NULL, NULL, &error);
  CHECK_CL(error);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, parts[0], NULL, &error);
  CHECK_CL(error);
  EACH_TYPE(type) {
    const cl_svm_alloc_properties_khr list[] = {CL_SVM_ALLOC_ASSOCIATED_DEVICE_HANDLE_KHR, (uintptr_t)parts[1], 0};
    char *memory = svm.alloc(context, list, type, SIZE, &error);
    CHECK_CL(error);
    for (int i = 0; i < 2; i++) {
      CHECK_EQ(info_on(context, parts[i], memory, CL_SVM_INFO_CAPABILITIES_KHR, sizeof *types), types[type]);
      CHECK_EQ(info_on(context, parts[i], memory, CL_SVM_INFO_ASSOCIATED_DEVICE_HANDLE_KHR, sizeof *parts),
               (uintptr_t)parts[1]);
    }
    CHECK_CL(clEnqueueSVMMemFill(queue, memory, "x", 1, SIZE, 0, NULL, NULL));
    CHECK_CL(clFinish(queue));
    CHECK_EQ(memory[SIZE - 1], 'x');
    CHECK_ERR(svm.info(context, test.device, memory, CL_SVM_INFO_SIZE_KHR, 0, NULL, NULL), CL_INVALID_DEVICE);
    ALLOCATION_GIVES(CL_INVALID_PROPERTY, context, on_device(), type, 64);
    if (type % 2) /* the others go with the context */
      CHECK_CL(svm.free(context, NULL, 0, memory));
  }
  CHECK_CL(clReleaseCommandQueue(queue));
  CHECK_CL(clReleaseContext(context));
  for (int i = 0; i < 2; i++)
    CHECK_CL(clReleaseDevice(parts[i]));
}

static void check_event(cl_event event, cl_command_type want) {
  cl_command_type type = 0;
  CHECK_CL(clGetEventInfo(event, CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  CHECK_EQ(type, want);
  CHECK_CL(clWaitForEvents(1, &event));
}

/* Commands that have no bytes take any address, NULL too. */
static void no_bytes(void) {
  needs_types();
  char own[8] = {1}, *odd = (char *)(uintptr_t)0xbeef0000;
  char *const addresses[] = {NULL, odd, own};
  cl_event event;
  for (size_t i = 0; i < TEST_COUNT(addresses); i++)
    for (cl_bool blocking = CL_FALSE; blocking <= CL_TRUE; blocking++) {
      CHECK_CL(clEnqueueSVMMemcpy(test.queue, blocking, addresses[i], own, 0, 0, NULL, &event));
      check_event(keep_event(event), CL_COMMAND_SVM_MEMCPY);
      CHECK_CL(clEnqueueSVMMemcpy(test.queue, blocking, own, addresses[i], 0, 0, NULL, &event));
      check_event(keep_event(event), CL_COMMAND_SVM_MEMCPY);
      CHECK_CL(clEnqueueSVMMemcpy(test.queue, blocking, addresses[i], addresses[i], 0, 0, NULL, NULL));
    }
  for (int i = 0; i < 2; i++) {
    CHECK_CL(clEnqueueSVMMemFill(test.queue, addresses[i], "abcd", 4, 0, 0, NULL, &event));
    check_event(keep_event(event), CL_COMMAND_SVM_MEMFILL);
  }
  const void *pointers[] = {NULL, own};
  const size_t none[] = {0, 0}, some[] = {8, 0};
  CHECK_CL(clEnqueueSVMMigrateMem(test.queue, 1, pointers, NULL, 0, 0, NULL, &event));
  check_event(keep_event(event), CL_COMMAND_SVM_MIGRATE_MEM);
  CHECK_CL(clEnqueueSVMMigrateMem(test.queue, 2, pointers, none, 0, 0, NULL, &event));
  check_event(keep_event(event), CL_COMMAND_SVM_MIGRATE_MEM);
  CHECK_ERR(clEnqueueSVMMigrateMem(test.queue, 1, pointers, some, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMMemFill(test.queue, NULL, NULL, 4, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueSVMMemFill(test.queue, NULL, "abc", 3, 0, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_EQ(own[0], 1);
}

/* Any address may be an argument, or be named as one that a kernel reaches. */
static void any_pointer(void) {
  needs_types();
  cl_kernel kernel = test_kernel(
      test_build("-cl-std=CL2.0", CL(
                                      struct holder { global int *at; };
                                      kernel void keep(global int *in, global struct holder *out) { out->at = in; })),
      "keep");
  void *const bad[] = {NULL, (void *)(uintptr_t)0xdeadbee0};
  cl_mem out = make_buffer(0, sizeof(void *), NULL);
  cl_bool off = CL_FALSE;
  CHECK_CL(clSetKernelArg(kernel, 1, sizeof out, &out));
  for (size_t i = 0; i < TEST_COUNT(bad); i++) {
    void *got = &got;
    CHECK_CL(clSetKernelArgSVMPointer(kernel, 0, bad[i]));
    CHECK_CL(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof *bad, &bad[i]));
    CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &(size_t){1}, NULL, 0, NULL, NULL));
    CHECK_CL(clEnqueueReadBuffer(test.queue, out, CL_TRUE, 0, sizeof got, &got, 0, NULL, NULL));
    CHECK(got == bad[i]);
  }
  CHECK_CL(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, NULL));
  CHECK_CL(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR, sizeof off, &off));
  CHECK_ERR(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR, 1, &off), CL_INVALID_VALUE);
  CHECK_ERR(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_INDIRECT_ACCESS_KHR, sizeof off, NULL),
            CL_INVALID_VALUE);
}

static const struct test_case cases[] = {
    {"reported_types", reported_types},
    {"allocations", allocations},
    {"refused_allocations", refused_allocations},
    {"sizes", sizes},
    {"queries", queries},
    {"frees", frees},
    {"suggestions", suggestions},
    {"uses", uses},
    {"counts_together", counts_together},
    {"between_devices", between_devices},
    {"no_bytes", no_bytes},
    {"any_pointer", any_pointer},
};
TEST_MAIN(cases)
