/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/unit_core/fake_device.h"

#include "tests/unit_core/unit.h"

struct weft_hw {
  struct weft_hw_caps caps;
};

bool fake_immediate;
struct weft_work *fake_works[FAKE_MAX_WORKS];
size_t fake_count, fake_wakes;

static uint64_t ticks;
static struct weft_hw root = {.caps = {.name = "fake", .compute_units = 4, .max_work_group_size = 8192}};

static cl_uint open_roots(struct weft_hw **roots, cl_uint max) {
  roots[0] = &root;
  return max ? 1 : 0;
}

static void close_all(void) {}

static const struct weft_hw_caps *get_caps(const struct weft_hw *hw) {
  return &hw->caps;
}

static uint64_t timer(const struct weft_hw *hw) {
  (void)hw;
  return ++ticks;
}

static void run(struct weft_work *work, cl_int status) {
  work->start_ns = timer(NULL);
  work->started(work);
  work->end_ns = timer(NULL);
  work->finished(work, status);
}

void fake_end(size_t i, cl_int status) {
  struct weft_work *work = fake_works[i];
  CHECK(i < fake_count && work);
  fake_works[i] = NULL;
  run(work, status);
}

static void submit(struct weft_work *work) {
  if (fake_immediate) {
    run(work, CL_COMPLETE);
    return;
  }
  CHECK(fake_count < FAKE_MAX_WORKS);
  fake_works[fake_count++] = work;
}

static void wait_for(struct weft_hw *hw, atomic_uint *flag) {
  (void)hw;
  for (size_t i = 0; !atomic_load(flag); i++) {
    CHECK(i < fake_count);
    if (fake_works[i])
      fake_end(i, CL_COMPLETE);
  }
}

static void wake(atomic_uint *flag) {
  (void)flag;
  fake_wakes++;
}

static const struct weft_hw_ops ops = {.name = "fake",
                                       .open = open_roots,
                                       .close = close_all,
                                       .caps = get_caps,
                                       .submit = submit,
                                       .wait = wait_for,
                                       .wake = wake,
                                       .timer = timer};

const struct weft_hw_ops *const weft_device_backends[] = {&ops, NULL};

cl_device_id fake_open(void) {
  static const cl_icd_dispatch table;
  CHECK(weft_platform_init(&table) == CL_SUCCESS);
  CHECK(weft_platform.num_devices == 1);
  return weft_platform.devices[0];
}
