/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_HARNESS_TEST_H
#define WEFT_TESTS_HARNESS_TEST_H

/*
 * Tests that speak to Weft as an application does: through the ICD loader (-lOpenCL), never
 * through Weft's own headers. A test program is a table of cases:
 *
 *   static void copies(void) { ... CHECK_EQ(got, want); ... }
 *   static const struct test_case cases[] = {{"copies", copies}};
 *   TEST_MAIN(cases)
 *
 * A failed CHECK ends its case and the next one runs. Names on the command line choose cases.
 * Exit status: 0 all passed, 1 a case failed, 77 every case was skipped.
 *
 *   WEFT_TEST_PLATFORM  platform to test, by name or part of it ("Weft"); any other driver
 *                       can be named to see whether a test asks what the specification says
 *   WEFT_TEST_TIMEOUT   seconds for the whole program (240); 0: none
 *
 * Objects made by test_* functions live until the case ends, which releases them.
 */

#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct test_case {
  const char *name;
  void (*run)(void);
};

/* Made before the first case: the first device of the platform and an in-order queue. */
struct test_env {
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  bool is_weft;
};
extern struct test_env test;

int test_run(int argc, char **argv, const struct test_case *cases, size_t count);

#define TEST_COUNT(array) (sizeof(array) / sizeof(*(array)))
#define TEST_MAIN(cases)                                                                                               \
  int main(int argc, char **argv) {                                                                                    \
    return test_run(argc, argv, cases, TEST_COUNT(cases));                                                             \
  }

/* Both end the case. From a thread other than the one that runs the case they end the program. */
_Noreturn void test_fail(const char *file, int line, const char *format, ...) __attribute__((format(printf, 3, 4)));
_Noreturn void test_skip(const char *format, ...) __attribute__((format(printf, 1, 2)));

#define FAIL(...) test_fail(__FILE__, __LINE__, __VA_ARGS__)
#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition))                                                                                                  \
      FAIL("%s", #condition);                                                                                          \
  } while (0)
#define CHECK_EQ(got, want)                                                                                            \
  do {                                                                                                                 \
    long long got_ = (long long)(got), want_ = (long long)(want);                                                      \
    if (got_ != want_)                                                                                                 \
      FAIL("%s is %lld, not %lld", #got, got_, want_);                                                                 \
  } while (0)
#define CHECK_ERR(got, want)                                                                                           \
  do {                                                                                                                 \
    cl_int got_ = (got), want_ = (want);                                                                               \
    if (got_ != want_)                                                                                                 \
      FAIL("%s gives %s, not %s", #got, test_error_name(got_), test_error_name(want_));                                \
  } while (0)
#define CHECK_CL(call) CHECK_ERR(call, CL_SUCCESS)

const char *test_error_name(cl_int error);

/* What the device says. */
bool test_has_extension(const char *name);
bool test_has_c_feature(const char *name);
cl_uint test_device_uint(cl_device_info what);
cl_ulong test_device_ulong(cl_device_info what);
size_t test_device_size(cl_device_info what);

/* Kernel source that reads and is formatted like code; one line for the compiler, so no # inside. */
#define CL(...) #__VA_ARGS__ "\n"

/* Programs. test_build fails the case with the build log. test_try_build gives NULL if the build
 * fails, and the log in *log (until the case ends) unless log is NULL. */
cl_program test_build(const char *options, const char *source);
cl_program test_try_build(const char *options, const char *source, const char **log);
cl_kernel test_kernel(cl_program program, const char *name);

/* Launches: sets every argument, enqueues on test.queue, waits. `local` may be NULL. */
struct test_arg {
  size_t size;
  const void *value;
};
#define ARG(lvalue) {sizeof(lvalue), &(lvalue)}
#define ARG_INT(x)                                                                                                     \
  {                                                                                                                    \
    sizeof(cl_int), &(cl_int) {                                                                                        \
      (cl_int)(x)                                                                                                      \
    }                                                                                                                  \
  }
#define ARG_UINT(x)                                                                                                    \
  {                                                                                                                    \
    sizeof(cl_uint), &(cl_uint) {                                                                                      \
      (cl_uint)(x)                                                                                                     \
    }                                                                                                                  \
  }
#define ARG_ULONG(x)                                                                                                   \
  {                                                                                                                    \
    sizeof(cl_ulong), &(cl_ulong) {                                                                                    \
      (cl_ulong)(x)                                                                                                    \
    }                                                                                                                  \
  }
#define ARG_LOCAL(bytes) {(bytes), NULL}
#define ARG_BUFFER(buffer) {sizeof(cl_mem), &(buffer).mem}

void test_set_args(cl_kernel kernel, const struct test_arg *args, size_t count);
void test_launch(cl_kernel kernel, cl_uint dim, const size_t *offset, const size_t *global, const size_t *local);

#define SET_ARGS(kernel, ...)                                                                                          \
  test_set_args((kernel), (const struct test_arg[]){__VA_ARGS__}, TEST_COUNT(((const struct test_arg[]){__VA_ARGS__})))
/* Launch in one dimension: LAUNCH(kernel, global, local, arguments...) */
#define LAUNCH(kernel, global, local, ...)                                                                             \
  do {                                                                                                                 \
    cl_kernel kernel_ = (kernel);                                                                                      \
    SET_ARGS(kernel_, __VA_ARGS__);                                                                                    \
    test_launch(kernel_, 1, NULL, (const size_t[]){(global)}, (const size_t[]){(local)});                              \
  } while (0)

/* Random numbers that are the same in each run. */
uint32_t test_hash(uint32_t x);
void test_fill(void *memory, size_t bytes, uint32_t seed);
/* Where two stretches of memory differ first, or `bytes`. */
size_t test_differ(const void *a, const void *b, size_t bytes);

void *test_alloc(size_t bytes); /* zeroed, freed when the case ends */

/* Releases what was made since `mark` before the case ends, for cases that make thousands of buffers. */
size_t test_mark(void);
void test_release_to(size_t mark);

/*
 * Buffers over memory of the test's own (CL_MEM_USE_HOST_PTR), with an unreadable page on either
 * side: the data ends where the page behind it begins (TEST_END) or starts where the page before
 * it ends (TEST_START). What is left of the data's pages holds a pattern that
 * test_buffer_check_slack verifies, so that both ends are watched in either placement.
 */
enum test_place { TEST_START, TEST_END };
struct test_buffer {
  cl_mem mem;
  unsigned char *data;
  size_t size;
  unsigned char *pages; /* between the guard pages */
  size_t pages_size;
};
/* Filled with test_fill(seed), with zeros if `seed` is 0. */
struct test_buffer test_buffer(size_t size, enum test_place place, cl_mem_flags flags, uint32_t seed);
/* Contents from the host: the memory may only be written to through the API once the buffer is there. */
void test_buffer_write(const struct test_buffer *buffer, const void *data);
/* Lets the host see what kernels wrote, fails if another placement was used, checks the slack. */
void test_buffer_sync(const struct test_buffer *buffer);
/* Writes to the buffer, by whomever, fault from now on / no longer. */
void test_buffer_protect(const struct test_buffer *buffer, bool read_only);

#endif
