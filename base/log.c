/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "base/log.h"

#include "base/config.h"
#include "base/write_all.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *const level_names[] = {"none", "error", "warning", "info", "debug"};

static enum weft_log_level threshold(void) {
  const char *text = weft_config_text(WEFT_OPTION_LOG);
  if (text)
    for (int level = WEFT_LOG_NONE; level <= WEFT_LOG_DEBUG; level++)
      if (strcmp(text, level_names[level]) == 0)
        return level;
  return WEFT_LOG_ERROR;
}

bool weft_log_shows(enum weft_log_level level) {
  return level != WEFT_LOG_NONE && level <= threshold();
}

void weft_log(enum weft_log_level level, const char *format, ...) {
  char line[1024];
  va_list arguments;
  if (!weft_log_shows(level))
    return;
  int used = snprintf(line, sizeof line, "weft: %s: ", level_names[level]);
  va_start(arguments, format);
  int more = vsnprintf(line + used, sizeof line - used - 1, format, arguments);
  va_end(arguments);
  if (more < 0)
    return;
  used += more;
  if ((size_t)used > sizeof line - 2)
    used = sizeof line - 2;
  line[used++] = '\n';
  /* One write, so that lines of several threads and processes stay whole. */
  (void)weft_write_all(STDERR_FILENO, line, (size_t)used);
}
