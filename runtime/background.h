/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_BACKGROUND_H
#define WEFT_RUNTIME_BACKGROUND_H

/*
 * Work that nobody waits for yet, done by threads that come with it and stay; that of the last team goes with it. A
 * forked child has the jobs that waited or ran at the fork, as far as they had come, and makes threads of its own with
 * the next one that is submitted.
 */

#include <stdbool.h>

#include "runtime/list.h"

/* Who does a job. */
enum weft_team {
  WEFT_TEAM_CODE,   /* for code that launches will want: as many threads as there are processors for them */
  WEFT_TEAM_COPIES, /* for what makes later launches faster: one thread, behind the application's */
  WEFT_TEAM_IDLE,   /* for what may wait until nothing else is done: one thread, which ends with its last job */
  WEFT_NUM_TEAMS
};

/* Part of what the job is about; the owner's, who may free it once it is neither waiting nor running. */
struct weft_job {
  struct weft_list node;
  enum weft_team team;
  bool waits;                         /* background.c's */
  void (*run)(struct weft_job *job);  /* no lock held; may begin again in a forked child, wherever it was */
  void (*done)(struct weft_job *job); /* behind run(), in a span: drops what the job holds, perhaps itself */
};

void weft_job_init(struct weft_job *job, enum weft_team team, void (*run)(struct weft_job *),
                   void (*done)(struct weft_job *));

enum { WEFT_MOST_COPIES = 32 };

/* False: so many jobs of the copies' wait already, or no thread can be had; the job is as it was. */
bool weft_background_submit(struct weft_job *job);
/* True: the job was waiting, and will not run. */
bool weft_background_cancel(struct weft_job *job);

#endif
