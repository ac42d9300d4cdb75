/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_BYTE_STREAM_H
#define WEFT_RUNTIME_BYTE_STREAM_H

/*
 * Fields of files that others may have written, in little endian and without padding. A reader never leaves its bytes:
 * the first read beyond the end makes it `bad`, and from then on it gives zeros and empty strings. A writer remembers
 * that memory ran out.
 */

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/alloc.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "fields are copied as they are");

struct weft_reader {
  const char *at;
  size_t left;
  bool bad;
};

static inline const char *weft_read_bytes(struct weft_reader *reader, size_t size) {
  if (reader->bad || size > reader->left) {
    reader->bad = true;
    return NULL;
  }
  const char *at = reader->at;
  reader->at += size;
  reader->left -= size;
  return at;
}
static inline uint32_t weft_read_u32(struct weft_reader *reader) {
  uint32_t value = 0;
  const char *at = weft_read_bytes(reader, sizeof(value));
  if (at)
    memcpy(&value, at, sizeof(value));
  return value;
}
static inline uint64_t weft_read_u64(struct weft_reader *reader) {
  uint64_t value = 0;
  const char *at = weft_read_bytes(reader, sizeof(value));
  if (at)
    memcpy(&value, at, sizeof(value));
  return value;
}
/* Points into the reader's bytes; holds no NUL but its last. */
static inline const char *weft_read_string(struct weft_reader *reader) {
  uint32_t length = weft_read_u32(reader);
  const char *at = weft_read_bytes(reader, (size_t)length + 1);
  if (!at || memchr(at, 0, (size_t)length + 1) != at + length) {
    reader->bad = true;
    return "";
  }
  return at;
}

struct weft_writer {
  char *data;
  size_t size, capacity;
  bool failed;
};

static inline void weft_write_bytes(struct weft_writer *writer, const void *data, size_t size) {
  if (writer->failed || size > SIZE_MAX / 2 - writer->size) {
    writer->failed = true;
    return;
  }
  if (writer->size + size > writer->capacity) {
    size_t capacity = 2 * (writer->size + size) + 256;
    char *grown = weft_realloc(writer->data, capacity);
    if (!grown) {
      writer->failed = true;
      return;
    }
    writer->data = grown;
    writer->capacity = capacity;
  }
  if (size)
    memcpy(writer->data + writer->size, data, size);
  writer->size += size;
}
static inline void weft_write_u32(struct weft_writer *writer, uint32_t value) {
  weft_write_bytes(writer, &value, sizeof(value));
}
static inline void weft_write_u64(struct weft_writer *writer, uint64_t value) {
  weft_write_bytes(writer, &value, sizeof(value));
}
static inline void weft_write_string(struct weft_writer *writer, const char *string) {
  size_t length = string ? strlen(string) : 0;
  if (length > UINT32_MAX - 1)
    writer->failed = true;
  weft_write_u32(writer, (uint32_t)length);
  weft_write_bytes(writer, string ? string : "", length + 1);
}

#endif
