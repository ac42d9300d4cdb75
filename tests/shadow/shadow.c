/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Shadow mode (docs/shadow.md) as an application and a reader of the log see it. A reference that differs is had by
 * WEFT_SHADOW_OPTIONS=-cl-denorms-are-zero, and a kernel whose results are denormal.
 */
#include "tests/harness/test.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* What is written to a descriptor between begin and end. */
struct capture {
  int fd, before, file;
};

static struct capture begin(int fd) {
  struct capture capture = {.fd = fd, .before = dup(fd), .file = memfd_create("capture", MFD_CLOEXEC)};
  CHECK(capture.before >= 0 && capture.file >= 0);
  fflush(NULL);
  dup2(capture.file, fd);
  return capture;
}

static const char *end(struct capture capture) {
  fflush(NULL);
  dup2(capture.before, capture.fd);
  close(capture.before);
  char *text = test_alloc(65536);
  CHECK(pread(capture.file, text, 65535, 0) >= 0);
  close(capture.file);
  return text;
}

static unsigned occurrences(const char *text, const char *what) {
  unsigned count = 0;
  for (; (text = strstr(text, what)); text++)
    count++;
  return count;
}

#define CHECK_LOG(log, what, times)                                                                                    \
  do {                                                                                                                 \
    if (occurrences((log), (what)) != (times))                                                                         \
      FAIL("'%s' is not there %d times in:\n%s", (what), (times), (log));                                              \
  } while (0)

static cl_mem new_buffer(cl_mem_flags flags, size_t size, void *data) {
  cl_int error;
  cl_mem mem = clCreateBuffer(test.context, flags | CL_MEM_COPY_HOST_PTR, size, data, &error);
  CHECK_CL(error);
  return mem;
}

static void read_buffer(cl_mem mem, size_t size, void *data) {
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, size, data, 0, NULL, NULL));
}

enum { N = 64 };
static const char *const halves = CL(kernel void halves(float factor, global const float *in, global float *out) {
  size_t i = get_global_id(0);
  out[i] = in[i] * factor;
});

struct halves {
  cl_mem in, out;
  cl_kernel kernel;
};

/* Number 5 and 9 have denormal halves. */
static struct halves make_halves(void) {
  float data[N], zero[N] = {0};
  for (int i = 0; i < N; i++)
    data[i] = i == 5 || i == 9 ? 0x1.8p-126f : (float)i;
  struct halves made = {new_buffer(CL_MEM_READ_ONLY, sizeof data, data), new_buffer(0, sizeof zero, zero),
                        test_kernel(test_build(NULL, halves), "halves")};
  float half = 0.5f;
  CHECK_CL(clSetKernelArg(made.kernel, 0, sizeof half, &half));
  CHECK_CL(clSetKernelArg(made.kernel, 1, sizeof made.in, &made.in));
  CHECK_CL(clSetKernelArg(made.kernel, 2, sizeof made.out, &made.out));
  return made;
}

static void free_halves(struct halves made) {
  clReleaseMemObject(made.in);
  clReleaseMemObject(made.out);
}

static void run_halves(struct halves made) {
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, made.kernel, 1, NULL, (size_t[]){N}, (size_t[]){16}, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
}

static void agrees(void) {
  struct halves made = make_halves();
  struct capture capture = begin(STDERR_FILENO);
  run_halves(made);
  const char *log = end(capture);
  CHECK_LOG(log, "shadow: kernel 'halves' agrees in 2 memory objects", 1);
  CHECK_LOG(log, "error", 0);
  float out[N];
  read_buffer(made.out, sizeof out, out);
  for (int i = 0; i < N; i++)
    CHECK(out[i] == (i == 5 || i == 9 ? 0x1.8p-127f : (float)i / 2));
  free_halves(made);
}

static struct halves make_different_halves(void) {
  setenv("WEFT_SHADOW_OPTIONS", "-cl-denorms-are-zero", 1);
  struct halves made = make_halves();
  unsetenv("WEFT_SHADOW_OPTIONS");
  return made;
}

/* The difference is told with its place; what the application has is the compiled kernel's result. */
static void differs(void) {
  struct halves made = make_different_halves();
  struct capture capture = begin(STDERR_FILENO);
  run_halves(made);
  const char *log = end(capture);
  CHECK_LOG(log,
            "weft: error: shadow: kernel 'halves' (1 dimensions, global 64x1x1, local 16x1x1): argument 2 'out': "
            "byte 22 is 0x60, not 0 as the reference has it; 2 bytes differ\n",
            1);
  float out[N];
  read_buffer(made.out, sizeof out, out);
  CHECK(out[5] == 0x1.8p-127f && out[9] == 0x1.8p-127f && out[10] == 5);
  free_halves(made);
}

/* Also a reference that is optimised has no packets. */
static void packets(void) {
  setenv("WEFT_SHADOW_OPTIONS", "-w", 1);
  setenv("WEFT_SPMD", "force", 1);
  setenv("WEFT_REMARKS", "1", 1);
  struct capture building = begin(STDERR_FILENO);
  struct halves made = make_halves();
  const char *remarks = end(building);
  struct capture capture = begin(STDERR_FILENO);
  run_halves(made);
  const char *log = end(capture);
  unsetenv("WEFT_SHADOW_OPTIONS");
  unsetenv("WEFT_SPMD");
  unsetenv("WEFT_REMARKS");
  CHECK_LOG(remarks, "weft: kernel 'halves' region 0: ", 1);
  CHECK_LOG(remarks, " lanes, ", 1);
  CHECK_LOG(log, "shadow: kernel 'halves' agrees in 2 memory objects", 1);
  free_halves(made);
}

/* Run by the next case, in a process that it ends. */
static void aborts(void) {
  if (strcmp(getenv("WEFT_SHADOW"), "2"))
    test_skip("for the case 'level_2'");
  run_halves(make_different_halves());
}

static void level_2(void) {
  setenv("WEFT_SHADOW", "2", 1);
  pid_t child;
  int status, error = posix_spawn(&child, "/proc/self/exe", NULL, NULL, (char *[]){"shadow", "aborts", NULL}, environ);
  setenv("WEFT_SHADOW", "1", 1);
  CHECK_EQ(error, 0);
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

/* Arguments that share a storage do so in the reference; a part's differences count from its first byte. */
static void parts_of_a_buffer(void) {
  cl_uint data[256], out[256];
  for (cl_uint i = 0; i < 256; i++)
    data[i] = i;
  cl_mem whole = new_buffer(0, sizeof data, data);
  cl_int error;
  cl_buffer_region region = {512, 512};
  cl_mem part = clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  CHECK_CL(error);
  cl_program program =
      test_build(NULL, CL(kernel void add(global uint * whole, global uint * part, constant uint * same) {
                   size_t i = get_global_id(0);
                   part[i] += same[i];
                   whole[i + 128] *= 2;
                 }));
  cl_kernel kernel = test_kernel(program, "add");
  struct capture capture = begin(STDERR_FILENO);
  LAUNCH(kernel, 128, 8, {sizeof whole, &whole}, {sizeof part, &part}, {sizeof whole, &whole});
  const char *log = end(capture);
  CHECK_LOG(log, "shadow: kernel 'add' agrees in 1 memory objects", 1);
  read_buffer(whole, sizeof out, out);
  for (cl_uint i = 0; i < 256; i++)
    CHECK_EQ(out[i], i < 128 ? i : (i + i - 128) * 2);
  clReleaseMemObject(part);
  clReleaseMemObject(whole);
}

/* What addresses lead to is not copied, and one parameter does not take back what another has said. */
static void by_address(void) {
  cl_int out[4] = {0};
  cl_bool on = CL_TRUE, off = CL_FALSE;
  cl_mem buffer = new_buffer(0, sizeof out, out);
  cl_kernel kernel =
      test_kernel(test_build(NULL, CL(kernel void put(global int *out) { out[get_global_id(0)]++; })), "put");
  struct capture capture = begin(STDERR_FILENO);
  CHECK_CL(clSetKernelArgSVMPointer(kernel, 0, out));
  test_launch(kernel, 1, NULL, (size_t[]){4}, NULL);
  CHECK_CL(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof on, &on));
  CHECK_CL(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, NULL));
  LAUNCH(kernel, 4, 4, {sizeof buffer, &buffer});
  CHECK_CL(clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof off, &off));
  LAUNCH(kernel, 4, 4, {sizeof buffer, &buffer});
  const char *log = end(capture);
  CHECK_LOG(log, "shadow: kernel 'put' is not compared: it is given memory by addresses", 2);
  CHECK_LOG(log, "shadow: kernel 'put' agrees in 1 memory objects", 1);
  for (int i = 0; i < 4; i++)
    CHECK_EQ(out[i], 1);
  clReleaseMemObject(buffer);
}

static void one_event_one_text(void) {
  cl_int error;
  cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
  cl_command_queue queue = clCreateCommandQueueWithProperties(test.context, test.device, properties, &error);
  CHECK_CL(error);
  cl_int zero[4] = {0}, results[4];
  cl_mem out = new_buffer(0, sizeof zero, zero);
  cl_program program = test_build(NULL, CL(kernel void say(global int *out) {
                                    out[get_global_id(0)] = 1 + printf("item %d\n", (int)get_global_id(0));
                                  }));
  cl_kernel kernel = test_kernel(program, "say");
  SET_ARGS(kernel, {sizeof out, &out});
  struct capture log_capture = begin(STDERR_FILENO), text_capture = begin(STDOUT_FILENO);
  cl_event event;
  CHECK_CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, (size_t[]){4}, NULL, 0, NULL, &event));
  CHECK_CL(clFinish(queue));
  const char *text = end(text_capture), *log = end(log_capture);
  CHECK_LOG(text, "item ", 4);
  CHECK_LOG(text, "item 3\n", 1);
  CHECK_LOG(log, "shadow: kernel 'say' agrees in 1 memory objects", 1);
  cl_ulong times[5];
  for (cl_uint i = 0; i < 5; i++)
    CHECK_CL(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_QUEUED + i, sizeof *times, &times[i], NULL));
  for (cl_uint i = 1; i < 5; i++)
    CHECK(times[i - 1] <= times[i]);
  CHECK_CL(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof results, results, 0, NULL, NULL));
  for (int i = 0; i < 4; i++)
    CHECK_EQ(results[i], 1);
  clReleaseEvent(event);
  clReleaseMemObject(out);
  clReleaseCommandQueue(queue);
}

static void images(void) {
  cl_int error;
  cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 16, .image_height = 8};
  cl_mem from = clCreateImage(test.context, CL_MEM_READ_ONLY, &format, &desc, NULL, &error);
  CHECK_CL(error);
  cl_mem to = clCreateImage(test.context, CL_MEM_WRITE_ONLY, &format, &desc, NULL, &error);
  CHECK_CL(error);
  cl_uint color[4] = {1, 2, 3, 4};
  size_t origin[3] = {0}, extent[3] = {16, 8, 1};
  CHECK_CL(clEnqueueFillImage(test.queue, from, color, origin, extent, 0, NULL, NULL));
  cl_program program = test_build(NULL, CL(kernel void turn(read_only image2d_t from, write_only image2d_t to) {
                                    int2 at = (int2)(get_global_id(0), get_global_id(1));
                                    write_imageui(to, at, read_imageui(from, at).wzyx + (uint4)(at.x, at.y, 0, 0));
                                  }));
  cl_kernel kernel = test_kernel(program, "turn");
  SET_ARGS(kernel, {sizeof from, &from}, {sizeof to, &to});
  struct capture capture = begin(STDERR_FILENO);
  test_launch(kernel, 2, NULL, extent, (size_t[]){4, 4});
  const char *log = end(capture);
  CHECK_LOG(log, "shadow: kernel 'turn' agrees in 1 memory objects", 1);
  unsigned char texels[8][16][4];
  CHECK_CL(clEnqueueReadImage(test.queue, to, CL_TRUE, origin, extent, 0, 0, texels, 0, NULL, NULL));
  CHECK_EQ(texels[7][15][0], 4 + 15);
  CHECK_EQ(texels[7][15][1], 3 + 7);
  clReleaseMemObject(from);
  clReleaseMemObject(to);
}

/* Launched once with one buffer of zeros; what the log says of it. */
static const char *log_of(const char *source, const char *name) {
  cl_uint zero[64] = {0};
  cl_mem out = new_buffer(0, sizeof zero, zero);
  cl_kernel kernel = test_kernel(test_build("-cl-std=CL3.0", source), name);
  struct capture capture = begin(STDERR_FILENO);
  LAUNCH(kernel, 64, 16, {sizeof out, &out});
  const char *log = end(capture);
  clReleaseMemObject(out);
  return log;
}

static void left_out(void) {
  const char *order = "is not compared: its result may depend on the order of work-items or on the time", *log;
  log = log_of(CL(kernel void next(global uint * out) { out[1 + atomic_inc(out) % 63] = get_global_id(0); }), "next");
  CHECK_LOG(log, order, 1);
  /* Packets count without an atomic. */
  log = log_of(CL(kernel void rank(global uint * out) {
                 local uint next;
                 if (get_local_id(0) == 0)
                   next = 0;
                 barrier(CLK_LOCAL_MEM_FENCE);
                 out[get_global_id(0)] = atomic_inc(&next);
               }),
               "rank");
  CHECK_LOG(log, order, 1);
  log = log_of(CL(kernel void take(global uint * out) { atomic_cmpxchg(out, 0, get_global_id(0)); }), "take");
  CHECK_LOG(log, order, 1);
  log =
      log_of(CL(kernel void flag(global uint * out) {
               atomic_store_explicit((volatile global atomic_uint *)out, 1, memory_order_relaxed, memory_scope_device);
             }),
             "flag");
  CHECK_LOG(log, order, 1);
  log = log_of(CL(kernel void count(global uint * out) { atomic_inc(out + get_local_id(0)); }), "count");
  CHECK_LOG(log, "kernel 'count' agrees in 1 memory objects", 1);
  log = log_of(CL(global uint calls; kernel void remember(global uint * out) {
                 if (get_global_id(0) == 0)
                   out[0] = ++calls;
               }),
               "remember");
  CHECK_LOG(log, "is not compared: its program has variables", 1);
}

static sem_t running, go_on;

static void CL_CALLBACK block(void *nothing) {
  (void)nothing;
  sem_post(&running);
  sem_wait(&go_on);
}

/* It may have been the other command that wrote what differs. */
static void others_meanwhile(void) {
  cl_int error;
  cl_command_queue other = clCreateCommandQueueWithProperties(test.context, test.device, NULL, &error);
  CHECK_CL(error);
  struct halves made = make_different_halves();
  sem_init(&running, 0, 0);
  sem_init(&go_on, 0, 0);
  CHECK_CL(clEnqueueNativeKernel(other, block, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
  CHECK_CL(clFlush(other));
  sem_wait(&running);
  struct capture capture = begin(STDERR_FILENO);
  run_halves(made);
  const char *log = end(capture);
  sem_post(&go_on);
  CHECK_CL(clFinish(other));
  CHECK_LOG(log, "weft: error", 0);
  CHECK_LOG(log, "2 bytes differ; other commands ran meanwhile", 1);
  free_halves(made);
  clReleaseCommandQueue(other);
}

/* A program that comes back from its binary has a reference of its own. */
/* Which NaN an operation answers is open; that it is none, or what is no float, is a difference. */
static void nans(void) {
  static const char *const source = CL(kernel void nan(float tiny, global float4 *f, global half *h, global int *i) {
    bool flushed = tiny * 0.5f == 0;
    f[0] = (float4)(1, as_float(flushed ? 0x7fc00001 : 0xffc00002), 2, 3);
    ((global short *)h)[1] = (short)(flushed ? 0x7e01 : 0xfe02);
    ((global short *)h)[3] = (short)(flushed ? 0x7e01 : 0x7c00);
    i[1] = flushed ? 0x7fc00001 : 0x7fc00002;
  });
  int zero[4] = {0};
  cl_mem f = new_buffer(0, sizeof zero, zero), h = new_buffer(0, 8, zero), i = new_buffer(0, 8, zero);
  setenv("WEFT_SHADOW_OPTIONS", "-cl-denorms-are-zero", 1);
  cl_kernel kernel = test_kernel(test_build(NULL, source), "nan");
  unsetenv("WEFT_SHADOW_OPTIONS");
  float tiny = 0x1.8p-126f;
  CHECK_CL(clSetKernelArg(kernel, 0, sizeof tiny, &tiny));
  CHECK_CL(clSetKernelArg(kernel, 1, sizeof f, &f));
  CHECK_CL(clSetKernelArg(kernel, 2, sizeof h, &h));
  CHECK_CL(clSetKernelArg(kernel, 3, sizeof i, &i));
  struct capture capture = begin(STDERR_FILENO);
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, (size_t[]){1}, NULL, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  const char *log = end(capture);
  CHECK_LOG(log, "error", 2);
  CHECK_LOG(log, "argument 2 'h': byte 6 is 0, not 0x1 as the reference has it; 2 bytes differ", 1);
  CHECK_LOG(log, "argument 3 'i': byte 4 is 0x2, not 0x1 as the reference has it; 1 bytes differ", 1);
  clReleaseMemObject(f);
  clReleaseMemObject(h);
  clReleaseMemObject(i);
}

static atomic_bool stop_writing;

static void *write_on(void *at) {
  volatile unsigned char *byte = at;
  while (!atomic_load_explicit(&stop_writing, memory_order_relaxed))
    *byte ^= 1;
  return NULL;
}

/* The application writes to its mapping of what the kernel leaves alone; what differed a moment ago is the same now. */
static void mapped_meanwhile(void) {
  enum { SIZE = 1 << 16 }; /* the last byte is 65535 */
  cl_mem mem = new_buffer(0, SIZE, test_alloc(SIZE));
  cl_int error;
  cl_mem part = clCreateSubBuffer(mem, 0, CL_BUFFER_CREATE_TYPE_REGION, &(cl_buffer_region){0, SIZE / 2}, &error);
  CHECK_CL(error);
  char *map = clEnqueueMapBuffer(test.queue, mem, CL_TRUE, CL_MAP_WRITE, SIZE / 2, SIZE / 2, 0, NULL, NULL, &error);
  CHECK_CL(error);
  cl_kernel kernel =
      test_kernel(test_build(NULL, CL(kernel void inc(global int *p) { p[get_global_id(0)]++; })), "inc");
  CHECK_CL(clSetKernelArg(kernel, 0, sizeof part, &part));
  struct capture capture = begin(STDERR_FILENO);
  pthread_t writer;
  CHECK(!pthread_create(&writer, NULL, write_on, map + SIZE / 2 - 1));
  for (int i = 0; i < 500; i++) {
    CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, (size_t[]){N}, NULL, 0, NULL, NULL));
    CHECK_CL(clFinish(test.queue));
  }
  atomic_store(&stop_writing, true);
  pthread_join(writer, NULL);
  const char *log = end(capture);
  CHECK_EQ(occurrences(log, "byte 65535 is 0"), occurrences(log, "; 1 bytes differ"));
  CHECK_EQ(occurrences(log, "byte 65535 is 0, not 0x1 ") + occurrences(log, "byte 65535 is 0x1, not 0 "),
           occurrences(log, "argument 0"));
  CHECK_CL(clEnqueueUnmapMemObject(test.queue, mem, map, 0, NULL, NULL));
  int out[N];
  read_buffer(mem, sizeof out, out);
  for (int i = 0; i < N; i++)
    CHECK(out[i] == 500);
  clReleaseMemObject(part);
  clReleaseMemObject(mem);
}

static void binaries(void) {
  cl_program made = test_build(NULL, halves);
  size_t size;
  CHECK_CL(clGetProgramInfo(made, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
  unsigned char *bytes = test_alloc(size);
  CHECK_CL(clGetProgramInfo(made, CL_PROGRAM_BINARIES, sizeof bytes, &bytes, NULL));
  cl_int error;
  cl_program program =
      clCreateProgramWithBinary(test.context, 1, &test.device, &size, (const unsigned char **)&bytes, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
  cl_kernel kernel = clCreateKernel(program, "halves", &error);
  CHECK_CL(error);
  struct halves other = make_halves();
  float half = 0.5f;
  struct capture capture = begin(STDERR_FILENO);
  LAUNCH(kernel, N, 16, ARG(half), {sizeof other.in, &other.in}, {sizeof other.out, &other.out});
  CHECK_LOG(end(capture), "shadow: kernel 'halves' agrees in 2 memory objects", 1);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  free_halves(other);
}

static const struct test_case cases[] = {
    {"agrees", agrees},
    {"differs", differs},
    {"packets", packets},
    {"aborts", aborts},
    {"level_2", level_2},
    {"parts_of_a_buffer", parts_of_a_buffer},
    {"by_address", by_address},
    {"one_event_one_text", one_event_one_text},
    {"images", images},
    {"left_out", left_out},
    {"others_meanwhile", others_meanwhile},
    {"nans", nans},
    {"mapped_meanwhile", mapped_meanwhile},
    {"binaries", binaries},
};
TEST_MAIN(cases)
