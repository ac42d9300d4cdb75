/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_IDLENESS_H
#define WEFT_RUNTIME_IDLENESS_H

/*
 * When the process asks nothing of Weft: no command runs, and no program, code or copy of a kernel is made that
 * somebody asked for. What was already running when weft_command_count() began is not known.
 */

#include <stdbool.h>
#include <stdint.h>

/* Around each build, each time that code or a copy is made, and each replay of a command buffer, whose works are no
 * commands. */
void weft_idleness_work_begins(void);
void weft_idleness_work_ends(void);

/* One thread's view. */
struct weft_idleness {
  uint64_t delay_ms; /* that nothing has begun or run for */
  /* idleness.c's */
  uint64_t quiet_ms;
  uint64_t commands, works; /* that had begun when it last looked */
};

/* As WEFT_IDLE_CODE says. False: nothing is to be done while the process idles. */
bool weft_idleness_init(struct weft_idleness *idle);

/* Returns true once the process has idled for that long, at once where it has not done anything since the last call.
 * False once `wanted(user)` is false. It is called with a lock held. The caller counts commands. */
bool weft_idleness_wait(struct weft_idleness *idle, bool (*wanted)(void *user), void *user);
/* All who wait ask at once whether they are still wanted. */
void weft_idleness_wake(void);

#endif
