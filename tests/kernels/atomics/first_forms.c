/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * The atomics of OpenCL C 1.x, atomic_* and atom_*, of every type in global and local memory: what each returns and
 * leaves, and sums by many; weak exchanges; and the fences of 1.x.
 */
#include <stdio.h>
#include <string.h>

#include "tests/harness/test.h"

enum { ITEMS = 64, GROUP = 16 };

static const struct operation {
  const char *name;
  int operands;
} operations[] = {{"add", 1}, {"sub", 1}, {"xchg", 1}, {"inc", 0}, {"dec", 0},    {"min", 1},
                  {"max", 1}, {"and", 1}, {"or", 1},   {"xor", 1}, {"cmpxchg", 2}};
#define OPERATIONS TEST_COUNT(operations)

static const struct type {
  const char *name;
  size_t size;
  bool is_signed;
} types[] = {{"int", 4, true}, {"uint", 4, false}, {"long", 8, true}, {"ulong", 8, false}};

static uint64_t reference(const struct type *type, size_t operation, uint64_t old, uint64_t x, uint64_t y) {
  bool less = type->is_signed ? (type->size == 4 ? (int32_t)old < (int32_t)x : (int64_t)old < (int64_t)x)
                              : (type->size == 4 ? (uint32_t)old < (uint32_t)x : old < x);
  switch (operation) {
  case 0:
    return old + x;
  case 1:
    return old - x;
  case 2:
    return x;
  case 3:
    return old + 1;
  case 4:
    return old - 1;
  case 5:
    return less ? old : x;
  case 6:
    return less ? x : old;
  case 7:
    return old & x;
  case 8:
    return old | x;
  case 9:
    return old ^ x;
  default:
    return old == x ? y : old;
  }
}

static uint64_t get(const struct type *type, const void *array, size_t at) {
  uint64_t x = 0;
  memcpy(&x, (const char *)array + at * type->size, type->size);
  return x;
}

/* Each work-item has a cell for each operation. Generic pointers lead to global memory where in_global() says so, to
 * local memory in the other work-items. */
static char *write_kernel(char *at, const struct type *type, const char *prefix, const char *space) {
  bool generic = !strcmp(space, "generic"), local = generic || !strcmp(space, "local");
  at += sprintf(at, "kernel void %s%s_%s(global %s *cells, global %s *olds, global const %s *in) {\n", prefix,
                type->name, space, type->name, type->name, type->name);
  at += sprintf(at, "  size_t i = get_global_id(0), l = get_local_id(0);\n  %s x = in[2 * i], y = in[2 * i + 1];\n",
                type->name);
  if (local)
    at += sprintf(at,
                  "  local %s room[%d];\n  for (int k = 0; k < %zu; k++) room[l * %zu + k] = cells[i * %zu + k];\n"
                  "  volatile %s%s *at = room + l * %zu;\n",
                  type->name, GROUP * (int)OPERATIONS, OPERATIONS, OPERATIONS, OPERATIONS, generic ? "" : "local ",
                  type->name, OPERATIONS);
  else
    at += sprintf(at, "  volatile global %s *at = cells + i * %zu;\n", type->name, OPERATIONS);
  if (generic)
    at += sprintf(at, "  if (in_global(i)) at = cells + i * %zu;\n", OPERATIONS);
  for (size_t k = 0; k < OPERATIONS; k++)
    at += sprintf(at, "  olds[i * %zu + %zu] = %s%s(at + %zu%s);\n", OPERATIONS, k, prefix, operations[k].name, k,
                  operations[k].operands == 0   ? ""
                  : operations[k].operands == 1 ? ", x"
                                                : ", x, y");
  if (local)
    at += sprintf(at, "  for (int k = 0; k < %zu; k++) cells[i * %zu + k] = at[k];\n", OPERATIONS, OPERATIONS);
  return at + sprintf(at, "}\n");
}

static void check_kernel(cl_program program, const struct type *type, const char *prefix, const char *space) {
  size_t count = ITEMS * OPERATIONS, mark = test_mark();
  char name[32];
  snprintf(name, sizeof name, "%s%s_%s", prefix, type->name, space);
  struct test_buffer cells = test_buffer(count * type->size, TEST_END, CL_MEM_READ_WRITE, 3);
  struct test_buffer olds = test_buffer(count * type->size, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer in = test_buffer(2 * ITEMS * type->size, TEST_END, CL_MEM_READ_WRITE, 4);
  unsigned char *before = test_alloc(count * type->size), *operands = test_alloc(in.size);
  test_fill(before, count * type->size, 3);
  test_fill(operands, in.size, 4);
  for (size_t i = 0; i < ITEMS; i += 2) /* exchanges that take place */
    memcpy(before + (i * OPERATIONS + OPERATIONS - 1) * type->size, operands + 2 * i * type->size, type->size);
  test_buffer_write(&cells, before);
  LAUNCH(test_kernel(program, name), ITEMS, GROUP, ARG_BUFFER(cells), ARG_BUFFER(olds), ARG_BUFFER(in));
  test_buffer_sync(&cells);
  test_buffer_sync(&olds);
  for (size_t i = 0; i < count; i++) {
    size_t item = i / OPERATIONS;
    uint64_t old = get(type, before, i), x = get(type, operands, 2 * item), y = get(type, operands, 2 * item + 1);
    uint64_t want = reference(type, i % OPERATIONS, old, x, y);
    if (type->size == 4)
      want = (uint32_t)want;
    if (get(type, olds.data, i) != old || get(type, cells.data, i) != want)
      FAIL("%s, %s: %#llx of %#llx and %#llx, returning %#llx", name, operations[i % OPERATIONS].name,
           (unsigned long long)get(type, cells.data, i), (unsigned long long)old, (unsigned long long)x,
           (unsigned long long)get(type, olds.data, i));
  }
  test_release_to(mark);
}

static void results_of(size_t first, size_t last, const char *prefix, const char *head) {
  static const char *const spaces[] = {"global", "local"};
  static const char *const builds[] = {"-cl-std=CL1.2", "-cl-std=CL1.2 -cl-opt-disable", "-cl-std=CL3.0"};
  char *source = test_alloc(1 << 16), *at = source + sprintf(source, "%s", head);
  for (size_t t = first; t < last; t++)
    for (int s = 0; s < 2; s++)
      at = write_kernel(at, &types[t], prefix, spaces[s]);
  for (size_t b = 0; b < TEST_COUNT(builds); b++) {
    cl_program program = test_build(builds[b], source);
    for (size_t t = first; t < last; t++)
      for (int s = 0; s < 2; s++)
        check_kernel(program, &types[t], prefix, spaces[s]);
  }
}

static void atomic_of_32(void) {
  results_of(0, 2, "atomic_", "");
}
static void atom_of_32(void) {
  results_of(0, 2, "atom_", "");
}
static void atom_of_64(void) {
  if (!test_has_extension("cl_khr_int64_base_atomics") || !test_has_extension("cl_khr_int64_extended_atomics"))
    test_skip("no atomics of 64 bits");
  results_of(2, 4, "atom_",
             "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
             "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n");
}

/* C++ for OpenCL alone has first forms that take generic pointers, and them for 32 bits. What a pointer leads to is the
 * same for all work-items of a group, or differs between them. */
static void atomic_of_generic(void) {
  static const char *const choices[] = {"bool in_global(size_t i) { return i % 3 == 0; }\n",
                                        "bool in_global(size_t i) { return get_group_id(0) % 2; }\n"};
  static const char *const builds[] = {"-cl-std=CLC++2021", "-cl-std=CLC++2021 -cl-opt-disable", "-cl-std=CLC++1.0"};
  if (!test_has_extension("cl_ext_cxx_for_opencl") || !test_has_c_feature("__opencl_c_generic_address_space"))
    test_skip("no C++ for OpenCL with generic pointers");
  for (size_t c = 0; c < TEST_COUNT(choices); c++) {
    char *source = test_alloc(1 << 16), *at = source + sprintf(source, "%s", choices[c]);
    for (size_t t = 0; t < 2; t++)
      at = write_kernel(at, &types[t], "atomic_", "generic");
    for (size_t b = 0; b < TEST_COUNT(builds); b++) {
      cl_program program = test_build(builds[b], source);
      for (size_t t = 0; t < 2; t++)
        check_kernel(program, &types[t], "atomic_", "generic");
    }
  }
}

static void exchange_of_float(void) {
  cl_kernel kernel =
      test_kernel(test_build("-cl-std=CL1.2", CL(kernel void k(global float *o, volatile global float *g) {
                               local volatile float l;
                               l = 1.5f;
                               o[0] = atomic_xchg(&l, 2.5f);
                               o[1] = l;
                               o[2] = atomic_xchg(g, -0.0f);
                             })),
                  "k");
  struct test_buffer out = test_buffer(3 * sizeof(float), TEST_END, CL_MEM_READ_WRITE, 1);
  struct test_buffer cell = test_buffer(sizeof(float), TEST_END, CL_MEM_READ_WRITE, 0);
  const float seven = 7;
  test_buffer_write(&cell, &seven);
  LAUNCH(kernel, 1, 1, ARG_BUFFER(out), ARG_BUFFER(cell));
  test_buffer_sync(&out);
  test_buffer_sync(&cell);
  const float *o = (const float *)out.data;
  CHECK(o[0] == 1.5f && o[1] == 2.5f && o[2] == 7);
  cl_uint bits;
  memcpy(&bits, cell.data, sizeof bits);
  CHECK_EQ(bits, 0x80000000u);
}

/* Weak exchanges may fail for no reason; in a loop they count like any other, with orders or without. */
static void weak_exchanges(void) {
  cl_kernel kernel = test_kernel(
      test_build("-cl-std=CL3.0", CL(kernel void k(global int *o, global atomic_int *g, global atomic_uint *u) {
                   local atomic_int l;
                   if (get_local_id(0) == 0)
                     atomic_init(&l, 0);
                   barrier(CLK_LOCAL_MEM_FENCE);
                   int seen = atomic_load_explicit(g, memory_order_relaxed, memory_scope_device);
                   while (!atomic_compare_exchange_weak_explicit(g, &seen, seen + 3, memory_order_acq_rel,
                                                                 memory_order_relaxed, memory_scope_device))
                     ;
                   uint bits = atomic_load_explicit(u, memory_order_relaxed, memory_scope_device);
                   while (!atomic_compare_exchange_weak(u, &bits, bits * 3u + 1u))
                     ;
                   int mine = atomic_load_explicit(&l, memory_order_relaxed, memory_scope_work_group);
                   while (!atomic_compare_exchange_weak_explicit(&l, &mine, mine + 1, memory_order_relaxed,
                                                                 memory_order_relaxed))
                     ;
                   barrier(CLK_LOCAL_MEM_FENCE);
                   if (get_local_id(0) == 0)
                     o[get_group_id(0)] = atomic_load_explicit(&l, memory_order_relaxed, memory_scope_work_group);
                 })),
      "k");
  enum { GROUPS = 50 };
  struct test_buffer out = test_buffer(GROUPS * sizeof(cl_int), TEST_END, CL_MEM_READ_WRITE, 1);
  struct test_buffer sum = test_buffer(sizeof(cl_int), TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer chain = test_buffer(sizeof(cl_uint), TEST_END, CL_MEM_READ_WRITE, 0);
  LAUNCH(kernel, GROUPS * 40, 40, ARG_BUFFER(out), ARG_BUFFER(sum), ARG_BUFFER(chain));
  test_buffer_sync(&out);
  test_buffer_sync(&sum);
  test_buffer_sync(&chain);
  cl_uint want = 0;
  for (int i = 0; i < GROUPS * 40; i++)
    want = want * 3 + 1;
  CHECK_EQ(*(cl_int *)sum.data, GROUPS * 40 * 3);
  CHECK_EQ(*(cl_uint *)chain.data, want);
  for (int i = 0; i < GROUPS; i++)
    CHECK_EQ(((cl_int *)out.data)[i], 40);
}

/* A value and a flag: who sees the flag sees the value. The reader looks once, so that it need not run beside the
 * writer. */
static void fences(void) {
  cl_program program = test_build(
      "-cl-std=CL1.2", CL(
                           kernel void write(global int *value, volatile global int *flag, int n) {
                             if (get_global_id(0) == 0)
                               for (int i = 1; i <= n; i++) {
                                 value[0] = i;
                                 write_mem_fence(CLK_GLOBAL_MEM_FENCE);
                                 atomic_xchg(flag, i);
                                 mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);
                               }
                           } kernel void read(global int *value, volatile global int *flag, global int *late, int n) {
                             for (int i = 0; i < n; i++) {
                               int seen = atomic_add(flag, 0);
                               read_mem_fence(CLK_GLOBAL_MEM_FENCE);
                               if (value[0] < seen)
                                 atomic_inc(late);
                             }
                           }));
  cl_int error;
  cl_command_queue queue =
      clCreateCommandQueue(test.context, test.device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &error);
  CHECK_CL(error);
  struct test_buffer value = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer flag = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  struct test_buffer late = test_buffer(4, TEST_END, CL_MEM_READ_WRITE, 0);
  cl_kernel writer = test_kernel(program, "write"), reader = test_kernel(program, "read");
  SET_ARGS(writer, ARG_BUFFER(value), ARG_BUFFER(flag), ARG_INT(20000));
  SET_ARGS(reader, ARG_BUFFER(value), ARG_BUFFER(flag), ARG_BUFFER(late), ARG_INT(5000));
  const size_t one = 1, few = 4;
  CHECK_CL(clEnqueueNDRangeKernel(queue, writer, 1, NULL, &one, &one, 0, NULL, NULL));
  CHECK_CL(clEnqueueNDRangeKernel(queue, reader, 1, NULL, &few, &one, 0, NULL, NULL));
  CHECK_CL(clFinish(queue));
  CHECK_CL(clReleaseCommandQueue(queue));
  test_buffer_sync(&late);
  test_buffer_sync(&flag);
  CHECK_EQ(*(cl_int *)flag.data, 20000);
  CHECK_EQ(*(cl_int *)late.data, 0);
}

static const struct test_case cases[] = {{"atomic_of_32", atomic_of_32},
                                         {"atom_of_32", atom_of_32},
                                         {"atom_of_64", atom_of_64},
                                         {"atomic_of_generic", atomic_of_generic},
                                         {"weak_exchanges", weak_exchanges},
                                         {"exchange_of_float", exchange_of_float},
                                         {"fences", fences}};
TEST_MAIN(cases)
