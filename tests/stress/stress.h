/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_STRESS_STRESS_H
#define WEFT_TESTS_STRESS_STRESS_H

/*
 * Threads that do random things to objects of their own on queues that they share.
 *
 * A *slot* is memory of one kind with SIZE bytes, whose contents a thread knows: each command on it is also done to
 * `want` when it is enqueued. A command on a slot waits for the one before (`last`), and may be enqueued to any queue
 * of any device, so that the order is that of the events alone. Reads compare.
 */

#include "tests/api_command_buffer/commands.h"

/* cl_khr_semaphore 1.0.0; the system's headers may know an earlier revision */
#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR 0x2053
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR 0
#endif

enum { SIZE = 4096, WIDTH = 32, HEIGHT = 32, NUM_SLOTS = 12, NUM_QUEUES = 4, NUM_THREADS = 8 };

enum kind { BUFFER, SUB_BUFFER, IMAGE, SVM, USM, NUM_KINDS };

struct slot {
  enum kind kind;
  cl_mem mem;        /* BUFFER, SUB_BUFFER, IMAGE */
  unsigned char *at; /* SVM, USM */
  cl_event last;     /* a reference; NULL: nothing to wait for */
  unsigned char want[SIZE];
};

struct worker {
  unsigned number;
  uint64_t random;
  struct slot slots[NUM_SLOTS];
  cl_kernel change, change_image; /* a thread's own: their arguments are set and launched in two calls */
  cl_event gates[4];              /* user events that have not ended, each a reference, or NULL */
  unsigned long steps;
  cl_uint added; /* to the counter that all share */
};

/* What all threads use. */
struct stress {
  cl_device_id devices[2];
  cl_context context;
  cl_command_queue queues[NUM_QUEUES];
  cl_program program;
  cl_mem counter;
  bool has_images, has_svm, has_usm, has_commands, has_semaphores;
  clCreateSemaphoreWithPropertiesKHR_fn semaphore;
  clEnqueueSignalSemaphoresKHR_fn signal;
  clEnqueueWaitSemaphoresKHR_fn wait;
  clReleaseSemaphoreKHR_fn release_semaphore;
  clHostMemAllocINTEL_fn usm_host;
  clDeviceMemAllocINTEL_fn usm_device;
  clSharedMemAllocINTEL_fn usm_shared;
  clMemFreeINTEL_fn usm_free;
  clSetKernelArgMemPointerINTEL_fn usm_arg;
  clEnqueueMemcpyINTEL_fn usm_copy;
  clEnqueueMemFillINTEL_fn usm_fill;
};
extern struct stress stress;

/* Number in [0, below). */
unsigned draw(struct worker *worker, unsigned below);
cl_command_queue any_queue(struct worker *worker);
struct slot *any_slot(struct worker *worker);

/* The events that a command on one or two slots waits for: at most 2, and maybe a gate. */
struct waits {
  cl_uint count;
  cl_event list[3];
  const cl_event *events; /* NULL where there are none */
};
struct waits waits_of(struct worker *worker, const struct slot *a, const struct slot *b);
/* The command's event becomes the last of the slots (b may be NULL or a). */
void note(struct slot *a, struct slot *b, cl_event event);

void make_slot(struct worker *worker, struct slot *slot, bool first);
void drop_slot(struct worker *worker, struct slot *slot);
void check_slot(struct worker *worker, struct slot *slot);

/* commands.c of this folder: the steps */
void step(struct worker *worker);
/* Lets all commands go on that wait for a gate. */
void open_gates(struct worker *worker);

#endif
