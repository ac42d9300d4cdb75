/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A process that builds and launches what it is told, through the loader, with the platform and options of its
 * environment. Buffers touch an unreadable page at one end; what is left of their pages must stay as it was.
 */
#include "tests/fuzz_kernels/gen.h"

#include <CL/cl.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FROM_PARENT = 3, TO_PARENT = 4 };
#define SLACK 0xa5

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static bool read_all(void *to, size_t size) {
  for (char *at = to; size;) {
    ssize_t got = read(FROM_PARENT, at, size);
    if (got <= 0 && !(got < 0 && errno == EINTR))
      return false;
    if (got > 0)
      at += got, size -= (size_t)got;
  }
  return true;
}

static bool write_all(const void *from, size_t size) {
  for (const char *at = from; size;) {
    ssize_t put = write(TO_PARENT, at, size);
    if (put < 0 && errno != EINTR)
      return false;
    if (put > 0)
      at += put, size -= (size_t)put;
  }
  return true;
}

static bool reply(enum answer answer, const void *data, size_t size) {
  struct answer_head head = {answer, (uint32_t)size};
  return write_all(&head, sizeof(head)) && write_all(data, size);
}

struct guarded {
  cl_mem mem;
  unsigned char *all, *pages, *data;
  size_t size, pages_size;
};

static uint64_t mix(uint64_t x) {
  x = (x ^ (x >> 33)) * 0xff51afd7ed558ccdu;
  x = (x ^ (x >> 33)) * 0xc4ceb9fe1a85ec53u;
  return x ^ (x >> 33);
}

/* Small numbers beside arbitrary bits, so that conditions are met both ways and floats are mostly finite. */
static void fill(struct guarded *buffer, unsigned which, uint32_t seed) {
  const struct buffer_kind *kind = &buffer_kinds[which];
  for (size_t i = 0; i < buffer->size / kind->element; i++) {
    uint64_t bits = mix(((uint64_t)seed << 32) + which * 0x1000000u + i);
    bool small = bits >> 62;
    float narrow = (float)((int)(bits >> 20 & 0x7ff) - 1024) / 8;
    double wide = (double)narrow * 1.1;
    const void *from = &bits;
    if (small && kind->type[0] == 'f')
      from = &narrow;
    else if (small && kind->type[0] == 'd')
      from = &wide;
    else if (small)
      bits = bits >> 40 & 31;
    memcpy(buffer->data + i * kind->element, from, kind->element);
  }
  if (!strcmp(kind->name, "counters"))
    memset(buffer->data, 0x35, buffer->size);
}

static cl_int make_buffer(struct guarded *buffer, unsigned which, const struct launch *launch) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  buffer->size = launch_buffer_size(launch, which);
  buffer->pages_size = (buffer->size + page - 1) / page * page;
  buffer->all = mmap(NULL, buffer->pages_size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (buffer->all == MAP_FAILED)
    return CL_OUT_OF_HOST_MEMORY;
  buffer->pages = buffer->all + page;
  if (mprotect(buffer->pages, buffer->pages_size, PROT_READ | PROT_WRITE))
    return CL_OUT_OF_HOST_MEMORY;
  memset(buffer->pages, SLACK, buffer->pages_size);
  buffer->data = launch->at_end ? buffer->pages + buffer->pages_size - buffer->size : buffer->pages;
  fill(buffer, which, launch->seed);
  cl_int error;
  cl_mem_flags flags = CL_MEM_USE_HOST_PTR | (which < NUM_INPUTS ? CL_MEM_READ_ONLY : CL_MEM_READ_WRITE);
  buffer->mem = clCreateBuffer(context, flags, buffer->size, buffer->data, &error);
  return error;
}

static void free_buffer(struct guarded *buffer) {
  if (buffer->mem)
    clReleaseMemObject(buffer->mem);
  if (buffer->all && buffer->all != MAP_FAILED)
    munmap(buffer->all, buffer->pages_size + 2 * (size_t)sysconf(_SC_PAGESIZE));
}

static bool slack_is_whole(const struct guarded *buffer) {
  for (size_t i = 0; i < buffer->pages_size; i++)
    if ((i < (size_t)(buffer->data - buffer->pages) || i >= (size_t)(buffer->data - buffer->pages) + buffer->size) &&
        buffer->pages[i] != SLACK)
      return false;
  return true;
}

/* Appends the outputs to `out`; answers what went wrong, or NULL. */
static const char *run_launch(cl_program program, const struct launch *launch, FILE *out) {
  struct guarded buffers[NUM_BUFFERS] = {{0}};
  const char *wrong = NULL;
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, launch->kernel, &error);
  for (unsigned i = 0; !error && i < NUM_BUFFERS; i++) {
    error = make_buffer(&buffers[i], i, launch);
    if (!error)
      error = clSetKernelArg(kernel, i, sizeof(cl_mem), &buffers[i].mem);
  }
  cl_uint n = (cl_uint)launch_items(launch), ua = (cl_uint)mix(launch->seed);
  cl_int ia = (cl_int)(launch->seed % 61) - 30;
  cl_ulong la = mix(launch->seed + 1u);
  cl_float fa = (cl_float)ia / 4;
  const struct {
    size_t size;
    const void *value;
  } rest[] = {{MAX_LOCAL * sizeof(cl_uint), NULL},
              {sizeof(n), &n},
              {sizeof(ua), &ua},
              {sizeof(ia), &ia},
              {sizeof(la), &la},
              {sizeof(fa), &fa}};
  for (unsigned i = 0; !error && i < sizeof(rest) / sizeof(*rest); i++)
    error = clSetKernelArg(kernel, NUM_BUFFERS + i, rest[i].size, rest[i].value);
  size_t sizes[3][3];
  for (unsigned d = 0; d < 3; d++) {
    sizes[0][d] = launch->offset[d];
    sizes[1][d] = launch->global[d];
    sizes[2][d] = launch->local[d];
  }
  if (!error)
    error = clEnqueueNDRangeKernel(queue, kernel, launch->dims, sizes[0], sizes[1], sizes[2], 0, NULL, NULL);
  if (!error)
    error = clFinish(queue);
  for (unsigned i = NUM_INPUTS; !error && i < NUM_BUFFERS; i++) {
    void *at =
        clEnqueueMapBuffer(queue, buffers[i].mem, CL_TRUE, CL_MAP_READ, 0, buffers[i].size, 0, NULL, NULL, &error);
    if (!error)
      fwrite(at, 1, buffers[i].size, out);
    if (!error)
      error = clEnqueueUnmapMemObject(queue, buffers[i].mem, at, 0, NULL, NULL);
  }
  if (!error)
    error = clFinish(queue);
  static char message[96];
  if (error) {
    snprintf(message, sizeof(message), "%s: error %d", launch->kernel, error);
    wrong = message;
  }
  for (unsigned i = 0; i < NUM_BUFFERS; i++) {
    if (!wrong && !slack_is_whole(&buffers[i])) {
      snprintf(message, sizeof(message), "%s: wrote outside of %s", launch->kernel, buffer_kinds[i].name);
      wrong = message;
    }
    free_buffer(&buffers[i]);
  }
  if (kernel)
    clReleaseKernel(kernel);
  return wrong;
}

static bool run_case(const char *text, const char *options) {
  struct launch_list launches;
  if (!case_parse(text, &launches))
    return reply(ANSWER_ERROR, "no launches", 11);
  cl_int error;
  cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
  if (error)
    return reply(ANSWER_ERROR, "clCreateProgramWithSource", 25);
  bool sent;
  if (clBuildProgram(program, 1, &device, options, NULL, NULL)) {
    static char log[20000];
    size_t size = 0;
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, &size);
    sent = reply(ANSWER_NO_BUILD, log, strnlen(log, sizeof(log)));
  } else {
    char *data = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&data, &size);
    const char *wrong = NULL;
    for (unsigned i = 0; i < launches.num && !wrong; i++)
      wrong = run_launch(program, &launches.at[i], out);
    fclose(out);
    sent = wrong ? reply(ANSWER_ERROR, wrong, strlen(wrong)) : reply(ANSWER_DONE, data, size);
    free(data);
  }
  clReleaseProgram(program);
  return sent;
}

/* The first device of all, or that processor of another platform than Weft which WEFT_FUZZ_OTHER numbers. */
static cl_int find_device(cl_platform_id *platform) {
  const char *other = getenv("WEFT_FUZZ_OTHER");
  if (!other) {
    cl_int error = clGetPlatformIDs(1, platform, NULL);
    return error ? error : clGetDeviceIDs(*platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL);
  }
  cl_platform_id platforms[16];
  cl_uint num = 0, before = (cl_uint)strtoul(other, NULL, 10);
  cl_int error = clGetPlatformIDs(16, platforms, &num);
  for (cl_uint i = 0; !error && i < num && i < 16; i++) {
    char name[200] = "";
    clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, sizeof(name), name, NULL);
    if (strstr(name, "Weft") || clGetDeviceIDs(platforms[i], CL_DEVICE_TYPE_CPU, 1, &device, NULL))
      continue;
    *platform = platforms[i];
    if (before-- == 0)
      return CL_SUCCESS;
  }
  return CL_DEVICE_NOT_FOUND;
}

int worker_main(const char *options) {
  cl_platform_id platform;
  cl_int error = find_device(&platform);
  if (!error)
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  if (!error)
    queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
  char name[200] = "";
  if (!error)
    error = clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof(name), name, NULL);
  if (error)
    return 2;
  if (!reply(ANSWER_DONE, name, strlen(name)))
    return 0;
  for (uint32_t size; read_all(&size, sizeof(size));) {
    char *text = malloc(size + 1);
    if (!text || !read_all(text, size))
      return 0;
    text[size] = 0;
    bool sent = run_case(text, options);
    free(text);
    if (!sent)
      return 0;
  }
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return 0;
}
