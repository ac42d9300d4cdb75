/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/object.h"

#include "runtime/platform.h"

#include <assert.h>

void weft_object_init(struct weft_object *object, enum weft_class class, void (*destroy)(struct weft_object *)) {
  object->dispatch = weft_platform.object.dispatch;
  object->dispatch_data = weft_platform.object.dispatch_data;
  object->destroy = destroy;
  atomic_init(&object->api, 1);
  atomic_init(&object->refs, 1);
  atomic_init(&object->class, class);
}

bool weft_object_is(const struct weft_object *object, enum weft_class class) {
  return object && object->dispatch && object->dispatch == weft_platform.object.dispatch &&
         atomic_load_explicit(&object->class, memory_order_relaxed) == (unsigned)class;
}

void weft_object_unref(struct weft_object *object) {
  unsigned before = atomic_fetch_sub_explicit(&object->refs, 1, memory_order_acq_rel);
  assert(before > 0);
  if (before == 1) {
    atomic_store_explicit(&object->class, WEFT_CLASS_NONE, memory_order_relaxed);
    object->destroy(object);
  }
}

void weft_object_retain(struct weft_object *object) {
  /* A handle that only we hold on to (a queue's context, say) becomes the application's again. */
  if (atomic_fetch_add_explicit(&object->api, 1, memory_order_relaxed) == 0)
    weft_object_ref(object);
}

bool weft_object_release(struct weft_object *object, bool *last) {
  unsigned count = atomic_load_explicit(&object->api, memory_order_relaxed);
  do {
    if (count == 0)
      return false;
  } while (!atomic_compare_exchange_weak_explicit(&object->api, &count, count - 1, memory_order_acq_rel,
                                                  memory_order_relaxed));
  if (last)
    *last = count == 1;
  if (count == 1)
    weft_object_unref(object);
  return true;
}
