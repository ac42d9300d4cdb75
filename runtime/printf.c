/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/printf.h"

#include <ctype.h>
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"

/* A launch's text is passed on when it has grown so large. */
enum { FLUSH_SIZE = 1 << 20 };

/* Larger widths and precisions are cut, so that a kernel's format cannot ask for gigabytes of blanks. */
enum { MAX_WIDTH = 1 << 16 };

__attribute__((warn_unused_result)) static bool append(struct weft_text *text, const char *data, size_t size) {
  if (size > text->capacity - text->size) {
    size_t capacity = text->capacity ? text->capacity : 256;
    while (capacity - text->size < size) {
      if (capacity > SIZE_MAX / 2)
        return false;
      capacity *= 2;
    }
    char *grown = weft_realloc(text->data, capacity);
    if (!grown)
      return false;
    text->data = grown;
    text->capacity = capacity;
  }
  if (size)
    memcpy(text->data + text->size, data, size);
  text->size += size;
  return true;
}

void weft_text_free(struct weft_text *text) {
  weft_free(text->data);
  *text = (struct weft_text){0};
}

/* One conversion specification: %[flags][width][.precision][vn][length]conversion. */
struct spec {
  char flags[6];
  int width, precision; /* -1: none */
  unsigned length_bits; /* what hh and h narrow a scalar to; 0: no narrowing */
  char conversion;
  const char *end; /* after the specification */
};

static int parse_number(const char **at) {
  int value = 0;
  for (; isdigit((unsigned char)**at); ++*at)
    value = value >= MAX_WIDTH ? MAX_WIDTH : value * 10 + (**at - '0');
  return value > MAX_WIDTH ? MAX_WIDTH : value;
}

/* `at` stands after the '%'. */
static bool parse_spec(const char *at, struct spec *spec) {
  *spec = (struct spec){.width = -1, .precision = -1};
  size_t num_flags = 0;
  for (; *at && strchr("-+ #0", *at); at++)
    if (!strchr(spec->flags, *at))
      spec->flags[num_flags++] = *at;
  if (isdigit((unsigned char)*at))
    spec->width = parse_number(&at);
  if (*at == '.') {
    at++;
    spec->precision = parse_number(&at);
  }
  bool vector = *at == 'v';
  if (vector) {
    at++;
    int lanes = parse_number(&at);
    if (lanes != 2 && lanes != 3 && lanes != 4 && lanes != 8 && lanes != 16)
      return false;
  }
  if (at[0] == 'h' && at[1] == 'h') {
    spec->length_bits = 8;
    at += 2;
  } else if (at[0] == 'h' && at[1] == 'l') {
    at += 2;
  } else if (at[0] == 'h') {
    spec->length_bits = 16;
    at++;
  } else if (*at == 'l' || *at == 'z' || *at == 't') {
    at++;
  }
  if (!*at || !strchr("diouxXfFeEgGaAcsp", *at))
    return false;
  if (vector && strchr("csp", *at))
    return false;
  spec->conversion = *at;
  spec->end = at + 1;
  return true;
}

static double half_to_double(uint16_t bits) {
  unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
  uint64_t sign = (uint64_t)(bits >> 15) << 63, out;
  if (exponent == 31)
    out = 0x7ffull << 52 | (uint64_t)fraction << 42;
  else if (exponent)
    out = (uint64_t)(exponent - 15 + 1023) << 52 | (uint64_t)fraction << 42;
  else {
    double value = fraction * 0x1p-24;
    memcpy(&out, &value, sizeof(out));
  }
  out |= sign;
  double value;
  memcpy(&value, &out, sizeof(value));
  return value;
}

static size_t element_size(char type) {
  switch (type) {
  case 'b':
    return 1;
  case 'h':
  case 'e':
    return 2;
  case 'i':
  case 'f':
    return 4;
  case 'l':
  case 'd':
  case 's':
  case 'p':
    return 8;
  default:
    return 0;
  }
}

static double as_double(char type, const char *at) {
  switch (type) {
  case 'e': {
    uint16_t bits;
    memcpy(&bits, at, sizeof(bits));
    return half_to_double(bits);
  }
  case 'f': {
    float value;
    memcpy(&value, at, sizeof(value));
    return value;
  }
  default: {
    double value = 0;
    memcpy(&value, at, element_size(type)); /* of another type, which C leaves undefined: its bits */
    return value;
  }
  }
}

static uint64_t as_bits(char type, const char *at, unsigned narrow_bits, bool is_signed) {
  uint64_t value = 0;
  unsigned bits = 8 * (unsigned)element_size(type);
  memcpy(&value, at, bits / 8);
  if (narrow_bits && narrow_bits < bits)
    bits = narrow_bits;
  if (bits == 64)
    return value;
  value &= (1ull << bits) - 1;
  if (is_signed && value >> (bits - 1))
    value |= ~0ull << bits;
  return value;
}

/* What snprintf is given for one value. */
enum value_kind { VALUE_INTEGER, VALUE_REAL, VALUE_STRING };

struct value {
  enum value_kind kind;
  union {
    uint64_t bits;
    double real;
    const char *string;
  };
};

/* `format` takes a width, a precision and the value; a negative width is none, a negative precision too. */
static int print_value(char *buffer, size_t capacity, const char *format, const struct spec *spec,
                       const struct value *value) {
  int width = spec->width < 0 ? 0 : spec->width;
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  switch (value->kind) {
  case VALUE_REAL:
    return snprintf(buffer, capacity, format, width, spec->precision, value->real);
  case VALUE_STRING:
    return snprintf(buffer, capacity, format, width, spec->precision, value->string);
  default:
    return snprintf(buffer, capacity, format, width, spec->precision, (unsigned long)value->bits);
  }
#pragma GCC diagnostic pop
}

static bool append_value(struct weft_text *out, const struct spec *spec, const char *conversion,
                         const struct value *value) {
  char format[32], small[256];
  snprintf(format, sizeof(format), "%%%s*.*%s", spec->flags, conversion);
  int size = print_value(small, sizeof(small), format, spec, value);
  if (size < 0)
    return false;
  if ((size_t)size < sizeof(small))
    return append(out, small, (size_t)size);
  char *large = weft_alloc((size_t)size + 1);
  if (!large)
    return false;
  print_value(large, (size_t)size + 1, format, spec, value);
  bool ok = append(out, large, (size_t)size);
  weft_free(large);
  return ok;
}

static bool append_lane(struct weft_text *out, const struct spec *spec, char type, const char *at) {
  char conversion[3] = {'l', spec->conversion, 0};
  switch (spec->conversion) {
  case 'd':
  case 'i':
    return append_value(out, spec, conversion,
                        &(struct value){VALUE_INTEGER, .bits = as_bits(type, at, spec->length_bits, true)});
  case 'o':
  case 'u':
  case 'x':
  case 'X':
    return append_value(out, spec, conversion,
                        &(struct value){VALUE_INTEGER, .bits = as_bits(type, at, spec->length_bits, false)});
  case 'c': {
    char text[2] = {(char)as_bits(type, at, 8, false), 0};
    struct spec plain = *spec;
    plain.precision = -1;
    if (text[0])
      return append_value(out, &plain, "s", &(struct value){VALUE_STRING, .string = text});
    return append(out, text, 1);
  }
  case 's': {
    const char *string = NULL;
    if (type != 's')
      return false; /* no pointer to characters: nothing that may be read */
    memcpy(&string, at, sizeof(string));
    return append_value(out, spec, "s", &(struct value){VALUE_STRING, .string = string ? string : "(null)"});
  }
  case 'p': {
    char text[24];
    snprintf(text, sizeof(text), "0x%llx", (unsigned long long)as_bits(type, at, 0, false));
    struct spec plain = *spec;
    plain.precision = -1;
    return append_value(out, &plain, "s", &(struct value){VALUE_STRING, .string = text});
  }
  default:
    return append_value(out, spec, conversion + 1, &(struct value){VALUE_REAL, .real = as_double(type, at)});
  }
}

/* Numbers look the same whatever the application's locale is. */
static locale_t c_locale;

static void make_c_locale(void) {
  c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

int weft_printf_format(struct weft_text *out, const char *format, const char *types, const void *args) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_c_locale);
  locale_t before = c_locale ? uselocale(c_locale) : (locale_t)0;

  const char *arg = args;
  int result = 0;
  while (*format) {
    size_t plain = strcspn(format, "%");
    if (!append(out, format, plain))
      result = -1;
    format += plain;
    if (!*format)
      break;
    struct spec spec;
    if (format[1] == '%') {
      if (!append(out, "%", 1))
        result = -1;
      format += 2;
      continue;
    }
    if (!parse_spec(format + 1, &spec)) {
      /* Undefined by the specification: the text is shown as it stands. */
      result = -1;
      if (!append(out, format, 1))
        break;
      format++;
      continue;
    }
    format = spec.end;
    int lanes = isdigit((unsigned char)*types) ? parse_number(&types) : 1;
    size_t size = element_size(*types);
    if (!size) { /* no argument left */
      result = -1;
      continue;
    }
    char type = *types++;
    for (int i = 0; i < lanes; i++)
      if ((i > 0 && !append(out, ",", 1)) || !append_lane(out, &spec, type, arg + (size_t)i * size))
        result = -1;
    arg += ((size_t)lanes * size + 7) / 8 * 8;
  }
  if (before)
    uselocale(before);
  return result;
}

static void flush_locked(struct weft_printf_sink *sink) {
  if (sink->text.size) {
    fwrite(sink->text.data, 1, sink->text.size, stdout);
    fflush(stdout);
  }
  sink->text.size = 0;
}

void weft_printf_sink_init(struct weft_printf_sink *sink) {
  weft_lock_init(&sink->lock);
  sink->text = (struct weft_text){0};
}

void weft_printf_sink_finish(struct weft_printf_sink *sink) {
  weft_lock_acquire(&sink->lock);
  flush_locked(sink);
  weft_text_free(&sink->text);
  weft_lock_release(&sink->lock);
  weft_lock_destroy(&sink->lock);
}

int32_t weft_printf_service(const struct weft_launch *launch, const char *format, const char *types, const void *args) {
  struct weft_printf_sink *sink = launch->host;
  struct weft_text text = {0};
  int result = weft_printf_format(&text, format, types, args);
  weft_lock_acquire(&sink->lock);
  if (!append(&sink->text, text.data, text.size))
    result = -1;
  if (sink->text.size >= FLUSH_SIZE)
    flush_locked(sink);
  weft_lock_release(&sink->lock);
  weft_text_free(&text);
  return result;
}
