/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A shadowed launch, step by step; the command's order makes each step see what the one before wrote:
 *
 *   prepare   copies what the arguments may write to
 *   (run)     the work as compiled, on the application's memory
 *   spawn     the command has a second part: the reference, on the copies
 *   finished  compares; the part ends, and with it the command
 *   finish    frees the copies, in whatever way the command ended
 *
 * Other commands may write to the same storage at the same time, to other parts of it by right. Where none was running
 * at the copy and none has started up to the comparison, a difference is the kernel's.
 */
#include "runtime/shadow.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/config.h"
#include "base/log.h"
#include "compiler/kernel_abi.h"
#include "runtime/build_steps.h"
#include "runtime/device_enqueue.h"
#include "runtime/list.h"
#include "runtime/printf.h"

struct copy {
  const struct weft_hw_memory *of;
  struct weft_hw_memory twin;
};

struct weft_shadow {
  struct weft_work work; /* the reference's */
  struct weft_command *command;
  cl_kernel kernel; /* held by the command */
  void (*finish)(struct weft_command *command, cl_int status);
  struct weft_reloc *relocs;
  struct weft_image_arg *images;
  struct copy *copies;
  uint32_t num_copies;
  bool skipped;
  uint64_t started; /* when the copies were made */
  bool alone;
};

static unsigned level;
static struct weft_kernel_services quiet_services;
static pthread_once_t once = PTHREAD_ONCE_INIT;

/* What the reference prints has been printed; printf's result is the same. */
static int32_t print_nothing(const struct weft_launch *launch, const char *format, const char *types,
                             const void *args) {
  struct weft_text text = {0};
  int32_t result = weft_printf_format(&text, format, types, args);
  weft_text_free(&text);
  return result;
}

static void read_options(void) {
  uint64_t value = 0;
  weft_config_size(WEFT_OPTION_SHADOW, &value);
  level = value > 2 ? 2 : (unsigned)value;
  quiet_services = *weft_launch_services();
  quiet_services.print = print_nothing;
}

unsigned weft_shadow_level(void) {
  pthread_once(&once, read_options);
  return level;
}

void weft_shadow_add_reference(struct weft_executable *executable, const struct weft_target *target) {
  const struct weft_binary *binary = executable->binary;
  const char *text = weft_config_text(WEFT_OPTION_SHADOW_OPTIONS);
  /* Whatever the options are: packets are what is to be compared. */
  struct weft_target scalar = *target;
  scalar.spmd = (struct weft_spmd){.mode = WEFT_SPMD_OFF};
  struct weft_parsed_options options;
  struct weft_step_result result = {0};
  cl_int error = weft_parse_options(text ? text : "-cl-opt-disable", WEFT_STAGE_BUILD, &options);
  if (!error && !binary->bitcode.data)
    error = CL_INVALID_BINARY;
  if (!error) {
    options.build.std = binary->std;
    options.build.flags |= binary->flags;
    error = weft_step_link(&scalar, &options, binary->options, &executable->binary, 1, &result);
  }
  if (!error)
    error = weft_executable_create(result.binary, NULL, executable->device, &result.log, &executable->reference);
  if (error)
    weft_log(WEFT_LOG_WARNING, "shadow: a program has no reference: error %d. %s", error, result.log ? result.log : "");
  else
    weft_command_count();
  weft_free(result.log);
  weft_binary_unref(&result.binary);
  weft_parsed_options_free(&options);
}

static const struct weft_kernel_info *find_reference(const struct weft_kernel_device *on,
                                                     struct weft_hw_kernel **entry) {
  const struct weft_executable *reference = on->executable->reference;
  const struct weft_kernel_info *info = weft_binary_find_kernel(reference->binary, on->info->name);
  if (info)
    *entry = reference->entries[info - reference->binary->kernels];
  return info;
}

/* NULL: the launch can be compared. */
static const char *why_not(cl_kernel kernel, const struct weft_kernel_device *on) {
  if (on->info->order_matters)
    return "its result may depend on the order of work-items or on the time";
  if (on->info->uses_enqueue)
    return "it enqueues kernels";
  if (on->executable->binary->has_writable_globals)
    return "its program has variables";
  for (uint32_t i = 0; i < on->info->num_args; i++)
    if (on->info->args[i].kind == WEFT_ARG_PIPE || on->info->args[i].kind == WEFT_ARG_QUEUE)
      return "it has pipes or queues";
  weft_lock_acquire(&kernel->lock);
  bool by_address = kernel->outside != 0;
  for (uint32_t i = 0; i < on->info->num_args; i++)
    by_address |= kernel->args[i].address != 0;
  weft_lock_release(&kernel->lock);
  if (by_address)
    return "it is given memory by addresses";
  struct weft_hw_kernel *entry;
  const struct weft_kernel_info *info = find_reference(on, &entry);
  if (!info || info->args_size != on->info->args_size || info->num_args != on->info->num_args ||
      info->local_size != on->info->local_size)
    return "its reference takes other arguments";
  return NULL;
}

struct layout {
  size_t args, relocs, images, copies, views, size;
};

static size_t round_up(size_t size) {
  return (size + 63) / 64 * 64;
}

static struct layout layout_of(cl_kernel kernel, cl_device_id device) {
  struct layout layout;
  layout.args = round_up(sizeof(struct weft_shadow));
  layout.relocs = layout.args + round_up(kernel->info->args_size);
  layout.images = layout.relocs + round_up(kernel->num_pointers * sizeof(struct weft_reloc));
  layout.copies = layout.images + round_up(kernel->num_images * sizeof(struct weft_image_arg));
  layout.views = layout.copies + round_up((kernel->num_pointers + kernel->num_images) * sizeof(struct copy));
  layout.size = layout.views + kernel->num_images * device->caps->image_view_size;
  return layout;
}

size_t weft_shadow_room(cl_kernel kernel, const struct weft_kernel_device *on) {
  if (!on->executable->reference)
    return 0;
  const char *why = why_not(kernel, on);
  if (!why)
    return layout_of(kernel, on->device).size;
  weft_log(WEFT_LOG_INFO, "shadow: kernel '%s' is not compared: %s", on->info->name, why);
  return 0;
}

static const struct weft_hw_memory *twin_of(const struct weft_shadow *shadow, const struct weft_hw_memory *mem) {
  for (uint32_t i = 0; i < shadow->num_copies; i++)
    if (shadow->copies[i].of == mem)
      return &shadow->copies[i].twin;
  return mem;
}

static void free_copies(struct weft_shadow *shadow) {
  cl_device_id device = shadow->command->event.queue->device;
  for (uint32_t i = 0; i < shadow->num_copies; i++)
    device->ops->mem_free(device->hw, &shadow->copies[i].twin);
  shadow->num_copies = 0;
}

static bool copy_memory(struct weft_shadow *shadow, const struct weft_hw_memory *mem) {
  cl_device_id device = shadow->command->event.queue->device;
  if (!mem || twin_of(shadow, mem) != mem)
    return true;
  struct copy *copy = &shadow->copies[shadow->num_copies];
  if (!mem->host || device->ops->mem_alloc(device->hw, mem->size, NULL, &copy->twin))
    return false;
  copy->of = mem;
  shadow->num_copies++;
  memcpy(copy->twin.host, mem->host, mem->size);
  return true;
}

static bool is_pointer(const struct weft_arg_info *arg) {
  return arg->kind == WEFT_ARG_GLOBAL || arg->kind == WEFT_ARG_CONSTANT;
}

static cl_int prepare(struct weft_command *command) {
  struct weft_shadow *shadow = command->shadow;
  const struct weft_kernel_info *info = shadow->kernel->info;
  bool copied = true;
  struct weft_command_traffic traffic = weft_command_traffic();
  shadow->started = traffic.started;
  shadow->alone = traffic.running == 1;
  for (uint32_t i = 0, reloc = 0, image = 0; i < info->num_args; i++) {
    const struct weft_arg_info *arg = &info->args[i];
    if (arg->kind == WEFT_ARG_GLOBAL)
      copied = copied && copy_memory(shadow, shadow->relocs[reloc].mem);
    else if (arg->kind == WEFT_ARG_IMAGE && arg->access != CL_KERNEL_ARG_ACCESS_READ_ONLY)
      copied = copied && copy_memory(shadow, shadow->images[image].mem);
    reloc += is_pointer(arg);
    image += arg->kind == WEFT_ARG_IMAGE;
  }
  if (!copied) {
    weft_log(WEFT_LOG_INFO, "shadow: a launch of kernel '%s' is not compared: no memory for the copies", info->name);
    shadow->skipped = true;
    free_copies(shadow);
  }
  return CL_SUCCESS;
}

static void spawn(struct weft_command *command) {
  struct weft_shadow *shadow = command->shadow;
  cl_device_id device = command->event.queue->device;
  if (shadow->skipped || command->work_status < 0)
    return;
  /* What is only read is where it was, unless it is part of what was copied. */
  for (size_t i = 0; i < shadow->work.ndrange.num_relocs; i++)
    shadow->relocs[i].mem = twin_of(shadow, shadow->relocs[i].mem);
  for (size_t i = 0; i < shadow->work.ndrange.num_images; i++)
    shadow->images[i].mem = twin_of(shadow, shadow->images[i].mem);
  weft_command_part_begins(command);
  device->ops->submit(&shadow->work);
}

/* The argument to which byte `at` of a copy belongs: the last one that begins before it; and where that begins. */
static const struct weft_arg_info *argument_at(const struct weft_shadow *shadow, const struct copy *copy, size_t at,
                                               uint32_t *index, size_t *start) {
  const struct weft_kernel_info *info = shadow->kernel->info;
  const struct weft_arg_info *found = NULL;
  for (uint32_t i = 0, reloc = 0, image = 0; i < info->num_args; i++) {
    const struct weft_arg_info *arg = &info->args[i];
    const struct weft_hw_memory *mem = NULL;
    size_t offset = 0;
    if (is_pointer(arg)) {
      mem = shadow->relocs[reloc].mem;
      offset = shadow->relocs[reloc++].mem_offset;
    } else if (arg->kind == WEFT_ARG_IMAGE) {
      mem = shadow->images[image].mem;
      offset = shadow->images[image++].mem_offset;
    }
    if (mem == &copy->twin && offset <= at && (!found || offset > *start)) {
      found = arg;
      *index = i;
      *start = offset;
    }
  }
  return found;
}

/* Bytes of an element where the argument points to floats, half to double and vectors of them; else 0. */
static size_t float_size(const struct weft_arg_info *arg) {
  static const struct {
    const char *name;
    size_t size;
  } floats[] = {{"half", 2}, {"float", 4}, {"double", 8}};
  for (size_t i = 0; arg && arg->type_name && i < sizeof floats / sizeof *floats; i++) {
    size_t length = strlen(floats[i].name);
    char next = strncmp(arg->type_name, floats[i].name, length) ? 'a' : arg->type_name[length];
    if (next == '*' || (next >= '1' && next <= '9'))
      return floats[i].size;
  }
  return 0;
}

static bool is_nan(const unsigned char *at, size_t size) {
  static const uint64_t infinity[] = {[2] = 0x7c00, [4] = 0x7f800000, [8] = 0x7ff0000000000000};
  uint64_t bits = 0;
  memcpy(&bits, at, size);
  return (bits & ~(UINT64_C(1) << (size * 8 - 1))) > infinity[size];
}

/* The first byte from `at` on that differs, other than in the bits of a NaN; the size if there is none. */
static size_t next_difference(const struct weft_shadow *shadow, const struct copy *copy, size_t at) {
  const unsigned char *got = copy->of->host, *want = copy->twin.host;
  for (; at < copy->of->size; at++) {
    if (got[at] == want[at])
      continue;
    uint32_t index;
    size_t start = 0, size = float_size(argument_at(shadow, copy, at, &index, &start));
    size_t element = size ? at - (at - start) % size : at;
    if (!size || element + size > copy->of->size || !is_nan(got + element, size) || !is_nan(want + element, size))
      break;
    at = element + size - 1;
  }
  return at;
}

/* False: the copy is as the storage. */
static bool differs(const struct weft_shadow *shadow, const struct copy *copy, bool certain) {
  const unsigned char *got = copy->of->host, *want = copy->twin.host;
  const size_t size = copy->of->size;
  if (!memcmp(got, want, size))
    return false;
  const size_t first = next_difference(shadow, copy, 0);
  if (first == size)
    return false; /* none but NaNs, or none by now: another command, or the application, is writing */
  const unsigned char got_first = *(const volatile unsigned char *)&got[first], want_first = want[first];
  if (got_first == want_first)
    return false; /* the same by now */
  size_t count = 1, start = 0;
  for (size_t at = first; (at = next_difference(shadow, copy, at + 1)) < size;)
    count++;
  uint32_t index = 0;
  const struct weft_arg_info *arg = argument_at(shadow, copy, first, &index, &start);
  const struct weft_work *work = &shadow->work;
  const size_t *global = work->ndrange.global_size, *local = work->ndrange.local_size;
  weft_log(certain ? WEFT_LOG_ERROR : WEFT_LOG_INFO,
           "shadow: kernel '%s' (%u dimensions, global %zux%zux%zu, local %zux%zux%zu): argument %u '%s': byte %zu is "
           "%#x, not %#x as the reference has it; %zu bytes differ%s",
           shadow->kernel->info->name, work->ndrange.work_dim, global[0], global[1], global[2], local[0], local[1],
           local[2], index, arg && arg->name ? arg->name : "", first - start, got_first, want_first, count,
           certain ? "" : "; other commands ran meanwhile");
  return true;
}

static void reference_finished(struct weft_work *work, cl_int status) {
  struct weft_shadow *shadow = WEFT_LIST_ENTRY(work, struct weft_shadow, work);
  const char *name = shadow->kernel->info->name;
  bool certain = shadow->alone && weft_command_traffic().started == shadow->started, differ = false;
  if (status < 0)
    weft_log(WEFT_LOG_INFO, "shadow: a launch of kernel '%s' is not compared: its reference ends with error %d", name,
             status);
  for (uint32_t i = 0; i < shadow->num_copies && status >= 0; i++)
    differ |= differs(shadow, &shadow->copies[i], certain);
  if (differ && certain && level == 2)
    abort();
  if (!differ && status >= 0)
    weft_log(WEFT_LOG_DEBUG, "shadow: kernel '%s' agrees in %" PRIu32 " memory objects", name, shadow->num_copies);
  weft_command_part_ended(shadow->command);
}

static void finish(struct weft_command *command, cl_int status) {
  struct weft_shadow *shadow = command->shadow;
  free_copies(shadow);
  if (shadow->finish)
    shadow->finish(command, status);
}

void weft_shadow_attach(struct weft_command *command, cl_kernel kernel, const struct weft_kernel_device *on,
                        void *room) {
  struct layout layout = layout_of(kernel, on->device);
  struct weft_shadow *shadow = room;
  struct weft_work *work = &shadow->work;
  char *base = room;
  *work = command->work;
  work->started = NULL;
  work->finished = reference_finished;
  find_reference(on, &work->ndrange.kernel);
  work->ndrange.args = base + layout.args;
  work->ndrange.views = base + layout.views;
  work->ndrange.services = &quiet_services;
  work->ndrange.host = NULL;
  shadow->relocs = (struct weft_reloc *)(void *)(base + layout.relocs);
  shadow->images = (struct weft_image_arg *)(void *)(base + layout.images);
  shadow->copies = (struct copy *)(void *)(base + layout.copies);
  memcpy(work->ndrange.args, command->work.ndrange.args, kernel->info->args_size);
  memcpy(shadow->relocs, command->work.ndrange.relocs, kernel->num_pointers * sizeof(*shadow->relocs));
  memcpy(shadow->images, command->work.ndrange.images, kernel->num_images * sizeof(*shadow->images));
  work->ndrange.relocs = shadow->relocs;
  work->ndrange.images = shadow->images;
  shadow->command = command;
  shadow->kernel = kernel;
  shadow->finish = command->finish;
  command->shadow = shadow;
  command->prepare = prepare;
  command->spawn = spawn;
  command->finish = finish;
}
