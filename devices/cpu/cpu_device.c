/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The CPU as a device: its table of operations, and what it says of itself. */
#include "devices/cpu/cpu_device.h"
#include "base/alloc.h"
#include "base/config.h"
#include "base/log.h"
#include "devices/cpu/thread_pool.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* Small enough that a float coordinate of 24 bits still tells hundreds of places within a texel apart. */
#define IMAGE_2D_MAX 16384
#define IMAGE_3D_MAX 2048
#define IMAGE_LAYERS_MAX 2048
#define IMAGE_BUFFER_MAX ((size_t)1 << 30)

static struct weft_cpu_isa isa;
static struct weft_hw *root;

struct weft_hw *weft_cpu_root(void) {
  return root;
}

/* Nominal or highest clock, as far as the system tells. */
static cl_uint read_clock_mhz(void) {
  unsigned khz = 0;
  FILE *file = fopen("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "re");
  if (file) {
    int got = fscanf(file, "%u", &khz);
    fclose(file);
    if (got == 1)
      return khz / 1000;
  }
  double mhz = 0;
  char line[256];
  file = fopen("/proc/cpuinfo", "re");
  if (!file)
    return 0;
  while (fgets(line, sizeof(line), file))
    if (sscanf(line, "cpu MHz : %lf", &mhz) == 1)
      break;
  fclose(file);
  return (cl_uint)mhz;
}

static unsigned choose_num_workers(const struct weft_topology *topology) {
  unsigned workers = topology->num_processors;
  unsigned quota = topology->synthetic ? 0 : weft_cpu_cgroup_cpu_limit("");
  if (quota != 0 && quota < workers)
    workers = quota;
  uint64_t option;
  if (weft_config_size(WEFT_OPTION_MAX_THREADS, &option) && option != 0)
    workers = option < WEFT_CPU_MAX_WORKERS ? (unsigned)option : WEFT_CPU_MAX_WORKERS;
  return workers < WEFT_CPU_MAX_WORKERS ? workers : WEFT_CPU_MAX_WORKERS;
}

static bool choose_pinned(const struct weft_topology *topology, unsigned workers) {
  const char *option = weft_config_text(WEFT_OPTION_AFFINITY);
  if (option && strcmp(option, "off") == 0)
    return false;
  if (option && strcmp(option, "on") == 0)
    return true;
  if (option && strcmp(option, "auto") != 0)
    weft_log(WEFT_LOG_WARNING, "WEFT_AFFINITY is neither auto, on nor off: %s", option);
  return workers == topology->num_processors;
}

/* All that an arena has, or what the option leaves of it. */
static uint64_t choose_local_memory(void) {
  uint64_t option;
  if (!weft_config_size(WEFT_OPTION_LOCAL_MEM, &option) || option == 0 || option > WEFT_GROUP_LOCAL_BYTES)
    return WEFT_GROUP_LOCAL_BYTES;
  return option > WEFT_CPU_LOCAL_MEM_LEAST ? option : WEFT_CPU_LOCAL_MEM_LEAST;
}

static void describe(struct weft_hw_caps *caps, const struct weft_topology *topology) {
  struct weft_cpu_memory_limits limits;
  weft_cpu_memory_limits_read(&limits);
  *caps = (struct weft_hw_caps){
      .name = isa.name,
      .cpu = isa.cpu,
      .features = isa.features,
      .isa = isa.level,
      .vendor_id = isa.vendor_id,
      .max_clock_mhz = read_clock_mhz(),
      .native_vector_bytes = isa.vector_bytes,
      .cache_line = topology->cache_line,
      .cache_size = topology->cache_size,
      .global_mem_size = limits.global_mem_size,
      .max_alloc_size = limits.max_alloc_size,
      .local_mem_size = choose_local_memory(),
      .max_work_group_size = WEFT_CPU_MAX_WORK_GROUP_SIZE,
      .frame_size = WEFT_CPU_FRAME_SIZE,
      .mem_base_align = WEFT_CPU_MEM_BASE_ALIGN,
      .places_memory = weft_cpu_placement_matters(topology),
      .timer_resolution_ns = weft_cpu_timer_resolution(),
      .image_2d_max = {IMAGE_2D_MAX, IMAGE_2D_MAX},
      .image_3d_max = {IMAGE_3D_MAX, IMAGE_3D_MAX, IMAGE_3D_MAX},
      .image_buffer_max = IMAGE_BUFFER_MAX,
      .image_layers_max = IMAGE_LAYERS_MAX,
      .image_pitch_align = 1, /* texels may lie anywhere */
      .image_base_align = 1,
      .image_view_size = sizeof(struct weft_image_view),
  };
}

static cl_uint cpu_open(struct weft_hw **roots, cl_uint max) {
  struct weft_topology topology;
  struct weft_hw_caps caps;
  if (max == 0 || !weft_cpu_isa_detect(&isa) || !weft_topology_load(&topology, weft_config_text(WEFT_OPTION_TOPOLOGY)))
    return 0;
  unsigned workers = choose_num_workers(&topology);
  bool pinned = choose_pinned(&topology, workers);
  describe(&caps, &topology);
  uint16_t *all = weft_calloc(workers, sizeof(*all));
  if (!all || !weft_pool_open(&topology, workers, pinned)) {
    weft_free(all);
    weft_topology_unload(&topology);
    return 0;
  }
  for (unsigned i = 0; i < workers; i++)
    all[i] = (uint16_t)i;
  weft_cpu_recycle_open(caps.global_mem_size);
  root = weft_cpu_hw_create(NULL, &caps, all, workers);
  weft_free(all);
  if (!root)
    return 0;
  roots[0] = root;
  return 1;
}

static void cpu_close(void) {
  weft_pool_close();
  weft_cpu_calls_close();
}

static const struct weft_hw_caps *cpu_caps(const struct weft_hw *hw) {
  return &hw->caps;
}

static void cpu_serve(struct weft_hw *hw) {
  weft_pool_bind_to(hw);
}

const struct weft_hw_ops weft_cpu_ops = {
    .name = "cpu",
    .open = cpu_open,
    .close = cpu_close,
    .caps = cpu_caps,
    .partition = weft_cpu_partition,
    .release = weft_cpu_release,
    .mem_alloc = weft_cpu_mem_alloc,
    .mem_place = weft_cpu_mem_place,
    .mem_free = weft_cpu_mem_free,
    .program_load = weft_cpu_program_load,
    .program_unload = weft_cpu_program_unload,
    .kernel_find = weft_cpu_kernel_find,
    .submit = weft_cpu_submit,
    .handoff = weft_cpu_handoff,
    .cancel_open = weft_cpu_cancel_open,
    .cancel = weft_cpu_cancel,
    .wait = weft_cpu_wait,
    .wake = weft_cpu_wake,
    .serve = cpu_serve,
    .timer = weft_cpu_timer,
};
