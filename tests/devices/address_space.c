/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* No address space is left behind the device's opening: neither threads nor memory for a group can be had any more.
 * Kernels run all the same, with all that a group may have. */
#include "tests/devices/harness.h"

#include <sys/mman.h>
#include <sys/resource.h>

static bool can_map(size_t size) {
  void *at = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (at != MAP_FAILED)
    munmap(at, size);
  return at != MAP_FAILED;
}

int main(void) {
  enum { JOBS = 8, GROUPS = 200 };
  open_device();
  struct weft_hw_program *program = load_kernels();
  struct weft_hw_kernel *kernel = find_kernel(program, "own_memory", 512);
  struct rlimit limit;
  CHECK(getrlimit(RLIMIT_AS, &limit) == 0);
  limit.rlim_cur = 1 << 20; /* less than is in use */
  CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
  CHECK(!can_map(1 << 20));

  atomic_uint errors = 0;
  struct memory_args args = {&errors, (size_t)ops->caps(root)->local_mem_size, 128 * 512};
  static struct job jobs[JOBS];
  for (int i = 0; i < JOBS; i++) {
    job_range(&jobs[i], kernel, (size_t[]){128 * GROUPS, 2, 1}, (size_t[]){128, 1, 1}, &args, sizeof(args));
    jobs[i].work.ndrange.local_mem_size = args.local_bytes;
    ops->submit(&jobs[i].work);
  }
  for (int i = 0; i < JOBS; i++) {
    job_wait(&jobs[i]);
    CHECK(jobs[i].status == CL_COMPLETE);
  }
  CHECK(errors == 0);
  return 0;
}
