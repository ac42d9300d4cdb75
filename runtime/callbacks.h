/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_CALLBACKS_H
#define WEFT_RUNTIME_CALLBACKS_H

/*
 * Callbacks of the application that come due on a thread of the application's run on a thread of Weft's: the
 * application may hold a lock that the callback wants, or be waiting for something of which the callback knows nothing.
 *
 * They run in the order in which they were handed over, one after the other, as long as each returns soon. Where one
 * blocks, further threads go on with the rest.
 */

#include <stdbool.h>

struct weft_deferred {
  struct weft_deferred *next;
  void (*run)(struct weft_deferred *deferred); /* frees it; no lock is held */
};

/* Takes the callback over. False: the calling thread may run it itself, since it is none of the application's, or must,
 * since no thread can be had. */
bool weft_callbacks_defer(struct weft_deferred *deferred);

#endif
