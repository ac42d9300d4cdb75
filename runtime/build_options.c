/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/build_options.h"

#include <ctype.h>
#include <string.h>

#include "base/alloc.h"

enum { COMPILE = 1, LINK = 2, LIBRARY = 4 };

static const struct {
  const char *spelling;
  unsigned stages, flags;
} options[] = {
#define WEFT_BUILD_OPTION(spelling, stages, flags) {spelling, stages, flags},
#include "runtime/build_options.def"
};

static const struct {
  const char *spelling;
  unsigned version;
} versions[] = {
#define WEFT_BUILD_STD(spelling, version) {spelling, version},
#include "runtime/build_options.def"
};

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}

/* Whether a single quote, at `at` of the text and `out` of the word, opens what is quoted. It does at the beginning, of
 * the word or of what follows -D or -I, and where a value has several words in quotes. Elsewhere it is a character, of
 * constants such as -DX='A' or -DX=' ', as Intel's runtime has it. */
static bool opens_quotation(const char *word, const char *out, const char *at) {
  if (out == word || (out == word + 2 && word[0] == '-' && (word[1] == 'D' || word[1] == 'I')))
    return true;
  const char *end = at + 1;
  while (*end && *end != '\'' && !is_blank(*end))
    end++;
  return out[-1] == '=' && is_blank(*end) && strchr(end, '\'') && strncmp(at, "' '", 3) != 0;
}

/* Writes the next word to *to, NUL-terminated, and steps both pointers. `word`: where the word begins, before *to where
 * it continues another one. False: a quote is not closed. */
static bool take_word(const char *word, const char **from, char **to) {
  const char *at = *from;
  char *out = *to, quote = 0;
  for (; *at && (quote || !is_blank(*at)); at++) {
    if (*at == '\\' && quote != '\'' && (at[1] == '"' || at[1] == '\'' || at[1] == '\\' || at[1] == ' ')) {
      *out++ = *++at;
    } else if (quote ? *at == quote : *at == '"' || (*at == '\'' && opens_quotation(word, out, at))) {
      quote = quote ? 0 : *at;
    } else {
      *out++ = *at;
      if (!quote && *at == '\'' && at[1] && at[1] != '\\' && at[2] == '\'') { /* the constant of a blank or a quote */
        *out++ = *++at;
        *out++ = *++at;
      }
    }
  }
  *out++ = 0;
  *from = at;
  *to = out;
  return !quote;
}

static bool starts_name(char c) {
  return isalpha((unsigned char)c) || c == '_' || c == '$';
}

struct reader {
  const char *from; /* the rest of the option text */
  char *to;         /* where the next word goes */
  struct weft_parsed_options *out;
  enum weft_build_stage stage;
};

/* The next word; behind `begun`, the beginning of one, where that is not NULL. */
static const char *next_word(struct reader *reader, const char *begun) {
  while (is_blank(*reader->from))
    reader->from++;
  if (!*reader->from)
    return NULL;
  const char *word = begun ? begun : reader->to;
  return take_word(word, &reader->from, &reader->to) ? word : NULL;
}

/* -D or -I. `word` begins with it; what it takes is the rest of the word, or the next word. */
static bool take_preprocessor(struct reader *reader, const char *word) {
  if (reader->stage == WEFT_STAGE_LINK)
    return false;
  if (!word[2]) {
    reader->to--; /* the next word continues this one */
    char *rest = reader->to;
    if (!next_word(reader, word) || !*rest)
      return false;
  }
  if (word[1] == 'D' && !starts_name(word[2]))
    return false;
  reader->out->words[reader->out->build.num_preprocessor++] = word;
  return true;
}

static bool take_option(struct reader *reader, const char *word) {
  struct weft_parsed_options *out = reader->out;
  if (word[0] == '-' && (word[1] == 'D' || word[1] == 'I'))
    return take_preprocessor(reader, word);
  if (strncmp(word, "-cl-std=", 8) == 0) {
    for (size_t i = 0; i < COUNT(versions); i++)
      if (strcmp(word + 8, versions[i].spelling) == 0) {
        out->build.std = versions[i].version;
        return reader->stage != WEFT_STAGE_LINK;
      }
    return false;
  }
  unsigned allowed = reader->stage == WEFT_STAGE_LINK ? LINK | LIBRARY : COMPILE;
  for (size_t i = 0; i < COUNT(options); i++)
    if (strcmp(word, options[i].spelling) == 0) {
      out->build.flags |= options[i].flags;
      out->create_library |= strcmp(word, "-create-library") == 0;
      out->enable_link_options |= strcmp(word, "-enable-link-options") == 0;
      return options[i].stages & allowed;
    }
  return false;
}

cl_int weft_parse_options(const char *text, enum weft_build_stage stage, struct weft_parsed_options *out) {
  static const cl_int invalid[] = {CL_INVALID_BUILD_OPTIONS, CL_INVALID_COMPILER_OPTIONS, CL_INVALID_LINKER_OPTIONS};
  *out = (struct weft_parsed_options){0};
  if (!text)
    return CL_SUCCESS;
  /* No word is longer than its source, and there are at most half as many words as characters. */
  size_t length = strlen(text), max_words = length / 2 + 1;
  out->words = weft_alloc(max_words * sizeof(*out->words) + length + 2);
  if (!out->words)
    return CL_OUT_OF_HOST_MEMORY;
  struct reader reader = {text, (char *)(out->words + max_words), out, stage};
  for (;;) {
    while (is_blank(*reader.from))
      reader.from++;
    if (!*reader.from)
      break;
    const char *word = next_word(&reader, NULL);
    if (!word || !take_option(&reader, word))
      return invalid[stage];
  }
  if (out->enable_link_options && !out->create_library)
    return invalid[stage];
  out->build.preprocessor = out->words;
  return CL_SUCCESS;
}

void weft_parsed_options_free(struct weft_parsed_options *parsed) {
  weft_free(parsed->words);
  *parsed = (struct weft_parsed_options){0};
}
