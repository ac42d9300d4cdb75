/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_OBJECT_H
#define WEFT_RUNTIME_OBJECT_H

/*
 * What every API object begins with.
 *
 * The first two fields are the loader's (cl_khr_icd 2.0.1): the ICD-1 dispatch table, by
 * which we also recognise our own handles, and the data of an ICD-2 loader. Both are copied
 * from the platform.
 *
 * Two counts. `api` is the application's: clRetain and clRelease move it and
 * CL_x_REFERENCE_COUNT shows it. `refs` is our own; all of the application's references together
 * hold one of them, so an object that a queue, a kernel or a child still needs outlives the
 * application's last release and its handle stays valid until then. At refs == 0 the object loses its
 * class, so that a stale handle is not recognised, and `destroy` runs.
 */

#include <CL/cl_icd.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum weft_class {
  WEFT_CLASS_NONE = 0, /* freed */
  WEFT_CLASS_PLATFORM = 0x57454600,
  WEFT_CLASS_DEVICE,
  WEFT_CLASS_CONTEXT,
  WEFT_CLASS_QUEUE,
  WEFT_CLASS_MEM,
  WEFT_CLASS_SAMPLER,
  WEFT_CLASS_PROGRAM,
  WEFT_CLASS_KERNEL,
  WEFT_CLASS_EVENT,
  WEFT_CLASS_COMMAND_BUFFER,
  WEFT_CLASS_MUTABLE_COMMAND,
  WEFT_CLASS_SEMAPHORE,
};

struct weft_object {
  const cl_icd_dispatch *dispatch;
  void *dispatch_data;
  atomic_uint class; /* enum weft_class */
  atomic_uint api;
  atomic_uint refs;
  void (*destroy)(struct weft_object *object); /* frees the object; called once, no lock held */
};

/* Both counts start at 1: the application's reference, given to it or dropped with weft_object_release(). */
void weft_object_init(struct weft_object *object, enum weft_class class, void (*destroy)(struct weft_object *));

/* A handle is ours and of that class. Anything readable may be passed, NULL too. */
bool weft_object_is(const struct weft_object *object, enum weft_class class);

/* Our own references. unref may destroy; prefer the WEFT_UNREF macro, which clears the pointer. */
static inline void weft_object_ref(struct weft_object *object) {
  atomic_fetch_add_explicit(&object->refs, 1, memory_order_relaxed);
}
/* For who reads a pointer that holds no reference: false where the object is going already. */
static inline bool weft_object_try_ref(struct weft_object *object) {
  unsigned count = atomic_load_explicit(&object->refs, memory_order_relaxed);
  while (count && !atomic_compare_exchange_weak_explicit(&object->refs, &count, count + 1, memory_order_acquire,
                                                         memory_order_relaxed))
    ;
  return count != 0;
}
void weft_object_unref(struct weft_object *object);

/* WEFT_REF(ctx) gives back ctx; WEFT_UNREF(&event->context) accepts NULL and clears it. The argument is a pointer
 * to an API struct whose first member is `object`. */
#define WEFT_REF(p) (weft_object_ref(&(p)->object), (p))
#define WEFT_UNREF(pp)                                                                                                 \
  do {                                                                                                                 \
    if (*(pp)) {                                                                                                       \
      weft_object_unref(&(*(pp))->object);                                                                             \
      *(pp) = NULL;                                                                                                    \
    }                                                                                                                  \
  } while (0)

/* The application's references. release answers false, and changes nothing, where the application holds none;
 * `last` (may be NULL) tells whether this was its last one. */
void weft_object_retain(struct weft_object *object);
bool weft_object_release(struct weft_object *object, bool *last);
static inline cl_uint weft_object_count(const struct weft_object *object) {
  return atomic_load_explicit(&object->api, memory_order_relaxed);
}

#endif
