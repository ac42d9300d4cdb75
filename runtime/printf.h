/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_PRINTF_H
#define WEFT_RUNTIME_PRINTF_H

/*
 * The host's half of OpenCL C printf: the formatter that kernels reach through struct weft_kernel_services
 * (compiler/kernel_abi.h) and the buffer of one launch.
 *
 * Each call is formatted apart and appended whole, under the sink's lock, so that outputs never interleave. The text
 * goes to stdout when the command has ended, or earlier where a launch prints more than the buffer should hold.
 */

#include <stdbool.h>

#include "base/lock.h"
#include "compiler/kernel_abi.h"

/* A text that grows. Zeroed: empty. */
struct weft_text {
  char *data; /* not NUL-terminated */
  size_t size, capacity;
};

void weft_text_free(struct weft_text *text);

/* Appends what printf(format, ...) prints; `types` and `args` as in struct weft_kernel_services. 0, or -1 for an
 * invalid conversion, a missing argument or no memory. */
int weft_printf_format(struct weft_text *out, const char *format, const char *types, const void *args);

/* What weft_launch.host points to for kernels that print. */
struct weft_printf_sink {
  struct weft_lock lock; /* guards text */
  struct weft_text text;
};

void weft_printf_sink_init(struct weft_printf_sink *sink);
/* Writes what is left to stdout and frees it. */
void weft_printf_sink_finish(struct weft_printf_sink *sink);

/* The service of that name, see struct weft_kernel_services. */
int32_t weft_printf_service(const struct weft_launch *launch, const char *format, const char *types, const void *args);

#endif
