/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_ALLOCATION_H
#define WEFT_RUNTIME_ALLOCATION_H

/*
 * Memory that an application knows by its address (docs/memory_by_pointer.md): shared virtual memory, of
 * cl_khr_unified_svm too, and the unified shared memory of cl_intel_unified_shared_memory. Every address of the process
 * is valid in a kernel, so an allocation is there for what is asked about it, and to be freed; who uses one holds
 * nothing.
 *
 * All allocations of the process stand in one tree, since any address may be asked about in any context. An allocation
 * belongs to a context and does not keep it alive; what a context's application has not freed goes with the context.
 */

#include "runtime/command.h"
#include "runtime/context.h"
#include "runtime/list.h"
#include "runtime/range_tree.h"

/* Which interface it came from; the memory is the same. */
enum weft_allocation_kind { WEFT_ALLOCATION_SVM, WEFT_ALLOCATION_HOST, WEFT_ALLOCATION_DEVICE, WEFT_ALLOCATION_SHARED };

/* What is known of an allocation. */
struct weft_allocation_facts {
  cl_context context; /* not referenced; NULL: the address is in no allocation of ours */
  enum weft_allocation_kind kind;
  cl_uint svm_type;    /* index of the type of cl_khr_unified_svm; SVM alone */
  cl_device_id device; /* that it was asked for; not referenced; NULL: none */
  char *start;
  size_t size;        /* bytes */
  cl_bitfield flags;  /* cl_svm_mem_flags or cl_mem_alloc_flags_intel, as given */
  cl_bitfield access; /* cl_svm_alloc_access_flags_khr */
  /* Of clSVMAllocWithPropertiesKHR, with the 0 at its end; no bytes: there was no list. */
  cl_properties properties[7];
  size_t properties_size; /* bytes */
};

/* Memory for all devices of a context, aligned to their mem_base_align, from the device that it is asked for, if one
 * is; arguments checked. Takes all of `asked` but `start`. Errors: CL_MEM_OBJECT_ALLOCATION_FAILURE,
 * CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_allocation_create(const struct weft_allocation_facts *asked,
                                                                  void **out);
/* Frees what begins at `start`, belongs to the context, and is SVM or is not. Else nothing is done: false. */
bool weft_allocation_free(cl_context context, void *start, bool svm);
/* What holds the byte at `address`. The answer is as good as the application's own order of uses and frees. */
struct weft_allocation_facts weft_allocation_find(const void *address);
/* To be called before the host writes at an address, which may be in no allocation. */
void weft_allocation_host_writes(cl_context context, const void *address);
/* Frees what is left of the context's. */
void weft_allocation_free_all(cl_context context);

/* clEnqueueSVMFree. Copies the pointers. `fn` NULL: they are freed as by weft_allocation_free(). Errors:
 * CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int
weft_allocation_enqueue_free(cl_command_queue queue, cl_command_type type, cl_uint num_pointers, void *const *pointers,
                             void(CL_CALLBACK *fn)(cl_command_queue, cl_uint, void **, void *), void *user,
                             cl_uint num_waits, const cl_event *waits, cl_event *event);
/* A command that stands in the queue's order and moves nothing, since all devices and the host see the same memory:
 * maps, unmaps, migrations and advice. Errors: CL_OUT_OF_HOST_MEMORY, and for blocking ones what it ended with. */
__attribute__((warn_unused_result)) cl_int weft_allocation_enqueue_nothing(cl_command_queue queue, cl_command_type type,
                                                                           cl_bool blocking, cl_uint num_waits,
                                                                           const cl_event *waits, cl_event *event);

#endif
