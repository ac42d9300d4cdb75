/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A process forks while Weft works: the child builds, launches and uses what it has inherited, as if the parent had
 * been idle. WEFT_TEST_FORKS: how often each case forks.
 */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/harness/cache.h"
#include "tests/harness/test.h"

#if defined(__SANITIZE_THREAD__)
#define WHY_SKIPPED "the thread sanitizer makes no threads after a fork"
#elif defined(__SANITIZE_ADDRESS__) && !defined(__clang__)
#define WHY_SKIPPED                                                                                                    \
  "children wait for the lock of the allocator of GCC 12's address sanitizer, which another thread held at the fork; " \
  "Clang 22's takes it itself before"
#else
#define WHY_SKIPPED NULL
#endif

enum { ITEMS = 4096, GROUP = 16, BUILDERS = 4, CHILD_SECONDS = 60 };

static unsigned num_forks(unsigned usual) {
  const char *text = getenv("WEFT_TEST_FORKS");
  return text ? (unsigned)atoi(text) : usual;
}

static void nap(unsigned us) {
  nanosleep(&(struct timespec){.tv_nsec = (long)us * 1000}, NULL);
}

/* A program that nobody has built before: each group turns its numbers round. Every second one has another kernel, and
 * is compiled in parts. */
static void print_source(char *out, size_t size, unsigned number) {
  snprintf(out, size,
           "kernel void k(global uint *out, local uint *x) { uint l = get_local_id(0);"
           " x[l] = (uint)get_global_id(0) * %uu + 1u; barrier(CLK_LOCAL_MEM_FENCE);"
           " out[get_global_id(0)] = x[get_local_size(0) - 1 - l]; } %s /* %u of %ld */",
           2 * (number & 0xffff) + 3,
           number & 1 ? "kernel void other(global float *f) { f[get_global_id(0)] = sqrt(f[get_global_id(0)]); }" : "",
           number, (long)getpid());
}

static bool is_turned(const cl_uint *out, unsigned number) {
  cl_uint factor = 2 * (number & 0xffff) + 3;
  for (cl_uint i = 0; i < ITEMS; i++)
    if (out[i] != (i / GROUP * GROUP + GROUP - 1 - i % GROUP) * factor + 1)
      return false;
  return true;
}

/* No harness in children: a failure there is an exit status. 0: all as it should be. */
static int launch(cl_context context, cl_command_queue queue, cl_kernel kernel, unsigned number) {
  static cl_uint out[ITEMS];
  cl_int error;
  size_t global = ITEMS, local = GROUP;
  cl_mem buffer = clCreateBuffer(context, 0, sizeof(out), NULL, &error);
  if (error || clSetKernelArg(kernel, 0, sizeof(buffer), &buffer) || clSetKernelArg(kernel, 1, GROUP * 4, NULL))
    return 3;
  if (clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL) ||
      clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(out), out, 0, NULL, NULL))
    return 4;
  clReleaseMemObject(buffer);
  return is_turned(out, number) ? 0 : 5;
}

static int build_and_launch(cl_context context, cl_command_queue queue, unsigned number) {
  char text[512];
  const char *source = text;
  cl_int error;
  print_source(text, sizeof(text), number);
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  if (error || clBuildProgram(program, 1, &test.device, "", NULL, NULL))
    return 1;
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  int status = error ? 2 : launch(context, queue, kernel, number);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  return status;
}

static int in_own_context(unsigned number) {
  cl_int error;
  cl_context context = clCreateContext(NULL, 1, &test.device, NULL, NULL, &error);
  if (error)
    return 6;
  cl_command_queue queue = clCreateCommandQueue(context, test.device, 0, &error);
  int status = error ? 7 : build_and_launch(context, queue, number);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  return status;
}

/* Forks, has the child run `in_child`, and waits for its end. */
static void fork_for(int (*in_child)(unsigned), unsigned number) {
  fflush(NULL);
  pid_t child = fork();
  CHECK(child >= 0);
  if (child == 0) {
    alarm(CHILD_SECONDS); /* ends a child that hangs */
    _exit(in_child(number));
  }
  int status = 0;
  while (waitpid(child, &status, 0) != child)
    ;
  if (WIFSIGNALED(status))
    FAIL("child %u: signal %d", number, WTERMSIG(status));
  if (WEXITSTATUS(status))
    FAIL("child %u: status %d", number, WEXITSTATUS(status));
}

static cl_kernel inherited;
static unsigned inherited_number;

static int with_what_it_has(unsigned number) {
  int status = launch(test.context, test.queue, inherited, inherited_number);
  return status ? status : build_and_launch(test.context, test.queue, number);
}

/* An application of one thread launches, so that a copy of the kernel is made in the background, and forks meanwhile.
 */
static void while_a_copy_is_made(void) {
  for (unsigned i = 0; i < num_forks(12); i++) {
    char source[512];
    size_t mark = test_mark(), global = ITEMS * 16, local = GROUP;
    print_source(source, sizeof(source), i);
    inherited = test_kernel(test_build("", source), "k");
    inherited_number = i;
    struct test_buffer out = test_buffer(global * 4, TEST_END, CL_MEM_READ_WRITE, 0);
    SET_ARGS(inherited, ARG_BUFFER(out), ARG_LOCAL(GROUP * 4));
    for (int k = 0; k < 20; k++)
      CHECK_CL(clEnqueueNDRangeKernel(test.queue, inherited, 1, NULL, &global, &local, 0, NULL, NULL));
    CHECK_CL(clFinish(test.queue));
    nap(i * 7919 % 60 * 1000);
    fork_for(with_what_it_has, i + 1000);
    test_release_to(mark);
  }
}

static atomic_bool stop;
static atomic_uint built, failed;

static void *build_until_told(void *argument) {
  unsigned first = (unsigned)(size_t)argument << 12;
  for (unsigned i = 0; !atomic_load(&stop); i++) {
    char text[512];
    const char *source = text;
    cl_int error;
    print_source(text, sizeof(text), first + i);
    cl_program program = clCreateProgramWithSource(test.context, 1, &source, NULL, &error);
    error = error ? error : clBuildProgram(program, 1, &test.device, "", NULL, NULL);
    clReleaseProgram(program);
    atomic_fetch_add(error ? &failed : &built, 1);
  }
  return NULL;
}

static void while_threads(void *(*work)(void *), int (*in_child)(unsigned), unsigned forks) {
  pthread_t threads[BUILDERS];
  atomic_store(&stop, false);
  for (size_t i = 0; i < BUILDERS; i++)
    CHECK(!pthread_create(&threads[i], NULL, work, (void *)(i + 1)));
  for (unsigned i = 0; i < forks; i++) {
    nap(i * 7919 % 30 * 1000);
    fork_for(in_child, i);
  }
  atomic_store(&stop, true);
  for (size_t i = 0; i < BUILDERS; i++)
    pthread_join(threads[i], NULL);
  CHECK_EQ(failed, 0);
}

static void while_threads_build(void) {
  while_threads(build_until_told, in_own_context, num_forks(12));
  CHECK(atomic_load(&built) > 0);
}

/* Commands of a queue of its own, with objects that all share. */
static void *enqueue_until_told(void *argument) {
  static cl_uint numbers[BUILDERS + 1][64];
  cl_uint *mine = numbers[(size_t)argument];
  cl_int error;
  cl_command_queue queue = clCreateCommandQueue(test.context, test.device, 0, &error);
  cl_mem buffer = clCreateBuffer(test.context, 0, sizeof(numbers[0]), NULL, &error);
  while (!atomic_load(&stop)) {
    void *mapped = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 0, 64, 0, NULL, NULL, &error);
    clEnqueueUnmapMemObject(queue, buffer, mapped, 0, NULL, NULL);
    clSetKernelArg(inherited, 1, GROUP * 4, NULL);
    clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof(numbers[0]), mine, 0, NULL, NULL);
    clRetainContext(test.context);
    clReleaseContext(test.context);
  }
  clReleaseMemObject(buffer);
  clReleaseCommandQueue(queue);
  return NULL;
}

static void while_threads_enqueue(void) {
  char source[512];
  print_source(source, sizeof(source), 7);
  inherited = test_kernel(test_build("", source), "k");
  inherited_number = 7;
  while_threads(enqueue_until_told, with_what_it_has, num_forks(30));
}

static int forks_again(unsigned number) {
  int status = in_own_context(number);
  pid_t child = status ? -1 : fork();
  if (child == 0)
    _exit(in_own_context(number + 1));
  int ended = 1;
  return status ? status : child > 0 && waitpid(child, &ended, 0) == child && ended == 0 ? 0 : 8;
}

static void child_of_a_child(void) {
  for (unsigned i = 0; i < 2; i++)
    fork_for(forks_again, 10 * i);
}

static const struct test_case cases[] = {
    {"while_a_copy_is_made", while_a_copy_is_made},
    {"while_threads_build", while_threads_build},
    {"while_threads_enqueue", while_threads_enqueue},
    {"child_of_a_child", child_of_a_child},
};

int main(int argc, char **argv) {
  const char *why = WHY_SKIPPED;
  if (!why)
    return test_run(argc, argv, cases, TEST_COUNT(cases));
  puts(why);
  return 77;
}
