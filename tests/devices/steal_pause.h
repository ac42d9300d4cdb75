/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_DEVICES_STEAL_PAUSE_H
#define WEFT_TESTS_DEVICES_STEAL_PAUSE_H

/* Included before devices/cpu/launch.c: a thief loses its processor with its loot in hand. */

#include <unistd.h>

#define STEAL_PAUSE() usleep(100)

#endif
