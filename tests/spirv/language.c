/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each kernel of tests/spirv/kernels gives the same bits from SPIR-V as from its source. */
#include <stdio.h>
#include <string.h>

#include "tests/spirv/modules.h"

enum { ITEMS = 256, INPUTS = ITEMS + 64 };

static char *read_source(const char *name) {
  char path[1024];
  snprintf(path, sizeof(path), KERNELS "/%s.cl", name);
  FILE *file = fopen(path, "rb");
  if (!file)
    FAIL("%s cannot be opened", path);
  char *text = test_alloc(1 << 16);
  text[fread(text, 1, (1 << 16) - 1, file)] = 0;
  fclose(file);
  return text;
}

static void run_kernel(cl_program program, const char *name, cl_ulong *results) {
  cl_ulong in[INPUTS], seed = 12345;
  for (int i = 0; i < INPUTS; i++)
    in[i] = (seed = seed * 6364136223846793005ull + 1442695040888963407ull) >> (i % 48);
  memset(results, 0x55, ITEMS * sizeof(*results));
  cl_mem input = buffer_of(in, sizeof(in)), output = buffer_of(results, ITEMS * sizeof(*results));
  cl_kernel kernel = test_kernel(program, name);
  CHECK_CL(clSetKernelArg(kernel, 0, sizeof(output), &output));
  CHECK_CL(clSetKernelArg(kernel, 1, sizeof(input), &input));
  const size_t offset[] = {3, 5, 7}, global[] = {16, 4, 4}, local[] = {4, 2, 2}, line[] = {ITEMS}, part[] = {16};
  if (strcmp(name, "ids") == 0)
    test_launch(kernel, 3, offset, global, local);
  else
    test_launch(kernel, 1, NULL, line, part);
  read_back(output, results, ITEMS * sizeof(*results));
}

static void compare(const char *file) {
  need_spirv();
  char module[64], names[512], *at = names, *name;
  snprintf(module, sizeof(module), "kernels_%s", file);
  cl_program translated = build_module(module, "");
  cl_program direct = test_build("-cl-std=CL3.0", read_source(file));
  CHECK_CL(clGetProgramInfo(direct, CL_PROGRAM_KERNEL_NAMES, sizeof(names), names, NULL));
  CHECK(*names);
  while ((name = strsep(&at, ";"))) {
    cl_ulong got[ITEMS], want[ITEMS];
    run_kernel(direct, name, want);
    run_kernel(translated, name, got);
    for (int i = 0; i < ITEMS; i++)
      if (got[i] != want[i])
        FAIL("%s: item %d gives %#llx, not %#llx", name, i, (unsigned long long)got[i], (unsigned long long)want[i]);
  }
}

#define SUBJECT(name)                                                                                                  \
  static void name(void) {                                                                                             \
    compare(#name);                                                                                                    \
  }
SUBJECT(ids)
SUBJECT(local)
SUBJECT(atomics)
SUBJECT(math)
SUBJECT(integers)
SUBJECT(conversions)
SUBJECT(control)
SUBJECT(groups)
SUBJECT(generic)
SUBJECT(subgroups)

static const struct test_case cases[] = {
    {"ids", ids},           {"local", local},
    {"atomics", atomics},   {"math", math},
    {"integers", integers}, {"conversions", conversions},
    {"control", control},   {"groups", groups},
    {"generic", generic},   {"subgroups", subgroups},
};
TEST_MAIN(cases)
