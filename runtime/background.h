/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_BACKGROUND_H
#define WEFT_RUNTIME_BACKGROUND_H

/*
 * Work that nobody waits for, done one job after the other by one thread of low priority. The thread is made with the
 * first job and stays. A forked child has the jobs that waited or ran at the fork, as far as they had come, and makes a
 * thread of its own with the next one that is submitted.
 */

#include <stdbool.h>

#include "runtime/list.h"

/* Part of what the job is about; the owner's, who may free it once it is neither waiting nor running. */
struct weft_job {
  struct weft_list node;
  void (*run)(struct weft_job *job);  /* no lock held; may begin again in a forked child, wherever it was */
  void (*done)(struct weft_job *job); /* behind run(), in a span: drops what the job holds, perhaps itself */
};

enum { WEFT_MOST_JOBS = 32 };

/* False: so many jobs wait already, or no thread can be had; the job is as it was. */
bool weft_background_submit(struct weft_job *job);
/* True: the job was waiting, and will not run. */
bool weft_background_cancel(struct weft_job *job);

#endif
