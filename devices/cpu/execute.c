/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What each kind of work does: one switch to prepare it, one to run a part of it. */
#include "devices/cpu/cpu_device.h"

#include <string.h>

static void write_relocs(void *block, const struct weft_reloc *relocs, size_t count) {
  for (size_t i = 0; i < count; i++) {
    uint64_t address = relocs[i].mem_offset + (relocs[i].mem ? relocs[i].mem->device : 0);
    memcpy((char *)block + relocs[i].offset, &address, sizeof(address));
  }
}

/* Whether two arguments lead to no byte that is the same. */
static bool are_apart(const struct weft_reloc *a, uint64_t a_address, const struct weft_reloc *b, uint64_t b_address) {
  if (a->before + a->after == 0 || b->before + b->after == 0)
    return false;
  return a_address + a->after <= b_address - b->before || b_address + b->after <= a_address - a->before;
}

/* weft_launch.disjoint: each argument that the kernel asks about is apart from all other pointers. */
static bool is_disjoint(const struct weft_work *work) {
  const struct weft_kernel_info *info = work->ndrange.kernel->info;
  const struct weft_reloc *relocs = work->ndrange.relocs;
  const char *block = work->ndrange.args;
  size_t count = work->ndrange.num_relocs;
  uint64_t left = info->disjoint;
  for (size_t at = 0, i = 0; at < count; at++) {
    while (i < info->num_args && info->args[i].offset != relocs[at].offset)
      i++; /* no pointer */
    uint64_t bit = i < 64 ? (uint64_t)1 << i : 0;
    for (size_t other = 0; left & bit && other < count; other++) {
      uint64_t address, other_address;
      memcpy(&address, block + relocs[at].offset, sizeof(address));
      memcpy(&other_address, block + relocs[other].offset, sizeof(other_address));
      if (other != at && !are_apart(&relocs[at], address, &relocs[other], other_address))
        return false;
    }
    left &= ~bit;
  }
  return left == 0;
}

/* Kernels count texels with 32 bits: the device's largest images allow that. */
static void write_views(const struct weft_work *work) {
  struct weft_image_view *view = work->ndrange.views;
  const struct weft_image_arg *image = work->ndrange.images;
  for (size_t i = 0; i < work->ndrange.num_images; i++, image++, view++) {
    view->data = (char *)(uintptr_t)image->mem->device + image->mem_offset;
    view->width = (int32_t)image->width;
    view->height = (int32_t)image->height;
    view->depth = (int32_t)image->depth;
    view->array_size = (int32_t)image->layers;
    view->row_pitch = (int64_t)image->row_pitch;
    view->slice_pitch = (int64_t)image->slice_pitch;
    view->channel_order = image->name.image_channel_order;
    view->channel_type = image->name.image_channel_data_type;
    view->element_size = (uint32_t)image->element_size;
    view->block_log2 = image->block_log2;
    view->num_mip_levels = image->num_mip_levels;
    view->format = image->format;
    view->level_offset[0] = 0;
    for (cl_uint level = 1; level < image->num_mip_levels; level++)
      view->level_offset[level] = image->level_offset[level];
    memcpy((char *)work->ndrange.args + image->offset, &view, sizeof view);
  }
}

#define LONGEST_STRIP 512    /* work-items along a group in strips */
#define SHORTEST_STRIP 16    /* likewise, where groups would be too few for all workers */
#define SAME_SETS 512        /* bytes; of lines so far apart at most one in eight sets holds all */
#define MOST_LINES 4096      /* of a row: a quarter of a megabyte */
#define UNITS_PER_WORKER 4   /* of more work-items than fill a register, for each worker at least */
#define OUTLIER_NS 20000000u /* longer than the usual time slice of another process */

/* --- kernels --- */

static bool frame_fits(const struct weft_kernel_info *info, const size_t local_size[3]) {
  uint64_t items, bytes;
  if (__builtin_mul_overflow((uint64_t)local_size[0], (uint64_t)local_size[1], &items) ||
      __builtin_mul_overflow(items, (uint64_t)local_size[2], &items) || items > UINT64_MAX - WEFT_FRAME_ITEM_ROUND)
    return false;
  items = (items + WEFT_FRAME_ITEM_ROUND - 1) / WEFT_FRAME_ITEM_ROUND * WEFT_FRAME_ITEM_ROUND;
  if (__builtin_mul_overflow(items, info->frame_per_item, &bytes) ||
      __builtin_add_overflow(bytes, info->frame_fixed, &bytes))
    return false;
  return bytes <= WEFT_CPU_FRAME_SIZE;
}

/* Whether lines that neighbours along the lanes have apart would be driven out of the cache before what is beside them
 * comes to them. What is between them is a row of a matrix as a rule, as long as the range is in the other dimension: a
 * multiple of 512 bytes leaves few of the cache's sets for all of them, and others do not fit if they are very many. */
static bool lines_thrash(const struct weft_kernel_info *info, const size_t *global) {
  return (uint64_t)global[info->strip_dimension] * info->strip_bytes % SAME_SETS == 0 ||
         global[info->lanes_in_y] > MOST_LINES;
}

/* Groups in strips in place of those that were asked for, where the kernel is faster so (weft_kernel_info), of a length
 * at which there are enough for all workers. False: they stay as they are. */
static bool shape_strips(const struct weft_work *work, size_t local[3]) {
  const struct weft_kernel_info *info = work->ndrange.kernel->info;
  const size_t *global = work->ndrange.global_size;
  const uint32_t columns = info->strip_columns, lanes = info->lanes_in_y, along = info->strip_dimension;
  if (!columns || global[lanes] <= columns || global[along] < 2 || !lines_thrash(info, global))
    return false;
  const uint32_t last = 3 - lanes - along;
  uint64_t strips = global[lanes] / columns * global[last];
  uint64_t enough = (uint64_t)UNITS_PER_WORKER * work->hw->num_workers;
  size_t most = WEFT_LARGEST_GROUP / columns, length = most < LONGEST_STRIP ? most : LONGEST_STRIP;
  while (length > SHORTEST_STRIP && strips * (global[along] / length) < enough)
    length /= 2;
  local[lanes] = columns;
  local[along] = length < global[along] ? length : global[along];
  local[last] = 1;
  return true;
}

/* The dimension that groups go along first, where their order is ours to choose; sets their shape, if it is as well. */
static uint32_t arrange_groups(const struct weft_work *work, size_t local[3]) {
  const struct weft_kernel_info *info = work->ndrange.kernel->info;
  if (info->order_matters || work->ndrange.zero_local)
    return 0;
  if (shape_strips(work, local))
    return info->strip_dimension;
  return info->lanes_in_y && local[1] > 1;
}

/* The fewest groups along x that have a multiple of `columns` work-items, or all of them. */
static uint32_t groups_that_fill(uint64_t local, uint64_t columns, uint64_t most) {
  uint64_t groups = columns, shared = local;
  while (shared % 2 == 0 && groups % 2 == 0) { /* columns are a power of two */
    groups /= 2;
    shared /= 2;
  }
  return (uint32_t)(groups < most ? groups : most);
}

/* Groups of fewer work-items in x than packets have, one at a time, each take as long as a full packet or longer: a
 * slow kernel's batches of one group would never be more. Where there are many groups, a unit fills packets of all
 * their registers, else of one, and of few groups one packet as far as they can, so that all workers have something to
 * do. */
static uint32_t groups_at_once(const struct weft_work *work, const struct weft_cpu_task *task) {
  const struct weft_kernel_info *info = work->ndrange.kernel->info;
  const struct weft_launch *launch = &task->launch;
  if (!info->joined_lanes || work->ndrange.zero_local || task->along)
    return 1;
  uint64_t local = launch->local_size[0], most = launch->num_groups[0];
  uint64_t enough = (uint64_t)UNITS_PER_WORKER * work->hw->num_workers;
  const uint32_t widths[] = {info->joined_columns, info->joined_lanes};
  for (unsigned i = 0; i < 2; i++) {
    uint32_t groups = groups_that_fill(local, widths[i], most);
    if (task->units / groups >= enough)
      return groups;
  }
  uint64_t few = local < info->joined_lanes ? info->joined_lanes / local : 1;
  return (uint32_t)(few < most ? few : most);
}

static void prepare_ndrange(struct weft_work *work, struct weft_cpu_task *task) {
  const struct weft_kernel_info *info = work->ndrange.kernel->info;
  struct weft_launch *launch = &task->launch;
  size_t local_size[3] = {work->ndrange.local_size[0], work->ndrange.local_size[1], work->ndrange.local_size[2]};
  task->along = arrange_groups(work, local_size);
  task->units = 1;
  for (int d = 0; d < 3; d++) {
    size_t global = work->ndrange.global_size[d], local = local_size[d];
    if (global == 0) {
      task->units = 0;
      return;
    }
    launch->global_offset[d] = work->ndrange.global_offset[d];
    launch->global_size[d] = global;
    launch->local_size[d] = local;
    launch->num_groups[d] = global / local + (global % local != 0);
    if (__builtin_mul_overflow(task->units, launch->num_groups[d], &task->units)) {
      task->units = 0;
      task->status = CL_OUT_OF_RESOURCES;
      return;
    }
  }
  if (work->ndrange.local_mem_size > WEFT_GROUP_LOCAL_BYTES || !frame_fits(info, local_size)) {
    task->units = 0;
    task->status = CL_OUT_OF_RESOURCES;
    return;
  }
  task->joined = groups_at_once(work, task);
  task->in_row = launch->num_groups[0];
  if (task->joined > 1) {
    uint64_t rows = task->units / task->in_row;
    task->in_row = (task->in_row + task->joined - 1) / task->joined;
    task->units = rows * task->in_row;
  }
  write_relocs(work->ndrange.args, work->ndrange.relocs, work->ndrange.num_relocs);
  write_views(work);
  launch->args = work->ndrange.args;
  launch->services = work->ndrange.services;
  launch->host = work->ndrange.host;
  launch->work_dim = work->ndrange.work_dim;
  launch->disjoint = info->disjoint && is_disjoint(work);
  launch->largest_object = work->ndrange.largest_object ? work->ndrange.largest_object : UINT64_MAX;
}

static uint64_t items_of_units(const struct weft_cpu_task *task, uint64_t units) {
  const struct weft_launch *launch = &task->launch;
  uint64_t items = task->joined * launch->local_size[0] * launch->local_size[1] * launch->local_size[2];
  return __builtin_mul_overflow(items, units, &items) ? UINT64_MAX : items;
}

static uint64_t estimate_ndrange(const struct weft_work *work, const struct weft_cpu_task *task) {
  uint64_t cost = atomic_load_explicit(&work->ndrange.kernel->item_cost, memory_order_relaxed), total;
  if (cost == 0 || __builtin_mul_overflow(cost, items_of_units(task, task->units), &total))
    return UINT64_MAX;
  return total >> 10;
}

void weft_cpu_task_learn(struct weft_work *work, uint64_t indices, uint64_t ns) {
  if (work->kind != WEFT_WORK_NDRANGE || indices == 0)
    return;
  const struct weft_cpu_task *task = weft_cpu_task(work);
  uint64_t items = items_of_units(task, indices * task->grain);
  if (ns > UINT64_MAX >> 10)
    return;
  uint64_t seen = (ns << 10) / items;
  if (seen == 0)
    seen = 1;
  _Atomic uint64_t *cost = &work->ndrange.kernel->item_cost;
  uint64_t old = atomic_load_explicit(cost, memory_order_relaxed);
  /* One run that was interrupted by another process says little: up by a bounded factor, unless it took very long.
   * Down quickly where the first guess was far off, else slowly. */
  if (old != 0 && seen > old * 8 && ns < OUTLIER_NS)
    seen = old * 8;
  else if (seen < old)
    seen = old - (old - seen) / (seen < old / 4 ? 2 : 8);
  if (seen != old)
    atomic_store_explicit(cost, seen ? seen : 1, memory_order_relaxed);
}

/* Groups [begin, end) of an order along y or z: for kernels whose neighbours in memory are neighbours there. */
static void run_columns(struct weft_work *work, uint64_t begin, uint64_t end, const struct weft_cpu_arena *arena) {
  const struct weft_cpu_task *task = weft_cpu_task(work);
  const struct weft_launch *launch = &task->launch;
  weft_kernel_entry entry = work->ndrange.kernel->entry;
  const uint32_t along = task->along, last = 3 - along;
  uint64_t column = begin / launch->num_groups[along], group[3];
  group[along] = begin % launch->num_groups[along];
  group[0] = column % launch->num_groups[0];
  group[last] = column / launch->num_groups[0];
  for (; begin < end; begin++) {
    entry(launch, group, 1, arena->local, arena->frame);
    if (++group[along] < launch->num_groups[along])
      continue;
    group[along] = 0;
    if (++group[0] == launch->num_groups[0]) {
      group[0] = 0;
      group[last]++;
    }
  }
}

/* Units [begin, end) in linear order, a row of the range along x at a time. */
static void run_groups(struct weft_work *work, uint64_t begin, uint64_t end, const struct weft_cpu_arena *arena) {
  const struct weft_cpu_task *task = weft_cpu_task(work);
  const struct weft_launch *launch = &task->launch;
  weft_kernel_entry entry = work->ndrange.kernel->entry;
  if (task->along) {
    run_columns(work, begin, end, arena);
    return;
  }
  uint64_t row = begin / task->in_row, column = begin % task->in_row;
  uint64_t group[3] = {column * task->joined, row % launch->num_groups[1], row / launch->num_groups[1]};
  while (begin < end) {
    uint64_t units = task->in_row - column;
    if (units > end - begin)
      units = end - begin;
    if (work->ndrange.zero_local) {
      memset(arena->local, 0, work->ndrange.local_mem_size);
      units = 1;
    }
    column += units;
    uint64_t next = column < task->in_row ? column * task->joined : launch->num_groups[0];
    entry(launch, group, next - group[0], arena->local, arena->frame);
    begin += units;
    group[0] = next;
    if (column < task->in_row)
      continue;
    column = 0;
    group[0] = 0;
    if (++group[1] == launch->num_groups[1]) {
      group[1] = 0;
      group[2]++;
    }
  }
}

/* --- any work --- */

void weft_cpu_task_prepare(struct weft_work *work) {
  struct weft_cpu_task *task = weft_cpu_task(work);
  if (work->again && work->kind == WEFT_WORK_NDRANGE && task->units != 0) {
    task->status = CL_COMPLETE;
    task->estimate = estimate_ndrange(work, task);
    return;
  }
  *task = (struct weft_cpu_task){.status = CL_COMPLETE};
  switch (work->kind) {
  case WEFT_WORK_NONE:
    break;
  case WEFT_WORK_NDRANGE:
    prepare_ndrange(work, task);
    task->may_wait = work->ndrange.kernel->info->may_wait;
    if (task->units != 0)
      task->estimate = estimate_ndrange(work, task);
    break;
  case WEFT_WORK_COPY:
  case WEFT_WORK_FILL:
    weft_cpu_transfer_prepare(work);
    break;
  case WEFT_WORK_CALL:
    write_relocs(work->call.arg, work->call.relocs, work->call.num_relocs);
    task->units = 1;
    break;
  }
  task->grain = task->units / INT32_MAX + 1;
  task->indices = (uint32_t)(task->units / task->grain + (task->units % task->grain != 0));
}

void weft_cpu_task_run(struct weft_work *work, uint32_t begin, uint32_t end, const struct weft_cpu_arena *arena) {
  const struct weft_cpu_task *task = weft_cpu_task(work);
  uint64_t first = begin * task->grain, last = end * task->grain;
  if (last > task->units)
    last = task->units;
  switch (work->kind) {
  case WEFT_WORK_NONE:
    break;
  case WEFT_WORK_NDRANGE: {
    struct weft_fp_env env = weft_fp_env_enter(work->ndrange.kernel->info->flush_denormals);
    if (work->cancel)
      weft_cpu_run_interruptible(work, run_groups, first, last, arena);
    else
      run_groups(work, first, last, arena);
    weft_fp_env_leave(env);
    break;
  }
  case WEFT_WORK_COPY:
  case WEFT_WORK_FILL:
    weft_cpu_transfer_run(work, first, last);
    break;
  case WEFT_WORK_CALL:
    work->call.fn(work->call.arg);
    break;
  }
}

void weft_cpu_task_start(struct weft_work *work) {
  work->end_ns = 0;
  if (work->timed)
    work->start_ns = weft_cpu_now();
  if (work->started)
    work->started(work);
}

void weft_cpu_task_finish(struct weft_work *work) {
  if (work->timed && work->end_ns == 0)
    work->end_ns = weft_cpu_now();
  work->finished(work, weft_cpu_task(work)->status);
}
