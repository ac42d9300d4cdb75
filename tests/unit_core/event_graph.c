/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The event graph over a device that does what the test says: order, errors, counts, memory, constant stack. */
#include "base/alloc.h"
#include "runtime/command.h"
#include "tests/unit_core/fake_device.h"
#include "tests/unit_core/unit.h"

#include <string.h>
#include <sys/resource.h>

static int notices;
static char notice[512];
static void CL_CALLBACK notify(const char *text, const void *data, size_t size, void *user) {
  (void)data;
  (void)size;
  CHECK(user == &notices);
  notices++;
  snprintf(notice, sizeof notice, "%s", text);
}

static cl_device_id device;
static cl_context context;

static cl_command_queue make_queue(cl_command_queue_properties bits) {
  cl_command_queue queue;
  CHECK(weft_queue_create(context, device, bits, NULL, 0, &queue) == CL_SUCCESS);
  return queue;
}

static void release(struct weft_object *object) {
  CHECK(weft_object_release(object, NULL));
}

static cl_event enqueue(cl_command_queue queue, cl_uint num_waits, const cl_event *waits) {
  struct weft_command *command;
  cl_event event;
  CHECK(weft_command_create(queue, CL_COMMAND_FILL_BUFFER, num_waits, waits, 0, 0, &command) == CL_SUCCESS);
  command->work.kind = WEFT_WORK_FILL;
  CHECK(weft_command_enqueue(command, CL_FALSE, &event) == CL_SUCCESS);
  return event;
}

static void in_order_submits_one_after_the_other(void) {
  cl_command_queue queue = make_queue(0);
  size_t base = fake_count;
  cl_event a = enqueue(queue, 0, NULL), b = enqueue(queue, 0, NULL);
  CHECK(fake_count == base + 1);
  CHECK(weft_event_status(a) == CL_SUBMITTED && weft_event_status(b) == CL_QUEUED);
  fake_end(base, CL_COMPLETE);
  CHECK(fake_count == base + 2);
  CHECK(weft_event_status(a) == CL_COMPLETE && weft_event_status(b) == CL_SUBMITTED);
  /* A command that fails holds its queue up no further, and passes nothing on by order alone. */
  cl_event c = enqueue(queue, 0, NULL);
  fake_end(base + 1, CL_OUT_OF_RESOURCES);
  CHECK(weft_event_status(b) == CL_OUT_OF_RESOURCES && weft_event_status(c) == CL_SUBMITTED);
  fake_end(base + 2, CL_COMPLETE);
  CHECK(queue->last == NULL);
  release(&a->object);
  release(&b->object);
  release(&c->object);
  release(&queue->object);
}

static void out_of_order_submits_at_once(void) {
  cl_command_queue queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  size_t base = fake_count;
  cl_event a = enqueue(queue, 0, NULL), b = enqueue(queue, 0, NULL), marker, barrier;
  CHECK(fake_count == base + 2);
  CHECK(weft_command_enqueue_marker(queue, CL_COMMAND_MARKER, false, 0, NULL, &marker) == CL_SUCCESS);
  cl_event c = enqueue(queue, 0, NULL);
  CHECK(fake_count == base + 3);
  CHECK(weft_command_enqueue_marker(queue, CL_COMMAND_BARRIER, true, 0, NULL, &barrier) == CL_SUCCESS);
  cl_event d = enqueue(queue, 0, NULL);
  CHECK(fake_count == base + 3);
  fake_end(base + 1, CL_COMPLETE);
  CHECK(weft_event_status(marker) > CL_COMPLETE);
  fake_end(base, CL_COMPLETE);
  CHECK(weft_event_status(marker) == CL_COMPLETE);
  CHECK(weft_event_status(barrier) > CL_COMPLETE);
  fake_end(base + 2, CL_COMPLETE);
  CHECK(weft_event_status(barrier) == CL_COMPLETE);
  CHECK(fake_count == base + 4 && weft_event_status(d) == CL_SUBMITTED);
  fake_end(base + 3, CL_COMPLETE);
  CHECK(queue->barrier == NULL);
  cl_event all[] = {a, b, c, d, marker, barrier};
  for (int i = 0; i < 6; i++)
    release(&all[i]->object);
  release(&queue->object);
}

static int finishes;
static cl_int finish_status;
static void on_finish(struct weft_command *command, cl_int status) {
  (void)command;
  finishes++;
  finish_status = status;
}
static cl_int refuse(struct weft_command *command) {
  (void)command;
  return CL_MEM_OBJECT_ALLOCATION_FAILURE;
}

/* Held objects and hooks: released once, whether the command ran, was refused, was not allowed to run or was discarded.
 */
static void hooks_and_held_objects(void) {
  cl_command_queue queue = make_queue(0);
  struct weft_command *command;
  cl_event gate, event;
  for (int way = 0; way < 4; way++) {
    unsigned refs = atomic_load(&context->object.refs);
    size_t base = fake_count;
    CHECK(weft_event_create_user(context, &gate) == CL_SUCCESS);
    CHECK(weft_command_create(queue, CL_COMMAND_FILL_BUFFER, 1, &gate, 1, 100, &command) == CL_SUCCESS);
    CHECK(command->extra_size == 100 && (uintptr_t)command->extra % 64 == 0 && (uintptr_t)&command->work % 64 == 0);
    weft_command_hold(command, &context->object);
    command->work.kind = WEFT_WORK_FILL;
    command->finish = on_finish;
    command->prepare = way == 1 ? refuse : NULL;
    finishes = notices = 0;
    if (way == 3) {
      weft_command_discard(command);
      weft_event_set_user_status(gate, CL_COMPLETE);
    } else {
      CHECK(weft_command_enqueue(command, CL_FALSE, &event) == CL_SUCCESS);
      CHECK(finishes == 0 && atomic_load(&context->object.refs) > refs);
      weft_event_set_user_status(gate, way == 2 ? -9 : CL_COMPLETE);
      if (way == 0)
        fake_end(base, CL_COMPLETE);
      static const cl_int want[] = {CL_COMPLETE, CL_MEM_OBJECT_ALLOCATION_FAILURE,
                                    CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST};
      CHECK(weft_event_status(event) == want[way] && finish_status == want[way]);
      /* The context's callback hears of errors where they arise, not where they pass. */
      CHECK(notices == (way == 1) && (way != 1 || strstr(notice, "-4")));
      release(&event->object);
    }
    CHECK(finishes == 1 && fake_count == base + (way == 0));
    release(&gate->object);
    CHECK(atomic_load(&context->object.refs) == refs);
  }
  release(&queue->object);
}

static void blocking_gives_the_error(void) {
  cl_command_queue queue = make_queue(0);
  struct weft_command *command;
  fake_immediate = true;
  CHECK(weft_command_create(queue, CL_COMMAND_FILL_BUFFER, 0, NULL, 0, 0, &command) == CL_SUCCESS);
  command->work.kind = WEFT_WORK_FILL;
  CHECK(weft_command_enqueue(command, CL_TRUE, NULL) == CL_SUCCESS);
  CHECK(weft_command_create(queue, CL_COMMAND_FILL_BUFFER, 0, NULL, 0, 0, &command) == CL_SUCCESS);
  command->work.kind = WEFT_WORK_FILL;
  command->prepare = refuse;
  CHECK(weft_command_enqueue(command, CL_TRUE, NULL) == CL_MEM_OBJECT_ALLOCATION_FAILURE);
  fake_immediate = false;
  release(&queue->object);
}

/* A device that ends works inside submit: 100,000 links unwind in a stack that recursion would burst. */
static void chain_in_constant_stack(void) {
  enum { LINKS = 100000 };
  struct rlimit limit;
  cl_command_queue queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  cl_event gate, before, event = NULL;
  CHECK(getrlimit(RLIMIT_STACK, &limit) == 0);
  limit.rlim_cur = 1 << 20;
  CHECK(setrlimit(RLIMIT_STACK, &limit) == 0);
  CHECK(weft_event_create_user(context, &gate) == CL_SUCCESS);
  fake_immediate = true;
  before = gate;
  for (int i = 0; i < LINKS; i++) {
    event = enqueue(queue, 1, &before);
    if (i)
      release(&before->object);
    before = event;
  }
  CHECK(weft_event_status(event) == CL_QUEUED);
  weft_event_set_user_status(gate, CL_COMPLETE);
  CHECK(weft_event_status(event) == CL_COMPLETE);
  fake_immediate = false;
  release(&event->object);
  release(&gate->object);
  release(&queue->object);
}

static void failing_allocations(void) {
  cl_command_queue queue = make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  struct weft_command *command;
  cl_event event = NULL;
  weft_alloc_fail_after(0);
  CHECK(weft_command_create(queue, CL_COMMAND_MARKER, 0, NULL, 0, 0, &command) == CL_OUT_OF_HOST_MEMORY);
  for (int n = 0; n < 2; n++) { /* the command, the join */
    weft_alloc_fail_after(n);
    CHECK(weft_command_enqueue_marker(queue, CL_COMMAND_MARKER, false, 0, NULL, &event) == CL_OUT_OF_HOST_MEMORY);
    CHECK(event == NULL);
  }
  weft_alloc_fail_after(0);
  CHECK(weft_event_create_user(context, &event) == CL_OUT_OF_HOST_MEMORY);
  weft_alloc_fail_after(-1);
  CHECK(weft_command_create(queue, CL_COMMAND_MARKER, 0, NULL, 0, SIZE_MAX - 8, &command) == CL_OUT_OF_HOST_MEMORY);
  CHECK(weft_queue_finish(queue) == CL_SUCCESS);
  release(&queue->object);
}

static void waiters_only_are_woken(void) {
  cl_event event;
  size_t wakes = fake_wakes;
  CHECK(weft_event_create_user(context, &event) == CL_SUCCESS);
  weft_event_set_user_status(event, CL_COMPLETE);
  CHECK(fake_wakes == wakes);
  CHECK(weft_event_wait(event) == CL_COMPLETE);
  release(&event->object);
}

int main(void) {
  device = fake_open();
  CHECK(weft_context_create(NULL, 0, 1, &device, notify, &notices, &context) == CL_SUCCESS);
  in_order_submits_one_after_the_other();
  out_of_order_submits_at_once();
  hooks_and_held_objects();
  blocking_gives_the_error();
  chain_in_constant_stack();
  failing_allocations();
  waiters_only_are_woken();
  CHECK(atomic_load(&context->object.refs) == 1);
  release(&context->object);
  return 0;
}
