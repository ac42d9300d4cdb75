/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Handles as parameters of functions between a program from SPIR-V and one from source, both ways: images, samplers and
 * events (parts/handles.cl), pipes and reservations (parts/pipes.cl), queues, ranges and kernels' events
 * (parts/queues.cl). */
#include <string.h>

#include "tests/harness/pool.h"
#include "tests/spirv/modules.h"

enum { WIDTH = 16, ITEMS = 64, GROUP = 16 };

static const char source[] = CL(
    float4 peek(read_only image2d_t image, sampler_t sampler, float2 at);
    float peek_beside(read_only image2d_t image, sampler_t sampler, float2 at, local float *room);
    void paint(write_only image2d_t image, int2 at, float4 colour);
    event_t fetch(local int *to, global const int *from, event_t after); void await(event_t event);

    float4 look(read_only image2d_t image, sampler_t sampler, float2 at) {
      return read_imagef(image, sampler, at);
    } event_t bring(local int *to, global const int *from, event_t after) {
      return async_work_group_copy(to, from, get_local_size(0), after);
    } kernel void peek_here(read_only image2d_t image, sampler_t sampler, global float *o) {
      int i = get_global_id(0);
      o[i] = peek(image, sampler, (float2)((float)i + 0.25f, 0.5f)).x;
    } constant sampler_t own = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;
    kernel void peek_with_own(read_only image2d_t image, sampler_t unused, global float *o) {
      int i = get_global_id(0);
      o[i] = peek(image, own, (float2)((float)i + 0.25f, 0.5f)).x;
    } kernel void peek_beside_here(read_only image2d_t image, sampler_t sampler, global float *o, local float *room) {
      int i = get_global_id(0);
      o[i ^ 1] = peek_beside(image, sampler, (float2)((float)i + 0.25f, 0.5f), room);
    } kernel void paint_here(write_only image2d_t image) {
      int i = get_global_id(0);
      paint(image, (int2)(i, 0), (float4)((float)(7 * i), 0, 0, 1));
    } kernel void fetch_here(global int *o, global const int *in, local int *room) {
      size_t n = get_local_size(0);
      size_t l = get_local_id(0);
      await(fetch(room, in + get_group_id(0) * n, 0));
      o[get_global_id(0)] = room[n - 1 - l];
    });

static const char pipe_source[] = CL(
    void give(write_only pipe int p, int value); int get(read_only pipe int p);
    reserve_id_t hold(write_only pipe int p, uint count); void finish(write_only pipe int p, reserve_id_t id);
    int gather(read_only pipe int p);

    int take(read_only pipe int p) {
      int value = -1;
      read_pipe(p, &value);
      return value;
    } void put(write_only pipe int p, reserve_id_t id, uint at, int value) {
      write_pipe(p, id, at, &value);
    } kernel void get_here(read_only pipe int p, global int *o) {
      o[get_global_id(0)] = get(p);
    } kernel void gather_here(read_only pipe int p, global int *o) {
      o[get_global_id(0)] = gather(p);
    } kernel void give_here(write_only pipe int p) {
      give(p, get_global_id(0));
    } kernel void hold_here(write_only pipe int p) {
      int value = get_global_id(0);
      reserve_id_t id = hold(p, 1);
      if (is_valid_reserve_id(id)) {
        write_pipe(p, id, 0, &value);
        finish(p, id);
      }
    });

/* The block waits for an event that its parent completes. */
static const char queue_source[] = CL(
    queue_t standard(void); ndrange_t range(size_t first, size_t count, size_t group); clk_event_t make(void);
    void end(clk_event_t event);

    int start(queue_t queue, ndrange_t range, clk_event_t after, global int *o) {
      return enqueue_kernel(queue, CLK_ENQUEUE_FLAGS_NO_WAIT, range, 1, &after, 0, ^{
        o[get_global_id(0)] = 10 * (int)get_local_size(0) + (int)get_group_id(0);
      });
    } kernel void start_here(queue_t unused, global int *o) {
      clk_event_t event = make();
      o[0] = start(standard(), range(2, 12, 4), event, o);
      end(event);
    });

static void release_sampler(void *object, size_t size) {
  clReleaseSampler(object);
}

static void compiled(cl_program program, const char *options) {
  cl_int error = clCompileProgram(program, 0, NULL, options, 0, NULL, NULL, NULL, NULL);
  if (error)
    FAIL("clCompileProgram gives %s:\n%s", test_error_name(error), log_of(program));
}

/* The source comes first or last: either may be the one that the other's functions are linked into. */
static cl_program linked(const char *name, const char *text, bool source_first) {
  struct module module = read_module(name);
  cl_int error;
  cl_program il = create_program(module.words, module.size, &error);
  CHECK_CL(error);
  cl_program other = clCreateProgramWithSource(test.context, 1, &text, NULL, &error);
  CHECK_CL(error);
  test_pool_add(release_program, other, 0);
  compiled(il, NULL);
  compiled(other, "-cl-std=CL3.0");
  cl_program parts[] = {source_first ? other : il, source_first ? il : other};
  cl_program program = clLinkProgram(test.context, 0, NULL, NULL, 2, parts, NULL, NULL, &error);
  CHECK(program);
  test_pool_add(release_program, program, 0);
  if (error)
    FAIL("clLinkProgram gives %s:\n%s", test_error_name(error), log_of(program));
  return program;
}

static cl_mem image_of(const float *row) {
  cl_image_format format = {CL_R, CL_FLOAT};
  cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = WIDTH, .image_height = 1};
  cl_int error;
  cl_mem image =
      clCreateImage(test.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format, &desc, (void *)row, &error);
  CHECK_CL(error);
  test_keep_mem(image);
  return image;
}

static cl_sampler sampler_of(cl_filter_mode filter) {
  cl_int error;
  cl_sampler sampler = clCreateSampler(test.context, CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, filter, &error);
  CHECK_CL(error);
  test_pool_add(release_sampler, sampler, 0);
  return sampler;
}

static void check_reads(cl_program program, const char *kernel, cl_filter_mode given, bool linear) {
  float row[WIDTH], got[WIDTH];
  for (int i = 0; i < WIDTH; i++)
    row[i] = (float)(4 * i * i);
  cl_mem image = image_of(row), out = buffer_of(NULL, sizeof got);
  cl_sampler sampler = sampler_of(given);
  cl_kernel made = test_kernel(program, kernel);
  if (strstr(kernel, "beside"))
    CHECK_CL(clSetKernelArg(made, 3, 4 * sizeof(float), NULL));
  const struct test_arg args[] = {ARG(image), ARG(sampler), ARG(out)};
  test_set_args(made, args, 3);
  test_launch(made, 1, NULL, (const size_t[]){WIDTH}, (const size_t[]){4});
  read_back(out, got, sizeof got);
  for (int i = 0; i < WIDTH; i++) {
    /* A quarter before the middle of the texel. */
    float want = linear ? 0.75f * row[i] + 0.25f * row[i ? i - 1 : 0] : row[i];
    if (got[i] != want)
      FAIL("%s reads %g at %d, not %g", kernel, (double)got[i], i, (double)want);
  }
}

static void images(void) {
  need_spirv();
  if (!test_has_c_feature("__opencl_c_images"))
    test_skip("no images");
  for (int order = 0; order < 2; order++) {
    cl_program program = linked("parts_handles", source, order);
    check_reads(program, "look_there", CL_FILTER_NEAREST, false);
    check_reads(program, "look_there", CL_FILTER_LINEAR, true);
    check_reads(program, "peek_here", CL_FILTER_NEAREST, false);
    check_reads(program, "peek_here", CL_FILTER_LINEAR, true);
    check_reads(program, "peek_beside_here", CL_FILTER_NEAREST, false);
    check_reads(program, "peek_beside_here", CL_FILTER_LINEAR, true);
    check_reads(program, "peek_with_own", CL_FILTER_NEAREST, true);
    float row[WIDTH] = {0};
    cl_mem image = image_of(row);
    LAUNCH(test_kernel(program, "paint_here"), WIDTH, 4, ARG(image));
    const size_t origin[3] = {0}, region[3] = {WIDTH, 1, 1};
    CHECK_CL(clEnqueueReadImage(test.queue, image, CL_TRUE, origin, region, 0, 0, row, 0, NULL, NULL));
    for (int i = 0; i < WIDTH; i++)
      CHECK(row[i] == (float)(7 * i));
  }
}

static void events(void) {
  need_spirv();
  static const char *const kernels[] = {"bring_there", "fetch_here"};
  cl_int in[ITEMS], got[ITEMS];
  for (int i = 0; i < ITEMS; i++)
    in[i] = 3 * i;
  for (int order = 0; order < 2; order++) {
    cl_program program = linked("parts_handles", source, order);
    for (int k = 0; k < 2; k++) {
      cl_mem from = buffer_of(in, sizeof in), out = buffer_of(NULL, sizeof got);
      LAUNCH(test_kernel(program, kernels[k]), ITEMS, GROUP, ARG(out), ARG(from), ARG_LOCAL(GROUP * sizeof(cl_int)));
      read_back(out, got, sizeof got);
      for (int i = 0; i < ITEMS; i++)
        CHECK_EQ(got[i], 3 * (i / GROUP * GROUP + GROUP - 1 - i % GROUP));
    }
  }
}

static void pipes(void) {
  need_spirv();
  if (!test_has_c_feature("__opencl_c_pipes"))
    test_skip("no pipes");
  static const char *const writers[] = {"give_here", "hold_here", "put_there"};
  static const char *const readers[] = {"get_here", "gather_here", "take_there"};
  for (int order = 0; order < 2; order++) {
    cl_program program = linked("parts_pipes", pipe_source, order);
    cl_int error;
    cl_mem pipe = clCreatePipe(test.context, 0, sizeof(cl_int), ITEMS, NULL, &error);
    CHECK_CL(error);
    test_keep_mem(pipe);
    for (int pair = 0; pair < 9; pair++) {
      cl_int got[ITEMS], sum = 0;
      cl_mem out = buffer_of(NULL, sizeof got);
      LAUNCH(test_kernel(program, writers[pair / 3]), ITEMS, GROUP, ARG(pipe));
      LAUNCH(test_kernel(program, readers[pair % 3]), ITEMS, GROUP, ARG(pipe), ARG(out));
      read_back(out, got, sizeof got);
      bool seen[ITEMS] = {false};
      for (int i = 0; i < ITEMS; i++) {
        CHECK(got[i] >= 0 && got[i] < ITEMS && !seen[got[i]]);
        seen[got[i]] = true;
        sum += got[i];
      }
      CHECK_EQ(sum, ITEMS * (ITEMS - 1) / 2);
    }
  }
}

static void queues(void) {
  static const char *const kernels[] = {"start_here", "start_there"};
  cl_command_queue queue = default_device_queue();
  for (int order = 0; order < 2; order++) {
    cl_program program = linked("parts_queues", queue_source, order);
    for (int k = 0; k < 2; k++) {
      cl_int got[16];
      memset(got, 0xff, sizeof got);
      cl_mem out = buffer_of(got, sizeof got);
      LAUNCH(test_kernel(program, kernels[k]), 1, 1, ARG(queue), ARG(out));
      read_back(out, got, sizeof got);
      CHECK_EQ(got[0], 0);
      for (int i = 1; i < 16; i++)
        CHECK_EQ(got[i], i < 2 || i > 13 ? -1 : 40 + (i - 2) / 4);
    }
  }
}

static const struct test_case cases[] = {{"images", images}, {"events", events}, {"pipes", pipes}, {"queues", queues}};
TEST_MAIN(cases)
