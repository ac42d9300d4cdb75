/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Host and kernels at work on the same memory at the same time. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "tests/harness/test.h"

static void needs_atomics(void) {
  cl_device_svm_capabilities has = 0;
  const cl_device_svm_capabilities wanted = CL_DEVICE_SVM_FINE_GRAIN_BUFFER | CL_DEVICE_SVM_ATOMICS;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_SVM_CAPABILITIES, sizeof has, &has, NULL));
  if ((has & wanted) != wanted)
    test_skip("the device has no atomics that the host sees");
}

static void *allocate(size_t size) {
  void *memory =
      clSVMAlloc(test.context, CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS, size, 0);
  CHECK(memory != NULL);
  memset(memory, 0, size);
  return memory;
}

enum { ITEMS = 20000, TURNS = 50000 };

static void *count(void *counter) {
  for (int i = 0; i < TURNS; i++)
    atomic_fetch_add((atomic_int *)counter, 1);
  return NULL;
}

/* Neither loses an addition of the other's. */
static void counters(void) {
  needs_atomics();
  atomic_int *counter = allocate(sizeof *counter);
  cl_kernel kernel = test_kernel(test_build("-cl-std=CL2.0", CL(kernel void count(global atomic_int * counter) {
                                              for (int i = 0; i < 10; i++)
                                                atomic_fetch_add_explicit(counter, 1, memory_order_seq_cst,
                                                                          memory_scope_all_svm_devices);
                                            })),
                                 "count");
  CHECK_CL(clSetKernelArgSVMPointer(kernel, 0, counter));
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &(size_t){ITEMS}, NULL, 0, NULL, NULL));
  CHECK_CL(clFlush(test.queue));
  pthread_t thread;
  CHECK_EQ(pthread_create(&thread, NULL, count, counter), 0);
  count(counter);
  pthread_join(thread, NULL);
  CHECK_CL(clFinish(test.queue));
  CHECK_EQ(atomic_load(counter), 10 * ITEMS + 2 * TURNS);
  clSVMFree(test.context, (void *)counter);
}

struct mailbox {
  atomic_int asked, answered;
  int question, answer;
};

/* One work-item that answers what the host asks while it runs. */
static void questions(void) {
  enum { QUESTIONS = 200 };
  needs_atomics();
  struct mailbox *box = allocate(sizeof *box);
  cl_kernel kernel =
      test_kernel(test_build("-cl-std=CL2.0", CL(
                                                  struct mailbox {
                                                    atomic_int asked;
                                                    atomic_int answered;
                                                    int question;
                                                    int answer;
                                                  };
                                                  kernel void answer(global struct mailbox * box, int questions) {
                                                    for (int i = 1; i <= questions; i++) {
                                                      while (atomic_load_explicit(&box->asked, memory_order_acquire,
                                                                                  memory_scope_all_svm_devices) < i)
                                                        ;
                                                      box->answer = box->question * 3 + i;
                                                      atomic_store_explicit(&box->answered, i, memory_order_release,
                                                                            memory_scope_all_svm_devices);
                                                    }
                                                  })),
                  "answer");
  cl_int questions = QUESTIONS;
  CHECK_CL(clSetKernelArgSVMPointer(kernel, 0, box));
  CHECK_CL(clSetKernelArg(kernel, 1, sizeof questions, &questions));
  CHECK_CL(clEnqueueNDRangeKernel(test.queue, kernel, 1, NULL, &(size_t){1}, NULL, 0, NULL, NULL));
  CHECK_CL(clFlush(test.queue));
  for (int i = 1; i <= QUESTIONS; i++) {
    box->question = 7 * i;
    atomic_store_explicit(&box->asked, i, memory_order_release);
    while (atomic_load_explicit(&box->answered, memory_order_acquire) < i)
      ;
    CHECK_EQ(box->answer, 21 * i + i);
  }
  CHECK_CL(clFinish(test.queue));
  clSVMFree(test.context, box);
}

static const struct test_case cases[] = {{"counters", counters}, {"questions", questions}};
TEST_MAIN(cases)
