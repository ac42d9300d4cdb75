/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Why kernels cannot enqueue: the errors that programs built with -g get, full queues, and as many events as there are.
 */
#include "tests/kernels/device_enqueue/queues.h"

enum {
  ENQUEUE_FAILURE = -101,
  INVALID_QUEUE = -102,
  INVALID_NDRANGE = -160,
  INVALID_EVENT_WAIT_LIST = -57,
  DEVICE_QUEUE_FULL = -161,
  INVALID_ARG_SIZE = -51,
  EVENT_ALLOCATION_FAILURE = -100,
  OUT_OF_RESOURCES = -5
};

static const char refusals[] = CL(kernel void k(global int *out, queue_t q) {
  void (^child)(void) = ^{
    out[15]++;
  };
  void (^with_local)(local void *) = ^(local void *l) {
    out[15]++;
  };
  ndrange_t fine = ndrange_1D(1);
  clk_event_t null_event = CLK_NULL_EVENT;
  clk_event_t event;
  const size_t some_local[2] = {0, 4};
  const size_t global_size[2] = {8, 8};
  out[0] = enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, fine, child);
  out[1] = enqueue_marker(get_default_queue(), 1, &null_event, &event);
  out[2] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(100000, 100000), child);
  out[3] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_2D(global_size, some_local), child);
  out[4] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, fine, 1, &null_event, &event, child);
  out[5] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, fine, 1, NULL, &event, child);
  out[6] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, fine, 0, &null_event, &event, child);
  out[7] = enqueue_marker(q, 0, NULL, &event);
  out[8] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, fine, with_local, 0u);
  out[9] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, fine, with_local, 1u << 30);
  out[10] = enqueue_kernel(q, 77, fine, child);
  out[11] = is_valid_event(null_event);
  out[12] = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, fine, child);
});
static const cl_int reasons[11] = {INVALID_QUEUE,           INVALID_QUEUE,           INVALID_NDRANGE,
                                   INVALID_NDRANGE,         INVALID_EVENT_WAIT_LIST, INVALID_EVENT_WAIT_LIST,
                                   INVALID_EVENT_WAIT_LIST, INVALID_EVENT_WAIT_LIST, INVALID_ARG_SIZE,
                                   OUT_OF_RESOURCES,        ENQUEUE_FAILURE};

static void check_refusals(cl_kernel kernel, bool told) {
  cl_command_queue queue = device_queue(0);
  struct test_buffer out = test_buffer(16 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 1, 1, ARG_BUFFER(out), ARG(queue));
  test_buffer_sync(&out);
  for (int i = 0; i < 11; i++)
    if (INT(out)[i] != (told ? reasons[i] : ENQUEUE_FAILURE))
      FAIL("case %d gives %d", i, INT(out)[i]);
  CHECK_EQ(INT(out)[11], 0);
  CHECK_EQ(INT(out)[12], 0);
  CHECK_EQ(INT(out)[15], 1);
}

static void reasons_with_g(void) {
  device_queue(0);
  check_refusals(test_kernel(test_build("-cl-std=CL3.0 -g", refusals), "k"), true);
}
static void one_error_without(void) {
  device_queue(0);
  check_refusals(build(refusals), false);
}

static void release_program(void *program, size_t size) {
  clReleaseProgram(program);
}

/* -g is an option of the compilation; what is linked of it keeps it. */
static void reasons_after_link(void) {
  device_queue(0);
  cl_int error;
  const char *text = refusals;
  cl_program compiled = clCreateProgramWithSource(test.context, 1, &text, NULL, &error);
  CHECK_CL(error);
  test_pool_add(release_program, compiled, 0);
  CHECK_CL(clCompileProgram(compiled, 1, &test.device, "-cl-std=CL3.0 -g", 0, NULL, NULL, NULL, NULL));
  cl_program linked = clLinkProgram(test.context, 1, &test.device, NULL, 1, &compiled, NULL, NULL, &error);
  CHECK_CL(error);
  test_pool_add(release_program, linked, 0);
  check_refusals(test_kernel(linked, "k"), true);
}

static cl_command_queue queue_of(cl_uint size) {
  cl_int error;
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, ON_DEVICE, CL_QUEUE_SIZE, size, 0};
  cl_command_queue queue = clCreateCommandQueueWithProperties(test.context, test.device, list, &error);
  CHECK_CL(error);
  test_pool_add(release_queue, queue, 0);
  return queue;
}

/* Children that have run: out[0]; accepted: out[1]; refused as the queue is full: out[2], for any other reason: out[3].
 */
static const char filling[] = CL(kernel void k(global int *out, queue_t q, int n, int full) {
  for (int i = 0; i < n; i++) {
    int error = enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
      atomic_inc(&out[0]);
    });
    atomic_inc(&out[error == 0 ? 1 : error == full ? 2 : 3]);
  }
});

/* What a queue refuses it would have taken later, and takes then. */
static void full(void) {
  device_queue(0);
  static const char *const options[] = {"-cl-std=CL3.0 -g", "-cl-std=CL3.0"};
  for (int o = 0; o < 2; o++) {
    cl_kernel kernel = test_kernel(test_build(options[o], filling), "k");
    cl_command_queue small = queue_of(65536), least = queue_of(1), roomy = queue_of(64 << 20);
    cl_int error = o == 0 ? DEVICE_QUEUE_FULL : ENQUEUE_FAILURE, accepted = 0;
    for (int round = 0; round < 3; round++) {
      struct test_buffer out = test_buffer(16, TEST_END, CL_MEM_READ_WRITE, 0);
      LAUNCH(kernel, 1, 1, ARG_BUFFER(out), ARG(small), ARG_INT(4000), ARG(error));
      test_buffer_sync(&out);
      CHECK(INT(out)[1] > 0 && INT(out)[2] > 0);
      CHECK(round == 0 || INT(out)[1] == accepted);
      accepted = INT(out)[1];
      CHECK_EQ(INT(out)[0], accepted);
      CHECK_EQ(INT(out)[1] + INT(out)[2], 4000);
      CHECK_EQ(INT(out)[3], 0);
    }
    struct test_buffer one = test_buffer(16, TEST_END, CL_MEM_READ_WRITE, 0);
    LAUNCH(kernel, 1, 1, ARG_BUFFER(one), ARG(least), ARG_INT(3), ARG(error));
    test_buffer_sync(&one);
    CHECK_EQ(INT(one)[0], 1);
    CHECK_EQ(INT(one)[2], 2);
    struct test_buffer all = test_buffer(16, TEST_END, CL_MEM_READ_WRITE, 0);
    LAUNCH(kernel, 40, 4, ARG_BUFFER(all), ARG(roomy), ARG_INT(100), ARG(error));
    test_buffer_sync(&all);
    CHECK_EQ(INT(all)[0], 4000);
  }
}

/* Groups that fill one queue at once: no more than fits, nothing lost. */
static void full_by_many(void) {
  device_queue(0);
  cl_kernel kernel = test_kernel(test_build("-cl-std=CL3.0 -g", filling), "k");
  cl_command_queue queue = queue_of(1 << 20);
  cl_int error = DEVICE_QUEUE_FULL;
  struct test_buffer out = test_buffer(16, TEST_END, CL_MEM_READ_WRITE, 0);
  for (int round = 0; round < 3; round++) {
    struct test_buffer before = out;
    cl_int sums[4];
    memcpy(sums, before.data, sizeof sums);
    LAUNCH(kernel, 64, 1, ARG_BUFFER(out), ARG(queue), ARG_INT(100), ARG(error));
    test_buffer_sync(&out);
    CHECK(INT(out)[1] > sums[1] && INT(out)[2] > sums[2]);
    CHECK_EQ(INT(out)[0], INT(out)[1]);
    CHECK_EQ(INT(out)[1] + INT(out)[2], 6400 * (round + 1));
  }
}

/* A group makes more user events than there are before it releases the first; the next one finds them all free. */
static void all_user_events(void) {
  device_queue(CL_QUEUE_ON_DEVICE_DEFAULT);
  cl_kernel kernel = build(CL(kernel void k(global int *out) {
    clk_event_t mine[65];
    int valid = 0;
    for (int i = 0; i < 65; i++) {
      mine[i] = create_user_event();
      valid += is_valid_event(mine[i]);
    }
    atomic_add(&out[0], valid);
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (int i = 0; i < 65; i++)
      if (is_valid_event(mine[i]))
        release_event(mine[i]);
  }));
  cl_uint most = test_device_uint(CL_DEVICE_MAX_ON_DEVICE_EVENTS);
  size_t items = most / 64;
  if (items > test_device_size(CL_DEVICE_MAX_WORK_GROUP_SIZE))
    test_skip("more events than a group can make");
  for (int round = 0; round < 2; round++) {
    struct test_buffer out = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
    LAUNCH(kernel, items, items, ARG_BUFFER(out));
    test_buffer_sync(&out);
    CHECK_EQ(INT(out)[0], most);
  }
}

/* Events that are released at once are not in use, however many: made by themselves, and by commands. */
static void released_events(void) {
  cl_command_queue queue = device_queue(0);
  cl_kernel kernel = build(CL(kernel void k(global int *out, queue_t q, int users, int commands) {
    int errors = 0;
    for (int i = 0; i < users; i++) {
      clk_event_t event = create_user_event();
      errors += !is_valid_event(event);
      retain_event(event);
      set_user_event_status(event, CL_COMPLETE);
      release_event(event);
      release_event(event);
    }
    for (int i = 0; i < commands; i++) {
      clk_event_t event;
      errors += enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 0, NULL, &event, ^{
                  atomic_inc(&out[1]);
                }) != 0;
      release_event(event);
    }
    out[0] += errors;
  }));
  cl_uint most = test_device_uint(CL_DEVICE_MAX_ON_DEVICE_EVENTS);
  struct test_buffer out = test_buffer(8, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, 1, 1, ARG_BUFFER(out), ARG(queue), ARG_INT(most + 1000), ARG_INT(0));
  for (cl_uint i = 0; i < most / 10000 + 1; i++)
    LAUNCH(kernel, 1, 1, ARG_BUFFER(out), ARG(queue), ARG_INT(0), ARG_INT(10000));
  test_buffer_sync(&out);
  CHECK_EQ(INT(out)[0], 0);
  CHECK_EQ(INT(out)[1], (most / 10000 + 1) * 10000);
}

/* Commands' events that are kept: as many as there are, then none, then again. */
static void all_events_of_commands(void) {
  cl_command_queue queue = device_queue(0);
  cl_kernel kernel =
      test_kernel(test_build("-cl-std=CL3.0 -g", CL(kernel void k(global int *out, queue_t q) {
                               clk_event_t mine[65];
                               clk_event_t gate = create_user_event();
                               clk_event_t unused;
                               int there = 0;
                               for (int i = 0; i < 65; i++) {
                                 int error = enqueue_marker(q, 1, &gate, there < 65 ? &mine[there] : &unused);
                                 atomic_inc(&out[error == 0 ? 0 : error == CLK_EVENT_ALLOCATION_FAILURE ? 1 : 2]);
                                 there += error == 0;
                               }
                               set_user_event_status(gate, CL_COMPLETE);
                               release_event(gate);
                               barrier(CLK_GLOBAL_MEM_FENCE);
                               for (int i = 0; i < there; i++)
                                 release_event(mine[i]);
                             })),
                  "k");
  cl_uint most = test_device_uint(CL_DEVICE_MAX_ON_DEVICE_EVENTS);
  size_t items = most / 64;
  if (items > test_device_size(CL_DEVICE_MAX_WORK_GROUP_SIZE))
    test_skip("more events than a group can make");
  queue = queue_of(test_device_uint(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE));
  for (int round = 0; round < 2; round++) {
    struct test_buffer out = test_buffer(12, TEST_END, CL_MEM_READ_WRITE, 0);
    LAUNCH(kernel, items, items, ARG_BUFFER(out), ARG(queue));
    test_buffer_sync(&out);
    CHECK_EQ(INT(out)[0], most);
    CHECK_EQ(INT(out)[1], items * 65 - most);
    CHECK_EQ(INT(out)[2], 0);
  }
}

static const struct test_case cases[] = {
    {"reasons_with_g", reasons_with_g},
    {"one_error_without", one_error_without},
    {"reasons_after_link", reasons_after_link},
    {"full", full},
    {"full_by_many", full_by_many},
    {"all_user_events", all_user_events},
    {"released_events", released_events},
    {"all_events_of_commands", all_events_of_commands},
};
TEST_MAIN(cases)
