/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a thread may do next. */
#include <stdlib.h>
#include <string.h>

#include "tests/stress/stress.h"

#define WAIT(w) (w).count, (w).count ? (w).list : NULL

static const size_t origin[3] = {0}, whole[3] = {WIDTH, HEIGHT, 1};

/* --- host memory --- */

static void CL_CALLBACK free_memory(cl_event event, cl_int status, void *user) {
  if (status != CL_COMPLETE)
    FAIL("a command ends with %d", status);
  free(user);
}

/* From memory that the event's callback frees. */
static void write_slot(struct worker *worker) {
  struct slot *slot = any_slot(worker);
  struct waits waits = waits_of(worker, slot, NULL);
  cl_command_queue queue = any_queue(worker);
  unsigned char *data = malloc(SIZE);
  CHECK(data != NULL);
  test_fill(data, SIZE, (uint32_t)worker->random | 1);
  memcpy(slot->want, data, SIZE);
  cl_event event = NULL;
  switch (slot->kind) {
  case IMAGE:
    CHECK_CL(clEnqueueWriteImage(queue, slot->mem, CL_FALSE, origin, whole, 0, 0, data, WAIT(waits), &event));
    break;
  case SVM:
    CHECK_CL(clEnqueueSVMMemcpy(queue, CL_FALSE, slot->at, data, SIZE, WAIT(waits), &event));
    break;
  case USM:
    CHECK_CL(stress.usm_copy(queue, CL_FALSE, slot->at, data, SIZE, WAIT(waits), &event));
    break;
  default:
    CHECK_CL(clEnqueueWriteBuffer(queue, slot->mem, CL_FALSE, 0, SIZE, data, WAIT(waits), &event));
    break;
  }
  CHECK_CL(clSetEventCallback(event, CL_COMPLETE, free_memory, data));
  note(slot, NULL, event);
}

static void map_slot(struct worker *worker) {
  struct slot *slot = any_slot(worker);
  cl_command_queue queue = any_queue(worker);
  cl_int error;
  size_t row = SIZE;
  unsigned char *at = slot->at;
  cl_event event = NULL;
  open_gates(worker);
  struct waits waits = waits_of(worker, slot, NULL);
  size_t from = draw(worker, SIZE / 4) * 4, size = (1 + draw(worker, (unsigned)(SIZE - from) / 4)) * 4;
  if (slot->kind == IMAGE)
    at = clEnqueueMapImage(queue, slot->mem, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, origin, whole, &row, NULL,
                           WAIT(waits), NULL, &error);
  else if (slot->mem)
    at = clEnqueueMapBuffer(queue, slot->mem, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, from, size, WAIT(waits), NULL,
                            &error);
  else
    error = clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, at, SIZE, WAIT(waits), NULL);
  CHECK_CL(error);
  for (size_t i = from; i < from + size; i++) {
    unsigned char *byte = slot->kind == IMAGE ? at + i / (WIDTH * 4) * row + i % (WIDTH * 4)
                          : slot->mem         ? at + (i - from)
                                              : at + i;
    if (*byte != slot->want[i])
      FAIL("thread %u, step %lu: byte %zu of a map is %d, not %d", worker->number, worker->steps, i, *byte,
           slot->want[i]);
    *byte = slot->want[i] = (unsigned char)(*byte * 5 + 1);
  }
  if (slot->mem)
    CHECK_CL(clEnqueueUnmapMemObject(queue, slot->mem, at, 0, NULL, &event));
  else
    CHECK_CL(clEnqueueSVMUnmap(queue, at, 0, NULL, &event));
  note(slot, NULL, event);
}

/* --- fills and copies --- */

static void want_fill(struct slot *slot, const unsigned char *pattern, size_t pattern_size, size_t from, size_t size) {
  for (size_t i = 0; i < size; i++)
    slot->want[from + i] = pattern[i % pattern_size];
}

static void fill_slot(struct worker *worker) {
  struct slot *slot = any_slot(worker);
  struct waits waits = waits_of(worker, slot, NULL);
  cl_command_queue queue = any_queue(worker);
  size_t pattern_size = (size_t)1 << draw(worker, 8), units = SIZE / pattern_size,
         first = draw(worker, (unsigned)units);
  size_t from = first * pattern_size, size = (1 + draw(worker, (unsigned)(units - first))) * pattern_size;
  unsigned char pattern[128];
  test_fill(pattern, sizeof pattern, (uint32_t)worker->random | 1);
  cl_event event = NULL;
  const cl_uint color[4] = {pattern[0], pattern[1], pattern[2], pattern[3]};
  switch (slot->kind) {
  case IMAGE:
    from = 0, size = SIZE, pattern_size = 4;
    CHECK_CL(clEnqueueFillImage(queue, slot->mem, color, origin, whole, WAIT(waits), &event));
    break;
  case SVM:
    CHECK_CL(clEnqueueSVMMemFill(queue, slot->at + from, pattern, pattern_size, size, WAIT(waits), &event));
    break;
  case USM:
    CHECK_CL(stress.usm_fill(queue, slot->at + from, pattern, pattern_size, size, WAIT(waits), &event));
    break;
  default:
    CHECK_CL(clEnqueueFillBuffer(queue, slot->mem, pattern, pattern_size, from, size, WAIT(waits), &event));
    break;
  }
  want_fill(slot, pattern, pattern_size, from, size);
  note(slot, NULL, event);
}

/* All of one slot into another, of any kinds. */
static void copy_slot(struct worker *worker) {
  struct slot *from = any_slot(worker), *to = any_slot(worker);
  if (from == to)
    return;
  struct waits waits = waits_of(worker, from, to);
  cl_command_queue q = any_queue(worker);
  cl_event event = NULL;
  cl_int error;
  if (from->kind == IMAGE && to->kind == IMAGE)
    error = clEnqueueCopyImage(q, from->mem, to->mem, origin, origin, whole, WAIT(waits), &event);
  else if (from->kind == IMAGE && to->mem)
    error = clEnqueueCopyImageToBuffer(q, from->mem, to->mem, origin, whole, 0, WAIT(waits), &event);
  else if (from->mem && to->kind == IMAGE)
    error = clEnqueueCopyBufferToImage(q, from->mem, to->mem, 0, origin, whole, WAIT(waits), &event);
  else if (from->kind == IMAGE)
    error = clEnqueueReadImage(q, from->mem, CL_FALSE, origin, whole, 0, 0, to->at, WAIT(waits), &event);
  else if (to->kind == IMAGE)
    error = clEnqueueWriteImage(q, to->mem, CL_FALSE, origin, whole, 0, 0, from->at, WAIT(waits), &event);
  else if (from->mem && to->mem)
    error = clEnqueueCopyBuffer(q, from->mem, to->mem, 0, 0, SIZE, WAIT(waits), &event);
  else if (from->mem)
    error = clEnqueueReadBuffer(q, from->mem, CL_FALSE, 0, SIZE, to->at, WAIT(waits), &event);
  else if (to->mem)
    error = clEnqueueWriteBuffer(q, to->mem, CL_FALSE, 0, SIZE, from->at, WAIT(waits), &event);
  else if (from->kind == USM || to->kind == USM)
    error = stress.usm_copy(q, CL_FALSE, to->at, from->at, SIZE, WAIT(waits), &event);
  else
    error = clEnqueueSVMMemcpy(q, CL_FALSE, to->at, from->at, SIZE, WAIT(waits), &event);
  CHECK_CL(error);
  memcpy(to->want, from->want, SIZE);
  note(from, to, event);
}

/* --- kernels --- */

static void want_change(struct slot *slot, cl_uchar x) {
  for (size_t i = 0; i < SIZE; i++)
    slot->want[i] = (unsigned char)((slot->want[i] ^ x) + 3);
}

static cl_kernel kernel_for(struct worker *worker, const struct slot *slot, cl_uchar x) {
  cl_kernel kernel = slot->kind == IMAGE ? worker->change_image : worker->change;
  const cl_uint ux = x;
  if (slot->mem)
    CHECK_CL(clSetKernelArg(kernel, 0, sizeof slot->mem, &slot->mem));
  else if (slot->kind == USM)
    CHECK_CL(stress.usm_arg(kernel, 0, slot->at));
  else
    CHECK_CL(clSetKernelArgSVMPointer(kernel, 0, slot->at));
  CHECK_CL(clSetKernelArg(kernel, 1, sizeof ux, &ux));
  CHECK_CL(clSetKernelArg(kernel, 2, sizeof stress.counter, &stress.counter));
  return kernel;
}

static const size_t *global_of(const struct slot *slot) {
  static const size_t bytes[2] = {SIZE, 1}, texels[2] = {WIDTH, HEIGHT};
  return slot->kind == IMAGE ? texels : bytes;
}

static void launch(struct worker *worker) {
  struct slot *slot = any_slot(worker);
  struct waits waits = waits_of(worker, slot, NULL);
  cl_uchar x = (cl_uchar)draw(worker, 256);
  cl_event event = NULL;
  CHECK_CL(clEnqueueNDRangeKernel(any_queue(worker), kernel_for(worker, slot, x), 2, NULL, global_of(slot), NULL,
                                  WAIT(waits), &event));
  worker->added++;
  want_change(slot, x);
  note(slot, NULL, event);
}

/* --- command buffers --- */

/* A sync point that a chain of recorded commands waits for; in-order queues need none, but it does no harm. */
#define CHAIN(point) (point) ? 1 : 0, (point) ? &(point) : NULL, &next, NULL

static void record_and_run(struct worker *worker) {
  struct slot *a = any_slot(worker), *b = any_slot(worker);
  if (!stress.has_commands || a == b || !a->mem || !b->mem || a->kind == IMAGE || b->kind == IMAGE)
    return;
  const cl_command_buffer_properties_khr properties[] = {
      CL_COMMAND_BUFFER_FLAGS_KHR,
      (draw(worker, 2) ? CL_COMMAND_BUFFER_MUTABLE_KHR : 0) | CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  cl_uint first = draw(worker, NUM_QUEUES - 1), count = 1 + draw(worker, 2);
  cl_int error;
  cl_command_buffer_khr buffer = cb.create(count, &stress.queues[first], properties, &error);
  CHECK_CL(error);
  cl_sync_point_khr point = 0, next = 0;
  cl_uint length = 1 + draw(worker, 6), replays = 1 + draw(worker, 3), kinds[6];
  cl_uchar values[6];
  for (cl_uint i = 0; i < length; i++) {
    cl_command_queue queue = stress.queues[first + draw(worker, count)];
    kinds[i] = draw(worker, 3);
    values[i] = (cl_uchar)draw(worker, 256);
    if (kinds[i] == 0)
      CHECK_CL(cb.fill(buffer, queue, NULL, a->mem, &values[i], 1, 100, 1000, CHAIN(point)));
    else if (kinds[i] == 1)
      CHECK_CL(cb.copy(buffer, queue, NULL, a->mem, b->mem, 50, 70, 2000, CHAIN(point)));
    else
      CHECK_CL(
          cb.launch(buffer, queue, NULL, kernel_for(worker, b, values[i]), 2, NULL, global_of(b), NULL, CHAIN(point)));
    point = next;
  }
  CHECK_CL(cb.finalize(buffer));
  for (cl_uint i = 0; i < replays; i++) {
    struct waits waits = waits_of(worker, a, b);
    cl_event event = NULL;
    CHECK_CL(cb.enqueue(0, NULL, buffer, WAIT(waits), &event));
    note(a, b, event);
    for (cl_uint j = 0; j < length; j++) {
      if (kinds[j] == 0)
        want_fill(a, &values[j], 1, 100, 1000);
      else if (kinds[j] == 1)
        memcpy(b->want + 70, a->want + 50, 2000);
      else
        want_change(b, values[j]);
      worker->added += kinds[j] == 2;
    }
  }
  CHECK_CL(cb.release(buffer));
}

/* --- events and lifetimes --- */

static void make_gate(struct worker *worker) {
  cl_event *gate = &worker->gates[draw(worker, TEST_COUNT(worker->gates))];
  cl_int error;
  if (*gate) {
    CHECK_CL(clSetUserEventStatus(*gate, CL_COMPLETE));
    CHECK_CL(clReleaseEvent(*gate));
  }
  *gate = clCreateUserEvent(stress.context, &error);
  CHECK_CL(error);
}

void open_gates(struct worker *worker) {
  for (size_t i = 0; i < TEST_COUNT(worker->gates); i++) {
    if (!worker->gates[i])
      continue;
    CHECK_CL(clSetUserEventStatus(worker->gates[i], CL_COMPLETE));
    CHECK_CL(clReleaseEvent(worker->gates[i]));
    worker->gates[i] = NULL;
  }
}

static void marker(struct worker *worker) {
  struct slot *slot = any_slot(worker);
  struct waits waits = waits_of(worker, slot, NULL);
  cl_event event = NULL;
  if (!waits.count)
    return;
  if (draw(worker, 2))
    CHECK_CL(clEnqueueMarkerWithWaitList(any_queue(worker), WAIT(waits), &event));
  else
    CHECK_CL(clEnqueueBarrierWithWaitList(any_queue(worker), WAIT(waits), &event));
  note(slot, NULL, event);
}

/* The order of a slot goes over a semaphore from one queue to another. The wait may be enqueued before its signal, and
 * the semaphore's handle goes at once. */
static void semaphore(struct worker *worker) {
  struct slot *slot = any_slot(worker);
  if (!stress.has_semaphores)
    return;
  unsigned device = draw(worker, 2);
  const cl_semaphore_properties_khr properties[] = {CL_SEMAPHORE_TYPE_KHR,
                                                    CL_SEMAPHORE_TYPE_BINARY_KHR,
                                                    CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                                                    (cl_semaphore_properties_khr)(uintptr_t)stress.devices[device],
                                                    CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR,
                                                    0};
  cl_int error;
  cl_event event = NULL;
  cl_semaphore_khr one = stress.semaphore(stress.context, properties, &error);
  CHECK_CL(error);
  struct waits waits = waits_of(worker, slot, NULL);
  /* In front of its signal only out of order, where nothing can hold the signal back behind it. */
  bool before = draw(worker, 2);
  cl_command_queue from = stress.queues[2 * device + (before ? 1 : draw(worker, 2))];
  cl_command_queue to = stress.queues[2 * device + (before ? 1 : draw(worker, 2))];
  if (before)
    CHECK_CL(stress.wait(to, 1, &one, NULL, 0, NULL, &event));
  CHECK_CL(stress.signal(from, 1, &one, NULL, WAIT(waits), NULL));
  if (!before)
    CHECK_CL(stress.wait(to, 1, &one, NULL, 0, NULL, &event));
  CHECK_CL(stress.release_semaphore(one));
  note(slot, NULL, event);
}

static void replace_slot(struct worker *worker) {
  struct slot *slot = any_slot(worker);
  check_slot(worker, slot);
  drop_slot(worker, slot);
  make_slot(worker, slot, false);
}

static void drop_unseen(struct worker *worker) {
  struct slot *slot = any_slot(worker);
  drop_slot(worker, slot);
  make_slot(worker, slot, false);
}

static void look(struct worker *worker) {
  check_slot(worker, any_slot(worker));
}

static void flush(struct worker *worker) {
  cl_command_queue queue = any_queue(worker);
  open_gates(worker);
  CHECK_CL(clFlush(queue));
  if (draw(worker, 16) == 0)
    CHECK_CL(clFinish(queue));
}

static void query(struct worker *worker) {
  struct slot *slot = any_slot(worker);
  cl_int status = 0;
  if (slot->last)
    CHECK_CL(clGetEventInfo(slot->last, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
  CHECK(status >= CL_COMPLETE);
  if (slot->mem) {
    cl_uint count = 0;
    CHECK_CL(clRetainMemObject(slot->mem));
    CHECK_CL(clGetMemObjectInfo(slot->mem, CL_MEM_REFERENCE_COUNT, sizeof count, &count, NULL));
    CHECK_EQ(count, 2);
    CHECK_CL(clReleaseMemObject(slot->mem));
  }
}

/* More of what is quick, less of what waits. */
static void (*const steps[])(struct worker *) = {
    write_slot,     write_slot, fill_slot, fill_slot, copy_slot,    copy_slot,   copy_slot, copy_slot,
    launch,         launch,     launch,    launch,    map_slot,     look,        marker,    record_and_run,
    record_and_run, make_gate,  flush,     query,     replace_slot, drop_unseen, semaphore, semaphore,
};

void step(struct worker *worker) {
  worker->steps++;
  steps[draw(worker, TEST_COUNT(steps))](worker);
  /* A gate that nobody opens would hold up what other threads wait for in an in-order queue. */
  if (draw(worker, 8) == 0)
    open_gates(worker);
}
