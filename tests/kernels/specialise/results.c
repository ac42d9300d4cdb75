/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies of kernels give what the kernels give, to the bit. WEFT_SPECIALISE=wait: the first launch runs the copy;
 * without optimiser, there is none to be run. */
#include <stdio.h>
#include <string.h>

#include "tests/harness/pool.h"
#include "tests/kernels/specialise/observe.h"

#ifndef CL_UNSIGNED_INT_RAW10_EXT
#define CL_UNSIGNED_INT_RAW10_EXT 0x10E3
#define CL_UNSIGNED_INT_RAW12_EXT 0x10E4
#endif

enum { PLACES = WIDTH * HEIGHT, READS = 4, MOST_COPIES = 8 };

/* TYPE, READ, WRITE: of the channel type. Places of samples come from outside, so that their bits are the same. */
static const char source[] = CL(
    constant sampler_t smooth = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_MIRRORED_REPEAT | FILTER;
    constant sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    kernel void same(read_only image2d_t in, write_only image2d_t out, global const float2 *places, global TYPE *seen) {
      int2 at = (int2)((int)get_global_id(0), (int)get_global_id(1));
      int width = get_image_width(in);
      int i = at.y * width + at.x;
      TYPE here = READ(in, at);
      seen[4 * i] = here;
      seen[4 * i + 1] = READ(in, smooth, places[i]);
      seen[4 * i + 2] = READ(in, border, at - 3);
      seen[4 * i + 3] = get_image_channel_order(in) == CLK_RGBA ? here.wzyx : here;
      WRITE(out, (int2)(width - 1 - at.x, at.y), here);
    } kernel void chosen(read_only image2d_t in, sampler_t s, global const float2 *places, global TYPE *seen) {
      int i = (int)(get_global_id(1) * get_global_size(0) + get_global_id(0));
      seen[i] = READ(in, s, places[i]);
    });

static cl_program build(const char *words, const char *more) {
  char options[256];
  snprintf(options, sizeof(options), "%s %s", words, more);
  return test_build(options, source);
}

static const char floats[] = "-DTYPE=float4 -DREAD=read_imagef -DWRITE=write_imagef -DFILTER=CLK_FILTER_LINEAR";
static const char ints[] = "-DTYPE=int4 -DREAD=read_imagei -DWRITE=write_imagei -DFILTER=CLK_FILTER_NEAREST";
static const char uints[] = "-DTYPE=uint4 -DREAD=read_imageui -DWRITE=write_imageui -DFILTER=CLK_FILTER_NEAREST";

/* NULL: texels share bytes, and rows have to be whole blocks of them; tests/api_images/raw.c reads those. */
static const char *words_of(cl_channel_type type) {
  switch (type) {
  case CL_UNSIGNED_INT_RAW10_EXT:
  case CL_UNSIGNED_INT_RAW12_EXT:
    return NULL;
  case CL_SIGNED_INT8:
  case CL_SIGNED_INT16:
  case CL_SIGNED_INT32:
    return ints;
  case CL_UNSIGNED_INT8:
  case CL_UNSIGNED_INT16:
  case CL_UNSIGNED_INT32:
    return uints;
  default:
    return floats;
  }
}

static struct test_buffer random_places(void) {
  struct test_buffer places = test_buffer(PLACES * 8, TEST_END, CL_MEM_READ_ONLY, 0);
  cl_float values[2 * PLACES];
  for (uint32_t i = 0; i < 2 * PLACES; i++)
    values[i] = (float)(test_hash(i + 1) % 40000) / 10000 - 2;
  test_buffer_write(&places, values);
  return places;
}

static void launch(cl_kernel kernel) {
  test_launch(kernel, 2, NULL, (const size_t[]){WIDTH, HEIGHT}, NULL);
}

/* One kernel of each program: the result in `seen`. */
static void compare(cl_program programs[2], const char *name, const struct test_arg *args, size_t count,
                    const struct test_buffer seen[2], size_t seen_at) {
  for (int i = 0; i < 2; i++) {
    cl_kernel kernel = test_kernel(programs[i], name);
    struct test_arg own[8];
    memcpy(own, args, count * sizeof(*args));
    own[seen_at] = (struct test_arg)ARG_BUFFER(seen[i]);
    test_set_args(kernel, own, count);
    launch(kernel);
    test_buffer_sync(&seen[i]);
  }
  size_t differs = test_differ(seen[0].data, seen[1].data, seen[0].size);
  if (differs != seen[0].size)
    FAIL("kernel %s: byte %zu is %d, not %d", name, differs, seen[0].data[differs], seen[1].data[differs]);
}

static bool serves(cl_image_format format, cl_mem_flags flags) {
  cl_image_format list[256];
  cl_uint count = 0;
  CHECK_CL(clGetSupportedImageFormats(test.context, flags, CL_MEM_OBJECT_IMAGE2D, 256, list, &count));
  for (cl_uint i = 0; i < count && i < 256; i++)
    if (!memcmp(&list[i], &format, sizeof(format)))
      return true;
  return false;
}

static void one_format(cl_program programs[2], cl_image_format format, cl_image_format written) {
  struct test_image in = random_image(format, CL_MEM_READ_ONLY, 3), out[2];
  struct test_buffer places = random_places(), seen[2];
  for (int i = 0; i < 2; i++) {
    out[i] = random_image(written, CL_MEM_WRITE_ONLY, 4);
    seen[i] = test_buffer(PLACES * READS * 16, TEST_END, CL_MEM_READ_WRITE, 0);
    cl_kernel kernel = test_kernel(programs[i], "same");
    SET_ARGS(kernel, ARG(in.mem), ARG(out[i].mem), ARG_BUFFER(places), ARG_BUFFER(seen[i]));
    launch(kernel);
    test_buffer_sync(&seen[i]);
  }
  size_t bytes = seen[0].size, differs = test_differ(seen[0].data, seen[1].data, bytes);
  if (differs != bytes)
    FAIL("format %#x %#x: read %zu of place %zu differs", format.image_channel_order, format.image_channel_data_type,
         differs / 16 % READS, differs / 16 / READS);
  const unsigned char *texels[2] = {read_image(&out[0]), read_image(&out[1])};
  if (test_differ(texels[0], texels[1], out[0].texel * PLACES) != out[0].texel * PLACES)
    FAIL("format %#x %#x: writes differ", written.image_channel_order, written.image_channel_data_type);
}

/* A copy for each; writes of formats that are only read go to one that all have. */
static void every_format_of(const char *words, cl_image_format common) {
  cl_image_format formats[256];
  cl_uint count = 0, tried = 0;
  CHECK_CL(clGetSupportedImageFormats(test.context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 256, formats, &count));
  CHECK(count > 0 && count <= 256);
  cl_program programs[2] = {NULL, build(words, "-cl-opt-disable")};
  unsigned before = observed(COMPILED);
  for (cl_uint i = 0; i < count; i++) {
    if (words_of(formats[i].image_channel_data_type) != words)
      continue;
    if (tried++ % MOST_COPIES == 0)
      programs[0] = build(words, "");
    size_t mark = test_mark();
    one_format(programs, formats[i], serves(formats[i], CL_MEM_WRITE_ONLY) ? formats[i] : common);
    test_release_to(mark);
  }
  CHECK(tried > 0);
  if (test.is_weft)
    CHECK_EQ(observed(COMPILED), before + tried);
}

static void every_float_format(void) {
  every_format_of(floats, (cl_image_format){CL_RGBA, CL_FLOAT});
}

static void every_integer_format(void) {
  every_format_of(ints, (cl_image_format){CL_RGBA, CL_SIGNED_INT32});
  every_format_of(uints, (cl_image_format){CL_RGBA, CL_UNSIGNED_INT32});
}

/* Each image has a format of its own. */
static void mixed_formats(void) {
  static const cl_image_format formats[] = {
      {CL_RGBA, CL_UNORM_INT8}, {CL_R, CL_FLOAT}, {CL_BGRA, CL_UNORM_INT8}, {CL_RGBA, CL_UNORM_INT16}};
  cl_program programs[2] = {build(floats, ""), build(floats, "-cl-opt-disable")};
  for (size_t i = 0; i < TEST_COUNT(formats); i++)
    one_format(programs, formats[i], formats[(i + 1) % TEST_COUNT(formats)]);
}

/* Samplers that are arguments, all of them; a kernel has eight copies at most. */
static void every_sampler(void) {
  static const cl_addressing_mode modes[] = {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                                             CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT};
  cl_program programs[2] = {build(floats, ""), build(floats, "-cl-opt-disable")};
  struct test_image in = random_image((cl_image_format){CL_RGBA, CL_UNORM_INT8}, CL_MEM_READ_ONLY, 5);
  struct test_buffer places = random_places(), seen[2];
  for (int i = 0; i < 2; i++)
    seen[i] = test_buffer(PLACES * 16, TEST_END, CL_MEM_READ_WRITE, 0);
  unsigned before = observed(COMPILED), tried = 0;
  for (size_t mode = 0; mode < TEST_COUNT(modes); mode++)
    for (int rest = 0; rest < 4; rest++) {
      bool normalized = rest & 1;
      if (!normalized && (modes[mode] == CL_ADDRESS_REPEAT || modes[mode] == CL_ADDRESS_MIRRORED_REPEAT))
        continue; /* undefined */
      cl_sampler s = sampler(normalized, modes[mode], rest & 2 ? CL_FILTER_LINEAR : CL_FILTER_NEAREST);
      const struct test_arg args[] = {ARG(in.mem), ARG(s), ARG_BUFFER(places), ARG_BUFFER(seen[0])};
      compare(programs, "chosen", args, TEST_COUNT(args), seen, 3);
      tried++;
    }
  CHECK_EQ(tried, 16);
  if (test.is_weft)
    CHECK_EQ(observed(COMPILED), before + MOST_COPIES);
}

/* Values that live across a barrier, local memory of the kernel and of an argument; other kernels in the program, one
 * of them called. */
static void whole_kernels(void) {
  static const char text[] = CL(
      constant float weights[4] = {0.1f, 0.2f, 0.3f, 0.4f}; kernel void fill(global float4 * out, float4 value) {
        out[get_global_id(0)] = value;
      } kernel void other(read_only image2d_t in, global float4 * out) {
        out[get_global_id(0)] = read_imagef(in, (int2)(1, 2)).zyxw;
      } kernel void rows(read_only image2d_t in, global float4 * out, local float4 * tile, float4 tail) {
        local float own[16];
        int x = get_global_id(0), l = get_local_id(0), n = get_local_size(0);
        float4 first = read_imagef(in, (int2)(x % 29, 3));
        tile[l] = first;
        own[l] = first.x * weights[l % 4];
        barrier(CLK_LOCAL_MEM_FENCE);
        float4 sum = first + tile[n - 1 - l] * own[(l + 1) % n];
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[l] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        out[x] = tile[(l + 5) % n] + first;
        if (x == 7)
          fill(out + 64, tail);
      });
  cl_program programs[2] = {test_build("", text), test_build("-cl-opt-disable", text)};
  struct test_image in = random_image((cl_image_format){CL_RGBA, CL_UNORM_INT8}, CL_MEM_READ_ONLY, 5);
  struct test_buffer seen[2];
  unsigned before = observed(COMPILED);
  for (int i = 0; i < 2; i++) {
    cl_float4 tail = {{1, 2, 3, 4}};
    seen[i] = test_buffer(80 * 16, TEST_END, CL_MEM_READ_WRITE, 0);
    LAUNCH(test_kernel(programs[i], "rows"), 64, 16, ARG(in.mem), ARG_BUFFER(seen[i]), ARG_LOCAL(256), ARG(tail));
    test_buffer_sync(&seen[i]);
    CHECK(!memcmp(seen[i].data + 71 * 16, &tail, 16));
  }
  CHECK_EQ(test_differ(seen[0].data, seen[1].data, seen[0].size), seen[0].size);
  if (test.is_weft)
    CHECK_EQ(observed(COMPILED), before + 1);
}

/* printf's strings are those of the copy. */
static void enqueueing(void) {
  if (!test_device_ulong(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES))
    test_skip("no device-side enqueue");
  cl_int error;
  const cl_queue_properties list[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_command_queue queue = clCreateCommandQueueWithProperties(test.context, test.device, list, &error);
  CHECK_CL(error);
  cl_program program =
      test_build("-cl-std=CL3.0", CL(kernel void k(read_only image2d_t in, global int *out) {
                   int red = (int)(255 * read_imagef(in, (int2)((int)get_global_id(0), 1)).x + 0.5f);
                   int i = get_global_id(0);
                   void (^child)(void) = ^{
                     out[2 * i + 1] = red + (int)get_global_size(0);
                   };
                   out[2 * i] = red;
                   if (enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), child))
                     out[2 * i] = -1;
                 }));
  struct test_image in = random_image((cl_image_format){CL_RGBA, CL_UNORM_INT8}, CL_MEM_READ_ONLY, 5);
  struct test_buffer out = test_buffer(WIDTH * 8, TEST_END, CL_MEM_READ_WRITE, 0);
  unsigned before = observed(COMPILED);
  LAUNCH(test_kernel(program, "k"), WIDTH, 1, ARG(in.mem), ARG_BUFFER(out));
  test_buffer_sync(&out);
  const unsigned char *texels = read_image(&in);
  for (int i = 0; i < WIDTH; i++) {
    int red = texels[(WIDTH + i) * 4];
    CHECK_EQ(((cl_int *)out.data)[2 * i], red);
    CHECK_EQ(((cl_int *)out.data)[2 * i + 1], red + 1);
  }
  if (test.is_weft)
    CHECK_EQ(observed(COMPILED), before + 1);
  clReleaseCommandQueue(queue);
}

/* A variable of the program is there once: copies stand in the program itself. */
static void variables(void) {
  static const char text[] = CL(global int count = 5; kernel void k(read_only image2d_t in, global int *out) {
    out[0] = (int)(255 * read_imagef(in, (int2)(3, 4)).x + 0.5f);
    out[1] = count++;
  });
  static const cl_image_format formats[] = {{CL_RGBA, CL_UNORM_INT8}, {CL_R, CL_UNORM_INT8}, {CL_RG, CL_UNORM_INT8}};
  if (!test_has_c_feature("__opencl_c_program_scope_global_variables"))
    test_skip("no variables of programs");
  cl_kernel kernel = test_kernel(test_build("-cl-std=CL3.0", text), "k");
  struct test_buffer out = test_buffer(8, TEST_END, CL_MEM_READ_WRITE, 0);
  unsigned before = observed(COMPILED);
  for (int i = 0; i < 6; i++) {
    struct test_image in = random_image(formats[i % 3], CL_MEM_READ_ONLY, (uint32_t)i);
    LAUNCH(kernel, 1, 1, ARG(in.mem), ARG_BUFFER(out));
    test_buffer_sync(&out);
    CHECK_EQ(((cl_int *)out.data)[0], read_image(&in)[(4 * WIDTH + 3) * in.texel]);
    CHECK_EQ(((cl_int *)out.data)[1], 5 + i);
  }
  CHECK_EQ(observed(COMPILED), before);
}

/* What a program's binary holds is enough. */
static void from_binary(void) {
  cl_program made = build(floats, "");
  size_t size = 0;
  CHECK_CL(clGetProgramInfo(made, CL_PROGRAM_BINARY_SIZES, sizeof(size), &size, NULL));
  unsigned char *data = test_alloc(size);
  CHECK_CL(clGetProgramInfo(made, CL_PROGRAM_BINARIES, sizeof(data), &data, NULL));
  cl_int status, error;
  cl_program program =
      clCreateProgramWithBinary(test.context, 1, &test.device, &size, (const unsigned char **)&data, &status, &error);
  CHECK_CL(error);
  CHECK_CL(clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
  struct test_image in = random_image((cl_image_format){CL_RGBA, CL_UNORM_INT8}, CL_MEM_READ_ONLY, 5);
  struct test_buffer places = random_places(), seen[2];
  for (int i = 0; i < 2; i++)
    seen[i] = test_buffer(PLACES * 16, TEST_END, CL_MEM_READ_WRITE, 0);
  cl_sampler s = sampler(CL_FALSE, CL_ADDRESS_CLAMP, CL_FILTER_LINEAR);
  unsigned before = observed(COMPILED);
  const struct test_arg args[] = {ARG(in.mem), ARG(s), ARG_BUFFER(places), ARG_BUFFER(seen[0])};
  compare((cl_program[]){program, build(floats, "-cl-opt-disable")}, "chosen", args, TEST_COUNT(args), seen, 3);
  if (test.is_weft)
    CHECK_EQ(observed(COMPILED), before + 1);
  clReleaseProgram(program);
}

static const struct test_case cases[] = {
    {"every_float_format", every_float_format},
    {"every_integer_format", every_integer_format},
    {"mixed_formats", mixed_formats},
    {"every_sampler", every_sampler},
    {"whole_kernels", whole_kernels},
    {"enqueueing", enqueueing},
    {"variables", variables},
    {"from_binary", from_binary},
};

int main(int argc, char **argv) {
  observe();
  return test_run(argc, argv, cases, TEST_COUNT(cases));
}
