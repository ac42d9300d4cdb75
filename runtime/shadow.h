/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_SHADOW_H
#define WEFT_RUNTIME_SHADOW_H

/*
 * Shadow mode (docs/shadow.md): launches run a second time, on copies of their memory objects, as the reference that
 * was built beside the executable; the results are compared.
 */

#include "runtime/command.h"
#include "runtime/kernel.h"

/* WEFT_SHADOW, read when the first program is built: 0, 1 or 2. */
unsigned weft_shadow_level(void);
/* Builds the reference, inside a build. Where it cannot be had, a line in the log says why. */
void weft_shadow_add_reference(struct weft_executable *executable, const struct weft_target *target);

/* Bytes of a launch's room for its reference, 64-byte aligned; 0: it runs once. */
size_t weft_shadow_room(cl_kernel kernel, const struct weft_kernel_device *on);
/* Takes a launch that is complete but for being enqueued. */
void weft_shadow_attach(struct weft_command *command, cl_kernel kernel, const struct weft_kernel_device *on,
                        void *room);

#endif
