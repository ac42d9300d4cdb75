/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Creating buffers, asking about them, releasing them. */
#include <string.h>

#include "tests/api_memory/objects.h"

#define CREATE_GIVES(want, context, flags, size, host_ptr)                                                             \
  do {                                                                                                                 \
    cl_int error_ = 1;                                                                                                 \
    cl_mem mem_ = clCreateBuffer((context), (flags), (size), (host_ptr), &error_);                                     \
    CHECK_ERR(error_, (want));                                                                                         \
    CHECK(mem_ == NULL);                                                                                               \
  } while (0)

static void every_valid_flag(void) {
  static const cl_mem_flags access[] = {0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY};
  static const cl_mem_flags host_access[] = {0, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_NO_ACCESS};
  static const cl_mem_flags host_ptr[] = {0, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR,
                                          CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR};
  void *memory = test_alloc(64);
  for (size_t a = 0; a < TEST_COUNT(access); a++)
    for (size_t h = 0; h < TEST_COUNT(host_access); h++)
      for (size_t p = 0; p < TEST_COUNT(host_ptr); p++) {
        cl_mem_flags flags = access[a] | host_access[h] | host_ptr[p];
        bool wants = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
        cl_mem mem = make_buffer(flags, 64, wants ? memory : NULL);
        cl_ulong got = mem_info(mem, CL_MEM_FLAGS, sizeof(cl_mem_flags));
        /* The default may be told as what it stands for. */
        CHECK(got == flags || (!access[a] && got == (flags | CL_MEM_READ_WRITE)));
      }
}

static void contradicting_flags(void) {
  static const cl_mem_flags bad[] = {
      CL_MEM_READ_WRITE | CL_MEM_READ_ONLY,
      CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY,
      CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
      CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
      CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY,
      CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS,
      CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS,
      (cl_mem_flags)1 << 6,
      (cl_mem_flags)1 << 40,
      ~(cl_mem_flags)0,
  };
  for (size_t i = 0; i < TEST_COUNT(bad); i++)
    CREATE_GIVES(CL_INVALID_VALUE, test.context, bad[i], 64, NULL);
  char memory[64];
  CREATE_GIVES(CL_INVALID_VALUE, test.context, CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 64, memory);
  CREATE_GIVES(CL_INVALID_VALUE, test.context, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 64, memory);
}

static void image_only_flags(void) {
  CREATE_GIVES(CL_INVALID_VALUE, test.context, CL_MEM_KERNEL_READ_AND_WRITE, 64, NULL);
  CREATE_GIVES(CL_INVALID_VALUE, test.context, CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, NULL);
}

static void sizes(void) {
  cl_ulong max = test_device_ulong(CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  CREATE_GIVES(CL_INVALID_BUFFER_SIZE, test.context, 0, 0, NULL);
  CREATE_GIVES(CL_INVALID_BUFFER_SIZE, test.context, 0, max + 1, NULL);
  CREATE_GIVES(CL_INVALID_BUFFER_SIZE, test.context, 0, SIZE_MAX, NULL);
  for (size_t size = 1; size <= 4097; size = size * 3 + 1)
    CHECK_EQ(mem_info(make_buffer(0, size, NULL), CL_MEM_SIZE, sizeof(size_t)), size);
}

static void host_pointers(void) {
  char memory[64];
  CREATE_GIVES(CL_INVALID_HOST_PTR, test.context, 0, 64, memory);
  CREATE_GIVES(CL_INVALID_HOST_PTR, test.context, CL_MEM_ALLOC_HOST_PTR, 64, memory);
  CREATE_GIVES(CL_INVALID_HOST_PTR, test.context, CL_MEM_USE_HOST_PTR, 64, NULL);
  CREATE_GIVES(CL_INVALID_HOST_PTR, test.context, CL_MEM_COPY_HOST_PTR, 64, NULL);
  CREATE_GIVES(CL_INVALID_HOST_PTR, test.context, CL_MEM_COPY_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 64, NULL);
}

static void contexts(void) {
  if (!test.is_weft)
    test_skip("the handle must be ours");
  CREATE_GIVES(CL_INVALID_CONTEXT, NULL, 0, 64, NULL);
  CREATE_GIVES(CL_INVALID_CONTEXT, (cl_context)test.queue, 0, 64, NULL);
}

static void error_code_is_optional(void) {
  CHECK(clCreateBuffer(test.context, 0, 0, NULL, NULL) == NULL);
  cl_mem mem = clCreateBuffer(test.context, 0, 1, NULL, NULL);
  CHECK(mem != NULL);
  CHECK_CL(clReleaseMemObject(mem));
}

static void properties(void) {
  cl_int error = 1;
  cl_mem_properties none[] = {0}, unknown[] = {0x7777, 1, 0}, got[4] = {1, 1, 1, 1};
  size_t size = 99;
  cl_mem mem = clCreateBufferWithProperties(test.context, unknown, 0, 64, NULL, &error);
  CHECK_ERR(error, CL_INVALID_PROPERTY);
  CHECK(mem == NULL);

  mem = clCreateBufferWithProperties(test.context, none, 0, 64, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clGetMemObjectInfo(mem, CL_MEM_PROPERTIES, sizeof got, got, &size));
  CHECK_EQ(size, sizeof none);
  CHECK_EQ(got[0], 0);
  CHECK_EQ(got[1], 1);
  CHECK_CL(clReleaseMemObject(mem));

  mem = clCreateBufferWithProperties(test.context, NULL, CL_MEM_READ_ONLY, 64, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clGetMemObjectInfo(mem, CL_MEM_PROPERTIES, 0, NULL, &size));
  CHECK_EQ(size, 0);
  CHECK_EQ(mem_info(mem, CL_MEM_FLAGS, sizeof(cl_mem_flags)), CL_MEM_READ_ONLY);
  CHECK_CL(clReleaseMemObject(mem));

  mem = clCreateBufferWithProperties(test.context, NULL, 0, 0, NULL, &error);
  CHECK_ERR(error, CL_INVALID_BUFFER_SIZE);
  CHECK(mem == NULL);
}

static void queries(void) {
  char memory[128];
  cl_mem plain = make_buffer(CL_MEM_READ_WRITE, 128, NULL);
  cl_mem used = make_buffer(CL_MEM_USE_HOST_PTR, 128, memory);
  cl_mem copied = make_buffer(CL_MEM_COPY_HOST_PTR, 128, memory);
  CHECK_EQ(mem_info(plain, CL_MEM_TYPE, sizeof(cl_mem_object_type)), CL_MEM_OBJECT_BUFFER);
  CHECK_EQ(mem_info(plain, CL_MEM_SIZE, sizeof(size_t)), 128);
  CHECK_EQ(mem_info(plain, CL_MEM_HOST_PTR, sizeof(void *)), 0);
  CHECK_EQ(mem_info(used, CL_MEM_HOST_PTR, sizeof(void *)), (uintptr_t)memory);
  CHECK_EQ(mem_info(copied, CL_MEM_HOST_PTR, sizeof(void *)), 0);
  CHECK_EQ(mem_info(plain, CL_MEM_MAP_COUNT, sizeof(cl_uint)), 0);
  CHECK_EQ(mem_info(plain, CL_MEM_REFERENCE_COUNT, sizeof(cl_uint)), 1);
  CHECK(mem_info(plain, CL_MEM_CONTEXT, sizeof(cl_context)) == (uintptr_t)test.context);
  CHECK_EQ(mem_info(plain, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof(cl_mem)), 0);
  CHECK_EQ(mem_info(plain, CL_MEM_OFFSET, sizeof(size_t)), 0);
  CHECK_EQ(mem_info(plain, CL_MEM_USES_SVM_POINTER, sizeof(cl_bool)), CL_FALSE);
  CHECK_EQ(mem_info(used, CL_MEM_USES_SVM_POINTER, sizeof(cl_bool)), CL_FALSE);
}

static void bad_queries(void) {
  cl_mem mem = make_buffer(0, 64, NULL);
  cl_ulong value = 0x1234;
  size_t size = 0;
  CHECK_ERR(clGetMemObjectInfo(NULL, CL_MEM_SIZE, sizeof value, &value, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clGetMemObjectInfo(mem, 0x7777, sizeof value, &value, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clGetMemObjectInfo(mem, CL_IMAGE_WIDTH, sizeof value, &value, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clGetMemObjectInfo(mem, CL_MEM_SIZE, sizeof(size_t) - 1, &value, NULL), CL_INVALID_VALUE);
  CHECK_EQ(value, 0x1234);
  CHECK_CL(clGetMemObjectInfo(mem, CL_MEM_TYPE, 0, NULL, &size));
  CHECK_EQ(size, sizeof(cl_mem_object_type));
  CHECK_CL(clGetMemObjectInfo(mem, CL_MEM_SIZE, 0, NULL, NULL));
}

static void initial_contents(void) {
  /* The largest are copied by several threads. */
  static const size_t all[] = {1, 2, 3, 63, 64, 65, 4095, 65537, 1 << 20, (1 << 20) + 1, 9000001};
  for (size_t i = 0; i < TEST_COUNT(all); i++) {
    unsigned char *data = test_alloc(all[i]), *want = test_alloc(all[i]);
    test_fill(data, all[i], (uint32_t)i);
    memcpy(want, data, all[i]);
    cl_mem mem = make_buffer(CL_MEM_COPY_HOST_PTR, all[i], data);
    memset(data, 0, all[i]); /* ours again */
    check_same(contents(mem, all[i]), want, all[i], "copied");
    memcpy(data, want, all[i]);
    mem = make_buffer(CL_MEM_USE_HOST_PTR, all[i], data);
    check_same(contents(mem, all[i]), want, all[i], "used");
  }
}

static void used_memory_of_any_alignment(void) {
  unsigned char *memory = test_alloc(256), *got = test_alloc(64);
  for (size_t shift = 0; shift < 64; shift++) {
    cl_mem mem = make_buffer(CL_MEM_USE_HOST_PTR, 64, memory + 64 + shift);
    cl_int error;
    test_fill(got, 64, (uint32_t)shift);
    CHECK_CL(clEnqueueWriteBuffer(test.queue, mem, CL_TRUE, 0, 64, got, 0, NULL, NULL));
    void *mapped = clEnqueueMapBuffer(test.queue, mem, CL_TRUE, CL_MAP_READ, 0, 64, 0, NULL, NULL, &error);
    CHECK_CL(error);
    CHECK(mapped == memory + 64 + shift);
    check_same(memory + 64 + shift, got, 64, "in the application's memory");
    CHECK_CL(clEnqueueUnmapMemObject(test.queue, mem, mapped, 0, NULL, NULL));
    CHECK_CL(clFinish(test.queue));
  }
}

/* cl_intel_mem_force_host_memory: of the application's own memory whole lines of the cache, and buffers alone. */
static void forced_host_memory(void) {
  if (!test_has_extension("cl_intel_mem_force_host_memory"))
    test_skip("no cl_intel_mem_force_host_memory");
  const cl_mem_flags force = CL_MEM_FORCE_HOST_MEMORY_INTEL;
  size_t line = test_device_uint(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE);
  static cl_uchar room[4096] __attribute__((aligned(1024))), got[1024];
  cl_int error;
  test_fill(room, sizeof room, 1);
  cl_mem made[] = {make_buffer(force, 100, NULL), make_buffer(force | CL_MEM_ALLOC_HOST_PTR, 100, NULL),
                   make_buffer(force | CL_MEM_COPY_HOST_PTR | CL_MEM_READ_ONLY, 100, room + 1),
                   make_buffer(force | CL_MEM_USE_HOST_PTR, 2 * line, room + line)};
  CHECK_EQ(mem_info(made[3], CL_MEM_FLAGS, sizeof(cl_mem_flags)), force | CL_MEM_USE_HOST_PTR);
  CHECK_CL(clEnqueueReadBuffer(test.queue, made[2], CL_TRUE, 0, 100, got, 0, NULL, NULL));
  check_same(got, room + 1, 100, "copied");
  CHECK_CL(clEnqueueReadBuffer(test.queue, made[3], CL_TRUE, 0, 2 * line, got, 0, NULL, NULL));
  check_same(got, room + line, 2 * line, "used");
  CHECK(!clCreateBuffer(test.context, force | CL_MEM_USE_HOST_PTR, line, room + line / 2, &error));
  CHECK_ERR(error, CL_INVALID_HOST_PTR);
  CHECK(!clCreateBuffer(test.context, force | CL_MEM_USE_HOST_PTR, line + 4, room, &error));
  CHECK_ERR(error, CL_INVALID_BUFFER_SIZE);
  CHECK(!clCreateSubBuffer(made[3], force, CL_BUFFER_CREATE_TYPE_REGION, &(cl_buffer_region){0, line}, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
  CHECK(!clCreateImage(test.context, force, &format, &desc, NULL, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
}

static void references(void) {
  cl_int error;
  cl_mem mem = clCreateBuffer(test.context, 0, 64, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clRetainMemObject(mem));
  CHECK_EQ(mem_info(mem, CL_MEM_REFERENCE_COUNT, sizeof(cl_uint)), 2);
  CHECK_CL(clReleaseMemObject(mem));
  CHECK_EQ(mem_info(mem, CL_MEM_REFERENCE_COUNT, sizeof(cl_uint)), 1);
  CHECK_CL(clReleaseMemObject(mem));
  CHECK_ERR(clRetainMemObject(NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clReleaseMemObject(NULL), CL_INVALID_MEM_OBJECT);
}

static void other_objects_are_no_memory(void) {
  if (!test.is_weft)
    test_skip("other drivers trust the handle");
  CHECK_ERR(clRetainMemObject((cl_mem)test.queue), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clReleaseMemObject((cl_mem)test.context), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clGetMemObjectInfo((cl_mem)test.queue, CL_MEM_SIZE, 0, NULL, NULL), CL_INVALID_MEM_OBJECT);
}

static char order[8];

static void CL_CALLBACK note(cl_mem mem, void *user) {
  (void)mem;
  strncat(order, user, 1);
}

static void destructor_callbacks(void) {
  cl_int error;
  cl_mem mem = clCreateBuffer(test.context, 0, 64, NULL, &error);
  CHECK_CL(error);
  order[0] = 0;
  CHECK_ERR(clSetMemObjectDestructorCallback(mem, NULL, NULL), CL_INVALID_VALUE);
  CHECK_ERR(clSetMemObjectDestructorCallback(NULL, note, "x"), CL_INVALID_MEM_OBJECT);
  CHECK_CL(clSetMemObjectDestructorCallback(mem, note, "a"));
  CHECK_CL(clSetMemObjectDestructorCallback(mem, note, "b"));
  CHECK_CL(clSetMemObjectDestructorCallback(mem, note, "c"));
  CHECK_CL(clRetainMemObject(mem));
  CHECK_CL(clReleaseMemObject(mem));
  CHECK(!strcmp(order, ""));
  CHECK_CL(clReleaseMemObject(mem));
  CHECK(!strcmp(order, "cba"));
}

/* More than the device has ends in an error, and giving memory back makes room again. */
static void exhaustion(void) {
  cl_ulong max = test_device_ulong(CL_DEVICE_MAX_MEM_ALLOC_SIZE), total = test_device_ulong(CL_DEVICE_GLOBAL_MEM_SIZE);
  cl_mem held[4096];
  size_t count = 0;
  cl_int error = CL_SUCCESS;
  if (total / max >= TEST_COUNT(held))
    test_skip("too many buffers to fill the device");
  while (count < TEST_COUNT(held)) {
    held[count] = clCreateBuffer(test.context, 0, max, NULL, &error);
    if (error)
      break;
    count++;
  }
  for (size_t i = 0; i < count; i++)
    CHECK_CL(clReleaseMemObject(held[i]));
  CHECK(error == CL_MEM_OBJECT_ALLOCATION_FAILURE || error == CL_OUT_OF_HOST_MEMORY);
  CHECK(count >= 1 && count <= total / max);
  make_buffer(0, max, NULL);
}

static int told;

static void CL_CALLBACK on_error(const char *text, const void *data, size_t size, void *user) {
  (void)data;
  (void)size;
  told += text && *text && user == &told;
}

/* The context's error callback says what the code does not. */
static void exhaustion_is_told(void) {
  if (!test.is_weft)
    test_skip("the callback is the implementation's choice");
  cl_ulong max = test_device_ulong(CL_DEVICE_MAX_MEM_ALLOC_SIZE), total = test_device_ulong(CL_DEVICE_GLOBAL_MEM_SIZE);
  cl_context_properties list[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)test.platform, 0};
  cl_int error;
  cl_context context = clCreateContext(list, 1, &test.device, on_error, &told, &error);
  CHECK_CL(error);
  cl_mem held[4096];
  size_t count = 0;
  told = 0;
  while (count < TEST_COUNT(held) && count <= total / max) {
    held[count] = clCreateBuffer(context, 0, max, NULL, &error);
    if (error)
      break;
    count++;
  }
  for (size_t i = 0; i < count; i++)
    CHECK_CL(clReleaseMemObject(held[i]));
  CHECK_CL(clReleaseContext(context));
  CHECK_ERR(error, CL_MEM_OBJECT_ALLOCATION_FAILURE);
  CHECK_EQ(told, 1);
}

static const struct test_case cases[] = {
    {"every_valid_flag", every_valid_flag},
    {"contradicting_flags", contradicting_flags},
    {"image_only_flags", image_only_flags},
    {"sizes", sizes},
    {"host_pointers", host_pointers},
    {"contexts", contexts},
    {"error_code_is_optional", error_code_is_optional},
    {"properties", properties},
    {"queries", queries},
    {"bad_queries", bad_queries},
    {"initial_contents", initial_contents},
    {"used_memory_of_any_alignment", used_memory_of_any_alignment},
    {"forced_host_memory", forced_host_memory},
    {"references", references},
    {"other_objects_are_no_memory", other_objects_are_no_memory},
    {"destructor_callbacks", destructor_callbacks},
    {"exhaustion", exhaustion},
    {"exhaustion_is_told", exhaustion_is_told},
};
TEST_MAIN(cases)
