/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "base/config.h"

#include "base/log.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum option_kind { SIZE, COUNT, FLAG, TEXT, NAMES };

static const struct {
  const char *variable;
  enum option_kind kind;
} options[WEFT_NUM_OPTIONS] = {
#define WEFT_OPTION(id, variable, kind, def, doc) {variable, kind},
#include "base/config.def"
#undef WEFT_OPTION
};

const char *weft_config_variable(enum weft_option option) {
  return options[option].variable;
}

const char *weft_config_text(enum weft_option option) {
  const char *text = secure_getenv(options[option].variable);
  return text && *text ? text : NULL;
}

/* Bits that a suffix shifts by; -1 where it is none. */
static int suffix_shift(const char *suffix) {
  static const char letters[] = "KMGT";
  if (!*suffix)
    return 0;
  const char *letter = strchr(letters, toupper((unsigned char)*suffix));
  if (!letter)
    return -1;
  /* "512M", "512MB" and "512MiB" mean the same. */
  if (suffix[1] && strcasecmp(suffix + 1, "B") != 0 && strcasecmp(suffix + 1, "iB") != 0)
    return -1;
  return 10 * (int)(letter - letters + 1);
}

bool weft_config_size(enum weft_option option, uint64_t *value) {
  const char *text = weft_config_text(option);
  char *end;
  if (!text)
    return false;
  errno = 0;
  unsigned long long number = strtoull(text, &end, 10);
  int shift = options[option].kind == SIZE ? suffix_shift(end) : (*end ? -1 : 0);
  if (!isdigit((unsigned char)*text) || errno || shift < 0 || number > UINT64_MAX >> shift) {
    weft_log(WEFT_LOG_WARNING, "%s: '%s' is no %s; ignored", options[option].variable, text,
             options[option].kind == SIZE ? "size" : "number");
    return false;
  }
  *value = (uint64_t)number << shift;
  return true;
}

bool weft_config_flag(enum weft_option option, bool def) {
  static const char *const words[][4] = {{"0", "off", "false", "no"}, {"1", "on", "true", "yes"}};
  const char *text = weft_config_text(option);
  if (!text)
    return def;
  for (int value = 0; value < 2; value++)
    for (int i = 0; i < 4; i++)
      if (strcasecmp(text, words[value][i]) == 0)
        return value;
  weft_log(WEFT_LOG_WARNING, "%s: '%s' is neither 0 nor 1; ignored", options[option].variable, text);
  return def;
}

unsigned weft_config_choice(enum weft_option option, const char *const *words, unsigned def) {
  const char *text = weft_config_text(option);
  if (!text)
    return def;
  for (unsigned i = 0; words[i]; i++)
    if (strcasecmp(text, words[i]) == 0)
      return i;
  weft_log(WEFT_LOG_WARNING, "%s: '%s' is not known; ignored", options[option].variable, text);
  return def;
}

bool weft_config_has_name(enum weft_option option, const char *name) {
  static const char separators[] = ", \t\n;";
  const char *text = weft_config_text(option);
  size_t length = strlen(name);
  while (text && *text) {
    text += strspn(text, separators);
    size_t word = strcspn(text, separators);
    if (word == length && memcmp(text, name, word) == 0)
      return true;
    text += word;
  }
  return false;
}
