/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/devices/harness.h"

#include <string.h>

const struct weft_hw_ops *ops;
struct weft_hw *root;
unsigned units;

void open_device(void) {
  ops = weft_device_backends[0];
  CHECK(ops->open(&root, 1) == 1);
  units = ops->caps(root)->compute_units;
}

static void on_started(struct weft_work *work) {
  struct job *job = (struct job *)work;
  atomic_fetch_add(&job->started, 1);
}

static void on_finished(struct weft_work *work, cl_int status) {
  struct job *job = (struct job *)work;
  CHECK(atomic_load(&job->started) == 1);
  CHECK(work->start_ns <= work->end_ns);
  job->status = status;
  void (*then)(struct job *) = job->then;
  if (then)
    then(job);
  atomic_store_explicit(&job->done, 1, memory_order_release);
  ops->wake(&job->done);
}

void job_init(struct job *job, enum weft_work_kind kind) {
  memset(job, 0, sizeof(*job));
  job->work.kind = kind;
  job->work.hw = root;
  job->work.timed = true;
  job->work.started = on_started;
  job->work.finished = on_finished;
}

static int32_t print(const struct weft_launch *launch, const char *format, const char *types, const void *args) {
  return -1;
}
static const struct weft_kernel_services services = {.print = print};

void job_range(struct job *job, struct weft_hw_kernel *kernel, const size_t global[3], const size_t local[3],
               void *args, size_t args_size) {
  job_init(job, WEFT_WORK_NDRANGE);
  job->work.ndrange.kernel = kernel;
  job->work.ndrange.work_dim = 3;
  job->work.ndrange.services = &services;
  for (int d = 0; d < 3; d++) {
    job->work.ndrange.global_size[d] = global[d];
    job->work.ndrange.local_size[d] = local[d];
  }
  job->work.ndrange.args = args;
  job->work.ndrange.args_size = args_size;
}

void job_call(struct job *job, void (*fn)(void *), void *arg) {
  job_init(job, WEFT_WORK_CALL);
  job->work.call.fn = fn;
  job->work.call.arg = arg;
}

void job_wait(struct job *job) {
  ops->wait(root, &job->done);
}

void job_run(struct job *job) {
  ops->submit(&job->work);
  job_wait(job);
}

void *read_kernels(size_t *size) {
  FILE *file = fopen(TEST_KERNELS, "rb");
  CHECK(file);
  CHECK(fseek(file, 0, SEEK_END) == 0);
  *size = (size_t)ftell(file);
  rewind(file);
  void *bytes = malloc(*size);
  CHECK(bytes && fread(bytes, 1, *size, file) == *size);
  fclose(file);
  return bytes;
}

struct weft_hw_program *load_kernels(void) {
  size_t size;
  void *bytes = read_kernels(&size);
  struct weft_hw_program *program;
  CHECK(ops->program_load(root, &(struct weft_program_image){.object = bytes, .size = size}, &program) == CL_SUCCESS);
  free(bytes);
  return program;
}

struct weft_hw_kernel *find_kernel(struct weft_hw_program *program, const char *symbol, uint64_t frame_per_item) {
  static struct weft_kernel_info infos[64];
  static unsigned used;
  CHECK(used < 64);
  struct weft_kernel_info *info = &infos[used++];
  *info = (struct weft_kernel_info){.name = symbol, .symbol = symbol, .frame_per_item = frame_per_item};
  struct weft_hw_kernel *kernel;
  CHECK(ops->kernel_find(program, info, &kernel) == CL_SUCCESS);
  return kernel;
}

uint64_t random_next(uint64_t *state) {
  *state += 0x9e3779b97f4a7c15u;
  uint64_t z = *state;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}
