/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Images and samplers as arguments of kernels: what clSetKernelArg takes and refuses, what clGetKernelArgInfo says, and
 * that a launch keeps them alive. */
#include <string.h>

#include "tests/api_images/images.h"

static const cl_image_format rgba = {CL_RGBA, CL_UNORM_INT8}, depth = {CL_DEPTH, CL_FLOAT},
                             srgba = {CL_sRGBA, CL_UNORM_INT8};

/* The nine parameters in the order of `kinds`. */
static const char source[] =
    CL(kernel void all(read_only image1d_t a, read_only image1d_buffer_t b, read_only image1d_array_t c,
                       read_only image2d_t d, read_only image2d_array_t e, read_only image3d_t f,
                       read_only image2d_depth_t g, read_only image2d_array_depth_t h, sampler_t i, global int *out) {
      out[0] = 7;
    }) CL(kernel void access(read_only image2d_t a, write_only image2d_t b, read_write image2d_t c, global int *out) {
      out[0] = 8;
    });

static const char *const kinds[] = {"image1d_t",       "image1d_buffer_t", "image1d_array_t", "image2d_t",
                                    "image2d_array_t", "image3d_t",        "image2d_depth_t", "image2d_array_depth_t"};
static const cl_mem_object_type types[] = {CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                           CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                           CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D,
                                           CL_MEM_OBJECT_IMAGE2D,       CL_MEM_OBJECT_IMAGE2D_ARRAY};
enum { NUM_KINDS = 8, SAMPLER = 8, OUT = 9, FIRST_DEPTH = 6 };

static cl_mem image_of(cl_mem_object_type type, bool is_depth, cl_mem_flags flags) {
  for (int i = 0; i < NUM_SHAPES; i++)
    if (shapes[i].type == type)
      return make_image(flags, is_depth ? depth : rgba, &shapes[i], 0, 0, NULL);
  FAIL("no such type");
}

static cl_kernel kernel_named(const char *name) {
  return test_kernel(test_build("-cl-std=CL3.0 -cl-kernel-arg-info", source), name);
}

static void each_kind_takes_its_type(void) {
  cl_kernel kernel = kernel_named("all");
  for (cl_uint a = 0; a < NUM_KINDS; a++)
    for (int t = 0; t < NUM_KINDS; t++) {
      cl_mem image = image_of(types[t], t >= FIRST_DEPTH, 0);
      bool takes = types[t] == types[a] && (a < FIRST_DEPTH || t >= FIRST_DEPTH);
      cl_int got = clSetKernelArg(kernel, a, sizeof image, &image);
      if (got != (takes ? CL_SUCCESS : CL_INVALID_MEM_OBJECT))
        FAIL("%s given an image for %s: %s", kinds[a], kinds[t], test_error_name(got));
    }
}

static void what_is_refused(void) {
  cl_kernel kernel = kernel_named("all");
  cl_mem image = image_of(CL_MEM_OBJECT_IMAGE2D, false, 0), buffer = make_buffer(0, 64, NULL), none = NULL;
  cl_sampler sampler = clCreateSamplerWithProperties(test.context, NULL, NULL), no_sampler = NULL;
  cl_context context = make_context();
  cl_image_desc desc = descriptor(&shapes[3]);
  cl_mem foreign = keep_image(clCreateImage(context, 0, &rgba, &desc, NULL, NULL));
  cl_sampler foreign_sampler = clCreateSamplerWithProperties(context, NULL, NULL);
  CHECK_CL(clSetKernelArg(kernel, 3, sizeof image, &image));
  CHECK_ERR(clSetKernelArg(kernel, 3, sizeof image - 1, &image), CL_INVALID_ARG_SIZE);
  CHECK_ERR(clSetKernelArg(kernel, 3, 0, &image), CL_INVALID_ARG_SIZE);
  CHECK_ERR(clSetKernelArg(kernel, 3, sizeof image, NULL), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clSetKernelArg(kernel, 3, sizeof none, &none), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clSetKernelArg(kernel, 3, sizeof buffer, &buffer), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clSetKernelArg(kernel, 3, sizeof sampler, &sampler), CL_INVALID_MEM_OBJECT);
  CHECK_ERR(clSetKernelArg(kernel, 3, sizeof foreign, &foreign), CL_INVALID_CONTEXT);
  CHECK_ERR(clSetKernelArg(kernel, OUT, sizeof image, &image), CL_INVALID_MEM_OBJECT);
  CHECK_CL(clSetKernelArg(kernel, SAMPLER, sizeof sampler, &sampler));
  CHECK_ERR(clSetKernelArg(kernel, SAMPLER, 4, &sampler), CL_INVALID_ARG_SIZE);
  CHECK_ERR(clSetKernelArg(kernel, SAMPLER, sizeof sampler, NULL), CL_INVALID_SAMPLER);
  CHECK_ERR(clSetKernelArg(kernel, SAMPLER, sizeof no_sampler, &no_sampler), CL_INVALID_SAMPLER);
  CHECK_ERR(clSetKernelArg(kernel, SAMPLER, sizeof image, &image), CL_INVALID_SAMPLER);
  CHECK_ERR(clSetKernelArg(kernel, SAMPLER, sizeof foreign_sampler, &foreign_sampler), CL_INVALID_CONTEXT);
  CHECK_CL(clReleaseSampler(sampler));
  CHECK_CL(clReleaseSampler(foreign_sampler));
}

static void access_qualifiers(void) {
  static const cl_mem_flags flags[] = {CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE};
  cl_kernel kernel = kernel_named("access");
  for (size_t i = 0; i < TEST_COUNT(flags); i++) {
    cl_mem image = image_of(CL_MEM_OBJECT_IMAGE2D, false, flags[i]);
    CHECK_ERR(clSetKernelArg(kernel, 0, sizeof image, &image),
              flags[i] == CL_MEM_WRITE_ONLY ? CL_INVALID_ARG_VALUE : CL_SUCCESS);
    CHECK_ERR(clSetKernelArg(kernel, 1, sizeof image, &image),
              flags[i] == CL_MEM_READ_ONLY ? CL_INVALID_ARG_VALUE : CL_SUCCESS);
  }
  cl_mem image = image_of(CL_MEM_OBJECT_IMAGE2D, false, 0);
  CHECK_CL(clSetKernelArg(kernel, 2, sizeof image, &image));
  /* sRGB is in no list for read_write */
  cl_mem encoded = make_image(0, srgba, &shapes[3], 0, 0, NULL);
  CHECK_CL(clSetKernelArg(kernel, 0, sizeof encoded, &encoded));
  CHECK_ERR(clSetKernelArg(kernel, 2, sizeof encoded, &encoded), CL_INVALID_MEM_OBJECT);
}

static void argument_info(void) {
  cl_kernel kernel = kernel_named("access");
  static const cl_kernel_arg_access_qualifier want[] = {CL_KERNEL_ARG_ACCESS_READ_ONLY, CL_KERNEL_ARG_ACCESS_WRITE_ONLY,
                                                        CL_KERNEL_ARG_ACCESS_READ_WRITE, CL_KERNEL_ARG_ACCESS_NONE};
  for (cl_uint i = 0; i < 4; i++) {
    cl_kernel_arg_access_qualifier access;
    cl_kernel_arg_address_qualifier address;
    char name[64];
    CHECK_CL(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ACCESS_QUALIFIER, sizeof access, &access, NULL));
    CHECK_EQ(access, want[i]);
    if (i == 3)
      break;
    CHECK_CL(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof name, name, NULL));
    CHECK(strcmp(name, "image2d_t") == 0);
    CHECK_CL(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address, NULL));
    CHECK_EQ(address, CL_KERNEL_ARG_ADDRESS_GLOBAL);
  }
  kernel = kernel_named("all");
  cl_kernel_arg_address_qualifier address;
  char name[64];
  for (cl_uint i = 0; i < NUM_KINDS; i++) {
    CHECK_CL(clGetKernelArgInfo(kernel, i, CL_KERNEL_ARG_TYPE_NAME, sizeof name, name, NULL));
    CHECK(strcmp(name, kinds[i]) == 0);
  }
  CHECK_CL(clGetKernelArgInfo(kernel, SAMPLER, CL_KERNEL_ARG_TYPE_NAME, sizeof name, name, NULL));
  CHECK(strcmp(name, "sampler_t") == 0);
  CHECK_CL(clGetKernelArgInfo(kernel, SAMPLER, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address, NULL));
  CHECK_EQ(address, CL_KERNEL_ARG_ADDRESS_PRIVATE);
}

static int ended;
static void CL_CALLBACK note_end(cl_mem mem, void *user) {
  (void)mem;
  (void)user;
  ended++;
}

/* A kernel holds no references; its launches do. */
static void launches(void) {
  cl_kernel kernel = kernel_named("all");
  cl_mem out = make_buffer(0, 4, NULL), last = NULL;
  cl_sampler sampler = clCreateSamplerWithProperties(test.context, NULL, NULL);
  cl_event start = make_user_event();
  cl_int value = 0, error;
  const size_t one = 1;
  for (cl_uint a = 0; a < NUM_KINDS; a++) {
    CHECK_ERR(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
    cl_mem image = image_of(types[a], a >= FIRST_DEPTH, 0);
    if (a == 3) {
      cl_image_desc desc = descriptor(&shapes[3]);
      image = last = clCreateImage(test.context, 0, &rgba, &desc, NULL, &error);
      CHECK_CL(clSetMemObjectDestructorCallback(last, note_end, NULL));
    }
    CHECK_CL(clSetKernelArg(kernel, a, sizeof image, &image));
    if (a == 3)
      CHECK_EQ(mem_info(image, CL_MEM_REFERENCE_COUNT, sizeof(cl_uint)), 1);
  }
  CHECK_CL(clSetKernelArg(kernel, SAMPLER, sizeof sampler, &sampler));
  CHECK_CL(clSetKernelArg(kernel, OUT, sizeof out, &out));
  CHECK_CL(clReleaseSampler(sampler));
  ended = 0;
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &one, NULL, 1, &start, NULL));
  CHECK_CL(clReleaseMemObject(last));
  CHECK_EQ(ended, 0);
  complete(start, CL_COMPLETE);
  CHECK_CL(clEnqueueReadBuffer(test.queue, out, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
  CHECK_EQ(value, 7);
  for (int tries = 0; tries < 1000 && !ended; tries++)
    CHECK_CL(clFinish(test.queue));
  CHECK_EQ(ended, 1);
}

static const struct test_case cases[] = {
    {"each_kind_takes_its_type", each_kind_takes_its_type},
    {"what_is_refused", what_is_refused},
    {"access_qualifiers", access_qualifiers},
    {"argument_info", argument_info},
    {"launches", launches},
};
TEST_MAIN(cases)
