/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* read_pipe and write_pipe of single packets: order, bounds, types, many work-items at once. */
#include "tests/kernels/pipes/pipes.h"

#define KERNELS                                                                                                        \
  CL(                                                                                                                  \
      kernel void put(write_only pipe int p, global int *failed, int first) {                                          \
        int x = first + (int)get_global_id(0);                                                                         \
        if (write_pipe(p, &x) != 0)                                                                                    \
          atomic_inc(failed);                                                                                          \
      } kernel void get(read_only pipe int p, global int *failed, global int *out) {                                   \
        int x = -1;                                                                                                    \
        if (read_pipe(p, &x) != 0)                                                                                     \
          atomic_inc(failed);                                                                                          \
        out[get_global_id(0)] = x;                                                                                     \
      } kernel void counts(read_only pipe int p, global int *out) {                                                    \
        out[0] = (int)get_pipe_num_packets(p);                                                                         \
        out[1] = (int)get_pipe_max_packets(p);                                                                         \
      })

struct kernels {
  cl_kernel put, get, counts;
};

static struct kernels build(void) {
  cl_program program = test_build("-cl-std=CL3.0", KERNELS);
  return (struct kernels){test_kernel(program, "put"), test_kernel(program, "get"), test_kernel(program, "counts")};
}

static cl_int failures(const struct test_buffer *failed) {
  test_buffer_sync(failed);
  cl_int count = INT(*failed)[0];
  test_buffer_write(failed, &(cl_int){0});
  return count;
}

static void check_counts(const struct kernels *k, cl_mem pipe, int packets, int max) {
  struct test_buffer out = test_buffer(8, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(k->counts, 1, 1, ARG(pipe), ARG_BUFFER(out));
  test_buffer_sync(&out);
  CHECK_EQ(INT(out)[0], packets);
  CHECK_EQ(INT(out)[1], max);
}

/* One work-item's packets come in the order in which they went; the pipe goes round many times. */
static void in_order(void) {
  struct kernels k = build();
  cl_program program = test_build("-cl-std=CL3.0", CL(
                                                       kernel void put(write_only pipe int p, int first, int n) {
                                                         for (int i = 0; i < n; i++) {
                                                           int x = first + i;
                                                           write_pipe(p, &x);
                                                         }
                                                       } kernel void get(read_only pipe int p, global int *out, int n) {
                                                         for (int i = 0; i < n; i++)
                                                           read_pipe(p, &out[i]);
                                                       }));
  cl_kernel put = test_kernel(program, "put"), get = test_kernel(program, "get");
  cl_mem pipe = make_pipe(4, 100);
  struct test_buffer out = test_buffer(100 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  for (int round = 0; round < 20; round++) {
    int n = 37 + 7 * (round % 10);
    LAUNCH(put, 1, 1, ARG(pipe), ARG_INT(1000 * round), ARG_INT(n));
    check_counts(&k, pipe, n, 100);
    LAUNCH(get, 1, 1, ARG(pipe), ARG_BUFFER(out), ARG_INT(n));
    test_buffer_sync(&out);
    for (int i = 0; i < n; i++)
      CHECK_EQ(INT(out)[i], 1000 * round + i);
    check_counts(&k, pipe, 0, 100);
  }
}

static void by_all_at_once(void) {
  struct kernels k = build();
  enum { N = 50000 };
  cl_mem pipe = make_pipe(4, N);
  struct test_buffer failed = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer out = test_buffer(N * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  for (int round = 0; round < 5; round++) {
    LAUNCH(k.put, N, 100, ARG(pipe), ARG_BUFFER(failed), ARG_INT(0));
    CHECK_EQ(failures(&failed), 0);
    LAUNCH(k.get, N, 50, ARG(pipe), ARG_BUFFER(failed), ARG_BUFFER(out));
    CHECK_EQ(failures(&failed), 0);
    test_buffer_sync(&out);
    check_permutation(INT(out), N);
  }
}

/* As many packets as it was made for, whether that is a power of two or not, and not one more. */
static void full_and_empty(void) {
  struct kernels k = build();
  static const int sizes[] = {1, 2, 3, 5, 64, 100, 1000};
  struct test_buffer failed = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer out = test_buffer(1200 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    int n = sizes[s];
    cl_mem pipe = make_pipe(4, (cl_uint)n);
    for (int round = 0; round < 3; round++) {
      check_counts(&k, pipe, 0, n);
      LAUNCH(k.put, 1200, 40, ARG(pipe), ARG_BUFFER(failed), ARG_INT(5));
      CHECK_EQ(failures(&failed), 1200 - n);
      check_counts(&k, pipe, n, n);
      LAUNCH(k.get, 1200, 40, ARG(pipe), ARG_BUFFER(failed), ARG_BUFFER(out));
      CHECK_EQ(failures(&failed), 1200 - n);
      test_buffer_sync(&out);
      int read = 0;
      for (int i = 0; i < 1200; i++)
        read += INT(out)[i] >= 5;
      CHECK_EQ(read, n);
    }
  }
}

/* Writers and readers in two queues at the same time: what is refused is tried again. */
static void at_the_same_time(void) {
  cl_program program =
      test_build("-cl-std=CL3.0",
                 CL(
                     kernel void put(write_only pipe int p, global atomic_int *next, int n, int tries) {
                       int x = -1;
                       for (int i = 0; i < tries; i++) {
                         if (x < 0) {
                           x = atomic_fetch_add(next, 1);
                           if (x >= n)
                             return;
                         }
                         if (write_pipe(p, &x) == 0)
                           x = -1;
                       }
                       if (x >= 0)
                         atomic_fetch_add(next + 1, 1);
                     } kernel void get(read_only pipe int p, global atomic_int *count, global int *out, int tries) {
                       int x;
                       for (int i = 0; i < tries; i++)
                         if (read_pipe(p, &x) == 0)
                           out[atomic_fetch_add(count, 1)] = x;
                     }));
  enum { N = 20000 };
  cl_kernel put = test_kernel(program, "put"), get = test_kernel(program, "get");
  cl_mem pipe = make_pipe(4, 100);
  struct test_buffer next = test_buffer(8, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer count = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer out = test_buffer(N * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  cl_int error;
  cl_command_queue other = clCreateCommandQueueWithProperties(test.context, test.device, NULL, &error);
  CHECK_CL(error);
  SET_ARGS(put, ARG(pipe), ARG_BUFFER(next), ARG_INT(N), ARG_INT(1000));
  SET_ARGS(get, ARG(pipe), ARG_BUFFER(count), ARG_BUFFER(out), ARG_INT(1000));
  const size_t groups = 8, one = 1;
  int lost = 0;
  for (int round = 0; round < 10000 && INT(count)[0] + lost < N; round++) {
    CHECK_CL(clEnqueueNDRangeKernel(test.queue, put, 1, NULL, &groups, &one, 0, NULL, NULL));
    CHECK_CL(clEnqueueNDRangeKernel(other, get, 1, NULL, &groups, &one, 0, NULL, NULL));
    CHECK_CL(clFlush(test.queue));
    CHECK_CL(clFinish(other));
    CHECK_CL(clFinish(test.queue));
    test_buffer_sync(&count);
    test_buffer_sync(&next);
    lost = INT(next)[1]; /* numbers that a writer held when its tries were over */
  }
  test_buffer_sync(&out);
  CHECK_EQ(INT(count)[0], N - lost);
  unsigned char *seen = test_alloc(N);
  for (int i = 0; i < N - lost; i++) {
    CHECK(INT(out)[i] >= 0 && INT(out)[i] < N && !seen[INT(out)[i]]);
    seen[INT(out)[i]] = 1;
  }
  CHECK_CL(clReleaseCommandQueue(other));
}

/* Packets of every kind of type, also larger than registers, read back as they were. */
static void types(void) {
  static const struct {
    const char *type;
    cl_uint size;
  } table[] = {{"char", 1},       {"short", 2},     {"int", 4},        {"long", 8},    {"float", 4},
               {"double", 8},     {"uchar2", 2},    {"short3", 8},     {"float4", 16}, {"int8", 32},
               {"double16", 128}, {"struct s", 12}, {"struct l", 1024}};
  for (size_t t = 0; t < sizeof table / sizeof *table; t++) {
    char source[1024];
    snprintf(source, sizeof source, "\
struct s { int a; char b; float c; };\n\
struct l { char c[1024]; };\n\
typedef %s T;\n\
kernel void put(write_only pipe T p, global T *in) { T x = in[get_global_id(0)]; write_pipe(p, &x); }\n\
kernel void get(read_only pipe T p, global T *out) { local T l[4]; read_pipe(p, &l[get_local_id(0)]);\n\
  out[get_global_id(0)] = l[get_local_id(0)]; }\n",
             table[t].type);
    cl_program program = test_build("-cl-std=CL3.0", source);
    cl_mem pipe = make_pipe(table[t].size, 64);
    struct test_buffer in = test_buffer(64 * table[t].size, TEST_END, CL_MEM_READ_WRITE, 5);
    struct test_buffer out = test_buffer(64 * table[t].size, TEST_END, CL_MEM_READ_WRITE, 0);
    LAUNCH(test_kernel(program, "put"), 64, 64, ARG(pipe), ARG_BUFFER(in));
    LAUNCH(test_kernel(program, "get"), 64, 4, ARG(pipe), ARG_BUFFER(out));
    test_buffer_sync(&out);
    /* Groups on several workers mix up the packets' places: each packet must be there once. */
    bool *taken = test_alloc(64 * sizeof *taken);
    for (int i = 0; i < 64; i++) {
      int found = -1;
      for (int j = 0; j < 64 && found < 0; j++)
        if (!taken[j] && memcmp(out.data + (size_t)j * table[t].size, in.data + (size_t)i * table[t].size,
                                strcmp(table[t].type, "short3") == 0     ? 6
                                : strcmp(table[t].type, "struct s") == 0 ? 5
                                                                         : table[t].size) == 0)
          found = j;
      if (found < 0)
        FAIL("%s: packet %d is lost", table[t].type, i);
      taken[found] = true;
    }
  }
}

/* A kernel whose packets have another size than the pipe's gets none and harms nothing. */
static void other_packet_size(void) {
  struct kernels k = build();
  cl_mem pipe = make_pipe(8, 10);
  struct test_buffer failed = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(k.put, 5, 1, ARG(pipe), ARG_BUFFER(failed), ARG_INT(0));
  CHECK_EQ(failures(&failed), 5);
  check_counts(&k, pipe, 0, 10);
}

static const struct test_case cases[] = {
    {"in_order", in_order},
    {"by_all_at_once", by_all_at_once},
    {"full_and_empty", full_and_empty},
    {"at_the_same_time", at_the_same_time},
    {"types", types},
    {"other_packet_size", other_packet_size},
};
TEST_MAIN(cases)
