/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BASE_LOG_H
#define WEFT_BASE_LOG_H

/* Messages to standard error, as WEFT_LOG allows. One call is one line, never interleaved. Plain C: devices/ may use
 * it. */

#include <stdbool.h>

enum weft_log_level { WEFT_LOG_NONE, WEFT_LOG_ERROR, WEFT_LOG_WARNING, WEFT_LOG_INFO, WEFT_LOG_DEBUG };

/* Whether a message of this level is written: for those that take work to put together. */
bool weft_log_shows(enum weft_log_level level);

__attribute__((format(printf, 2, 3))) void weft_log(enum weft_log_level level, const char *format, ...);

#endif
