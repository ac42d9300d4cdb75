/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Recording: the commands of a command buffer, and who waits for whom. */
#include "runtime/command_buffer.h"
#include "runtime/kernel_code.h"

#include <string.h>

#include "base/alloc.h"

/* --- the command --- */

static void destroy_command(struct weft_object *object) {
  struct _cl_mutable_command_khr *command = (struct _cl_mutable_command_khr *)object;
  for (size_t i = 0; i < 2; i++)
    if (command->held[i])
      weft_object_unref(command->held[i]);
  if (command->own)
    weft_kernel_release(command->own);
  WEFT_UNREF(&command->kernel);
  weft_free(command->property_list);
  weft_free(command->waits);
  weft_free(command->successors);
  weft_free(command);
}

static cl_int copy_properties(const cl_properties *list, size_t size, cl_properties **out) {
  *out = size ? weft_memdup(list, size) : NULL;
  return *out || !size ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

/* --- the buffer --- */

static void destroy_buffer(struct weft_object *object) {
  cl_command_buffer_khr buffer = (cl_command_buffer_khr)object;
  weft_replays_destroy(buffer);
  for (cl_uint i = 0; i < buffer->num_commands; i++)
    weft_object_unref(&buffer->commands[i]->object);
  for (cl_uint i = 0; i < buffer->num_queues; i++)
    WEFT_UNREF(&buffer->queues[i]);
  weft_free(buffer->commands);
  weft_free(buffer->queues);
  weft_free(buffer->last_of_queue);
  weft_free(buffer->property_list);
  weft_lock_destroy(&buffer->lock);
  WEFT_UNREF(&buffer->context);
  weft_free(buffer);
}

cl_int weft_command_buffer_create(cl_uint num_queues, const cl_command_queue *queues,
                                  const struct weft_command_buffer_options *options, cl_command_buffer_khr *out) {
  cl_command_buffer_khr buffer = weft_zalloc(sizeof(*buffer));
  if (!buffer)
    return CL_OUT_OF_HOST_MEMORY;
  weft_object_init(&buffer->object, WEFT_CLASS_COMMAND_BUFFER, destroy_buffer);
  weft_lock_init(&buffer->lock);
  buffer->context = WEFT_REF(queues[0]->context);
  buffer->is_mutable = options->is_mutable;
  buffer->asserts_no_groups = options->asserts_no_groups;
  buffer->property_list_size = options->list_size;
  buffer->queues = weft_calloc(num_queues, sizeof(*buffer->queues));
  buffer->last_of_queue = weft_calloc(num_queues, sizeof(*buffer->last_of_queue));
  cl_int error = copy_properties(options->list, options->list_size, &buffer->property_list);
  if (error || !buffer->queues || !buffer->last_of_queue) {
    weft_object_unref(&buffer->object);
    return CL_OUT_OF_HOST_MEMORY;
  }
  for (; buffer->num_queues < num_queues; buffer->num_queues++)
    buffer->queues[buffer->num_queues] = WEFT_REF(queues[buffer->num_queues]);
  *out = buffer;
  return CL_SUCCESS;
}

/* Room for one more command. */
static cl_int grow(cl_command_buffer_khr buffer) {
  if (buffer->num_commands < buffer->room)
    return CL_SUCCESS;
  if (buffer->num_commands == CL_UINT_MAX)
    return CL_OUT_OF_RESOURCES; /* sync points are the numbers from 1 on */
  cl_uint room = buffer->room < CL_UINT_MAX / 2 ? buffer->room * 2 + 8 : CL_UINT_MAX;
  struct _cl_mutable_command_khr **more = weft_realloc(buffer->commands, room * sizeof(*more));
  if (!more)
    return CL_OUT_OF_HOST_MEMORY;
  buffer->commands = more;
  buffer->room = room;
  return CL_SUCCESS;
}

/* Predecessors of the next command: its own wait list, the queue's order, the last barrier; for a barrier without a
 * list, all commands since the last of these. */
static cl_int find_waits(const struct weft_recording *to, bool barrier, struct _cl_mutable_command_khr *command) {
  cl_command_buffer_khr buffer = to->buffer;
  bool waits_for_all = barrier && !to->num_waits;
  cl_uint first = buffer->first_since, since = waits_for_all ? buffer->num_commands - first : 0;
  size_t most = (size_t)to->num_waits + since + 2;
  cl_uint last = weft_queue_in_order(buffer->queues[to->queue]) ? buffer->last_of_queue[to->queue] : 0;
  command->waits = weft_calloc(most, sizeof(*command->waits));
  if (!command->waits)
    return CL_OUT_OF_HOST_MEMORY;
  cl_uint count = 0;
  for (cl_uint i = 0; i < to->num_waits; i++)
    command->waits[count++] = to->waits[i] - 1;
  for (cl_uint i = 0; i < since; i++)
    command->waits[count++] = first + i;
  if (last)
    command->waits[count++] = last - 1;
  if (buffer->last_barrier && buffer->last_barrier != last)
    command->waits[count++] = buffer->last_barrier - 1;
  command->num_waits = count;
  return CL_SUCCESS;
}

/* A command that is not yet part of its buffer. */
static cl_int start(const struct weft_recording *to, cl_command_type type, bool barrier,
                    struct _cl_mutable_command_khr **out) {
  cl_int error = grow(to->buffer);
  if (error)
    return error;
  struct _cl_mutable_command_khr *command = weft_alloc_aligned(64, sizeof(*command));
  if (!command)
    return CL_OUT_OF_HOST_MEMORY;
  memset(command, 0, sizeof(*command));
  weft_object_init(&command->object, WEFT_CLASS_MUTABLE_COMMAND, destroy_command);
  command->buffer = to->buffer;
  command->type = type;
  command->index = to->buffer->num_commands;
  command->queue = to->queue;
  command->property_list_size = to->properties_size;
  error = copy_properties(to->properties, to->properties_size, &command->property_list);
  if (!error)
    error = find_waits(to, barrier, command);
  if (error)
    weft_object_unref(&command->object);
  else
    *out = command;
  return error;
}

static void add(const struct weft_recording *to, struct _cl_mutable_command_khr *command) {
  cl_command_buffer_khr buffer = to->buffer;
  buffer->commands[buffer->num_commands++] = command;
  buffer->last_of_queue[to->queue] = buffer->num_commands;
  if (to->sync_point)
    *to->sync_point = buffer->num_commands;
  if (to->handle)
    *to->handle = command;
}

static void hold(struct _cl_mutable_command_khr *command, size_t at, cl_mem mem) {
  if (!mem)
    return;
  weft_object_ref(&mem->object);
  command->held[at] = &mem->object;
}

cl_int weft_record_barrier(const struct weft_recording *to) {
  struct _cl_mutable_command_khr *command;
  cl_int error = start(to, CL_COMMAND_BARRIER, true, &command);
  if (error)
    return error;
  command->work.kind = WEFT_WORK_NONE;
  add(to, command);
  to->buffer->last_barrier = command->index + 1;
  if (!to->num_waits)
    to->buffer->first_since = command->index + 1;
  return CL_SUCCESS;
}

cl_int weft_record_transfer(const struct weft_recording *to, const struct weft_transfer *transfer) {
  struct _cl_mutable_command_khr *command;
  cl_int error = start(to, transfer->type, false, &command);
  if (error)
    return error;
  weft_transfer_describe(transfer, &command->work);
  hold(command, 0, transfer->dst.mem);
  hold(command, 1, transfer->src.mem);
  add(to, command);
  return CL_SUCCESS;
}

cl_int weft_record_fill(const struct weft_recording *to, const struct weft_fill *fill) {
  struct _cl_mutable_command_khr *command;
  cl_int error = start(to, fill->type, false, &command);
  if (error)
    return error;
  weft_transfer_describe_fill(fill, &command->work);
  hold(command, 0, fill->dst.mem);
  add(to, command);
  return CL_SUCCESS;
}

/* Local arguments and variables fit, and nothing is missing. */
static cl_int check_arguments(cl_kernel kernel, cl_device_id device) {
  const struct weft_kernel_device *on;
  cl_int error = weft_ndrange_check_args(kernel, device);
  if (!error)
    error = weft_kernel_find_code(kernel, device, &on);
  if (!error && weft_kernel_local_memory(kernel, on, device) > device->caps->local_mem_size)
    error = CL_OUT_OF_RESOURCES;
  return error;
}

cl_int weft_record_ndrange(const struct weft_recording *to, cl_kernel kernel, const struct weft_ndrange *range,
                           bool has_local, cl_bitfield fields, bool may_lack) {
  struct _cl_mutable_command_khr *command;
  cl_int error = start(to, CL_COMMAND_NDRANGE_KERNEL, false, &command);
  if (error)
    return error;
  command->kernel = WEFT_REF(kernel);
  command->range = *range;
  command->has_local = has_local;
  command->fields = fields;
  error = weft_kernel_clone(kernel, &command->own);
  bool lacks = !error && command->own->num_unset;
  if (!error && !(lacks && may_lack))
    error = check_arguments(command->own, to->buffer->queues[to->queue]->device);
  if (error) {
    weft_object_unref(&command->object);
    return error;
  }
  to->buffer->num_incomplete += lacks;
  add(to, command);
  return CL_SUCCESS;
}

/* --- the graph --- */

/* Room for each command's successors, exactly; counts anew. */
static cl_int make_successors(cl_command_buffer_khr buffer) {
  for (cl_uint i = 0; i < buffer->num_commands; i++)
    buffer->commands[i]->num_successors = 0;
  for (cl_uint i = 0; i < buffer->num_commands; i++)
    for (cl_uint j = 0; j < buffer->commands[i]->num_waits; j++)
      buffer->commands[buffer->commands[i]->waits[j]]->num_successors++;
  for (cl_uint i = 0; i < buffer->num_commands; i++) {
    struct _cl_mutable_command_khr *command = buffer->commands[i];
    if (!command->successors && command->num_successors)
      command->successors = weft_calloc(command->num_successors, sizeof(*command->successors));
    if (!command->successors && command->num_successors)
      return CL_OUT_OF_HOST_MEMORY;
  }
  return CL_SUCCESS;
}

static void fill_successors(cl_command_buffer_khr buffer) {
  buffer->num_sinks = 0;
  for (cl_uint i = 0; i < buffer->num_commands; i++) {
    buffer->num_sinks += buffer->commands[i]->num_successors == 0;
    buffer->commands[i]->num_successors = 0;
  }
  for (cl_uint i = 0; i < buffer->num_commands; i++)
    for (cl_uint j = 0; j < buffer->commands[i]->num_waits; j++) {
      struct _cl_mutable_command_khr *before = buffer->commands[buffer->commands[i]->waits[j]];
      before->successors[before->num_successors++] = i;
    }
}

cl_int weft_command_buffer_finalize(cl_command_buffer_khr buffer) {
  cl_int error = make_successors(buffer);
  if (error)
    return error;
  fill_successors(buffer);
  if (!buffer->num_incomplete) {
    error = weft_replay_create(buffer, &buffer->idle);
    if (error)
      return error;
    buffer->num_idle = 1;
  }
  buffer->state = buffer->num_incomplete ? WEFT_FINALIZED : WEFT_EXECUTABLE;
  return CL_SUCCESS;
}

/* --- updates --- */

void weft_command_buffer_update(cl_command_buffer_khr buffer, cl_uint count, struct weft_dispatch_update *updates) {
  for (cl_uint i = 0; i < count; i++) {
    cl_mutable_command_khr command = updates[i].command;
    if (updates[i].own) {
      buffer->num_incomplete -= command->own->num_unset && !updates[i].own->num_unset;
      weft_kernel_release(command->own);
      command->own = updates[i].own;
    }
    command->range = updates[i].range;
    command->has_local = updates[i].has_local;
    command->revision++;
  }
  if (!buffer->num_incomplete)
    buffer->state = WEFT_EXECUTABLE;
}

/* --- copies for other queues --- */

/* The index space as the application gave it, checked for another device. */
static cl_int check_range(const struct _cl_mutable_command_khr *command, cl_device_id device,
                          struct weft_ndrange *out) {
  const struct weft_kernel_device *on;
  cl_int error = weft_kernel_find_code(command->own, device, &on);
  if (error)
    return error;
  return weft_ndrange_init(on, device, command->range.work_dim, command->range.offset, command->range.global,
                           command->has_local ? command->range.local : NULL, out);
}

static cl_int check_memory(const struct _cl_mutable_command_khr *command, cl_device_id device) {
  for (size_t i = 0; i < 2; i++)
    if (command->held[i] && !weft_mem_is_aligned((cl_mem)command->held[i], device))
      return CL_MISALIGNED_SUB_BUFFER_OFFSET;
  return CL_SUCCESS;
}

/* Records the command once more; its predecessors are those of the first, whatever the order of the new queue. */
static cl_int record_again(const struct _cl_mutable_command_khr *command, cl_command_buffer_khr to, cl_uint queue) {
  cl_device_id device = to->queues[queue]->device;
  const struct weft_recording recording = {.buffer = to,
                                           .queue = queue,
                                           .properties = command->property_list,
                                           .properties_size = command->property_list_size};
  struct _cl_mutable_command_khr *copy;
  struct weft_ndrange range = command->range;
  cl_int error = command->own ? check_range(command, device, &range) : check_memory(command, device);
  if (!error && command->own && !command->own->num_unset)
    error = check_arguments(command->own, device);
  if (!error)
    error = start(&recording, command->type, false, &copy);
  if (error)
    return error;
  copy->work = command->work;
  for (size_t i = 0; i < 2; i++)
    hold(copy, i, (cl_mem)command->held[i]);
  copy->kernel = command->kernel ? WEFT_REF(command->kernel) : NULL;
  copy->range = range;
  copy->has_local = command->has_local;
  copy->fields = command->fields;
  weft_free(copy->waits);
  copy->num_waits = command->num_waits;
  copy->waits = command->num_waits ? weft_memdup(command->waits, command->num_waits * sizeof(*command->waits)) : NULL;
  if (command->num_waits && !copy->waits)
    error = CL_OUT_OF_HOST_MEMORY;
  else if (command->own)
    error = weft_kernel_clone(command->own, &copy->own);
  if (error) {
    weft_object_unref(&copy->object);
    return error;
  }
  to->num_incomplete += copy->own && copy->own->num_unset;
  add(&recording, copy);
  return CL_SUCCESS;
}

/* Commands that ran on one queue stay together; a queue of the same device is the best for them. */
static cl_uint choose_queue(cl_command_buffer_khr buffer, cl_uint old, cl_uint num_queues,
                            const cl_command_queue *queues) {
  for (cl_uint i = 0; i < num_queues; i++)
    if (queues[i]->device == buffer->queues[old]->device)
      return i;
  return old % num_queues;
}

cl_int weft_command_buffer_remap(cl_command_buffer_khr buffer, bool automatic, cl_uint num_queues,
                                 const cl_command_queue *queues, cl_uint num_handles,
                                 const cl_mutable_command_khr *handles, cl_mutable_command_khr *handles_out,
                                 cl_command_buffer_khr *out) {
  const struct weft_command_buffer_options options = {.list = buffer->property_list,
                                                      .list_size = buffer->property_list_size,
                                                      .is_mutable = buffer->is_mutable,
                                                      .asserts_no_groups = buffer->asserts_no_groups};
  cl_command_buffer_khr copy;
  cl_int error = weft_command_buffer_create(num_queues, queues, &options, &copy);
  if (error)
    return error;
  for (cl_uint i = 0; i < buffer->num_commands && !error; i++) {
    const struct _cl_mutable_command_khr *command = buffer->commands[i];
    cl_uint queue = automatic ? choose_queue(buffer, command->queue, num_queues, queues) : command->queue;
    error = record_again(command, copy, queue);
  }
  copy->last_barrier = buffer->last_barrier;
  copy->first_since = buffer->first_since;
  if (!error && buffer->state != WEFT_RECORDING)
    error = weft_command_buffer_finalize(copy);
  if (error) {
    weft_object_unref(&copy->object);
    return error;
  }
  for (cl_uint i = 0; i < num_handles; i++)
    handles_out[i] = copy->commands[handles[i]->index];
  *out = copy;
  return CL_SUCCESS;
}
