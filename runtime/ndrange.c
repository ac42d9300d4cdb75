/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/ndrange.h"

#include <string.h>

#include "compiler/kernel_abi.h"
#include "runtime/allocation.h"
#include "runtime/device_enqueue.h"
#include "runtime/image.h"
#include "runtime/printf.h"
#include "runtime/shadow.h"
#include "runtime/specialise.h"

/* Groups beyond this are for the tail of a long inner loop only: nothing is gained any more. */
enum { TARGET_ITEMS = 512 };
/* Where rows are computed at once, so many items that x is still long. */
enum { TARGET_ITEMS_OF_ROWS = 2048 };
/* What lives across barriers should stay in the first-level cache. */
enum { TARGET_FRAME = 32 << 10 };
/* So many groups for each processor, that those which are late leave no other waiting long. */
enum { GROUPS_PER_UNIT = 4 };
/* Of a row's length, how many divisors are tried at most. */
enum { MOST_TRIED = 256 };

/* The largest divisor of `size` that is at most `most`, a multiple of `step`; 0: none. */
static size_t divisor(size_t size, size_t most, size_t step) {
  if (most > size)
    most = size;
  for (size_t d = most / step * step; d; d -= step)
    if (size % d == 0)
      return d;
  return 0;
}

static size_t num_items(const size_t global[3]) {
  size_t items = 1;
  for (unsigned d = 0; d < 3; d++)
    items = global[d] > SIZE_MAX / items ? SIZE_MAX : items * global[d];
  return items;
}

static size_t enough_groups(cl_device_id device) {
  return (size_t)device->caps->compute_units * GROUPS_PER_UNIT;
}

static size_t target_items(const struct weft_kernel_device *on, cl_device_id device, const size_t global[3],
                           size_t target) {
  size_t limit = weft_kernel_work_group_size(on, device), step = weft_kernel_preferred_multiple(device);
  if (on->info->frame_per_item) {
    size_t fits = TARGET_FRAME / on->info->frame_per_item;
    target = fits < WEFT_FRAME_ITEM_ROUND ? WEFT_FRAME_ITEM_ROUND : fits < target ? fits : target;
  }
  if (num_items(global) / enough_groups(device) < target)
    target = num_items(global) / enough_groups(device);
  target = target < step ? step : target / step * step;
  return target < limit ? target : limit;
}

/* How many rows a group has at least: those that packets compute at once, as many as divide the range and leave each
 * row a register's length; a smaller last group costs less than few of them. */
static size_t rows_of_group(const struct weft_kernel_device *on, bool uniform, size_t range, size_t most) {
  size_t rows = on->info->rows_at_once < most ? on->info->rows_at_once : most;
  if (rows < 2)
    return 1;
  size_t divides = divisor(range, rows, 1);
  return uniform || divides == rows || range < rows ? divides : rows;
}

/* The least divisor of a row's length from `least` on that a group of so many rows may have, so that there are still
 * enough groups; 0: there is none. */
static size_t longer_divisor(const struct weft_kernel_device *on, cl_device_id device, const size_t global[3],
                             size_t size, size_t least, size_t rows) {
  size_t most = weft_kernel_work_group_size(on, device), items = num_items(global) / enough_groups(device);
  if (on->info->frame_per_item && most > TARGET_FRAME / on->info->frame_per_item)
    most = TARGET_FRAME / on->info->frame_per_item;
  if (most > items)
    most = items;
  /* By what the divisors leave, of which there are few: launches wait for this. */
  if (size / least > MOST_TRIED)
    return 0;
  for (size_t parts = size / least; parts && size / parts <= most / rows; parts--)
    if (size % parts == 0)
      return size / parts;
  return 0;
}

/* A long x, in whole registers where it can be, then y and z in what is left. Divides where groups must be equal. Where
 * lanes are along y, and there are some, a long y, then x. Where packets take rows at once, as many of them, then x. */
static void choose_local(const struct weft_kernel_device *on, cl_device_id device, bool uniform, const size_t global[3],
                         size_t local[3]) {
  size_t step = weft_kernel_preferred_multiple(device);
  unsigned first = on->info->lanes_in_y && global[1] >= step, second = !first;
  bool at_once = !first && on->info->rows_at_once > 1 && global[1] > 1;
  size_t target = target_items(on, device, global, at_once ? TARGET_ITEMS_OF_ROWS : TARGET_ITEMS);
  size_t rows = at_once ? rows_of_group(on, uniform, global[1], target / step) : 1, along = target / rows;
  size_t row = divisor(global[first], along, step);
  if (!row)
    row = divisor(global[first], along, 1);
  if (uniform && row < step && row < global[first]) {
    /* A long group costs less than narrow ones, as of a prime number. */
    size_t longer = longer_divisor(on, device, global, global[first], along, rows);
    row = longer ? longer : row;
  }
  if (!uniform && row < step && row < global[first])
    row = along < global[first] ? along : global[first]; /* a smaller last group costs less than narrow ones */
  local[first] = row;
  size_t high = divisor(global[second], target / row ? target / row : 1, rows);
  local[second] = high ? high : rows;
  size_t left = target / local[0] / local[1];
  local[2] = divisor(global[2], left ? left : 1, 1);
}

/* The largest group of as many sub-groups as the kernel requires that divides the range, the longest x of those; where
 * none does and groups need not be equal, full sub-groups in a row. Zeros where there is none: check_local refuses
 * them. Such kernels are rare: this looks at each y and z. */
static void choose_for_sub_groups(const struct weft_kernel_device *on, cl_device_id device, bool uniform,
                                  const size_t global[3], size_t local[3]) {
  size_t width = weft_kernel_sub_group_size(on), count = on->info->required_sub_groups, best = 0;
  size_t limit = weft_kernel_work_group_size(on, device);
  local[0] = uniform ? 0 : weft_kernel_local_size_for(on, device, count);
  if (count > weft_kernel_max_sub_groups(on, device))
    return;
  size_t most = count * width < limit ? count * width : limit;
  for (size_t z = 1; z <= most && z <= global[2]; z++) {
    for (size_t y = 1; global[2] % z == 0 && y <= most / z && y <= global[1]; y++) {
      size_t x = global[1] % y == 0 ? divisor(global[0], most / (y * z), 1) : 0;
      if (x * y * z <= (count - 1) * width || x * y * z <= best)
        continue;
      best = x * y * z;
      memcpy(local, (const size_t[3]){x, y, z}, 3 * sizeof(*local));
    }
  }
}

static cl_int check_local(const struct weft_kernel_device *on, cl_device_id device, bool uniform,
                          const struct weft_ndrange *range) {
  size_t limit = weft_kernel_work_group_size(on, device), items = 1;
  for (unsigned d = 0; d < 3; d++)
    if (range->local[d] == 0)
      return CL_INVALID_WORK_GROUP_SIZE;
  for (unsigned d = 0; d < 3; d++)
    if (range->local[d] > device->caps->max_work_group_size)
      return CL_INVALID_WORK_ITEM_SIZE;
  for (unsigned d = 0; d < 3; d++) {
    if (range->local[d] > limit / items)
      return CL_INVALID_WORK_GROUP_SIZE;
    items *= range->local[d];
  }
  size_t width = weft_kernel_sub_group_size(on), sub_groups = on->info->required_sub_groups;
  if (sub_groups && items / width + (items % width != 0) != sub_groups)
    return CL_INVALID_WORK_GROUP_SIZE;
  const size_t *required = on->info->reqd_work_group_size;
  for (unsigned d = 0; d < 3; d++)
    if ((required[0] && required[d] != range->local[d]) || (uniform && range->global[d] % range->local[d] != 0))
      return CL_INVALID_WORK_GROUP_SIZE;
  return CL_SUCCESS;
}

bool weft_ndrange_fits(const struct weft_kernel_info *info, cl_device_id device, const struct weft_ndrange *range) {
  uint64_t items = 1;
  for (unsigned d = 0; d < 3; d++)
    items *= range->local[d];
  uint64_t padded = (items + WEFT_FRAME_ITEM_ROUND - 1) / WEFT_FRAME_ITEM_ROUND * WEFT_FRAME_ITEM_ROUND;
  uint64_t room = device->caps->frame_size;
  return info->frame_fixed <= room &&
         (!info->frame_per_item || padded <= (room - info->frame_fixed) / info->frame_per_item);
}

/* Groups can be counted in 64 bits, and one of them fits into a worker's arena. */
static cl_int check_resources(const struct weft_kernel_device *on, cl_device_id device,
                              const struct weft_ndrange *range) {
  uint64_t groups = 1;
  for (unsigned d = 0; d < 3; d++) {
    uint64_t count = (range->global[d] - 1) / range->local[d] + 1;
    if (count > INT64_MAX / groups)
      return CL_OUT_OF_RESOURCES;
    groups *= count;
  }
  return weft_ndrange_fits(on->info, device, range) ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

cl_int weft_ndrange_init(const struct weft_kernel_device *on, cl_device_id device, cl_uint work_dim,
                         const size_t *offset, const size_t *global, const size_t *local, struct weft_ndrange *out) {
  if (work_dim < 1 || work_dim > 3)
    return CL_INVALID_WORK_DIMENSION;
  *out = (struct weft_ndrange){.work_dim = work_dim, .global = {1, 1, 1}, .local = {1, 1, 1}};
  for (cl_uint d = 0; d < work_dim; d++) {
    out->global[d] = global ? global[d] : 0;
    out->offset[d] = offset ? offset[d] : 0;
    out->empty |= out->global[d] == 0;
    if (out->global[d] > SIZE_MAX - out->offset[d])
      return CL_INVALID_GLOBAL_OFFSET;
  }
  bool uniform = !on->executable->binary->non_uniform;
  const size_t *required = on->info->reqd_work_group_size;
  if (local)
    memcpy(out->local, local, work_dim * sizeof(*local));
  else if (required[0])
    memcpy(out->local, required, sizeof(out->local));
  else if (on->info->required_sub_groups)
    choose_for_sub_groups(on, device, uniform && !out->empty, out->global, out->local);
  else if (!out->empty)
    choose_local(on, device, uniform, out->global, out->local);
  cl_int error = check_local(on, device, uniform, out);
  return error || out->empty ? error : check_resources(on, device, out);
}

static cl_int check_args_locked(cl_kernel kernel, cl_device_id device) {
  weft_lock_assert(&kernel->lock);
  if (kernel->num_unset)
    return CL_INVALID_KERNEL_ARGS;
  for (uint32_t i = 0; i < kernel->info->num_args; i++) {
    cl_mem mem = kernel->args[i].mem;
    if (kernel->info->args[i].kind == WEFT_ARG_QUEUE &&
        !weft_object_is((const struct weft_object *)kernel->args[i].queue, WEFT_CLASS_QUEUE))
      return CL_INVALID_KERNEL_ARGS;
    if (!mem)
      continue;
    if (!weft_object_is((const struct weft_object *)mem, WEFT_CLASS_MEM))
      return CL_INVALID_KERNEL_ARGS; /* released since: the specification leaves it undefined */
    if (!weft_mem_is_aligned(mem, device))
      return CL_MISALIGNED_SUB_BUFFER_OFFSET;
  }
  return CL_SUCCESS;
}

cl_int weft_ndrange_check_args(cl_kernel kernel, cl_device_id device) {
  weft_lock_acquire(&kernel->lock);
  cl_int error = check_args_locked(kernel, device);
  weft_lock_release(&kernel->lock);
  return error;
}

/* A launch's own room: argument block, then relocations, images and the back end's views of those, then what commands
 * alone have: the sink of kernels that print, and what shadow mode needs. */
struct layout {
  size_t relocs, images, views, size;
};

static struct layout layout_of(cl_kernel kernel, cl_device_id device) {
  struct layout layout;
  layout.relocs = ((size_t)kernel->info->args_size + 15) / 16 * 16;
  layout.images = layout.relocs + kernel->num_pointers * sizeof(struct weft_reloc);
  layout.views = layout.images + kernel->num_images * sizeof(struct weft_image_arg);
  if (kernel->num_images)
    layout.views = (layout.views + 63) / 64 * 64;
  layout.size = (layout.views + kernel->num_images * device->caps->image_view_size + 15) / 16 * 16;
  return layout;
}

size_t weft_ndrange_room(cl_kernel kernel, cl_device_id device) {
  return layout_of(kernel, device).size;
}

static void hold(struct weft_object **held, cl_uint *num_held, struct weft_object *object) {
  weft_object_ref(object);
  held[(*num_held)++] = object;
}

/* Which bytes an argument may lead to, for kernels that ask whether arguments share some. Pages that another driver or
 * process has may be there twice, at two addresses. */
static void note_extent(struct weft_reloc *reloc, cl_mem mem) {
  if (mem) {
    reloc->after = weft_mem_root(mem)->mapped ? 0 : mem->size;
  } else if (reloc->mem_offset) {
    struct weft_allocation_facts found = weft_allocation_find((const void *)reloc->mem_offset);
    if (!found.context)
      return;
    reloc->before = reloc->mem_offset - (uintptr_t)found.start;
    reloc->after = found.size - reloc->before;
  } else {
    reloc->after = 1; /* a null pointer: to nothing that is another's */
  }
}

/* Bytes of what an argument's pointer leads to, a buffer, a sub-buffer or an allocation; SIZE_MAX if not known. */
static size_t object_bytes(const struct weft_kernel_info *info, const struct weft_reloc *reloc, cl_mem mem) {
  if (mem)
    return mem->size;
  if (!reloc->mem_offset)
    return 1;
  if (!info->asks_for_sizes) /* a copy of the kernel may ask all the same, but for a buffer most likely */
    return SIZE_MAX;
  struct weft_allocation_facts found = weft_allocation_find((const void *)reloc->mem_offset);
  return found.context ? found.size : SIZE_MAX;
}

/* Copies the arguments; the group's local memory is counted on the way. */
static cl_int snapshot_locked(cl_kernel kernel, const struct weft_kernel_device *on, const struct weft_hw_caps *caps,
                              struct weft_work *work, struct weft_object **held, cl_uint *num_held) {
  weft_lock_assert(&kernel->lock);
  const struct weft_kernel_info *info = on->info;
  char *block = work->ndrange.args;
  struct weft_reloc *reloc = (struct weft_reloc *)work->ndrange.relocs;
  struct weft_image_arg *image = (struct weft_image_arg *)work->ndrange.images;
  memcpy(block, kernel->block, info->args_size);
  for (uint32_t i = 0; i < info->num_args; i++) {
    const struct weft_arg_info *arg = &info->args[i];
    if (arg->kind == WEFT_ARG_GLOBAL || arg->kind == WEFT_ARG_CONSTANT || arg->kind == WEFT_ARG_PIPE) {
      cl_mem mem = kernel->args[i].mem;
      *reloc = (struct weft_reloc){.offset = arg->offset, .mem_offset = kernel->args[i].address};
      if (mem) {
        struct weft_place place = weft_mem_place(mem);
        reloc->mem = place.mem;
        reloc->mem_offset = place.offset;
        hold(held, num_held, &mem->object);
      }
      if (info->disjoint)
        note_extent(reloc, mem);
      size_t bytes = object_bytes(info, reloc, mem);
      if (bytes > work->ndrange.largest_object)
        work->ndrange.largest_object = bytes;
      reloc++;
    } else if (arg->kind == WEFT_ARG_IMAGE) {
      *image = weft_image_describe(kernel->args[i].mem);
      image->offset = arg->offset;
      hold(held, num_held, &kernel->args[i].mem->object);
      image++;
    } else if (arg->kind == WEFT_ARG_QUEUE) {
      memcpy(block + arg->offset, &kernel->args[i].queue, sizeof(kernel->args[i].queue));
      hold(held, num_held, &kernel->args[i].queue->object);
    }
  }
  size_t local = weft_kernel_place_locals(kernel, on, caps->local_mem_size, block);
  work->ndrange.local_mem_size = local;
  work->ndrange.zero_local = local > 0 && kernel->context->zero_local;
  return local > caps->local_mem_size ? CL_OUT_OF_RESOURCES : CL_SUCCESS;
}

cl_int weft_ndrange_describe(cl_kernel kernel, const struct weft_kernel_device *on, cl_device_id device,
                             const struct weft_ndrange *range, void *room, struct weft_work *work,
                             struct weft_object **held, cl_uint *num_held, struct weft_facts *facts) {
  struct layout layout = layout_of(kernel, device);
  char *base = room;
  work->kind = WEFT_WORK_NDRANGE;
  work->ndrange.kernel = on->entry;
  work->ndrange.work_dim = range->work_dim;
  memcpy(work->ndrange.global_offset, range->offset, sizeof(range->offset));
  memcpy(work->ndrange.global_size, range->global, sizeof(range->global));
  memcpy(work->ndrange.local_size, range->local, sizeof(range->local));
  work->ndrange.args = base;
  work->ndrange.args_size = kernel->info->args_size;
  work->ndrange.relocs = (struct weft_reloc *)(void *)(base + layout.relocs);
  work->ndrange.num_relocs = kernel->num_pointers;
  work->ndrange.images = (struct weft_image_arg *)(void *)(base + layout.images);
  work->ndrange.num_images = kernel->num_images;
  work->ndrange.views = base + layout.views;
  work->ndrange.services = weft_launch_services();
  facts->count = 0;
  weft_lock_acquire(&kernel->lock);
  cl_int error = check_args_locked(kernel, device);
  if (!error)
    error = snapshot_locked(kernel, on, device->caps, work, held, num_held);
  if (!error && on->num_facts)
    weft_specialise_facts_locked(kernel, on->info, facts);
  weft_lock_release(&kernel->lock);
  hold(held, num_held, &kernel->object);
  weft_specialise_add_group(on->info, range, facts);
  return error;
}

static void finish_printing(struct weft_command *command, cl_int status) {
  weft_printf_sink_finish(command->work.ndrange.host);
}

/* What a launch's `host` points to, behind the rest of its room. */
static size_t host_size(cl_kernel kernel) {
  return kernel->info->uses_enqueue  ? sizeof(struct weft_spawner)
         : kernel->info->uses_printf ? sizeof(struct weft_printf_sink)
                                     : 0;
}

static void add_host(struct weft_command *command, cl_kernel kernel, const struct weft_kernel_device *on, void *host) {
  cl_command_queue queue = command->event.queue;
  if (kernel->info->uses_enqueue) {
    cl_command_queue default_queue = weft_context_default_queue(queue->context, queue->device);
    weft_spawner_init(host, command, kernel, on, default_queue);
    WEFT_UNREF(&default_queue);
  } else if (kernel->info->uses_printf) {
    command->work.ndrange.host = host;
    weft_printf_sink_init(host);
    command->finish = finish_printing;
  }
}

cl_int weft_ndrange_create(cl_command_queue queue, cl_kernel kernel, const struct weft_kernel_device *on,
                           const struct weft_ndrange *range, cl_command_type type, cl_uint num_waits,
                           const cl_event *waits, struct weft_command **out) {
  size_t shadow = range->empty ? 0 : weft_shadow_room(kernel, on);
  size_t host_at = weft_ndrange_room(kernel, queue->device), size = host_at + host_size(kernel);
  size_t shadow_at = (size + 63) / 64 * 64;
  if (shadow)
    size = shadow_at + shadow;
  if (!size)
    size = 1; /* so that there is a block to point into */
  struct weft_command *command;
  cl_int error = weft_command_create(queue, type, num_waits, waits, kernel->info->num_args + 2, size, &command);
  if (error)
    return error;
  char *room = command->extra;
  add_host(command, kernel, on, room + host_at);
  struct weft_facts facts;
  error = weft_ndrange_describe(kernel, on, queue->device, range, room, &command->work, command->held,
                                &command->num_held, &facts);
  if (error) {
    weft_command_discard(command);
    return error;
  }
  if (facts.count)
    command->work.ndrange.kernel = weft_specialise_entry(on, queue->device, &facts, range);
  if (shadow)
    weft_shadow_attach(command, kernel, on, room + shadow_at);
  *out = command;
  return CL_SUCCESS;
}

cl_int weft_ndrange_enqueue(cl_command_queue queue, cl_kernel kernel, const struct weft_kernel_device *on,
                            const struct weft_ndrange *range, cl_command_type type, cl_uint num_waits,
                            const cl_event *waits, cl_event *event) {
  struct weft_command *command;
  cl_int error = weft_ndrange_create(queue, kernel, on, range, type, num_waits, waits, &command);
  return error ? error : weft_command_enqueue(command, CL_FALSE, event);
}
