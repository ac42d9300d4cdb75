/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_WRITE_ALL_H
#define WEFT_RUNTIME_WRITE_ALL_H

/*
 * Writing to files from threads of the application. A limit of file sizes is met with SIGXFSZ, a reader that has gone
 * with SIGPIPE, and both end the process unless somebody sees to them. Plain C without API types: devices/ and
 * compiler/ include it.
 */

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Between begin and end, writes of this thread that would raise one of the two signals fail with EFBIG or EPIPE and
 * raise nothing, neither there nor afterwards. */
struct weft_quiet_writes {
  sigset_t before;  /* the thread's mask */
  sigset_t pending; /* what waited before, and so is not ours to take away */
};
void weft_quiet_writes_begin(struct weft_quiet_writes *state);
void weft_quiet_writes_end(const struct weft_quiet_writes *state); /* errno stays */

/* All of the bytes; false with errno. Raises no signal. */
bool weft_write_all(int file, const void *data, size_t size);

/* What strerror() says, and which limit is in the way where the error is one that a limit makes. */
const char *weft_error_text(int error);

#ifdef __cplusplus
}
#endif

#endif
