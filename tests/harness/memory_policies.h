/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_HARNESS_MEMORY_POLICIES_H
#define WEFT_TESTS_HARNESS_MEMORY_POLICIES_H

/*
 * A program that includes this answers system calls on memory policies itself: it notes the last policy that was set
 * for addresses, and says that the process has the policy `policies.own`. All other calls go to the system. So a
 * synthetic machine's nodes need not be there. For one source of a program; where a library is to see it, with exported
 * symbols.
 */

#include <dlfcn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* <linux/mempolicy.h> */
enum { PREFERRED = 1, INTERLEAVE = 3 };

static struct {
  atomic_int set; /* calls */
  int own;        /* the process's policy; 0: the system's default */
  /* Of the last call: */
  uintptr_t start;
  size_t size;
  int mode;
  unsigned long nodes; /* the first 64 */
} policies;

__attribute__((visibility("default"))) long syscall(long number, ...) {
  long a[6];
  va_list arguments;
  va_start(arguments, number);
  for (int i = 0; i < 6; i++)
    a[i] = va_arg(arguments, long);
  va_end(arguments);
  if (number == SYS_get_mempolicy) {
    *(int *)a[0] = policies.own;
    return 0;
  }
  if (number == SYS_mbind) {
    policies.start = (uintptr_t)a[0];
    policies.size = (size_t)a[1];
    policies.mode = (int)a[2];
    policies.nodes = *(const unsigned long *)a[3];
    atomic_fetch_add(&policies.set, 1);
    return 0;
  }
  static _Atomic(void *) next;
  if (!next)
    next = dlsym(RTLD_NEXT, "syscall");
  long (*pass)(long, ...) = (long (*)(long, ...))next;
  return pass(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}

#endif
