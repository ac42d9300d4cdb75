/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BASE_ANONYMOUS_FILE_H
#define WEFT_BASE_ANONYMOUS_FILE_H

/*
 * Files and pipes that only this process uses, for a linker and a dynamic linker that take paths. Memory is the first
 * choice; sandboxes forbid memfd_create() or have no /proc through which its files have paths, and then a temporary file
 * stands in. Plain C without API types: devices/ and compiler/ include it.
 */

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where such a file may be, in the order in which places are tried: memory, then folders. */
enum { WEFT_ANONYMOUS_IN_MEMORY = 0, WEFT_ANONYMOUS_PLACES = 5 };

struct weft_anonymous_file {
  int file;            /* descriptor to read and write; -1: none */
  int other;           /* of a pipe: the end to write to, which keeps the path good; -1: none */
  bool named;          /* the path is a name in a folder, which close removes */
  char path[PATH_MAX]; /* by which this process opens it */
};

/* What was tried and why it failed: "memory: Operation not permitted; /tmp: Read-only file system". */
struct weft_file_trouble {
  int error; /* of the first place */
  char text[256];
};

/* An empty file, mode 0600. `name` is what is shown of memory in /proc. False, with another line of trouble, where the
 * place cannot have one. */
bool weft_anonymous_file_make(struct weft_anonymous_file *file, unsigned place, const char *name,
                              struct weft_file_trouble *trouble);
/* A file with these bytes, at the first place that takes them. */
bool weft_anonymous_file_hold(struct weft_anonymous_file *file, const char *name, const void *data, size_t size,
                              struct weft_file_trouble *trouble);
void weft_anonymous_file_close(struct weft_anonymous_file *file);
/* A pipe whose other end somebody opens by path, in place of `file`, which reads. No limit of file sizes or of space
 * concerns it. `room` is asked for, so that so many bytes can be written while nobody reads; the room that it has comes
 * back, which may be less. */
bool weft_anonymous_pipe(struct weft_anonymous_file *pipe, size_t *room, struct weft_file_trouble *trouble);
/* Adds a line: what failed at a place. */
void weft_file_trouble_add(struct weft_file_trouble *trouble, unsigned place, int error, const char *text);

#ifdef __cplusplus
}
#endif

#endif
