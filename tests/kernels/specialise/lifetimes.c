/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies come while launches go on; programs, kernels, contexts and processes end while they are made. */
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/harness/cache.h"
#include "tests/kernels/specialise/observe.h"

/* Enough work-items to be worth a copy. */
enum { SIDE = 320, THREADS = 4 };
static const cl_image_format rgba8 = {CL_RGBA, CL_UNORM_INT8};
static const cl_image_format rgba16 = {CL_RGBA, CL_UNORM_INT16};

/* No two programs of a process are alike. */
static cl_program make_program(void) {
  static atomic_uint number;
  char source[1024];
  snprintf(source, sizeof(source),
           "constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;\n"
           "kernel void k(read_only image2d_t in, global float4 *out) {\n"
           "  int x = get_global_id(0), y = get_global_id(1);\n"
           "  float4 t = read_imagef(in, s, (float2)(x %% %d + 0.75f, y %% %d + 0.25f));\n"
           "  out[y * get_global_size(0) + x] = t + %u;\n"
           "}\n",
           WIDTH, HEIGHT, atomic_fetch_add(&number, 1) + (unsigned)getpid() % 1000 * 1000);
  cl_int error;
  const char *text = source;
  cl_program program = clCreateProgramWithSource(test.context, 1, &text, NULL, &error);
  CHECK_CL(error);
  CHECK_CL(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
  return program;
}

static cl_kernel make_kernel(cl_program program, cl_mem in, cl_mem out) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  CHECK_CL(error);
  SET_ARGS(kernel, ARG(in), ARG(out));
  return kernel;
}

static void enqueue(cl_command_queue queue, cl_kernel kernel) {
  CHECK_CL(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, (const size_t[]){SIDE, SIDE}, NULL, 0, NULL, NULL));
}

/* Launches until the copy is there and once more: the same results all the while. */
static void launch_until_copied(cl_kernel kernel, const struct test_buffer *out, unsigned copies) {
  void *first = test_alloc(out->size);
  bool more = true;
  for (int i = 0; more; i++) {
    more = test.is_weft ? observed(COMPILED) < copies : i < 4;
    enqueue(test.queue, kernel);
    CHECK_CL(clFinish(test.queue));
    test_buffer_sync(out);
    if (i == 0)
      memcpy(first, out->data, out->size);
    CHECK_EQ(test_differ(out->data, first, out->size), out->size);
  }
}

static void arrives(void) {
  struct test_image in = random_image(rgba8, CL_MEM_READ_ONLY, 1), other = random_image(rgba16, CL_MEM_READ_ONLY, 2);
  struct test_buffer out = test_buffer(SIDE * SIDE * 16, TEST_END, CL_MEM_READ_WRITE, 0);
  cl_program program = make_program();
  cl_kernel kernel = make_kernel(program, in.mem, out.mem);
  unsigned before = observed(COMPILED);
  launch_until_copied(kernel, &out, before + 1);
  SET_ARGS(kernel, ARG(other.mem), ARG_BUFFER(out)); /* another format, another copy */
  launch_until_copied(kernel, &out, before + 2);
  SET_ARGS(kernel, ARG(in.mem), ARG_BUFFER(out));
  launch_until_copied(kernel, &out, before + 2);
  CHECK_CL(clReleaseKernel(kernel));
  CHECK_CL(clReleaseProgram(program));
}

/* Small launches are not worth a copy, until there have been many. */
static void when_it_pays(void) {
  struct test_image in = random_image(rgba8, CL_MEM_READ_ONLY, 1);
  struct test_buffer out = test_buffer(SIDE * SIDE * 16, TEST_END, CL_MEM_READ_WRITE, 0);
  cl_program program = make_program();
  cl_kernel kernel = make_kernel(program, in.mem, out.mem);
  unsigned before = observed(COMPILED);
  for (int i = 0; i < 3; i++)
    test_launch(kernel, 2, NULL, (const size_t[]){8, 8}, NULL);
  nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
  CHECK_EQ(observed(COMPILED), before);
  for (int i = 0; i < 30; i++)
    test_launch(kernel, 2, NULL, (const size_t[]){8, 8}, NULL);
  if (test.is_weft)
    wait_for(COMPILED, before + 1);
  CHECK_CL(clReleaseKernel(kernel));
  CHECK_CL(clReleaseProgram(program));
}

/* Everything is released while the job waits, runs, or has just ended, before the launch has, and after. */
static void released(void) {
  struct test_image in = random_image(rgba8, CL_MEM_READ_ONLY, 1);
  struct test_buffer out = test_buffer(SIDE * SIDE * 16, TEST_END, CL_MEM_READ_WRITE, 0);
  for (unsigned i = 0; i < 40; i++) {
    cl_program program = make_program();
    cl_kernel kernel = make_kernel(program, in.mem, out.mem);
    enqueue(test.queue, kernel);
    if (i % 2)
      CHECK_CL(clFinish(test.queue));
    if (i % 4 == 3)
      nanosleep(&(struct timespec){.tv_nsec = i * 5000000}, NULL);
    if (i % 3 == 0)
      enqueue(test.queue, kernel);
    CHECK_CL(clReleaseProgram(program));
    CHECK_CL(clReleaseKernel(kernel));
  }
  CHECK_CL(clFinish(test.queue));
}

/* More jobs than may wait: those that are refused come again. */
static void crowd(void) {
  enum { COUNT = 36 };
  static const char line[] = "kernel 'small' for argument 0: RGBA UNORM_INT8" COMPILED;
  cl_kernel kernels[COUNT];
  struct test_image in = random_image(rgba8, CL_MEM_READ_ONLY, 1);
  struct test_buffer out = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  for (int i = 0; i < COUNT; i++) {
    char source[256];
    snprintf(source, sizeof(source),
             "kernel void small(read_only image2d_t in, global float *out) {\n"
             "  *out = read_imagef(in, (int2)(%d, 0)).x;\n"
             "}\n",
             i % WIDTH);
    kernels[i] = test_kernel(test_build("", source), "small");
    SET_ARGS(kernels[i], ARG(in.mem), ARG_BUFFER(out));
  }
  for (int i = 0; i < COUNT; i++)
    enqueue(test.queue, kernels[i]);
  CHECK_CL(clFinish(test.queue));
  while (test.is_weft && observed(line) < COUNT) {
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    for (int k = 0; k < COUNT; k++)
      test_launch(kernels[k], 1, NULL, (const size_t[]){1}, NULL);
  }
}

static void context_released(void) {
  const struct test_env whole = test;
  cl_int error;
  for (int i = 0; i < 8; i++) {
    test.context = clCreateContext(NULL, 1, &test.device, NULL, NULL, &error);
    CHECK_CL(error);
    test.queue = clCreateCommandQueue(test.context, test.device, 0, &error);
    CHECK_CL(error);
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = WIDTH, .image_height = HEIGHT};
    cl_mem in = clCreateImage(test.context, CL_MEM_READ_ONLY, &rgba8, &desc, NULL, &error);
    CHECK_CL(error);
    cl_mem out = clCreateBuffer(test.context, CL_MEM_READ_WRITE, SIDE * SIDE * 16, NULL, &error);
    CHECK_CL(error);
    cl_program program = make_program();
    cl_kernel kernel = make_kernel(program, in, out);
    enqueue(test.queue, kernel);
    CHECK_CL(clReleaseMemObject(in));
    CHECK_CL(clReleaseMemObject(out));
    CHECK_CL(clReleaseKernel(kernel));
    CHECK_CL(clReleaseProgram(program));
    CHECK_CL(clReleaseCommandQueue(test.queue));
    CHECK_CL(clReleaseContext(test.context));
    test = whole;
    nanosleep(&(struct timespec){.tv_nsec = i * 10000000}, NULL);
  }
}

struct launcher {
  pthread_t thread;
  cl_program program;
  cl_mem in, out;
  const cl_float4 *want;
};

static void *launch_many(void *argument) {
  struct launcher *self = argument;
  cl_int error;
  cl_command_queue queue = clCreateCommandQueue(test.context, test.device, 0, &error);
  CHECK_CL(error);
  cl_kernel kernel = make_kernel(self->program, self->in, self->out);
  cl_float4 *found = malloc(SIDE * SIDE * sizeof(*found));
  CHECK(found);
  for (int i = 0; i < 25; i++) {
    enqueue(queue, kernel);
    CHECK_CL(clEnqueueReadBuffer(queue, self->out, CL_TRUE, 0, SIDE * SIDE * sizeof(*found), found, 0, NULL, NULL));
    CHECK_EQ(test_differ(found, self->want, SIDE * SIDE * sizeof(*found)), SIDE * SIDE * sizeof(*found));
  }
  free(found);
  CHECK_CL(clReleaseKernel(kernel));
  CHECK_CL(clReleaseCommandQueue(queue));
  return NULL;
}

/* Several threads launch kernels of one program while its copy comes. */
static void threads(void) {
  struct test_image in = random_image(rgba8, CL_MEM_READ_ONLY, 1);
  struct test_buffer out[THREADS + 1];
  for (int i = 0; i <= THREADS; i++)
    out[i] = test_buffer(SIDE * SIDE * 16, TEST_END, CL_MEM_READ_WRITE, 0);
  cl_program program = make_program();
  cl_kernel kernel = make_kernel(program, in.mem, out[THREADS].mem);
  enqueue(test.queue, kernel);
  CHECK_CL(clFinish(test.queue));
  test_buffer_sync(&out[THREADS]);
  struct launcher launchers[THREADS];
  for (int i = 0; i < THREADS; i++) {
    launchers[i] = (struct launcher){
        .program = program, .in = in.mem, .out = out[i].mem, .want = (const cl_float4 *)(void *)out[THREADS].data};
    CHECK(!pthread_create(&launchers[i].thread, NULL, launch_many, &launchers[i]));
  }
  for (int i = 0; i < THREADS; i++)
    pthread_join(launchers[i].thread, NULL);
  CHECK_CL(clReleaseKernel(kernel));
  CHECK_CL(clReleaseProgram(program));
}

/* ---- processes ---- */

static const char shared[] = CL(kernel void shared(read_only image2d_t in, global float4 *out) {
  int x = get_global_id(0);
  int y = get_global_id(1);
  out[y * get_global_size(0) + x] = read_imagef(in, (int2)(x % 29, y % 11)).wzyx;
});

static void run_shared(void) {
  cl_kernel kernel = test_kernel(test_build("", shared), "shared");
  struct test_image in = random_image(rgba8, CL_MEM_READ_ONLY, 1);
  struct test_buffer out = test_buffer(SIDE * SIDE * 16, TEST_END, CL_MEM_READ_WRITE, 0);
  SET_ARGS(kernel, ARG(in.mem), ARG_BUFFER(out));
  enqueue(test.queue, kernel);
  CHECK_CL(clFinish(test.queue));
  test_buffer_sync(&out);
  const unsigned char *texels = read_image(&in);
  const float *found = (const float *)(const void *)out.data;
  for (int y = 0; y < SIDE; y++)
    for (int x = 0; x < SIDE; x++)
      for (int c = 0; c < 4; c++) {
        float want = (float)texels[((y % HEIGHT) * WIDTH + x % WIDTH) * 4 + 3 - c] * (1.0f / 255.0f);
        CHECK(found[(y * SIDE + x) * 4 + c] == want);
      }
}

/* The first launch has the copy, and nobody compiles. */
static void child_has_copy(void) {
  CHECK(!test_compiler_is_open());
  run_shared();
  if (test.is_weft) {
    CHECK_EQ(observed(CACHED), 1);
    CHECK_EQ(observed(COMPILED), 0);
    CHECK(!test_compiler_is_open());
  }
}

static void launch_for_copy(void) {
  static cl_program volatile programs[8]; /* alive at the exit, not lost: LSan looks here */
  static cl_kernel volatile kernels[8];
  static unsigned count;
  struct test_image in = random_image(rgba8, CL_MEM_READ_ONLY, 1);
  struct test_buffer out = test_buffer(SIDE * SIDE * 16, TEST_END, CL_MEM_READ_WRITE, 0);
  CHECK(count < 8);
  programs[count] = make_program();
  kernels[count] = make_kernel(programs[count], in.mem, out.mem);
  enqueue(test.queue, kernels[count++]);
  CHECK_CL(clFinish(test.queue));
}

static void child_exits(void) {
  const char *delay = getenv("WEFT_TEST_DELAY_MS");
  for (int i = 0; i < 3; i++)
    launch_for_copy();
  usleep(delay ? (unsigned)atoi(delay) * 1000 : 0);
  exit(0);
}

static const struct test_case child_cases[] = {{"child_has_copy", child_has_copy}, {"child_exits", child_exits}};

static pid_t start(const char *name) {
  pid_t child = fork();
  if (child)
    return child;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  execl("/proc/self/exe", "lifetimes", name, (char *)NULL);
  _exit(127);
}

/* The child's status must be 0 within a minute. */
static void expect_end(pid_t child) {
  int status = 0;
  CHECK(child > 0);
  for (int i = 0; i < 600; i++) {
    if (waitpid(child, &status, WNOHANG) == child) {
      if (status)
        FAIL("a child ends with status %#x", status);
      return;
    }
    nanosleep(&(struct timespec){.tv_nsec = 100000000}, NULL);
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  FAIL("a child does not end");
}

static void exits(void) {
  static const char *const delays[] = {"0", "10", "30", "60", "100", "150"};
  for (size_t i = 0; i < TEST_COUNT(delays); i++) {
    setenv("WEFT_TEST_DELAY_MS", delays[i], 1);
    expect_end(start("child_exits"));
  }
  unsetenv("WEFT_TEST_DELAY_MS");
}

/* A child of fork() goes its own way, and exits as usual, though the parent's thread was compiling. */
static void forks(void) {
#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
  test_skip("the child has no threads of its parent, and sanitizers miss what these held");
#endif
  for (int i = 0; i < 4; i++) {
    launch_for_copy();
    usleep((unsigned)i * 20000);
    pid_t child = fork();
    if (child == 0) {
      alarm(60);
      exit(0);
    }
    expect_end(child);
  }
}

static void from_cache(void) {
  test_cache();
  run_shared();
  if (test.is_weft)
    wait_for("kernel 'shared' for argument 0: RGBA UNORM_INT8" COMPILED, 1);
  pid_t children[2] = {start("child_has_copy"), start("child_has_copy")};
  expect_end(children[0]);
  expect_end(children[1]);
}

static const struct test_case cases[] = {
    {"arrives", arrives},
    {"when_it_pays", when_it_pays},
    {"released", released},
    {"crowd", crowd},
    {"context_released", context_released},
    {"threads", threads},
    {"exits", exits},
    {"forks", forks},
    {"from_cache", from_cache},
};

int main(int argc, char **argv) {
  observe();
  if (argc > 1 && !strncmp(argv[1], "child_", 6))
    return test_run(argc, argv, child_cases, TEST_COUNT(child_cases));
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
