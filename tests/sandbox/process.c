/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SECONDS = 100 };

static void read_output(int from, pid_t child, struct outcome *outcome) {
  size_t used = 0;
  time_t end = time(NULL) + SECONDS;
  for (;;) {
    struct pollfd ready = {from, POLLIN, 0};
    int left = (int)(end - time(NULL)) * 1000;
    if (left <= 0 || poll(&ready, 1, left) == 0) {
      outcome->hangs = true;
      kill(child, SIGKILL);
      break;
    }
    ssize_t got = read(from, outcome->output + used, sizeof(outcome->output) - 1 - used);
    if (got <= 0)
      break;
    used += (size_t)got;
  }
  outcome->output[used] = 0;
}

void process_run(int (*child)(const void *), const void *data, struct outcome *outcome) {
  int ends[2];
  memset(outcome, 0, sizeof(*outcome));
  fflush(NULL);
  if (pipe2(ends, O_CLOEXEC) != 0)
    abort();
  pid_t id = fork();
  if (id == 0) {
    dup2(ends[1], STDOUT_FILENO);
    dup2(ends[1], STDERR_FILENO);
    _exit(child(data));
  }
  close(ends[1]);
  read_output(ends[0], id, outcome);
  close(ends[0]);
  while (waitpid(id, &outcome->status, 0) < 0 && errno == EINTR)
    ;
}

const char *outcome_last_line(struct outcome *outcome) {
  size_t length = strlen(outcome->output);
  while (length && outcome->output[length - 1] == '\n')
    outcome->output[--length] = 0;
  const char *newline = strrchr(outcome->output, '\n');
  return newline ? newline + 1 : outcome->output;
}
