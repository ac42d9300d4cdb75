/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Copies and fills against a loop over bytes: what is in the region changes, and nothing else does. */
#include "tests/devices/harness.h"

#include <string.h>

struct box {
  size_t region[3], row, slice, offset;
};

static size_t box_end(const struct box *box) {
  return box->offset + (box->region[2] - 1) * box->slice + (box->region[1] - 1) * box->row + box->region[0];
}

static size_t box_at(const struct box *box, size_t x, size_t y, size_t z) {
  return box->offset + z * box->slice + y * box->row + x;
}

static struct box random_box(uint64_t *state, const size_t region[3]) {
  struct box box = {.offset = random_next(state) % 70};
  memcpy(box.region, region, sizeof(box.region));
  box.row = region[0] + (random_next(state) % 2 ? random_next(state) % 50 : 0);
  box.slice = box.row * region[1] + (random_next(state) % 2 ? random_next(state) % 90 : 0);
  return box;
}

static struct weft_endpoint endpoint(const struct box *box, const struct weft_hw_memory *mem, char *host) {
  return (struct weft_endpoint){
      .mem = mem, .host = host, .offset = box->offset, .row_pitch = box->row, .slice_pitch = box->slice};
}

static void fill_random(unsigned char *bytes, size_t size, uint64_t *state) {
  for (size_t i = 0; i < size; i++)
    bytes[i] = (unsigned char)random_next(state);
}

static void copy_once(uint64_t *state, const size_t region[3]) {
  struct box dst = random_box(state, region), src = random_box(state, region);
  size_t dst_size = box_end(&dst) + 64, src_size = box_end(&src) + 64;
  struct weft_hw_memory memory;
  CHECK(ops->mem_alloc(root, dst_size, NULL, &memory) == CL_SUCCESS);
  unsigned char *source = malloc(src_size), *expected = malloc(dst_size);
  CHECK(source && expected);
  fill_random(source, src_size, state);
  fill_random(memory.host, dst_size, state);
  memcpy(expected, memory.host, dst_size);
  for (size_t z = 0; z < region[2]; z++)
    for (size_t y = 0; y < region[1]; y++)
      for (size_t x = 0; x < region[0]; x++)
        expected[box_at(&dst, x, y, z)] = source[box_at(&src, x, y, z)];
  struct job job;
  job_init(&job, WEFT_WORK_COPY);
  job.work.copy.dst = endpoint(&dst, &memory, NULL);
  job.work.copy.src = endpoint(&src, NULL, (char *)source);
  memcpy(job.work.copy.region, region, sizeof(dst.region));
  job_run(&job);
  CHECK(job.status == CL_COMPLETE && memcmp(memory.host, expected, dst_size) == 0);
  free(source);
  free(expected);
  ops->mem_free(root, &memory);
}

static void fill_once(uint64_t *state, const size_t region[3], size_t pattern) {
  struct box dst = random_box(state, region);
  size_t size = box_end(&dst) + 64;
  unsigned char *bytes = malloc(size), *expected = malloc(size);
  CHECK(bytes && expected);
  fill_random(bytes, size, state);
  memcpy(expected, bytes, size);
  struct job job;
  job_init(&job, WEFT_WORK_FILL);
  job.work.fill.dst = endpoint(&dst, NULL, (char *)bytes);
  job.work.fill.pattern_size = pattern;
  memcpy(job.work.fill.region, region, sizeof(dst.region));
  if (random_next(state) % 4)
    fill_random(job.work.fill.pattern, pattern, state);
  for (size_t z = 0; z < region[2]; z++)
    for (size_t y = 0; y < region[1]; y++)
      for (size_t x = 0; x < region[0]; x++)
        expected[box_at(&dst, x, y, z)] = job.work.fill.pattern[x % pattern];
  job_run(&job);
  CHECK(job.status == CL_COMPLETE && memcmp(bytes, expected, size) == 0);
  free(bytes);
  free(expected);
}

static void onto_itself(void) {
  char bytes[4096];
  memset(bytes, 7, sizeof(bytes));
  struct job job;
  job_init(&job, WEFT_WORK_COPY);
  job.work.copy.dst = job.work.copy.src =
      (struct weft_endpoint){.host = bytes, .row_pitch = sizeof(bytes), .slice_pitch = sizeof(bytes)};
  memcpy(job.work.copy.region, (size_t[]){sizeof(bytes), 1, 1}, sizeof(job.work.copy.region));
  job_run(&job);
  CHECK(job.status == CL_COMPLETE && bytes[4095] == 7);
}

int main(void) {
  open_device();
  uint64_t state = 3;
  for (int i = 0; i < 400; i++) {
    size_t region[3] = {1 + random_next(&state) % 300, 1 + random_next(&state) % 20, 1 + random_next(&state) % 6};
    for (int d = 0; d < 3; d++)
      if (random_next(&state) % 4 == 0)
        region[d] = 1;
    copy_once(&state, region);
    size_t pattern = (size_t)1 << random_next(&state) % 8;
    region[0] = (region[0] + pattern - 1) / pattern * pattern;
    fill_once(&state, region, pattern);
  }
  copy_once(&state, (size_t[]){5000001, 1, 1}); /* shared by workers, with an odd tail */
  copy_once(&state, (size_t[]){70000, 40, 2});
  copy_once(&state, (size_t[]){3, 50000, 7});
  copy_once(&state, (size_t[]){0x10000, 30, 1});
  fill_once(&state, (size_t[]){4 << 20, 1, 1}, 128);
  fill_once(&state, (size_t[]){12345 * 16, 17, 3}, 16);
  fill_once(&state, (size_t[]){65536 + 1, 60, 1}, 1);
  onto_itself();
  ops->close();
  return 0;
}
