/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Reservations of work-items and of work-groups. */
#include "tests/kernels/pipes/pipes.h"

/* Each work-item reserves three packets; they are neighbours, in the order of their indices. */
static void of_work_items(void) {
  cl_program program =
      test_build("-cl-std=CL3.0", CL(
                                      kernel void put(write_only pipe int p, global int *failed) {
                                        reserve_id_t r = reserve_write_pipe(p, 3);
                                        if (!is_valid_reserve_id(r)) {
                                          atomic_inc(failed);
                                          return;
                                        }
                                        for (uint i = 0; i < 3; i++) {
                                          int x = 3 * (int)get_global_id(0) + 2 - (int)i;
                                          write_pipe(p, r, 2 - i, &x);
                                        }
                                        int x = 7;
                                        if (write_pipe(p, r, 3, &x) == 0)
                                          atomic_inc(failed);
                                        commit_write_pipe(p, r);
                                      } kernel void get(read_only pipe int p, global int *failed, global int *out) {
                                        reserve_id_t r = reserve_read_pipe(p, 3);
                                        if (!is_valid_reserve_id(r)) {
                                          atomic_inc(failed);
                                          return;
                                        }
                                        for (uint i = 0; i < 3; i++)
                                          read_pipe(p, r, i, &out[3 * get_global_id(0) + i]);
                                        commit_read_pipe(p, r);
                                      }));
  enum { N = 9999 };
  cl_mem pipe = make_pipe(4, N);
  struct test_buffer failed = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer out = test_buffer(N * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  for (int round = 0; round < 3; round++) {
    LAUNCH(test_kernel(program, "put"), N / 3, 33, ARG(pipe), ARG_BUFFER(failed));
    LAUNCH(test_kernel(program, "get"), N / 3, 11, ARG(pipe), ARG_BUFFER(failed), ARG_BUFFER(out));
    test_buffer_sync(&failed);
    test_buffer_sync(&out);
    CHECK_EQ(INT(failed)[0], 0);
    check_permutation(INT(out), N);
    for (int i = 0; i < N; i += 3)
      CHECK(INT(out)[i] % 3 == 0 && INT(out)[i + 1] == INT(out)[i] + 1 && INT(out)[i + 2] == INT(out)[i] + 2);
  }
}

/* A group's packets stand in the order of its work-items. */
static void of_work_groups(void) {
  cl_program program =
      test_build("-cl-std=CL3.0", CL(
                                      kernel void put(write_only pipe int p, global int *failed) {
                                        reserve_id_t r = work_group_reserve_write_pipe(p, (uint)get_local_size(0));
                                        if (is_valid_reserve_id(r)) {
                                          int x = (int)get_global_id(0);
                                          write_pipe(p, r, (uint)get_local_id(0), &x);
                                          work_group_commit_write_pipe(p, r);
                                        } else {
                                          atomic_inc(failed);
                                        }
                                      } kernel void get(read_only pipe int p, global int *failed, global int *out) {
                                        reserve_id_t r = work_group_reserve_read_pipe(p, (uint)get_local_size(0));
                                        if (is_valid_reserve_id(r)) {
                                          read_pipe(p, r, (uint)get_local_id(0), &out[get_global_id(0)]);
                                          work_group_commit_read_pipe(p, r);
                                        } else {
                                          atomic_inc(failed);
                                        }
                                      }));
  enum { N = 6400 };
  cl_mem pipe = make_pipe(4, N);
  struct test_buffer failed = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer out = test_buffer(N * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  for (int round = 0; round < 3; round++) {
    LAUNCH(test_kernel(program, "put"), N, 64, ARG(pipe), ARG_BUFFER(failed));
    LAUNCH(test_kernel(program, "get"), N, 64, ARG(pipe), ARG_BUFFER(failed), ARG_BUFFER(out));
    test_buffer_sync(&failed);
    test_buffer_sync(&out);
    CHECK_EQ(INT(failed)[0], 0);
    check_permutation(INT(out), N);
    for (int i = 0; i < N; i += 64)
      for (int j = 0; j < 64; j++)
        CHECK_EQ(INT(out)[i + j], INT(out)[i] + j);
  }
  /* Too much for the pipe: the whole group is refused, nobody waits. */
  LAUNCH(test_kernel(program, "put"), N, 64, ARG(pipe), ARG_BUFFER(failed));
  LAUNCH(test_kernel(program, "put"), 128, 128, ARG(pipe), ARG_BUFFER(failed));
  test_buffer_sync(&failed);
  CHECK_EQ(INT(failed)[0], 128);
}

/* A sub-group's packets are neighbours. */
static void of_sub_groups(void) {
  if (!test_has_c_feature("__opencl_c_subgroups"))
    test_skip("no sub-groups");
  cl_program program =
      test_build("-cl-std=CL3.0", CL(
                                      kernel void put(write_only pipe int p, global int *failed) {
                                        reserve_id_t r = sub_group_reserve_write_pipe(p, get_sub_group_size());
                                        if (is_valid_reserve_id(r)) {
                                          int x = (int)(get_global_id(0) - get_sub_group_local_id()) * 100 +
                                                  (int)get_sub_group_local_id();
                                          write_pipe(p, r, get_sub_group_local_id(), &x);
                                          sub_group_commit_write_pipe(p, r);
                                        } else {
                                          atomic_inc(failed);
                                        }
                                      } kernel void get(read_only pipe int p, global int *failed, global int *out) {
                                        reserve_id_t r = sub_group_reserve_read_pipe(p, get_sub_group_size());
                                        if (is_valid_reserve_id(r)) {
                                          read_pipe(p, r, get_sub_group_local_id(), &out[get_global_id(0)]);
                                          sub_group_commit_read_pipe(p, r);
                                        } else {
                                          atomic_inc(failed);
                                        }
                                      } kernel void size(global int *out) { out[0] = (int)get_sub_group_size(); }));
  enum { N = 6400 };
  cl_mem pipe = make_pipe(4, N);
  struct test_buffer failed = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer out = test_buffer(N * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(test_kernel(program, "size"), 64, 64, ARG_BUFFER(out));
  test_buffer_sync(&out);
  int size = INT(out)[0];
  CHECK(size > 1 && 64 % size == 0);
  for (int round = 0; round < 3; round++) {
    LAUNCH(test_kernel(program, "put"), N, 64, ARG(pipe), ARG_BUFFER(failed));
    LAUNCH(test_kernel(program, "get"), N, 64, ARG(pipe), ARG_BUFFER(failed), ARG_BUFFER(out));
    test_buffer_sync(&failed);
    test_buffer_sync(&out);
    CHECK_EQ(INT(failed)[0], 0);
    for (int i = 0; i < N; i++)
      CHECK_EQ(INT(out)[i], INT(out)[i - i % size] + i % size);
  }
}

/* Commits in another order than reservations; what is behind an open one is not readable yet. */
static void out_of_order(void) {
  cl_program program = test_build("-cl-std=CL3.0", CL(
                                                       kernel void put(write_only pipe int p, global int *out) {
                                                         reserve_id_t a = reserve_write_pipe(p, 2);
                                                         reserve_id_t b = reserve_write_pipe(p, 2);
                                                         int x[4] = {10, 11, 12, 13};
                                                         write_pipe(p, b, 0, &x[2]);
                                                         write_pipe(p, b, 1, &x[3]);
                                                         commit_write_pipe(p, b);
                                                         write_pipe(p, a, 0, &x[0]);
                                                         write_pipe(p, a, 1, &x[1]);
                                                         commit_write_pipe(p, a);
                                                         out[0] = is_valid_reserve_id(reserve_write_pipe(p, 1));
                                                         out[1] = is_valid_reserve_id(reserve_write_pipe(p, 5));
                                                         reserve_id_t null = CLK_NULL_RESERVE_ID;
                                                         out[2] = is_valid_reserve_id(reserve_write_pipe(p, 0)) ||
                                                                  is_valid_reserve_id(null);
                                                       } kernel void get(read_only pipe int p, global int *out) {
                                                         reserve_id_t a = reserve_read_pipe(p, 1);
                                                         reserve_id_t b = reserve_read_pipe(p, 2);
                                                         reserve_id_t none = reserve_read_pipe(p, 2);
                                                         read_pipe(p, b, 1, &out[2]);
                                                         read_pipe(p, b, 0, &out[1]);
                                                         commit_read_pipe(p, b);
                                                         read_pipe(p, a, 0, &out[0]);
                                                         commit_read_pipe(p, a);
                                                         read_pipe(p, &out[3]);
                                                         out[4] = is_valid_reserve_id(none);
                                                         out[5] = read_pipe(p, &out[6]);
                                                       }));
  cl_mem pipe = make_pipe(4, 4);
  struct test_buffer out = test_buffer(7 * 4, TEST_END, CL_MEM_READ_WRITE, 0);
  for (int round = 0; round < 5; round++) {
    LAUNCH(test_kernel(program, "put"), 1, 1, ARG(pipe), ARG_BUFFER(out));
    test_buffer_sync(&out);
    for (int i = 0; i < 3; i++)
      CHECK_EQ(INT(out)[i], 0);
    LAUNCH(test_kernel(program, "get"), 1, 1, ARG(pipe), ARG_BUFFER(out));
    test_buffer_sync(&out);
    const cl_int want[6] = {10, 11, 12, 13, 0, -1};
    for (int i = 0; i < 6; i++)
      CHECK_EQ(INT(out)[i], want[i]);
  }
}

/* As many reservations at a time as the device says. */
static void many_open(void) {
  cl_program program = test_build(
      "-cl-std=CL3.0", CL(
                           kernel void put(write_only pipe int p, int n, global reserve_id_t *ids, global int *failed) {
                             for (int i = 0; i < n; i++) {
                               ids[i] = reserve_write_pipe(p, 1);
                               if (!is_valid_reserve_id(ids[i]) || write_pipe(p, ids[i], 0, &i) != 0)
                                 failed[0]++;
                             }
                             for (int i = n - 1; i >= 0; i--)
                               commit_write_pipe(p, ids[i]);
                           } kernel void get(read_only pipe int p, int n, global int *failed) {
                             for (int i = 0; i < n; i++) {
                               int x;
                               if (read_pipe(p, &x) != 0 || x != i)
                                 failed[0]++;
                             }
                           }));
  cl_uint n = test_device_uint(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS);
  CHECK(n >= 1);
  cl_mem pipe = make_pipe(4, n);
  struct test_buffer ids = test_buffer((size_t)n * 8, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer failed = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(test_kernel(program, "put"), 1, 1, ARG(pipe), ARG_UINT(n), ARG_BUFFER(ids), ARG_BUFFER(failed));
  LAUNCH(test_kernel(program, "get"), 1, 1, ARG(pipe), ARG_UINT(n), ARG_BUFFER(failed));
  test_buffer_sync(&failed);
  CHECK_EQ(INT(failed)[0], 0);
}

static const struct test_case cases[] = {
    {"of_work_items", of_work_items}, {"of_work_groups", of_work_groups}, {"of_sub_groups", of_sub_groups},
    {"out_of_order", out_of_order},   {"many_open", many_open},
};
TEST_MAIN(cases)
