/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Ranges: every item and every group once, whatever the shape; memory of groups; floating-point state; loading. */
#include "base/alloc.h"
#include "tests/devices/harness.h"

#include <string.h>
#ifdef __x86_64__
#include <xmmintrin.h>
#endif

static struct weft_hw_program *program;

static void count_range(const size_t global[3], const size_t local[3], size_t offset) {
  uint64_t items = 1, groups = 1;
  for (int d = 0; d < 3; d++) {
    items *= global[d];
    groups *= (global[d] + local[d] - 1) / local[d];
  }
  struct count_args args = {
      .items = calloc(items, sizeof(atomic_uint)), .groups = calloc(groups, sizeof(atomic_uint)), .offset_sum = offset};
  CHECK(args.items && args.groups);
  static struct weft_hw_kernel *kernel;
  if (!kernel)
    kernel = find_kernel(program, "count_items", 0);
  struct job job;
  job_range(&job, kernel, global, local, &args, sizeof(args));
  job.work.ndrange.global_offset[1] = offset;
  job_run(&job);
  CHECK(job.status == CL_COMPLETE);
  for (uint64_t i = 0; i < items; i++)
    CHECK(atomic_load(&args.items[i]) == 1);
  for (uint64_t i = 0; i < groups; i++)
    CHECK(atomic_load(&args.groups[i]) == 1);
  free(args.items);
  free(args.groups);
}

static void shapes(void) {
  count_range((size_t[]){1, 1, 1}, (size_t[]){1, 1, 1}, 0);
  count_range((size_t[]){1000000, 1, 1}, (size_t[]){1, 1, 1}, 0);
  count_range((size_t[]){1, 300000, 1}, (size_t[]){1, 1, 1}, 0);
  count_range((size_t[]){1, 1, 300000}, (size_t[]){1, 1, 3}, 5);
  count_range((size_t[]){100, 90, 80}, (size_t[]){7, 11, 13}, 100);
  count_range((size_t[]){8191, 3, 2}, (size_t[]){64, 2, 2}, 1);
  uint64_t state = 1;
  for (int i = 0; i < 300; i++) {
    size_t global[3], local[3];
    for (int d = 0; d < 3; d++) {
      global[d] = 1 + random_next(&state) % 40;
      local[d] = 1 + random_next(&state) % (global[d] + 3);
    }
    count_range(global, local, random_next(&state) % 1000);
  }
}

static void zero_sizes(void) {
  struct count_args args = {0}; /* any access would be through NULL */
  struct weft_hw_kernel *kernel = find_kernel(program, "count_items", 0);
  for (int d = 0; d < 3; d++) {
    size_t global[3] = {4, 4, 4};
    global[d] = 0;
    struct job job;
    job_range(&job, kernel, global, (size_t[]){1, 1, 1}, &args, sizeof(args));
    job_run(&job);
    CHECK(job.status == CL_COMPLETE);
  }
}

static void memory_of_groups(void) {
  atomic_uint errors = 0;
  struct memory_args args = {&errors, (size_t)ops->caps(root)->local_mem_size, 128 * 512};
  struct weft_hw_kernel *kernel = find_kernel(program, "own_memory", 512);
  struct job jobs[8];
  for (int i = 0; i < 8; i++) {
    job_range(&jobs[i], kernel, (size_t[]){128 * 50, 2, 1}, (size_t[]){128, 1, 1}, &args, sizeof(args));
    jobs[i].work.ndrange.local_mem_size = args.local_bytes;
    ops->submit(&jobs[i].work);
  }
  for (int i = 0; i < 8; i++)
    job_wait(&jobs[i]);
  CHECK(errors == 0);
}

static void too_much_memory(void) {
  atomic_uint errors = 0;
  struct memory_args args = {&errors, 0, 0};
  struct job job;
  job_range(&job, find_kernel(program, "own_memory", 1u << 20), (size_t[]){64, 1, 1}, (size_t[]){64, 1, 1}, &args,
            sizeof(args));
  job_run(&job);
  CHECK(job.status == CL_OUT_OF_RESOURCES);
  job_range(&job, find_kernel(program, "own_memory", (16u << 20) / 64), (size_t[]){64, 1, 1}, (size_t[]){64, 1, 1},
            &args, sizeof(args));
  job_run(&job);
  CHECK(job.status == CL_COMPLETE);
  job_range(&job, find_kernel(program, "own_memory", 0), (size_t[]){64, 1, 1}, (size_t[]){64, 1, 1}, &args,
            sizeof(args));
  job.work.ndrange.local_mem_size = (size_t)ops->caps(root)->local_mem_size + 1;
  job_run(&job);
  CHECK(job.status == CL_OUT_OF_RESOURCES);
}

static void relocations(void) {
  struct weft_hw_memory memory;
  CHECK(ops->mem_alloc(root, 1000 * sizeof(atomic_uint), NULL, &memory) == CL_SUCCESS);
  memset(memory.host, 0, memory.size);
  struct count_args args = {.groups = (atomic_uint *)1};
  const struct weft_reloc relocs[] = {
      {.offset = offsetof(struct count_args, items), .mem = &memory, .mem_offset = 40 * sizeof(atomic_uint)},
      {.offset = offsetof(struct count_args, groups)},
  };
  struct job job;
  job_range(&job, find_kernel(program, "count_items", 0), (size_t[]){900, 1, 1}, (size_t[]){10, 1, 1}, &args,
            sizeof(args));
  job.work.ndrange.relocs = relocs;
  job.work.ndrange.num_relocs = 2;
  job_run(&job);
  CHECK(args.groups == NULL);
  const unsigned *counts = memory.host;
  for (int i = 0; i < 1000; i++)
    CHECK(counts[i] == (i >= 40 && i < 940 ? 1 : 0));
  ops->mem_free(root, &memory);
}

/* Arguments 0, 2 and 3 are pointers, 1 is a number. */
enum { POINTERS = 3 };
static const struct weft_arg_info disjoint_infos[] = {{.offset = offsetof(struct disjoint_args, pointers[0])},
                                                      {.offset = offsetof(struct disjoint_args, said)},
                                                      {.offset = offsetof(struct disjoint_args, pointers[1])},
                                                      {.offset = offsetof(struct disjoint_args, pointers[2])}};

/* Each pointer leads to `bytes` from `from` on and is itself `at`. */
struct extent {
  size_t from, bytes, at;
};

static uint64_t says_disjoint(uint64_t asked, const struct extent extents[POINTERS]) {
  struct weft_kernel_info info = {.symbol = "say_disjoint", .args = disjoint_infos, .num_args = 4, .disjoint = asked};
  struct weft_hw_kernel *kernel;
  CHECK(ops->kernel_find(program, &info, &kernel) == CL_SUCCESS);
  uint64_t said = 2;
  struct disjoint_args args = {.said = &said};
  struct weft_reloc relocs[POINTERS];
  for (int i = 0; i < POINTERS; i++)
    relocs[i] = (struct weft_reloc){.offset = (uint32_t)offsetof(struct disjoint_args, pointers[i]),
                                    .mem_offset = extents[i].at,
                                    .before = extents[i].at - extents[i].from,
                                    .after = extents[i].from + extents[i].bytes - extents[i].at};
  struct job job;
  job_range(&job, kernel, (size_t[]){1, 1, 1}, (size_t[]){1, 1, 1}, &args, sizeof(args));
  job.work.ndrange.relocs = relocs;
  job.work.ndrange.num_relocs = POINTERS;
  job_run(&job);
  return said;
}

static void disjoint_arguments(void) {
  static const struct extent apart[] = {{64, 64, 64}, {128, 64, 160}, {256, 8, 256}},
                             meet[] = {{64, 65, 64}, {128, 64, 128}, {256, 8, 256}},
                             readers_meet[] = {{64, 64, 64}, {128, 64, 160}, {130, 8, 130}},
                             within[] = {{64, 640, 600}, {128, 8, 128}, {1256, 8, 1256}},
                             unknown[] = {{64, 64, 64}, {128, 0, 128}, {256, 8, 256}},
                             same[] = {{64, 64, 64}, {64, 64, 64}, {256, 8, 256}},
                             null[] = {{64, 64, 64}, {0, 1, 0}, {0, 1, 0}};
  CHECK(says_disjoint(1, apart) == 1);
  CHECK(says_disjoint(1 | 4 | 8, apart) == 1);
  CHECK(says_disjoint(0, apart) == 0);     /* not asked */
  CHECK(says_disjoint(1 | 2, apart) == 0); /* a number leads nowhere that is known */
  CHECK(says_disjoint(1 | (uint64_t)1 << 63, apart) == 0);
  CHECK(says_disjoint(1, meet) == 0);
  CHECK(says_disjoint(4, meet) == 0);
  CHECK(says_disjoint(8, meet) == 1);
  CHECK(says_disjoint(1, readers_meet) == 1);
  CHECK(says_disjoint(4, readers_meet) == 0);
  CHECK(says_disjoint(1, within) == 0);
  CHECK(says_disjoint(8, within) == 1);
  CHECK(says_disjoint(1, unknown) == 0);
  CHECK(says_disjoint(1, same) == 0);
  CHECK(says_disjoint(1, null) == 1);
}

#ifdef __x86_64__
static void float_state(void) {
  struct weft_kernel_info flushing = {.symbol = "float_state", .flush_denormals = true};
  struct weft_hw_kernel *plain = find_kernel(program, "float_state", 0), *flush;
  CHECK(ops->kernel_find(program, &flushing, &flush) == CL_SUCCESS);
  unsigned own = _mm_getcsr();
  _mm_setcsr(own | _MM_ROUND_UP | 0x8040); /* the application's state is its own */
  unsigned set = _mm_getcsr();
  for (int round = 0; round < 200; round++) { /* by workers at first, by this thread once it is known to be short */
    struct float_args args = {.value = 1, .denormal = 1e-40f};
    struct job job;
    job_range(&job, round % 2 ? flush : plain, (size_t[]){1, 1, 1}, (size_t[]){1, 1, 1}, &args, sizeof(args));
    job_run(&job);
    CHECK(_mm_getcsr() == set);
    unsigned third, product;
    memcpy(&third, &args.third, 4);
    memcpy(&product, &args.product, 4);
    CHECK(third == 0x3eaaaaab);
    CHECK((product == 0) == (round % 2 == 1));
  }
  _mm_setcsr(own);
}
#else
static void float_state(void) {}
#endif

static unsigned call_serial(struct weft_hw_kernel *kernel) {
  struct serial_args args = {0};
  struct job job;
  job_range(&job, kernel, (size_t[]){1, 1, 1}, (size_t[]){1, 1, 1}, &args, sizeof(args));
  job_run(&job);
  return args.value;
}

/* Each load has program-scope variables of its own, also when descriptors' numbers come again. */
static void loads_are_distinct(void) {
  struct weft_hw_program *programs[20];
  struct weft_hw_kernel *kernels[20];
  static const struct weft_kernel_info info = {.symbol = "serial"};
  for (int i = 0; i < 20; i++) {
    programs[i] = load_kernels();
    CHECK(ops->kernel_find(programs[i], &info, &kernels[i]) == CL_SUCCESS);
  }
  for (unsigned round = 1; round <= 3; round++)
    for (int i = 0; i < 20; i++)
      CHECK(call_serial(kernels[i]) == round);
  for (int i = 0; i < 20; i++)
    ops->program_unload(programs[i]);
}

static cl_int load(const void *bytes, size_t size, struct weft_hw_program **out) {
  return ops->program_load(root, &(struct weft_program_image){.object = bytes, .size = size}, out);
}

static void bad_objects(void) {
  size_t size;
  char *bytes = read_kernels(&size);
  struct weft_hw_program *loaded = (void *)1;
  CHECK(load(bytes, 0, &loaded) == CL_INVALID_BINARY && loaded == NULL);
  CHECK(load(bytes, 40, &loaded) == CL_INVALID_BINARY);
  CHECK(load("#!/bin/sh, and as many bytes as an ELF header has at the very least", 64, &loaded) == CL_INVALID_BINARY);
  bytes[16] = 2; /* a program, no shared object */
  CHECK(load(bytes, size, &loaded) == CL_INVALID_BINARY);
  free(bytes);
  static const struct weft_kernel_info info = {.symbol = "no_such_kernel"};
  struct weft_hw_kernel *kernel = (void *)1;
  CHECK(ops->kernel_find(program, &info, &kernel) == CL_INVALID_BINARY && kernel == NULL);
  weft_alloc_fail_after(0);
  CHECK(ops->kernel_find(program, &(struct weft_kernel_info){.symbol = "serial"}, &kernel) == CL_OUT_OF_HOST_MEMORY);
  weft_alloc_fail_after(-1);
}

int main(void) {
  open_device();
  program = load_kernels();
  shapes();
  zero_sizes();
  memory_of_groups();
  too_much_memory();
  relocations();
  disjoint_arguments();
  float_state();
  loads_are_distinct();
  bad_objects();
  ops->program_unload(program);
  ops->close();
  return 0;
}
