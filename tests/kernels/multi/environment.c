/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What the application has set for itself reaches no build: the container that a build makes is the same, byte for
 * byte, whatever the rounding mode, traps, flushing of denormals, locale, umask, and signals of the thread that builds;
 * and that thread finds all of it as it was. The application's signal handlers run on its own threads alone.
 */
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

#include "tests/harness/cache.h"
#include "tests/harness/test.h"

/* Constants that round, overflow, are invalid, denormal or written with a point; words to be split at blanks. */
static const char source[] = CL(constant float table[4] = {0.1f, 1.5e-42f, 1e38f * 10.0f, 3.4028235e38f};
                                kernel void k(global double *d, global float *f) {
                                  d[0] = sqrt(2.0);
                                  d[1] = sqrt(-1.0);
                                  d[2] = 1.0 / 3.0;
                                  d[3] = acos(2.0);
                                  d[4] = 1e308 * 1e10;
                                  d[5] = 4.9e-324 * 3.0;
                                  d[6] = 2.0 / 3.0 + 0.1;
                                  d[7] = log(0.0);
                                  d[8] = 1.0 / 0.0;
                                  f[0] = sqrt(2.0f);
                                  f[1] = 1.0f / 3.0f;
                                  f[2] = table[get_global_id(0) & 3];
                                  f[3] = (float)0.1;
                                  f[4] = 1.1754942e-38f * 0.5f;
                                  f[5] = sin(0.5f);
                                  f[6] = convert_float(16777217);
                                  f[7] = pow(2.0f, 0.5f);
                                  for (int i = 8; i < 64; i++)
                                    f[i] = f[i - 1] * 0.3f + 0.7f;
                                });
static const char options[] = "-DX=1.5 -cl-mad-enable -DY=2";

struct container {
  size_t size;
  unsigned char *bytes;
};

static struct container build(void) {
  struct container made = {0};
  cl_program program = test_build(options, source);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof(made.size), &made.size, NULL));
  made.bytes = test_alloc(made.size);
  CHECK_CL(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof(made.bytes), &made.bytes, NULL));
  return made;
}

static struct container plain;

static void expect_plain(const char *what) {
  struct container made = build();
  if (made.size != plain.size || memcmp(made.bytes, plain.bytes, plain.size) != 0)
    FAIL("%s: another container (%zu bytes, %zu, first difference at %zu)", what, made.size, plain.size,
         test_differ(made.bytes, plain.bytes, made.size < plain.size ? made.size : plain.size));
}

/* Two builds in the same surroundings are alike, or nothing below means anything. */
static void begin(void) {
  plain = build();
  expect_plain("nothing changed");
}

static void rounding(void) {
  static const int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_UPWARD, FE_DOWNWARD};
  begin();
  for (size_t i = 0; i < TEST_COUNT(modes); i++) {
    CHECK(fesetround(modes[i]) == 0);
    struct container made = build();
    int after = fegetround();
    fesetround(FE_TONEAREST);
    CHECK_EQ(after, modes[i]);
    CHECK(made.size == plain.size && memcmp(made.bytes, plain.bytes, plain.size) == 0);
  }
}

static void traps(void) {
  begin();
  feclearexcept(FE_ALL_EXCEPT);
  if (feenableexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW | FE_INEXACT) < 0)
    test_skip("this processor does not trap");
  cl_int error;
  const char *text = source;
  cl_program program = clCreateProgramWithSource(test.context, 1, &text, NULL, &error);
  error = error ? error : clBuildProgram(program, 1, &test.device, options, NULL, NULL);
  int enabled = fegetexcept(), raised = fetestexcept(FE_ALL_EXCEPT);
  fedisableexcept(FE_ALL_EXCEPT);
  clReleaseProgram(program);
  CHECK_CL(error);
  CHECK_EQ(enabled, FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW | FE_UNDERFLOW | FE_INEXACT);
  CHECK_EQ(raised, 0);
}

static void flushed_denormals(void) {
#if defined(__x86_64__)
  begin();
  unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);
  struct container made = build();
  unsigned after = _mm_getcsr();
  _mm_setcsr(before);
  CHECK_EQ(after, before | 0x8040);
  CHECK(made.size == plain.size && memcmp(made.bytes, plain.bytes, plain.size) == 0);
#else
  test_skip("no flushing known for this processor");
#endif
}

/* Those that the system has of them: decimal commas, other letters and other orders of words. */
static void locales(void) {
  static const char *const names[] = {"C.UTF-8", "de_DE.UTF-8", "fr_FR.UTF-8", "tr_TR.UTF-8", "ja_JP.UTF-8", "POSIX",
                                      ""};
  begin();
  for (size_t i = 0; i < TEST_COUNT(names); i++) {
    if (!setlocale(LC_ALL, names[i]))
      continue;
    expect_plain(names[i]);
    setlocale(LC_ALL, "C");
  }
}

static void umasks(void) {
  static const mode_t masks[] = {0, 022, 077, 0777};
  for (size_t i = 0; i < TEST_COUNT(masks); i++) {
    begin();
    test_cache();
    mode_t before = umask(masks[i]);
    struct container first = build(), second = build();
    mode_t after = umask(before);
    CHECK_EQ(after, masks[i]);
    CHECK(first.size == plain.size && memcmp(first.bytes, plain.bytes, plain.size) == 0);
    CHECK(second.size == plain.size && memcmp(second.bytes, plain.bytes, plain.size) == 0);
  }
}

static void blocked_signals(void) {
  sigset_t all, none, after;
  begin();
  sigfillset(&all);
  CHECK(!pthread_sigmask(SIG_SETMASK, &all, &none));
  struct container made = build();
  pthread_sigmask(SIG_SETMASK, &none, &after);
  for (int signal = 1; signal < 32; signal++)
    CHECK(sigismember(&after, signal) == (signal != SIGKILL && signal != SIGSTOP));
  CHECK(made.size == plain.size && memcmp(made.bytes, plain.bytes, plain.size) == 0);
}

static atomic_uint handled, elsewhere;
static pid_t own_thread;

static void count(int signal) {
  atomic_fetch_add(&handled, 1);
  if (syscall(SYS_gettid) != own_thread)
    atomic_fetch_add(&elsewhere, 1);
}

/* A timer's signals come at all moments of builds, launches and callbacks, and interrupt what can be. */
static void handled_signals(void) {
  struct itimerval fast = {{.tv_usec = 300}, {.tv_usec = 300}}, off = {0};
  struct sigaction action = {.sa_handler = count}, before;
  begin();
  own_thread = (pid_t)syscall(SYS_gettid);
  CHECK(!sigaction(SIGALRM, &action, &before));
  CHECK(!setitimer(ITIMER_REAL, &fast, NULL));
  for (int i = 0; i < 3; i++) {
    expect_plain("signals");
    char text[256];
    snprintf(text, sizeof(text), "kernel void k(global uint *x) { x[get_global_id(0)] = get_global_id(0) + %du; }", i);
    cl_kernel kernel = test_kernel(test_build(NULL, text), "k");
    struct test_buffer out = test_buffer(4 * 65536, TEST_END, CL_MEM_READ_WRITE, 0);
    for (int k = 0; k < 20; k++)
      LAUNCH(kernel, 65536, 64, ARG_BUFFER(out));
    test_buffer_sync(&out);
    for (cl_uint k = 0; k < 65536; k++)
      CHECK_EQ(((cl_uint *)out.data)[k], k + (cl_uint)i);
  }
  CHECK(!setitimer(ITIMER_REAL, &off, NULL));
  CHECK(!sigaction(SIGALRM, &before, NULL));
  CHECK(handled > 0);
  CHECK_EQ(elsewhere, 0);
}

static const struct test_case cases[] = {
    {"rounding", rounding},
    {"traps", traps},
    {"flushed_denormals", flushed_denormals},
    {"locales", locales},
    {"umasks", umasks},
    {"blocked_signals", blocked_signals},
    {"handled_signals", handled_signals},
};
TEST_MAIN(cases)
