/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_external_memory: buffers and images over files in memory and dma-bufs. */
#include "tests/api_core/info.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef CL_MEM_DEVICE_HANDLE_LIST_KHR
#define CL_MEM_DEVICE_HANDLE_LIST_KHR 0x2051
#define CL_MEM_DEVICE_HANDLE_LIST_END_KHR 0
#define CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR 0x2052
#endif

#define OPAQUE CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR
#define DMA_BUF CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR
#define DEVICES CL_MEM_DEVICE_HANDLE_LIST_KHR
#define DEVICES_END CL_MEM_DEVICE_HANDLE_LIST_END_KHR
#define AS_PROPERTY(x) (cl_mem_properties)(uintptr_t)(x)
#define ITEMS 4096
#define BYTES (ITEMS * sizeof(cl_uint))

/*
 * Few machines let a process make a dma-buf, so the library is shown one: a file in memory, to which this program's
 * fstatfs() and ioctl() answer as the kernel does for dma-bufs.
 */
static int fake_dma_buf = -1;
static bool is_stuck;
static atomic_int starts, ends;

__attribute__((visibility("default"))) int fstatfs(int fd, struct statfs *facts) {
  if (fd < 0 || fd != fake_dma_buf)
    return (int)syscall(SYS_fstatfs, fd, facts);
  memset(facts, 0, sizeof *facts);
  facts->f_type = 0x444d4142;
  return 0;
}

__attribute__((visibility("default"))) int ioctl(int fd, unsigned long request, ...) {
  static atomic_int calls;
  va_list arguments;
  va_start(arguments, request);
  struct dma_buf_sync *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (fd < 0 || fd != fake_dma_buf || request != DMA_BUF_IOCTL_SYNC)
    return (int)syscall(SYS_ioctl, fd, request, argument);
  if (atomic_fetch_add(&calls, 1) % 2 == 0 || is_stuck) { /* a signal comes in between */
    errno = is_stuck ? ENOTTY : EINTR;
    return -1;
  }
  atomic_fetch_add(argument->flags & DMA_BUF_SYNC_END ? &ends : &starts, 1);
  return (argument->flags & DMA_BUF_SYNC_RW) == DMA_BUF_SYNC_RW ? 0 : -1;
}

static clEnqueueAcquireExternalMemObjectsKHR_fn acquire;
static clEnqueueReleaseExternalMemObjectsKHR_fn release;

static void load(void) {
  if (!test_has_extension("cl_khr_external_memory_opaque_fd") || !test_has_extension("cl_khr_external_memory_dma_buf"))
    test_skip("no cl_khr_external_memory of both kinds");
  *(void **)&acquire = clGetExtensionFunctionAddressForPlatform(test.platform, "clEnqueueAcquireExternalMemObjectsKHR");
  *(void **)&release = clGetExtensionFunctionAddressForPlatform(test.platform, "clEnqueueReleaseExternalMemObjectsKHR");
  CHECK(acquire && release);
}

static int make_file(size_t size) {
  int fd = memfd_create("weft-test", MFD_CLOEXEC);
  CHECK(fd >= 0 && ftruncate(fd, (off_t)size) == 0);
  return fd;
}

static bool is_open(int fd) {
  return fcntl(fd, F_GETFD) >= 0;
}

/* A buffer over the whole of `fd`. */
static cl_mem import(cl_mem_properties kind, int fd) {
  cl_int error = 1;
  const cl_mem_properties properties[] = {kind, AS_PROPERTY(fd), 0};
  cl_mem mem = clCreateBufferWithProperties(test.context, properties, CL_MEM_READ_WRITE, BYTES, NULL, &error);
  CHECK_CL(error);
  return mem;
}

static void queries(void) {
  static const cl_uint want[] = {OPAQUE, DMA_BUF};
  cl_uint types[4];
  size_t bytes;
  load();
  CHECK_INFO_PROTOCOL(
      clGetPlatformInfo(test.platform, CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR, size, value, size_ret));
  CHECK_CL(
      clGetDeviceInfo(test.device, CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR, sizeof types, types, &bytes));
  CHECK(bytes == sizeof want && !memcmp(types, want, bytes));
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR,
                           sizeof types, types, &bytes));
  CHECK(bytes == sizeof want && !memcmp(types, want, bytes));
  int fd = make_file(BYTES);
  const cl_mem_properties list[] = {DEVICES, AS_PROPERTY(test.device), DEVICES_END, OPAQUE, AS_PROPERTY(fd), 0};
  cl_mem_properties told[8];
  cl_int error;
  cl_mem mem = clCreateBufferWithProperties(test.context, list, 0, BYTES, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clGetMemObjectInfo(mem, CL_MEM_PROPERTIES, sizeof told, told, &bytes));
  CHECK(bytes == sizeof list && !memcmp(told, list, bytes));
  CHECK_CL(acquire(test.queue, 1, &mem, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  CHECK_CL(clReleaseMemObject(mem));
}

#define BUFFER_GIVES(want, flags, size, ...)                                                                           \
  do {                                                                                                                 \
    cl_int error_ = 1;                                                                                                 \
    const cl_mem_properties list_[] = {__VA_ARGS__};                                                                   \
    CHECK(!clCreateBufferWithProperties(test.context, list_, (flags), (size), NULL, &error_));                         \
    CHECK_ERR(error_, (want));                                                                                         \
    CHECK(!clCreateBufferWithProperties(test.context, list_, (flags), (size), NULL, NULL));                            \
  } while (0)

/* What is refused leaves the descriptor with the application. */
static void buffer_errors(void) {
  int fd = make_file(BYTES), pipes[2], closed = dup(fd), reading;
  char path[64];
  cl_int error;
  cl_uint word = 0;
  load();
  close(closed);
  CHECK(pipe(pipes) == 0);
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  reading = open(path, O_RDONLY | O_CLOEXEC);
  const cl_mem_properties handle = AS_PROPERTY(fd), device = AS_PROPERTY(test.device);
  BUFFER_GIVES(CL_INVALID_PROPERTY, 0, BYTES, OPAQUE, handle, OPAQUE, handle, 0);
  BUFFER_GIVES(CL_INVALID_PROPERTY, 0, BYTES, OPAQUE, handle, DMA_BUF, handle, 0);
  BUFFER_GIVES(CL_INVALID_PROPERTY, 0, BYTES, OPAQUE, AS_PROPERTY(closed), 0);
  BUFFER_GIVES(CL_INVALID_PROPERTY, 0, BYTES, OPAQUE, AS_PROPERTY(-1), 0);
  BUFFER_GIVES(CL_INVALID_PROPERTY, 0, BYTES, OPAQUE, AS_PROPERTY(pipes[0]), 0);
  BUFFER_GIVES(CL_INVALID_PROPERTY, 0, BYTES, OPAQUE, handle | (cl_mem_properties)1 << 33, 0);
  BUFFER_GIVES(CL_INVALID_PROPERTY, 0, BYTES, DMA_BUF, handle, 0);
  if (reading >= 0)
    BUFFER_GIVES(CL_INVALID_PROPERTY, CL_MEM_READ_ONLY, BYTES, OPAQUE, AS_PROPERTY(reading), 0);
  BUFFER_GIVES(CL_INVALID_PROPERTY, 0, BYTES, 0x7777, handle, 0);
  BUFFER_GIVES(CL_INVALID_PROPERTY, 0, BYTES, DEVICES, device, DEVICES_END, 0);
  BUFFER_GIVES(CL_INVALID_PROPERTY, 0, BYTES, OPAQUE, handle, DEVICES, device, DEVICES_END, DEVICES, device,
               DEVICES_END, 0);
  BUFFER_GIVES(CL_INVALID_DEVICE, 0, BYTES, OPAQUE, handle, DEVICES, DEVICES_END, 0);
  BUFFER_GIVES(CL_INVALID_DEVICE, 0, BYTES, OPAQUE, handle, DEVICES, AS_PROPERTY(test.queue), DEVICES_END, 0);
  BUFFER_GIVES(CL_INVALID_VALUE, CL_MEM_USE_HOST_PTR, BYTES, OPAQUE, handle, 0);
  BUFFER_GIVES(CL_INVALID_VALUE, CL_MEM_ALLOC_HOST_PTR, BYTES, OPAQUE, handle, 0);
  BUFFER_GIVES(CL_INVALID_VALUE, CL_MEM_COPY_HOST_PTR, BYTES, OPAQUE, handle, 0);
  BUFFER_GIVES(CL_INVALID_BUFFER_SIZE, 0, BYTES + 1, OPAQUE, handle, 0);
  BUFFER_GIVES(CL_INVALID_BUFFER_SIZE, 0, 0, OPAQUE, handle, 0);
  CHECK(!clCreateBufferWithProperties(test.context, (cl_mem_properties[]){OPAQUE, handle, 0}, 0, BYTES, &word, &error));
  CHECK_ERR(error, CL_INVALID_HOST_PTR);
  CHECK(is_open(fd) && is_open(pipes[0]));
  CHECK_CL(clReleaseMemObject(import(OPAQUE, fd)));
  CHECK(!is_open(fd));
  close(pipes[0]);
  close(pipes[1]);
  close(reading);
}

static void enqueue_refusals(clEnqueueAcquireExternalMemObjectsKHR_fn enqueue) {
  cl_int error;
  cl_mem mem = import(OPAQUE, make_file(BYTES)), plain = clCreateBuffer(test.context, 0, 64, NULL, &error);
  CHECK_CL(error);
  cl_context other = clCreateContext(NULL, 1, &test.device, NULL, NULL, &error);
  CHECK_CL(error);
  cl_command_queue other_queue = clCreateCommandQueueWithProperties(other, test.device, NULL, &error);
  CHECK_CL(error);
  cl_event failed = clCreateUserEvent(test.context, &error), none = NULL, out = NULL;
  CHECK_CL(clSetUserEventStatus(failed, -1));
  const cl_buffer_region region = {0, 1024};
  cl_mem sub = clCreateSubBuffer(mem, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error), bad = (cl_mem)test.queue;
  CHECK_CL(error);
  CHECK_ERR(enqueue(NULL, 1, &mem, 0, NULL, &out), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(enqueue(other_queue, 1, &mem, 0, NULL, &out), CL_INVALID_COMMAND_QUEUE);
  CHECK_ERR(enqueue(test.queue, 0, &mem, 0, NULL, &out), CL_INVALID_VALUE);
  CHECK_ERR(enqueue(test.queue, 1, NULL, 0, NULL, &out), CL_INVALID_VALUE);
  CHECK_ERR(enqueue(test.queue, 1, &plain, 0, NULL, &out), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(enqueue(test.queue, 1, &sub, 0, NULL, &out), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(enqueue(test.queue, 1, &bad, 0, NULL, &out), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(enqueue(test.queue, 1, &mem, 1, NULL, &out), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(enqueue(test.queue, 1, &mem, 0, &failed, &out), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(enqueue(test.queue, 1, &mem, 1, &none, &out), CL_INVALID_EVENT_WAIT_LIST);
  CHECK_ERR(enqueue(test.queue, 1, &mem, 1, &failed, &out), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK(out == NULL);
  /* Nothing at all is a command as well. */
  CHECK_CL(enqueue(test.queue, 0, NULL, 0, NULL, &out));
  CHECK_CL(clWaitForEvents(1, &out));
  CHECK_CL(clReleaseEvent(out));
  CHECK_CL(clReleaseEvent(failed));
  CHECK_CL(clReleaseMemObject(sub));
  CHECK_CL(clReleaseMemObject(mem));
  CHECK_CL(clReleaseMemObject(plain));
  CHECK_CL(clReleaseCommandQueue(other_queue));
  CHECK_CL(clReleaseContext(other));
}

static void enqueue_errors(void) {
  load();
  enqueue_refusals(acquire);
  enqueue_refusals(release);
}

/* Memory for one of two sub-devices. */
static void devices(void) {
  cl_device_id sub[64];
  cl_uint count;
  cl_int error;
  load();
  if (test_device_uint(CL_DEVICE_MAX_COMPUTE_UNITS) < 2 || test_device_uint(CL_DEVICE_MAX_COMPUTE_UNITS) > 64)
    test_skip("no two sub-devices");
  CHECK_CL(clCreateSubDevices(test.device, (cl_device_partition_property[]){CL_DEVICE_PARTITION_EQUALLY, 1, 0}, 64, sub,
                              &count));
  cl_context context = clCreateContext(NULL, 2, sub, NULL, NULL, &error);
  CHECK_CL(error);
  int fd = make_file(BYTES);
  const cl_mem_properties list[] = {OPAQUE, AS_PROPERTY(fd), DEVICES, AS_PROPERTY(sub[1]), DEVICES_END, 0};
  cl_mem mem = clCreateBufferWithProperties(context, list, 0, BYTES, NULL, &error);
  CHECK_CL(error);
  for (int i = 0; i < 2; i++) {
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, sub[i], NULL, &error);
    CHECK_CL(error);
    CHECK_ERR(acquire(queue, 1, &mem, 0, NULL, NULL), i ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE);
    CHECK_ERR(release(queue, 1, &mem, 0, NULL, NULL), i ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE);
    CHECK_CL(clFinish(queue));
    CHECK_CL(clReleaseCommandQueue(queue));
  }
  CHECK_CL(clReleaseMemObject(mem));
  CHECK_CL(clReleaseContext(context));
  for (cl_uint i = 0; i < count; i++)
    CHECK_CL(clReleaseDevice(sub[i]));
}

/* --- what it is for --- */

static cl_kernel add_one(void) {
  static const char *const source = CL(kernel void add(global uint * a) { a[get_global_id(0)] += get_global_id(0); });
  return test_kernel(test_build("", source), "add");
}

static void run_between(cl_mem mem, cl_kernel kernel) {
  size_t items = ITEMS;
  cl_event events[2];
  cl_command_type type;
  CHECK_CL(acquire(test.queue, 1, &mem, 0, NULL, &events[0]));
  CHECK_CL(clSetKernelArg(kernel, 0, sizeof mem, &mem));
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL));
  CHECK_CL(release(test.queue, 1, &mem, 0, NULL, &events[1]));
  CHECK_CL(clWaitForEvents(2, events));
  CHECK_CL(clGetEventInfo(events[0], CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  CHECK_EQ(type, CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR);
  CHECK_CL(clGetEventInfo(events[1], CL_EVENT_COMMAND_TYPE, sizeof type, &type, NULL));
  CHECK_EQ(type, CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR);
  for (int i = 0; i < 2; i++)
    CHECK_CL(clReleaseEvent(events[i]));
}

/* The bytes of two buffers, of a mapping of the test's own and of another process are the same. */
static void shared(void) {
  load();
  int fd = make_file(BYTES), status;
  cl_uint *mine = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  CHECK(mine != MAP_FAILED);
  cl_mem mems[] = {import(OPAQUE, dup(fd)), import(OPAQUE, fd)};
  cl_kernel kernel = add_one();
  for (cl_uint i = 0; i < ITEMS; i++)
    mine[i] = 7 * i;
  run_between(mems[0], kernel);
  for (cl_uint i = 0; i < ITEMS; i++)
    CHECK_EQ(mine[i], 8 * i);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    for (cl_uint i = 0; i < ITEMS; i++)
      mine[i] = mine[i] == 8 * i ? 100 * i : 0;
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child);
  run_between(mems[1], kernel);
  CHECK_CL(acquire(test.queue, 2, mems, 0, NULL, NULL));
  cl_int error;
  cl_uint *mapped = clEnqueueMapBuffer(test.queue, mems[0], CL_TRUE, CL_MAP_READ, 0, BYTES, 0, NULL, NULL, &error);
  CHECK_CL(error);
  for (cl_uint i = 0; i < ITEMS; i++)
    CHECK_EQ(mapped[i], 101 * i);
  CHECK_CL(clEnqueueUnmapMemObject(test.queue, mems[0], mapped, 0, NULL, NULL));
  CHECK_CL(clEnqueueFillBuffer(test.queue, mems[1], &(cl_uint){5}, 4, 0, BYTES, 0, NULL, NULL));
  CHECK_CL(release(test.queue, 2, mems, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  for (int i = 0; i < 2; i++)
    CHECK_CL(clReleaseMemObject(mems[i]));
  for (cl_uint i = 0; i < ITEMS; i++)
    CHECK_EQ(mine[i], 5);
  munmap(mine, BYTES);
}

static void dma_bufs(void) {
  load();
  if (!test.is_weft)
    test_skip("the dma-buf is not a real one");
  int fd = make_file(BYTES);
  fake_dma_buf = fd;
  is_stuck = false;
  starts = ends = 0;
  cl_mem mem = import(DMA_BUF, fd);
  CHECK(is_open(fd));
  run_between(mem, add_one());
  CHECK(starts == 1 && ends == 1);
  cl_uint *mine = mmap(NULL, BYTES, PROT_READ, MAP_SHARED, fd, 0);
  CHECK(mine != MAP_FAILED);
  for (cl_uint i = 0; i < ITEMS; i++)
    CHECK_EQ(mine[i], i);
  munmap(mine, BYTES);
  /* A driver's error is the command's. */
  cl_event event;
  is_stuck = true;
  CHECK_CL(acquire(test.queue, 1, &mem, 0, NULL, &event));
  CHECK_ERR(clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  CHECK_CL(clReleaseEvent(event));
  CHECK_CL(clReleaseMemObject(mem));
  CHECK(!is_open(fd));
  fake_dma_buf = -1;
}

/* --- images --- */

enum { WIDTH = 30, HEIGHT = 20, PITCH = 160 };

static cl_mem make_image(int fd, cl_mem_flags flags, size_t row, size_t slice, cl_mem_object_type type, cl_int *error) {
  const cl_image_format format = {CL_R, CL_UNSIGNED_INT32};
  const cl_image_desc desc = {.image_type = type,
                              .image_width = WIDTH,
                              .image_height = HEIGHT,
                              .image_depth = 3,
                              .image_row_pitch = row,
                              .image_slice_pitch = slice};
  const cl_mem_properties properties[] = {OPAQUE, AS_PROPERTY(fd), 0};
  return clCreateImageWithProperties(test.context, properties, flags, &format, &desc, NULL, error);
}

static void images(void) {
  cl_bool has_images;
  cl_int error;
  load();
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_IMAGE_SUPPORT, sizeof has_images, &has_images, NULL));
  if (!has_images)
    test_skip("no images");
  int fd = make_file(PITCH * HEIGHT);
  cl_uint *mine = mmap(NULL, PITCH * HEIGHT, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  CHECK(mine != MAP_FAILED);
  CHECK(!make_image(fd, 0, PITCH + 16, 0, CL_MEM_OBJECT_IMAGE2D, &error));
  CHECK_ERR(error, CL_INVALID_IMAGE_SIZE); /* the file is too short */
  CHECK(!make_image(fd, 0, WIDTH, 0, CL_MEM_OBJECT_IMAGE2D, &error));
  CHECK_ERR(error, CL_INVALID_IMAGE_DESCRIPTOR);
  CHECK(!make_image(fd, 0, 0, 0, CL_MEM_OBJECT_IMAGE3D, &error));
  CHECK_ERR(error, CL_INVALID_IMAGE_SIZE);
  CHECK(!make_image(fd, CL_MEM_COPY_HOST_PTR, PITCH, 0, CL_MEM_OBJECT_IMAGE2D, &error));
  CHECK_ERR(error, CL_INVALID_VALUE);
  CHECK(!make_image(-1, 0, PITCH, 0, CL_MEM_OBJECT_IMAGE2D, &error));
  CHECK_ERR(error, CL_INVALID_PROPERTY);
  cl_mem image = make_image(fd, CL_MEM_READ_WRITE, PITCH, 0, CL_MEM_OBJECT_IMAGE2D, &error);
  CHECK_CL(error);
  CHECK(!is_open(fd));
  size_t pitch;
  CHECK_CL(clGetImageInfo(image, CL_IMAGE_ROW_PITCH, sizeof pitch, &pitch, NULL));
  CHECK_EQ(pitch, PITCH);
  cl_kernel kernel = test_kernel(test_build("", CL(kernel void paint(write_only image2d_t to) {
                                              int2 at = (int2)(get_global_id(0), get_global_id(1));
                                              write_imageui(to, at, (uint4)(at.x + 1000 * at.y));
                                            })),
                                 "paint");
  CHECK_CL(acquire(test.queue, 1, &image, 0, NULL, NULL));
  CHECK_CL(clSetKernelArg(kernel, 0, sizeof image, &image));
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 2, NULL, (size_t[]){WIDTH, HEIGHT}, NULL, 0, NULL, NULL));
  CHECK_CL(release(test.queue, 1, &image, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  for (cl_uint y = 0; y < HEIGHT; y++)
    for (cl_uint x = 0; x < PITCH / 4; x++)
      CHECK_EQ(mine[y * PITCH / 4 + x], x < WIDTH ? x + 1000 * y : 0);
  CHECK_CL(clReleaseMemObject(image));
  munmap(mine, PITCH * HEIGHT);
}

static const struct test_case cases[] = {
    {"queries", queries},
    {"buffer_errors", buffer_errors},
    {"enqueue_errors", enqueue_errors},
    {"devices", devices},
    {"shared", shared},
    {"dma_bufs", dma_bufs},
    {"images", images},
};
TEST_MAIN(cases)
