/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_COMMAND_BUFFER_H
#define WEFT_RUNTIME_COMMAND_BUFFER_H

/*
 * cl_command_buffer_khr and what is recorded in it (docs/command_buffers.md).
 *
 * A recorded command is a node of a graph that finalizing closes: its predecessors are known when it is recorded, its
 * successors from then on. A replay (replay.c) is what one enqueue runs: a work for each command, made ready once and
 * used again. Recording, updating and finalizing one command buffer are calls that an application makes one at a time
 * (appendix A of the specification); enqueueing it is not, and replays end on any thread.
 */

#include "runtime/ndrange.h"
#include "runtime/queue.h"
#include "runtime/transfer.h"

enum weft_command_buffer_state { WEFT_RECORDING, WEFT_FINALIZED, WEFT_EXECUTABLE };

struct weft_replay;

struct _cl_command_buffer_khr {
  struct weft_object object;
  cl_context context; /* a reference */
  cl_uint num_queues;
  cl_command_queue *queues;           /* each referenced; one may stand there twice */
  cl_properties *property_list;       /* as given, 0-terminated */
  size_t property_list_size;          /* bytes; 0: none given */
  bool is_mutable, asserts_no_groups; /* CL_COMMAND_BUFFER_MUTABLE_KHR; ..ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR */
  enum weft_command_buffer_state state;
  cl_uint num_commands, room;
  struct _cl_mutable_command_khr **commands; /* owned; sync point n is the command n - 1 */
  cl_uint *last_of_queue;                    /* in order: the last sync point of each of `queues`, 0: none */
  cl_uint last_barrier, first_since;         /* its sync point; the command from which on the next one has to wait */
  cl_uint num_incomplete;                    /* commands whose arguments are not all set */
  cl_uint num_sinks;                         /* commands without successors, once finalized */
  struct weft_lock lock;                     /* guards what follows */
  struct weft_replay *idle;
  cl_uint num_idle;
};

/* A recorded command: what the application calls a mutable command. It lives as long as its buffer. */
struct _cl_mutable_command_khr {
  struct weft_object object;
  cl_command_buffer_khr buffer; /* not referenced: the owner */
  cl_command_type type;
  cl_uint index, queue;         /* its place in `commands`; in `queues` */
  cl_properties *property_list; /* as given, 0-terminated */
  size_t property_list_size;    /* bytes; 0: none given */
  cl_uint num_waits, num_successors;
  cl_uint *waits, *successors; /* places in `commands` */
  /* Transfers, fills and barriers (kind WEFT_WORK_NONE): a pattern of the replays' works. */
  struct weft_work work;
  struct weft_object *held[2]; /* memory objects, each referenced or NULL */
  /* Launches; NULL and zeros elsewhere. */
  cl_kernel kernel; /* the application's, a reference */
  cl_kernel own;    /* a clone with the arguments of the launch, a reference */
  struct weft_ndrange range;
  bool has_local;     /* the local size is the application's, not chosen */
  cl_bitfield fields; /* cl_mutable_dispatch_fields_khr: what may be updated */
  uint64_t revision;  /* grows with each update */
};

/* Properties have been checked and parsed. CL_OUT_OF_HOST_MEMORY. */
struct weft_command_buffer_options {
  const cl_properties *list;
  size_t list_size;
  bool is_mutable, asserts_no_groups;
};
__attribute__((warn_unused_result)) cl_int weft_command_buffer_create(cl_uint num_queues,
                                                                      const cl_command_queue *queues,
                                                                      const struct weft_command_buffer_options *options,
                                                                      cl_command_buffer_khr *out);

/* Where a command is recorded, and what the application gave with it; all checked. */
struct weft_recording {
  cl_command_buffer_khr buffer;
  cl_uint queue; /* place in the buffer's list */
  const cl_properties *properties;
  size_t properties_size; /* bytes */
  cl_uint num_waits;
  const cl_sync_point_khr *waits;
  cl_sync_point_khr *sync_point;  /* may be NULL */
  cl_mutable_command_khr *handle; /* may be NULL */
};
/* CL_OUT_OF_HOST_MEMORY; CL_OUT_OF_RESOURCES where the buffer holds as many as there are sync points. */
__attribute__((warn_unused_result)) cl_int weft_record_barrier(const struct weft_recording *to);
__attribute__((warn_unused_result)) cl_int weft_record_transfer(const struct weft_recording *to,
                                                                const struct weft_transfer *transfer);
__attribute__((warn_unused_result)) cl_int weft_record_fill(const struct weft_recording *to,
                                                            const struct weft_fill *fill);
/* Everything checked but the arguments, which may be missing where `fields` lets them come later and `may_lack` is
 * set. Errors as above and those of weft_ndrange_check_args; CL_OUT_OF_RESOURCES: local memory. */
__attribute__((warn_unused_result)) cl_int weft_record_ndrange(const struct weft_recording *to, cl_kernel kernel,
                                                               const struct weft_ndrange *range, bool has_local,
                                                               cl_bitfield fields, bool may_lack);

/* Closes the graph and makes the first replay. CL_OUT_OF_HOST_MEMORY, and the buffer is still recording. */
__attribute__((warn_unused_result)) cl_int weft_command_buffer_finalize(cl_command_buffer_khr buffer);

/* A copy whose commands run on other queues: `queues[i]` in the place of the buffer's i-th, or, `automatic`, those that
 * its own choice makes best. `handles` are commands of the buffer, `handles_out` receives the copy's. Errors: what
 * recording the commands on those devices answers. */
__attribute__((warn_unused_result)) cl_int weft_command_buffer_remap(cl_command_buffer_khr buffer, bool automatic,
                                                                     cl_uint num_queues, const cl_command_queue *queues,
                                                                     cl_uint num_handles,
                                                                     const cl_mutable_command_khr *handles,
                                                                     cl_mutable_command_khr *handles_out,
                                                                     cl_command_buffer_khr *out);

/* One command's new state, all that an update may change. */
struct weft_dispatch_update {
  cl_mutable_command_khr command;
  cl_kernel own;             /* a reference to a clone with other arguments; NULL: as they are */
  struct weft_ndrange range; /* complete */
  bool has_local;
};
/* Puts checked updates in place, each command's once; takes the references. Cannot fail. */
void weft_command_buffer_update(cl_command_buffer_khr buffer, cl_uint count, struct weft_dispatch_update *updates);

/* clEnqueueCommandBufferKHR with everything checked; `queues` NULL: the buffer's own. CL_OUT_OF_HOST_MEMORY, and those
 * of weft_ndrange_describe. */
__attribute__((warn_unused_result)) cl_int weft_command_buffer_enqueue(cl_command_buffer_khr buffer,
                                                                       const cl_command_queue *queues,
                                                                       cl_uint num_waits, const cl_event *waits,
                                                                       cl_event *event);

/* --- between command_buffer.c and replay.c --- */

/* An executable buffer's. CL_OUT_OF_HOST_MEMORY, and those of weft_ndrange_describe. */
__attribute__((warn_unused_result)) cl_int weft_replay_create(cl_command_buffer_khr buffer, struct weft_replay **out);
/* Of those that are idle. */
void weft_replays_destroy(cl_command_buffer_khr buffer);

#endif
