/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */

/*
 * Maps are zero-copy: the pointer is the storage itself, and the commands only stand in the queue's order. So a
 * blocking map that would run at once, and a non-blocking one or an unmap that nobody watches or delays, need no
 * command at all.
 *
 * What is mapped is decided when commands are enqueued, in the order of the calls: the pointer is handed out then, and
 * map, unmap, map again without waiting is no overlap.
 */

#include "base/alloc.h"
#include "runtime/transfer.h"

#define MAP_WRITES (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)

struct weft_mapping {
  struct weft_mapping *next;
  cl_mem mem; /* through which it was made; not a reference, weft_mem_drop_mappings() takes its place */
  char *host;
  struct weft_box box;
  bool writes;
  uint64_t id;
};

static bool overlaps_writer_locked(cl_mem root, const struct weft_mapping *mapping) {
  weft_lock_assert(&root->lock);
  for (struct weft_mapping *at = root->mappings; at; at = at->next)
    if (at->writes && weft_boxes_overlap(at->mem, &at->box, mapping->mem, &mapping->box))
      return true;
  return false;
}

/* Takes a mapping out of the list; NULL: there is no such one. `host` NULL: the one of that id. */
static struct weft_mapping *take(cl_mem mem, const void *host, uint64_t id) {
  cl_mem root = weft_mem_root(mem);
  weft_lock_acquire(&root->lock);
  struct weft_mapping **link = &root->mappings;
  while (*link && !((*link)->mem == mem && (host ? (*link)->host == host : (*link)->id == id)))
    link = &(*link)->next;
  struct weft_mapping *mapping = *link;
  if (mapping)
    *link = mapping->next;
  weft_lock_release(&root->lock);
  return mapping;
}

void weft_mem_drop_mappings(cl_mem mem) {
  cl_mem root = weft_mem_root(mem);
  weft_lock_acquire(&root->lock);
  struct weft_mapping **link = &root->mappings;
  struct weft_mapping *dropped = NULL;
  while (*link) {
    struct weft_mapping *mapping = *link;
    if (mapping->mem != mem) {
      link = &mapping->next;
      continue;
    }
    *link = mapping->next;
    mapping->next = dropped;
    dropped = mapping;
  }
  weft_lock_release(&root->lock);
  while (dropped) {
    struct weft_mapping *next = dropped->next;
    weft_free(dropped);
    dropped = next;
  }
}

cl_uint weft_mem_map_count(cl_mem mem) {
  cl_mem root = weft_mem_root(mem);
  cl_uint count = 0;
  weft_lock_acquire(&root->lock);
  for (struct weft_mapping *at = root->mappings; at; at = at->next)
    count += at->mem == mem;
  weft_lock_release(&root->lock);
  return count;
}

static cl_int record(cl_mem mem, cl_map_flags flags, const struct weft_box *box, void **host, uint64_t *id) {
  cl_mem root = weft_mem_root(mem);
  struct weft_place place = weft_mem_place(mem);
  if (!place.mem->host)
    return CL_MAP_FAILURE;
  struct weft_mapping *mapping = weft_alloc(sizeof *mapping);
  if (!mapping)
    return CL_OUT_OF_HOST_MEMORY;
  *mapping = (struct weft_mapping){.mem = mem,
                                   .host = (char *)place.mem->host + place.offset + box->offset,
                                   .box = *box,
                                   .writes = flags & MAP_WRITES};
  *host = mapping->host;
  weft_lock_acquire(&root->lock);
  bool refused = mapping->writes && overlaps_writer_locked(root, mapping);
  if (!refused) {
    *id = mapping->id = ++root->next_mapping;
    mapping->next = root->mappings;
    root->mappings = mapping;
  }
  weft_lock_release(&root->lock);
  if (refused)
    weft_free(mapping);
  return refused ? CL_INVALID_OPERATION : CL_SUCCESS;
}

struct map_extra {
  cl_mem mem; /* held by the command */
  uint64_t id;
};

/* A map that did not take place leaves nothing to unmap. */
static void finish_map(struct weft_command *command, cl_int status) {
  const struct map_extra *extra = command->extra;
  if (status < 0)
    weft_free(take(extra->mem, NULL, extra->id));
}

cl_int weft_mem_map(cl_command_queue queue, cl_command_type type, cl_mem mem, cl_bool blocking, cl_map_flags flags,
                    const struct weft_box *box, cl_uint num_waits, const cl_event *waits, cl_event *event, void **out) {
  uint64_t id = 0;
  void *host = NULL;
  if (flags & MAP_WRITES)
    weft_mem_host_writes(mem);
  cl_int error = record(mem, flags, box, &host, &id);
  if (error)
    return error;
  if (!event && (blocking ? weft_queue_is_next(queue, num_waits, waits) : !num_waits)) {
    *out = host;
    return CL_SUCCESS;
  }
  struct weft_command *command = NULL;
  error = weft_command_create(queue, type, num_waits, waits, 1, sizeof(struct map_extra), &command);
  if (error) {
    weft_free(take(mem, NULL, id));
    return error;
  }
  weft_command_hold(command, &mem->object);
  *(struct map_extra *)command->extra = (struct map_extra){mem, id};
  command->work.kind = WEFT_WORK_NONE;
  command->finish = finish_map;
  error = weft_command_enqueue(command, blocking, event);
  if (!error)
    *out = host;
  return error;
}

cl_int weft_mem_unmap(cl_command_queue queue, cl_mem mem, void *host, cl_uint num_waits, const cl_event *waits,
                      cl_event *event) {
  struct weft_command *command = NULL;
  if (event || num_waits) {
    cl_int error = weft_command_create(queue, CL_COMMAND_UNMAP_MEM_OBJECT, num_waits, waits, 1, 0, &command);
    if (error)
      return error;
    weft_command_hold(command, &mem->object);
    command->work.kind = WEFT_WORK_NONE;
  }
  struct weft_mapping *mapping = host ? take(mem, host, 0) : NULL;
  if (!mapping) {
    if (command)
      weft_command_discard(command);
    return CL_INVALID_VALUE;
  }
  weft_free(mapping);
  return command ? weft_command_enqueue(command, CL_FALSE, event) : CL_SUCCESS;
}
