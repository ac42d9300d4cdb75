/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_UNIT_CORE_FAKE_DEVICE_H
#define WEFT_TESTS_UNIT_CORE_FAKE_DEVICE_H

/*
 * A back end without threads: submitted works wait in a list until the test ends one, or, with `fake_immediate`, end
 * before submit returns. Waiting runs what is submitted and fails the test where nothing is left to run.
 */

#include "devices/device.h"
#include "runtime/platform.h"

#define FAKE_MAX_WORKS 300000

extern bool fake_immediate;
extern struct weft_work *fake_works[FAKE_MAX_WORKS]; /* submitted, in order */
extern size_t fake_count, fake_wakes;

/* Starts and ends work number i. */
void fake_end(size_t i, cl_int status);
/* Opens the platform over the fake back end. */
cl_device_id fake_open(void);

#endif
