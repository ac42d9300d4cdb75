/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "tests/stress/stress.h"

unsigned draw(struct worker *worker, unsigned below) {
  worker->random = worker->random * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)((worker->random >> 33) % below);
}

cl_command_queue any_queue(struct worker *worker) {
  return stress.queues[draw(worker, NUM_QUEUES)];
}

struct slot *any_slot(struct worker *worker) {
  return &worker->slots[draw(worker, NUM_SLOTS)];
}

struct waits waits_of(struct worker *worker, const struct slot *a, const struct slot *b) {
  struct waits waits = {0};
  if (a->last)
    waits.list[waits.count++] = a->last;
  if (b && b != a && b->last)
    waits.list[waits.count++] = b->last;
  cl_event gate = worker->gates[draw(worker, TEST_COUNT(worker->gates))];
  if (gate && draw(worker, 4) == 0)
    waits.list[waits.count++] = gate;
  return waits;
}

static void replace_last(struct slot *slot, cl_event event) {
  if (slot->last)
    CHECK_CL(clReleaseEvent(slot->last));
  slot->last = event;
}

void note(struct slot *a, struct slot *b, cl_event event) {
  CHECK(event != NULL);
  if (b && b != a) {
    CHECK_CL(clRetainEvent(event));
    replace_last(b, event);
  }
  replace_last(a, event);
}

static bool has(enum kind kind) {
  return kind == IMAGE ? stress.has_images : kind == SVM ? stress.has_svm : kind == USM ? stress.has_usm : true;
}

static cl_mem make_mem(struct worker *worker, enum kind kind, unsigned char *initial) {
  cl_int error;
  cl_mem mem;
  if (kind == IMAGE) {
    const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT8};
    const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = WIDTH, .image_height = HEIGHT};
    mem = clCreateImage(stress.context, CL_MEM_COPY_HOST_PTR, &format, &desc, initial, &error);
    CHECK_CL(error);
    return mem;
  }
  if (kind == BUFFER) {
    mem = clCreateBuffer(stress.context, CL_MEM_COPY_HOST_PTR, SIZE, initial, &error);
    CHECK_CL(error);
    return mem;
  }
  /* The parent's handle goes at once. */
  unsigned char twice[2 * SIZE] = {0};
  const cl_buffer_region region = {SIZE, SIZE};
  memcpy(twice + SIZE, initial, SIZE);
  cl_mem parent = clCreateBuffer(stress.context, CL_MEM_COPY_HOST_PTR, sizeof twice, twice, &error);
  CHECK_CL(error);
  mem = clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
  CHECK_CL(error);
  CHECK_CL(clReleaseMemObject(parent));
  return mem;
}

static unsigned char *make_usm(struct worker *worker) {
  cl_int error = CL_SUCCESS;
  void *memory = NULL;
  switch (draw(worker, 3)) {
  case 0:
    memory = stress.usm_host(stress.context, NULL, SIZE, 0, &error);
    break;
  case 1:
    memory = stress.usm_device(stress.context, stress.devices[draw(worker, 2)], NULL, SIZE, 0, &error);
    break;
  default:
    memory = stress.usm_shared(stress.context, NULL, NULL, SIZE, 0, &error);
    break;
  }
  CHECK_CL(error);
  return memory;
}

void make_slot(struct worker *worker, struct slot *slot, bool first) {
  enum kind kind = (enum kind)draw(worker, NUM_KINDS);
  *slot = (struct slot){.kind = has(kind) ? kind : BUFFER};
  test_fill(slot->want, SIZE, (uint32_t)worker->random | 1);
  if (slot->kind == SVM) {
    slot->at = clSVMAlloc(stress.context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, SIZE, 0);
    CHECK(slot->at != NULL);
  } else if (slot->kind == USM) {
    slot->at = make_usm(worker);
  } else {
    slot->mem = make_mem(worker, slot->kind, slot->want);
  }
  if (slot->at)
    memcpy(slot->at, slot->want, SIZE);
}

static void CL_CALLBACK free_svm(cl_command_queue queue, cl_uint count, void *pointers[], void *user) {
  for (cl_uint i = 0; i < count; i++)
    clSVMFree(stress.context, pointers[i]);
}

/* Memory objects may go while commands use them; what is known by its address may not, but for the commands that free.
 */
void drop_slot(struct worker *worker, struct slot *slot) {
  if (slot->mem) {
    CHECK_CL(clReleaseMemObject(slot->mem));
  } else if (slot->kind == SVM && draw(worker, 2)) {
    void *pointers[] = {slot->at};
    CHECK_CL(clEnqueueSVMFree(any_queue(worker), 1, pointers, draw(worker, 2) ? free_svm : NULL, NULL,
                              slot->last != NULL, slot->last ? &slot->last : NULL, NULL));
  } else {
    open_gates(worker);
    if (slot->last)
      CHECK_CL(clWaitForEvents(1, &slot->last));
    if (slot->kind == SVM)
      clSVMFree(stress.context, slot->at);
    else
      CHECK_CL(stress.usm_free(stress.context, slot->at));
  }
  replace_last(slot, NULL);
}

void check_slot(struct worker *worker, struct slot *slot) {
  unsigned char got[SIZE];
  const size_t zero[3] = {0}, whole[3] = {WIDTH, HEIGHT, 1};
  open_gates(worker); /* a thread that waits opens no gate */
  const cl_event *wait = slot->last ? &slot->last : NULL;
  cl_command_queue queue = any_queue(worker);
  switch (slot->kind) {
  case IMAGE:
    CHECK_CL(clEnqueueReadImage(queue, slot->mem, CL_TRUE, zero, whole, 0, 0, got, wait != NULL, wait, NULL));
    break;
  case SVM:
    CHECK_CL(clEnqueueSVMMemcpy(queue, CL_TRUE, got, slot->at, SIZE, wait != NULL, wait, NULL));
    break;
  case USM:
    CHECK_CL(stress.usm_copy(queue, CL_TRUE, got, slot->at, SIZE, wait != NULL, wait, NULL));
    break;
  default:
    CHECK_CL(clEnqueueReadBuffer(queue, slot->mem, CL_TRUE, 0, SIZE, got, wait != NULL, wait, NULL));
    break;
  }
  size_t differs = test_differ(got, slot->want, SIZE);
  if (differs != SIZE)
    FAIL("thread %u, step %lu, slot %d of kind %d: byte %zu is %d, not %d", worker->number, worker->steps,
         (int)(slot - worker->slots), slot->kind, differs, got[differs], slot->want[differs]);
}
