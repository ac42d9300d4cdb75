/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BASE_WRITE_ALL_H
#define WEFT_BASE_WRITE_ALL_H

/*
 * Writing to files from threads of the application. A limit of file sizes is met with SIGXFSZ, a reader that has gone
 * with SIGPIPE, and both end the process unless somebody sees to them. Plain C without API types: devices/ and
 * compiler/ include it.
 */

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* All of the bytes; false with errno, EFBIG or EPIPE in the place of a signal. */
bool weft_write_all(int file, const void *data, size_t size);

/* What strerror() says, and which limit is in the way where the error is one that a limit makes. */
const char *weft_error_text(int error);

#ifdef __cplusplus
}
#endif

#endif
