/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A kernel that is too large for packets stays scalar, says so and is right; another of its program has packets. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/harness/test.h"

#define N 100
#define PARTS 130
#define STEPS 100

/* Four instructions for each step: 52,000, of which none is known before it runs. In parts, since one block of all of
 * them keeps LLVM busy for long. */
static const char source[] = "#define STEP x = (x ^ x >> 7) * 2654435761u + k;\n"
                             "#define TEN(A) A A A A A A A A A A\n"
                             "#define PART if (n) { TEN(TEN(STEP)) n >>= 1; }\n"
                             "kernel void large(global uint *out, global const uint *in, ulong n) {\n"
                             "  uint k = get_global_id(0), x = in[k];\n"
                             "  TEN(TEN(PART)) TEN(PART PART PART)\n"
                             "  out[k] = x;\n"
                             "}\n"
                             "kernel void small(global uint *out, global const uint *in, ulong n) {\n"
                             "  uint k = get_global_id(0), x = in[k];\n"
                             "  PART\n"
                             "  out[k] = x;\n"
                             "}\n";

static void check(cl_program program, const char *name, cl_ulong n, int parts) {
  struct test_buffer in = test_buffer(N * 4, TEST_END, CL_MEM_READ_ONLY, 3);
  struct test_buffer out = test_buffer(N * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(test_kernel(program, name), N, 20, ARG_BUFFER(out), ARG_BUFFER(in), ARG_ULONG(n));
  test_buffer_sync(&out);
  for (cl_uint k = 0; k < N; k++) {
    cl_uint x = ((const cl_uint *)in.data)[k];
    cl_ulong left = n;
    for (int part = 0; part < parts && left; part++, left >>= 1)
      for (int i = 0; i < STEPS; i++)
        x = (x ^ x >> 7) * 2654435761u + k;
    CHECK_EQ(((const cl_uint *)out.data)[k], x);
  }
}

static void stays_scalar(void) {
  char *remarks = test_alloc(4096);
  int before = dup(STDERR_FILENO), file = memfd_create("remarks", MFD_CLOEXEC);
  CHECK(before >= 0 && file >= 0 && dup2(file, STDERR_FILENO) == STDERR_FILENO);
  setenv("WEFT_REMARKS", "1", 1);
  cl_program program = test_try_build(NULL, source, NULL);
  unsetenv("WEFT_REMARKS");
  CHECK(dup2(before, STDERR_FILENO) == STDERR_FILENO && pread(file, remarks, 4095, 0) >= 0);
  close(before);
  close(file);
  CHECK(program);
  check(program, "large", 0, PARTS);
  check(program, "large", 12345, PARTS);
  check(program, "large", CL_ULONG_MAX, PARTS);
  check(program, "small", 1, 1);
  if (!test.is_weft)
    return;
  if (!strstr(remarks, "weft: kernel 'large' region 0: scalar: it is too large\n"))
    FAIL("said: %s", remarks);
  const char *packets = strstr(remarks, "weft: kernel 'small' region 0: ");
  CHECK(packets && strstr(packets, " lanes, "));
}

static const struct test_case cases[] = {{"stays_scalar", stays_scalar}};
TEST_MAIN(cases)
