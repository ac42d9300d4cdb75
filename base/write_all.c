/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "base/write_all.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const int raised[] = {SIGXFSZ, SIGPIPE};

struct quiet {
  sigset_t before;  /* the thread's mask */
  sigset_t pending; /* what waited before, and so is not ours to take away */
};

static void begin_quiet(struct quiet *state) {
  sigset_t both;
  sigemptyset(&both);
  for (size_t i = 0; i < sizeof(raised) / sizeof(*raised); i++)
    sigaddset(&both, raised[i]);
  sigpending(&state->pending);
  pthread_sigmask(SIG_BLOCK, &both, &state->before);
}

/* errno stays. */
static void end_quiet(const struct quiet *state) {
  int error = errno;
  for (size_t i = 0; i < sizeof(raised) / sizeof(*raised); i++) {
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, raised[i]);
    if (!sigismember(&state->pending, raised[i]))
      while (sigtimedwait(&one, NULL, &(struct timespec){0}) < 0 && errno == EINTR)
        ;
  }
  pthread_sigmask(SIG_SETMASK, &state->before, NULL);
  errno = error;
}

bool weft_write_all(int file, const void *data, size_t size) {
  const char *at = data;
  struct quiet quiet;
  begin_quiet(&quiet);
  while (size) {
    ssize_t count = write(file, at, size);
    if (count < 0 && errno == EINTR)
      continue;
    if (count == 0)
      errno = ENOSPC;
    if (count <= 0)
      break;
    at += count;
    size -= (size_t)count;
  }
  end_quiet(&quiet);
  return size == 0;
}

const char *weft_error_text(int error) {
  switch (error) {
  case EFBIG:
    return "the limit of file sizes (ulimit -f) is too low";
  case EMFILE:
    return "the limit of open files (ulimit -n) is reached";
  case ENFILE:
    return "the system's limit of open files is reached";
  default:
    return strerror(error);
  }
}
