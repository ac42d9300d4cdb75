/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BASE_CONFIG_H
#define WEFT_BASE_CONFIG_H

/*
 * The environment options of base/config.def. Plain C without API types: devices/ may include it.
 * The environment is read at each call (the options are read when things are created, not in hot paths),
 * so tests may set a variable before the first API call. In a program that runs with more rights than who started it
 * (set-uid, set-gid, file capabilities) no option is honoured, since many name code or files.
 */

#include <stdbool.h>
#include <stdint.h>

enum weft_option {
#define WEFT_OPTION(id, variable, kind, def, doc) WEFT_OPTION_##id,
#include "base/config.def"
#undef WEFT_OPTION
  WEFT_NUM_OPTIONS
};

/* The text as set; NULL where the variable is unset or empty. */
const char *weft_config_text(enum weft_option option);
/* A SIZE or COUNT. False, with a warning in the log where the text is no number, and `value` unchanged. */
bool weft_config_size(enum weft_option option, uint64_t *value);
/* A FLAG: 0, off, false, no; 1, on, true, yes. `def` where unset or malformed. */
bool weft_config_flag(enum weft_option option, bool def);
/* A TEXT that is one of `words` (up to NULL): its index. `def` where unset, or, with a warning, where it is none. */
unsigned weft_config_choice(enum weft_option option, const char *const *words, unsigned def);
/* `name` is one of the words of a NAMES option. */
bool weft_config_has_name(enum weft_option option, const char *name);
/* The variable's name, for messages. */
const char *weft_config_variable(enum weft_option option);

#endif
