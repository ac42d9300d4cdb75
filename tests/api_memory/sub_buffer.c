/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clCreateSubBuffer: its errors, what is inherited, and that the bytes are the parent's. */
#include <string.h>

#include "tests/api_memory/objects.h"

static cl_int create(cl_mem parent, cl_mem_flags flags, size_t origin, size_t size, cl_mem *out) {
  cl_int error = 1;
  cl_buffer_region region = {origin, size};
  *out = clCreateSubBuffer(parent, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  CHECK((error == CL_SUCCESS) == (*out != NULL));
  return error;
}

#define SUB_GIVES(want, parent, flags, origin, size)                                                                   \
  do {                                                                                                                 \
    cl_mem mem_;                                                                                                       \
    cl_int error_ = create((parent), (flags), (origin), (size), &mem_);                                                \
    CHECK_ERR(error_, (want));                                                                                         \
    if (mem_)                                                                                                          \
      clReleaseMemObject(mem_);                                                                                        \
  } while (0)

static void bad_regions(void) {
  size_t align = base_align(), size = 4 * align;
  cl_mem parent = make_buffer(0, size, NULL);
  SUB_GIVES(CL_INVALID_BUFFER_SIZE, parent, 0, 0, 0);
  SUB_GIVES(CL_INVALID_VALUE, parent, 0, 0, size + 1);
  SUB_GIVES(CL_INVALID_VALUE, parent, 0, size, 1);
  SUB_GIVES(CL_INVALID_VALUE, parent, 0, align, size - align + 1);
  SUB_GIVES(CL_INVALID_VALUE, parent, 0, align, SIZE_MAX);
  SUB_GIVES(CL_INVALID_VALUE, parent, 0, SIZE_MAX - align + 1, align);
  SUB_GIVES(CL_MISALIGNED_SUB_BUFFER_OFFSET, parent, 0, align / 2, 1);
  SUB_GIVES(CL_MISALIGNED_SUB_BUFFER_OFFSET, parent, 0, 1, align);
  SUB_GIVES(CL_SUCCESS, parent, 0, 0, size);
  SUB_GIVES(CL_SUCCESS, parent, 0, 3 * align, align);
  SUB_GIVES(CL_SUCCESS, parent, 0, align, 1);
}

static void bad_arguments(void) {
  size_t align = base_align();
  cl_mem parent = make_buffer(0, 4 * align, NULL), sub = make_sub_buffer(parent, 0, 0, 2 * align);
  cl_buffer_region region = {0, align};
  cl_int error;
  SUB_GIVES(CL_INVALID_MEM_OBJECT, NULL, 0, 0, 1);
  SUB_GIVES(CL_INVALID_MEM_OBJECT, sub, 0, 0, 1);
  CHECK(!clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, NULL, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
  CHECK(!clCreateSubBuffer(parent, 0, 0x7777, &region, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
  CHECK(!clCreateSubBuffer(parent, 0, 0x7777, &region, NULL));
}

static void bad_flags(void) {
  cl_mem parent = make_buffer(0, 64, NULL);
  SUB_GIVES(CL_INVALID_VALUE, parent, CL_MEM_USE_HOST_PTR, 0, 64);
  SUB_GIVES(CL_INVALID_VALUE, parent, CL_MEM_ALLOC_HOST_PTR, 0, 64);
  SUB_GIVES(CL_INVALID_VALUE, parent, CL_MEM_COPY_HOST_PTR, 0, 64);
  SUB_GIVES(CL_INVALID_VALUE, parent, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 0, 64);
  SUB_GIVES(CL_INVALID_VALUE, parent, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY, 0, 64);
  SUB_GIVES(CL_INVALID_VALUE, parent, (cl_mem_flags)1 << 40, 0, 64);
}

/* A sub-buffer may narrow what its parent allows and not widen it. */
static void access_narrows(void) {
  static const struct {
    cl_mem_flags parent, sub;
    cl_int want;
  } all[] = {
      {CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE, CL_INVALID_VALUE},
      {CL_MEM_WRITE_ONLY, CL_MEM_READ_ONLY, CL_INVALID_VALUE},
      {CL_MEM_WRITE_ONLY, CL_MEM_WRITE_ONLY, CL_SUCCESS},
      {CL_MEM_READ_ONLY, CL_MEM_READ_WRITE, CL_INVALID_VALUE},
      {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_INVALID_VALUE},
      {CL_MEM_READ_ONLY, CL_MEM_READ_ONLY, CL_SUCCESS},
      {CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_SUCCESS},
      {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_SUCCESS},
      {0, CL_MEM_WRITE_ONLY, CL_SUCCESS},
      {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY, CL_INVALID_VALUE},
      {CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS, CL_SUCCESS},
      {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_INVALID_VALUE},
      {CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS, CL_SUCCESS},
      {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY, CL_INVALID_VALUE},
      {CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_WRITE_ONLY, CL_INVALID_VALUE},
      {0, CL_MEM_HOST_READ_ONLY, CL_SUCCESS},
  };
  for (size_t i = 0; i < TEST_COUNT(all); i++) {
    cl_mem mem = NULL, parent = make_buffer(all[i].parent, 64, NULL);
    cl_int error = create(parent, all[i].sub, 0, 64, &mem);
    if (mem)
      clReleaseMemObject(mem);
    if (error != all[i].want)
      FAIL("%#llx in %#llx gives %s", (unsigned long long)all[i].sub, (unsigned long long)all[i].parent,
           test_error_name(error));
  }
}

static void what_is_inherited(void) {
  size_t align = base_align();
  char *memory = test_alloc(4 * align);
  cl_mem parent = make_buffer(CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR | CL_MEM_HOST_READ_ONLY, 4 * align, memory);
  cl_mem sub = make_sub_buffer(parent, 0, 2 * align, align + 1);
  CHECK_EQ(mem_info(sub, CL_MEM_FLAGS, sizeof(cl_mem_flags)),
           CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR | CL_MEM_HOST_READ_ONLY);
  CHECK_EQ(mem_info(sub, CL_MEM_SIZE, sizeof(size_t)), align + 1);
  CHECK_EQ(mem_info(sub, CL_MEM_OFFSET, sizeof(size_t)), 2 * align);
  CHECK_EQ(mem_info(sub, CL_MEM_HOST_PTR, sizeof(void *)), (uintptr_t)(memory + 2 * align));
  CHECK(mem_info(sub, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(cl_mem)) == (uintptr_t)parent);
  CHECK(mem_info(sub, CL_MEM_CONTEXT, sizeof(cl_context)) == (uintptr_t)test.context);
  CHECK_EQ(mem_info(sub, CL_MEM_TYPE, sizeof(cl_mem_object_type)), CL_MEM_OBJECT_BUFFER);
  CHECK_EQ(mem_info(sub, CL_MEM_REFERENCE_COUNT, sizeof(cl_uint)), 1);
  CHECK_EQ(mem_info(parent, CL_MEM_REFERENCE_COUNT, sizeof(cl_uint)), 1);
  size_t properties = 99;
  CHECK_CL(clGetMemObjectInfo(sub, CL_MEM_PROPERTIES, 0, NULL, &properties));
  CHECK_EQ(properties, 0);

  sub = make_sub_buffer(parent, CL_MEM_HOST_NO_ACCESS, 0, align);
  CHECK_EQ(mem_info(sub, CL_MEM_FLAGS, sizeof(cl_mem_flags)),
           CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR | CL_MEM_HOST_NO_ACCESS);
  char byte;
  CHECK_ERR(clEnqueueReadBuffer(test.queue, sub, CL_TRUE, 0, 1, &byte, 0, NULL, NULL), CL_INVALID_OPERATION);
  CHECK_CL(clEnqueueReadBuffer(test.queue, parent, CL_TRUE, 0, 1, &byte, 0, NULL, NULL));
}

static void shares_its_parents_bytes(void) {
  size_t align = base_align(), size = 8 * align;
  unsigned char *want = test_alloc(size), *patch = test_alloc(size);
  test_fill(want, size, 1);
  cl_mem parent = make_filled(size, 1);
  cl_mem first = make_sub_buffer(parent, 0, 2 * align, 3 * align);
  cl_mem second = make_sub_buffer(parent, 0, 3 * align, 5 * align); /* overlaps the first */
  check_same(contents(first, 3 * align), want + 2 * align, 3 * align, "first");
  check_same(contents(second, 5 * align), want + 3 * align, 5 * align, "second");

  test_fill(patch, size, 2);
  CHECK_CL(clEnqueueWriteBuffer(test.queue, first, CL_TRUE, 5, 3 * align - 7, patch, 0, NULL, NULL));
  memcpy(want + 2 * align + 5, patch, 3 * align - 7);
  check_same(contents(parent, size), want, size, "parent after a write to the first");
  check_same(contents(second, 5 * align), want + 3 * align, 5 * align, "second after a write to the first");

  unsigned char pattern = 0x5a;
  CHECK_CL(clEnqueueFillBuffer(test.queue, second, &pattern, 1, align, 2 * align, 0, NULL, NULL));
  memset(want + 4 * align, pattern, 2 * align);
  CHECK_CL(clEnqueueCopyBuffer(test.queue, first, second, 0, 4 * align, align, 0, NULL, NULL));
  memcpy(want + 7 * align, want + 2 * align, align);
  check_same(contents(parent, size), want, size, "parent after fill and copy");
}

static void bounds_are_its_own(void) {
  size_t align = base_align();
  cl_mem parent = make_buffer(0, 4 * align, NULL), sub = make_sub_buffer(parent, 0, align, align);
  void *data = test_alloc(4 * align);
  cl_int error;
  CHECK_ERR(clEnqueueReadBuffer(test.queue, sub, CL_TRUE, 0, align + 1, data, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clEnqueueWriteBuffer(test.queue, sub, CL_TRUE, 1, align, data, 0, NULL, NULL), CL_INVALID_VALUE);
  CHECK(!clEnqueueMapBuffer(test.queue, sub, CL_TRUE, CL_MAP_READ, 0, align + 1, 0, NULL, NULL, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
}

static void copies_between_overlapping_ones(void) {
  size_t align = base_align();
  cl_mem parent = make_filled(8 * align, 3);
  cl_mem a = make_sub_buffer(parent, 0, 0, 4 * align), b = make_sub_buffer(parent, 0, 2 * align, 4 * align);
  CHECK_ERR(clEnqueueCopyBuffer(test.queue, a, b, 2 * align, 0, align, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
  CHECK_ERR(clEnqueueCopyBuffer(test.queue, b, a, 0, 3 * align - 1, align, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
  CHECK_ERR(clEnqueueCopyBuffer(test.queue, a, a, 0, align - 1, align, 0, NULL, NULL), CL_MEM_COPY_OVERLAP);
  CHECK_CL(clEnqueueCopyBuffer(test.queue, a, b, 0, 0, align, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
}

static int destroyed;

static void CL_CALLBACK count(cl_mem mem, void *user) {
  (void)mem;
  (void)user;
  destroyed++;
}

static void keeps_its_parent(void) {
  cl_int error;
  size_t align = base_align();
  unsigned char *want = test_alloc(2 * align);
  test_fill(want, 2 * align, 4);
  cl_mem parent = clCreateBuffer(test.context, CL_MEM_COPY_HOST_PTR, 2 * align, want, &error), sub = NULL;
  CHECK_CL(error);
  destroyed = 0;
  CHECK_CL(clSetMemObjectDestructorCallback(parent, count, NULL));
  CHECK_CL(create(parent, 0, align, align, &sub));
  CHECK_CL(clReleaseMemObject(parent));
  CHECK_EQ(destroyed, 0);
  if (test.is_weft)
    CHECK_ERR(clReleaseMemObject(parent), CL_INVALID_MEM_OBJECT); /* the sub-buffer's reference is not ours to drop */
  check_same(contents(sub, align), want + align, align, "sub-buffer of a released buffer");
  CHECK_CL(clReleaseMemObject(sub));
  CHECK_EQ(destroyed, 1);
}

static const struct test_case cases[] = {
    {"bad_regions", bad_regions},
    {"bad_arguments", bad_arguments},
    {"bad_flags", bad_flags},
    {"access_narrows", access_narrows},
    {"what_is_inherited", what_is_inherited},
    {"shares_its_parents_bytes", shares_its_parents_bytes},
    {"bounds_are_its_own", bounds_are_its_own},
    {"copies_between_overlapping_ones", copies_between_overlapping_ones},
    {"keeps_its_parent", keeps_its_parent},
};
TEST_MAIN(cases)
