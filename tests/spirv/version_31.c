/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What OpenCL 3.1 has of SPIR-V that is no capability: printf's lengths of sizes and differences, operands of image
 * writes, headers that clCompileProgram ignores. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/harness/pool.h"
#include "tests/spirv/modules.h"

static void lengths_of_sizes(void) {
  need_spirv();
  cl_kernel kernel = test_kernel(build_module("size_formats", ""), "sizes");
  const cl_ulong size = ~(cl_ulong)0, difference = (cl_ulong) - (5ll << 40);
  SET_ARGS(kernel, ARG(size), ARG(difference));
  FILE *file = tmpfile();
  CHECK(file);
  fflush(stdout);
  int before = dup(1);
  dup2(fileno(file), 1);
  const size_t one = 1;
  cl_int error = clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL);
  cl_int finished = clFinish(test.queue);
  fflush(stdout);
  dup2(before, 1);
  close(before);
  CHECK_CL(error);
  CHECK_CL(finished);
  char text[256] = "";
  CHECK(pread(fileno(file), text, sizeof(text) - 1, 0) > 0);
  fclose(file);
  if (strcmp(text, "-1 18446744073709551615 1777777777777777777777 -5497558138880 -5497558138880 fffffb0000000000\n"))
    FAIL("prints '%s'", text);
}

enum { WIDTH = 48, ROWS = 2 };

static void release_image(void *object, size_t size) {
  (void)size;
  clReleaseMemObject(object);
}

static cl_mem image_of(size_t rows, const void *data) {
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT32};
  const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = WIDTH, .image_height = rows};
  cl_int error;
  cl_mem image = clCreateImage(test.context, CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0), &format, &desc,
                               (void *)data, &error);
  CHECK_CL(error);
  test_pool_add(release_image, image, 0);
  return image;
}

static void image_operands(void) {
  need_spirv();
  cl_uint row[WIDTH][4], got[ROWS][WIDTH][4];
  test_fill(row, sizeof(row), 1);
  cl_mem in = image_of(1, row), out = image_of(ROWS, NULL);
  LAUNCH(test_kernel(build_module("image_operands", ""), "operands"), WIDTH, 16, ARG(out), ARG(in));
  CHECK_CL(clEnqueueReadImage(test.queue, out, CL_TRUE, (const size_t[]){0, 0, 0}, (const size_t[]){WIDTH, ROWS, 1}, 0,
                              0, got, 0, NULL, NULL));
  for (int r = 0; r < ROWS; r++)
    if (memcmp(got[r], row, sizeof(row)))
      FAIL("row %d", r);
}

/* clCompileProgram ignores headers of a program from IL. */
static void headers_are_ignored(void) {
  need_spirv();
  struct module module = read_module("add");
  cl_int error;
  cl_program program = create_program(module.words, module.size, &error);
  CHECK_CL(error);
  CHECK_CL(clCompileProgram(program, 0, NULL, NULL, 1, NULL, NULL, NULL, NULL));
  const cl_program no_header = NULL;
  const char *name = "a.h";
  CHECK_CL(clCompileProgram(program, 0, NULL, NULL, 1, &no_header, &name, NULL, NULL));
  CHECK_CL(clCompileProgram(program, 0, NULL, NULL, 0, &no_header, &name, NULL, NULL));
}

static const struct test_case cases[] = {
    {"lengths_of_sizes", lengths_of_sizes},
    {"image_operands", image_operands},
    {"headers_are_ignored", headers_are_ignored},
};
TEST_MAIN(cases)
