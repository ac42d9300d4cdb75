/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Replays: what clEnqueueCommandBufferKHR runs.
 *
 * A replay has a node for each command of its buffer, with a work that is ready to be submitted: arguments copied, code
 * chosen, memory referenced. One command in the queue stands for all of them. It takes a replay that is idle, or makes
 * one; nodes without predecessors are submitted, and a node that ends submits those that waited for it alone. Nothing
 * is allocated and no lock is taken on the way, and a chain needs no atomic operation but those of the device.
 *
 * Who ends a node, and what may be touched then: a replay ends when its last sink has, and may be used again, or be
 * gone, as soon as that is counted. A thread therefore counts a sink last of all, and starts the last successor of a
 * node last of all.
 *
 * Buffers that can be updated give each enqueue its replay at once, so that an update changes only what is enqueued
 * after it; the others take one when they start, so that in a queue in order one is enough however many wait.
 */
#include <string.h>

#include "base/alloc.h"
#include "runtime/command_buffer.h"
#include "runtime/event_graph.h"
#include "runtime/idleness.h"
#include "runtime/kernel_code.h"
#include "runtime/printf.h"
#include "runtime/shadow.h"
#include "runtime/specialise.h"

/* More are freed: so many would have to run at the same time to be of use. */
enum { MOST_IDLE = 16 };

enum way {
  NOTHING, /* barriers: ends at once */
  WORK,    /* the work is submitted */
  COMMAND  /* kernels that enqueue, and shadow mode: a command of its own, made anew each time */
};

struct node {
  struct weft_work work;
  struct weft_replay *replay;
  const struct _cl_mutable_command_khr *recorded;
  struct node *next;   /* in a list of nodes to be ended */
  atomic_uint pending; /* predecessors that have not ended; only where there are several */
  enum way way;
  /* Launches: what the work is made of, and what it was made from. */
  uint64_t revision;
  bool is_ready, prints, may_specialise, submitted; /* as it is now */
  cl_kernel own;                                    /* in `held` */
  const struct weft_kernel_device *on;
  struct weft_ndrange range;
  struct weft_facts *facts; /* room for them, where the kernel can have any */
  void *room;
  struct weft_printf_sink sink;
  struct weft_object **held;
  cl_uint num_held;
};

struct weft_replay {
  struct weft_replay *next;     /* idle */
  cl_command_buffer_khr buffer; /* held by the command while it runs; the buffer owns idle ones */
  struct weft_command *command;
  atomic_uint sinks; /* that have not ended */
  atomic_int status; /* CL_COMPLETE, or the first error: what has not started then does not run */
  _Alignas(64) struct node nodes[];
};

/* What the command that stands for a replay has in its room. */
struct running {
  struct weft_replay *replay; /* NULL: not yet taken, or given back */
  bool is_noted;              /* as something that goes on, from its start to its end */
  /* Of several queues: the commands that hold its place in the others, and itself, in no order. */
  cl_uint num_entries;
  struct weft_entry entries[];
};

/* What such a command has in its room. Whoever reaches or ends it writes, before the command that it is for starts. */
struct place {
  cl_event event; /* of that command */
  bool is_enqueued, is_held;
};

static struct running *running_of(struct weft_command *command) {
  return command->extra;
}

static cl_device_id device_of(const struct _cl_mutable_command_khr *recorded) {
  return recorded->buffer->queues[recorded->queue]->device;
}

/* --- making ready --- */

static void release_held(struct node *node) {
  for (cl_uint i = 0; i < node->num_held; i++)
    weft_object_unref(node->held[i]);
  node->num_held = 0;
}

static void destroy(struct weft_replay *replay, cl_uint num_nodes) {
  for (cl_uint i = 0; i < num_nodes; i++) {
    struct node *node = &replay->nodes[i];
    release_held(node);
    weft_free(node->held);
    weft_free(node->room);
    weft_free(node->facts);
  }
  weft_free(replay);
}

void weft_replays_destroy(cl_command_buffer_khr buffer) {
  while (buffer->idle) {
    struct weft_replay *replay = buffer->idle;
    buffer->idle = replay->next;
    destroy(replay, buffer->num_commands);
  }
}

static void finished(struct weft_work *work, cl_int status);

/* Room for what a launch needs; stays as it is over updates, since the kernel does. */
static cl_int make_room(struct node *node) {
  cl_kernel own = node->recorded->own;
  size_t room = weft_ndrange_room(own, device_of(node->recorded));
  node->room = weft_alloc_aligned(64, room + 64);
  node->held = weft_calloc(own->info->num_args + 1, sizeof(*node->held));
  node->facts = weft_zalloc(sizeof(*node->facts));
  if (!node->room || !node->held || !node->facts)
    return CL_OUT_OF_HOST_MEMORY;
  memset(node->room, 0, room + 64);
  return CL_SUCCESS;
}

static cl_int make_launch(struct node *node) {
  const struct _cl_mutable_command_khr *recorded = node->recorded;
  cl_device_id device = device_of(recorded);
  cl_int error = node->room ? CL_SUCCESS : make_room(node);
  if (error)
    return error;
  release_held(node);
  node->is_ready = node->submitted = false;
  node->own = recorded->own;
  error = weft_kernel_find_code(recorded->own, device, &node->on);
  if (error)
    return error;
  node->range = recorded->range;
  node->revision = recorded->revision;
  error = weft_ndrange_describe(node->own, node->on, device, &node->range, node->room, &node->work, node->held,
                                &node->num_held, node->facts);
  if (error)
    return error;
  bool shadowed = !node->range.empty && weft_shadow_room(node->own, node->on) != 0;
  node->way = node->own->info->uses_enqueue || shadowed ? COMMAND : WORK;
  node->prints = node->way == WORK && node->own->info->uses_printf;
  node->work.ndrange.host = node->prints ? &node->sink : NULL;
  node->may_specialise = node->facts->count != 0;
  node->is_ready = true;
  return CL_SUCCESS;
}

static cl_int make_node(struct node *node) {
  const struct _cl_mutable_command_khr *recorded = node->recorded;
  node->work = recorded->work;
  node->work.hw = device_of(recorded)->hw;
  node->work.finished = finished;
  node->way = recorded->work.kind == WEFT_WORK_NONE ? NOTHING : WORK;
  return recorded->own ? make_launch(node) : CL_SUCCESS;
}

cl_int weft_replay_create(cl_command_buffer_khr buffer, struct weft_replay **out) {
  size_t size;
  if (__builtin_mul_overflow(buffer->num_commands, sizeof(struct node), &size) ||
      __builtin_add_overflow(size, sizeof(struct weft_replay), &size))
    return CL_OUT_OF_HOST_MEMORY;
  struct weft_replay *replay = weft_alloc_aligned(64, size);
  if (!replay)
    return CL_OUT_OF_HOST_MEMORY;
  memset(replay, 0, size);
  replay->buffer = buffer;
  for (cl_uint i = 0; i < buffer->num_commands; i++) {
    replay->nodes[i].replay = replay;
    replay->nodes[i].recorded = buffer->commands[i];
    cl_int error = make_node(&replay->nodes[i]);
    if (error) {
      destroy(replay, i + 1);
      return error;
    }
  }
  *out = replay;
  return CL_SUCCESS;
}

/* What updates have changed since. */
static cl_int refresh(struct weft_replay *replay) {
  for (cl_uint i = 0; i < replay->buffer->num_commands; i++) {
    struct node *node = &replay->nodes[i];
    if (!node->recorded->own || (node->is_ready && node->revision == node->recorded->revision))
      continue;
    cl_int error = make_launch(node);
    if (error)
      return error;
  }
  return CL_SUCCESS;
}

static void give_back(struct weft_replay *replay) {
  cl_command_buffer_khr buffer = replay->buffer;
  weft_lock_acquire(&buffer->lock);
  bool keep = buffer->num_idle < MOST_IDLE;
  if (keep) {
    replay->next = buffer->idle;
    buffer->idle = replay;
    buffer->num_idle++;
  }
  weft_lock_release(&buffer->lock);
  if (!keep)
    destroy(replay, buffer->num_commands);
}

static cl_int take(cl_command_buffer_khr buffer, struct weft_replay **out) {
  weft_lock_acquire(&buffer->lock);
  struct weft_replay *replay = buffer->idle;
  if (replay) {
    buffer->idle = replay->next;
    buffer->num_idle--;
  }
  weft_lock_release(&buffer->lock);
  cl_int error = replay ? CL_SUCCESS : weft_replay_create(buffer, &replay);
  if (!error && buffer->is_mutable)
    error = refresh(replay);
  if (error && replay)
    give_back(replay);
  else
    *out = replay;
  return error;
}

/* --- running --- */

/* The last sink has ended. */
static void end(struct weft_replay *replay) {
  struct weft_command *command = replay->command;
  cl_int status = atomic_load_explicit(&replay->status, memory_order_relaxed);
  cl_device_id device = command->event.queue->device;
  if (command->event.profiled)
    command->work.end_ns = device->ops->timer(device->hw);
  replay->command = NULL;
  running_of(command)->replay = NULL;
  give_back(replay);
  weft_command_end(command, status);
}

static cl_int start_command(struct node *node) {
  struct weft_command *command;
  cl_int error = weft_ndrange_create(node->recorded->buffer->queues[node->recorded->queue], node->own, node->on,
                                     &node->range, CL_COMMAND_NDRANGE_KERNEL, 0, NULL, &command);
  if (error)
    return error;
  command->stands_for = &node->work;
  weft_command_start_apart(command);
  return CL_SUCCESS;
}

static void note_error(struct weft_replay *replay, cl_int status) {
  cl_int none = CL_COMPLETE;
  atomic_compare_exchange_strong_explicit(&replay->status, &none, status, memory_order_relaxed, memory_order_relaxed);
}

/* Starts a node that is due. False: there is nothing to wait for, and the caller ends it. Else it may have ended, and
 * the replay with it, when this returns. */
static bool start(struct node *node) {
  if (node->way == NOTHING || atomic_load_explicit(&node->replay->status, memory_order_relaxed) < 0)
    return false;
  if (node->way == COMMAND) {
    cl_int error = start_command(node);
    if (error)
      note_error(node->replay, error);
    return !error;
  }
  if (node->prints)
    weft_printf_sink_init(&node->sink);
  if (node->may_specialise) {
    struct weft_hw_kernel *before = node->work.ndrange.kernel;
    node->work.ndrange.kernel = weft_specialise_entry(node->on, device_of(node->recorded), node->facts, &node->range);
    node->may_specialise = node->work.ndrange.kernel == node->on->entry;
    node->submitted &= node->work.ndrange.kernel == before;
  }
  node->work.again = node->submitted;
  node->submitted = true;
  device_of(node->recorded)->ops->submit(&node->work);
  return true;
}

/* The last of a node's predecessors has ended. */
static bool is_due(struct node *node) {
  return node->recorded->num_waits == 1 || atomic_fetch_sub_explicit(&node->pending, 1, memory_order_acq_rel) == 1;
}

/* Starts nodes of a list in turn; those that end at once go to the front of `ended`. */
static void start_or_end(struct node *node, struct node **ended) {
  if (start(node))
    return;
  node->next = *ended;
  *ended = node;
}

/* Ends the nodes of a list, and those that end with them. */
static void end_nodes(struct node *ended) {
  while (ended) {
    struct node *node = ended;
    struct weft_replay *replay = node->replay;
    cl_uint count = node->recorded->num_successors;
    const cl_uint *successors = node->recorded->successors;
    ended = node->next;
    for (cl_uint i = 0; i < count; i++) {
      struct node *successor = &replay->nodes[successors[i]];
      if (is_due(successor))
        start_or_end(successor, &ended);
    }
    if (count == 0 && atomic_fetch_sub_explicit(&replay->sinks, 1, memory_order_acq_rel) == 1)
      end(replay);
  }
}

static void finished(struct weft_work *work, cl_int status) {
  struct node *node = (struct node *)work;
  if (node->prints)
    weft_printf_sink_finish(&node->sink);
  if (status < 0)
    note_error(node->replay, status);
  node->next = NULL;
  end_nodes(node);
}

/* Of the queue that it runs on, or, of several, that which it was recorded for; and of its context. */
static void take_from_queue(struct node *node, const struct weft_command *command) {
  const struct _cl_mutable_command_khr *recorded = node->recorded;
  cl_command_queue queue =
      recorded->buffer->num_queues > 1 ? recorded->buffer->queues[recorded->queue] : command->event.queue;
  node->work.priority = queue->priority;
  node->work.throttle = queue->throttle;
  node->work.cancel = command->work.cancel;
}

/* The command's turn has come. */
static void run(struct weft_command *command) {
  struct weft_replay *replay = running_of(command)->replay;
  cl_command_buffer_khr buffer = (cl_command_buffer_khr)command->held[0];
  cl_device_id device = command->event.queue->device;
  cl_uint count = buffer->num_commands;
  if (!replay) {
    cl_int error = take(buffer, &replay);
    if (error) {
      weft_command_end(command, error);
      return;
    }
  }
  replay->command = command;
  running_of(command)->is_noted = weft_command_counts();
  if (running_of(command)->is_noted)
    weft_idleness_work_begins();
  atomic_store_explicit(&replay->status, CL_COMPLETE, memory_order_relaxed);
  if (command->event.profiled)
    command->work.start_ns = device->ops->timer(device->hw);
  weft_command_runs(command);
  if (count == 0) {
    end(replay);
    return;
  }
  cl_uint last_root = 0;
  for (cl_uint i = 0; i < count; i++) {
    cl_uint waits = replay->nodes[i].recorded->num_waits;
    atomic_store_explicit(&replay->nodes[i].pending, waits, memory_order_relaxed);
    take_from_queue(&replay->nodes[i], command);
    if (waits == 0)
      last_root = i;
  }
  /* The counts are seen by whoever ends a node: a node is started by this thread, or by one that did. */
  atomic_store_explicit(&replay->sinks, buffer->num_sinks, memory_order_relaxed);
  struct node *nodes = replay->nodes;
  for (cl_uint i = 0; i <= last_root; i++) {
    struct node *ended = NULL;
    if (nodes[i].recorded->num_waits == 0)
      start_or_end(&nodes[i], &ended);
    end_nodes(ended);
  }
}

/* --- enqueueing --- */

/* Before the command ends, or where it is given up. */
static void finish(struct weft_command *command, cl_int status) {
  struct running *running = running_of(command);
  if (running->replay)
    give_back(running->replay);
  if (running->is_noted)
    weft_idleness_work_ends();
  for (cl_uint i = 0; i < running->num_entries; i++) {
    struct weft_command *place = running->entries[i].command;
    if (place == command)
      continue;
    if (((struct place *)place->extra)->is_held)
      weft_command_end(place, CL_COMPLETE);
    weft_object_unref(&place->event.object);
  }
}

/* The queue has come to the place, which is held until the command ends. */
static void reach(struct weft_command *command) {
  struct place *place = command->extra;
  place->is_held = true;
  weft_graph_enqueued(place->event);
}

/* It ends: with the command, or, in a context that was terminated, in the place of being reached. */
static void leave(struct weft_command *command, cl_int status) {
  struct place *place = command->extra;
  if (!place->is_held && place->is_enqueued)
    weft_graph_enqueued(place->event);
}

static bool is_among(cl_command_queue queue, const cl_command_queue *queues, cl_uint count) {
  for (cl_uint i = 0; i < count; i++)
    if (queues[i] == queue)
      return true;
  return false;
}

static cl_int make_places(struct weft_command *command, const cl_command_queue *queues, cl_uint num_queues) {
  struct running *running = running_of(command);
  cl_uint made = 0;
  cl_int error = CL_SUCCESS;
  for (cl_uint i = 1; i < num_queues && !error; i++) {
    struct weft_command *place;
    if (is_among(queues[i], queues, i))
      continue;
    error = weft_command_create(queues[i], CL_COMMAND_COMMAND_BUFFER_KHR, 0, NULL, 0, sizeof(struct place), &place);
    if (error)
      break;
    *(struct place *)place->extra = (struct place){.event = &command->event};
    place->run = reach;
    place->finish = leave;
    running->entries[made++].command = place;
  }
  if (!error && made) {
    running->entries[made].command = command;
    running->num_entries = made + 1;
  }
  while (error && made)
    weft_command_discard(running->entries[--made].command);
  return error;
}

/* The command waits for all its places, so that it has to enter all queues at once: what comes between it and a place
 * could wait for one of them and be waited for by the other. */
static void enter_all(struct weft_command *command, cl_event *event) {
  struct running *running = running_of(command);
  atomic_fetch_add_explicit(&command->event.pending, running->num_entries - 1, memory_order_relaxed);
  for (cl_uint i = 0; i < running->num_entries; i++) {
    struct weft_command *place = running->entries[i].command;
    if (place == command)
      continue;
    weft_object_ref(&place->event.object); /* until the command has ended */
    ((struct place *)place->extra)->is_enqueued = true;
  }
  weft_command_enqueue_together(running->entries, running->num_entries, command, event);
}

cl_int weft_command_buffer_enqueue(cl_command_buffer_khr buffer, const cl_command_queue *queues, cl_uint num_waits,
                                   const cl_event *waits, cl_event *event) {
  struct weft_replay *replay = NULL;
  struct weft_command *command = NULL;
  if (!queues)
    queues = buffer->queues;
  cl_int error = buffer->is_mutable ? take(buffer, &replay) : CL_SUCCESS;
  if (error)
    return error;
  size_t room = sizeof(struct running) + buffer->num_queues * sizeof(struct weft_entry);
  error = weft_command_create(queues[0], CL_COMMAND_COMMAND_BUFFER_KHR, num_waits, waits, 1, room, &command);
  if (error) {
    if (replay)
      give_back(replay);
    return error;
  }
  running_of(command)->replay = replay;
  weft_command_hold(command, &buffer->object);
  command->run = run;
  command->finish = finish;
  command->event.on_several = buffer->num_queues > 1;
  for (cl_uint i = 0; i < buffer->num_queues; i++)
    command->event.profiled |= weft_queue_profiles(queues[i]);
  error = make_places(command, queues, buffer->num_queues);
  if (error) {
    weft_command_discard(command);
    return error;
  }
  if (running_of(command)->num_entries)
    enter_all(command, event);
  else
    weft_command_enqueue(command, CL_FALSE, event);
  return CL_SUCCESS;
}
