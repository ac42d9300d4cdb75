/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "base/anonymous_file.h"

#include "base/write_all.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U
#endif

/* NULL: no such place. In a set-uid program the folder that the environment names is the caller's choice, not ours. */
static const char *folder_of(unsigned place) {
  static const char *const folders[WEFT_ANONYMOUS_PLACES] = {NULL, NULL, "/tmp", "/dev/shm", "/var/tmp"};
  if (place != 1)
    return folders[place];
  const char *given = secure_getenv("TMPDIR");
  return given && *given ? given : NULL;
}

void weft_file_trouble_add(struct weft_file_trouble *trouble, unsigned place, int error, const char *text) {
  size_t used = strlen(trouble->text);
  if (!used)
    trouble->error = error;
  const char *where = place == WEFT_ANONYMOUS_IN_MEMORY ? "memory" : folder_of(place);
  snprintf(trouble->text + used, sizeof(trouble->text) - used, "%s%s: %s", used ? "; " : "", where ? where : "file",
           text ? text : weft_error_text(error));
}

/* The path leads to the file: /proc is there, and is this process's. */
static bool leads_to(const char *path, int file) {
  struct stat by_path, by_file;
  if (stat(path, &by_path) != 0 || fstat(file, &by_file) != 0)
    return false;
  return by_path.st_dev == by_file.st_dev && by_path.st_ino == by_file.st_ino;
}

static bool lead_to_memory(struct weft_anonymous_file *file, int end, struct weft_file_trouble *trouble) {
  snprintf(file->path, sizeof(file->path), "/proc/self/fd/%d", end);
  if (leads_to(file->path, end))
    return true;
  weft_file_trouble_add(trouble, WEFT_ANONYMOUS_IN_MEMORY, ENOENT, "/proc is missing");
  weft_anonymous_file_close(file);
  return false;
}

static bool make_in_memory(struct weft_anonymous_file *file, const char *name, struct weft_file_trouble *trouble) {
  file->file = memfd_create(name, MFD_CLOEXEC | MFD_EXEC);
  if (file->file < 0 && errno == EINVAL) /* before Linux 6.3 */
    file->file = memfd_create(name, MFD_CLOEXEC);
  if (file->file < 0) {
    weft_file_trouble_add(trouble, WEFT_ANONYMOUS_IN_MEMORY, errno, NULL);
    return false;
  }
  return lead_to_memory(file, file->file, trouble);
}

bool weft_anonymous_file_make(struct weft_anonymous_file *file, unsigned place, const char *name,
                              struct weft_file_trouble *trouble) {
  *file = (struct weft_anonymous_file){.file = -1, .other = -1};
  if (place == WEFT_ANONYMOUS_IN_MEMORY)
    return make_in_memory(file, name, trouble);
  const char *folder = folder_of(place);
  if (!folder)
    return false;
  int length = snprintf(file->path, sizeof(file->path), "%s/weft-XXXXXX", folder);
  if (length > 0 && (size_t)length < sizeof(file->path))
    file->file = mkostemp(file->path, O_CLOEXEC);
  else
    errno = ENAMETOOLONG;
  file->named = file->file >= 0;
  if (!file->named)
    weft_file_trouble_add(trouble, place, errno, NULL);
  return file->named;
}

bool weft_anonymous_file_hold(struct weft_anonymous_file *file, const char *name, const void *data, size_t size,
                              struct weft_file_trouble *trouble) {
  for (unsigned place = 0; place < WEFT_ANONYMOUS_PLACES; place++) {
    if (!weft_anonymous_file_make(file, place, name, trouble))
      continue;
    if (weft_write_all(file->file, data, size))
      return true;
    weft_file_trouble_add(trouble, place, errno, NULL);
    weft_anonymous_file_close(file);
  }
  return false;
}

static bool make_pipe(struct weft_anonymous_file *pipe, struct weft_file_trouble *trouble) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    weft_file_trouble_add(trouble, WEFT_ANONYMOUS_IN_MEMORY, errno, NULL);
    return false;
  }
  pipe->file = ends[0];
  pipe->other = ends[1];
  return lead_to_memory(pipe, pipe->other, trouble);
}

/* The name comes from a file that is made and removed first: there is no mkostemp() for pipes. */
static bool make_named_pipe(struct weft_anonymous_file *pipe, unsigned place, struct weft_file_trouble *trouble) {
  if (!weft_anonymous_file_make(pipe, place, "", trouble))
    return false;
  weft_anonymous_file_close(pipe);
  pipe->named = mkfifo(pipe->path, 0600) == 0;
  if (pipe->named)
    pipe->file = open(pipe->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC); /* else it waits for who writes */
  if (pipe->file >= 0)
    pipe->other = open(pipe->path, O_WRONLY | O_CLOEXEC);
  if (pipe->other >= 0 && fcntl(pipe->file, F_SETFL, 0) == 0)
    return true;
  weft_file_trouble_add(trouble, place, errno, NULL);
  weft_anonymous_file_close(pipe);
  return false;
}

bool weft_anonymous_pipe(struct weft_anonymous_file *pipe, size_t *room, struct weft_file_trouble *trouble) {
  *pipe = (struct weft_anonymous_file){.file = -1, .other = -1};
  bool made = make_pipe(pipe, trouble);
  for (unsigned place = 1; place < WEFT_ANONYMOUS_PLACES && !made; place++)
    made = make_named_pipe(pipe, place, trouble);
  if (!made)
    return false;
  int has = fcntl(pipe->file, F_GETPIPE_SZ);
  if (has >= 0 && (size_t)has < *room && *room <= INT_MAX) {
    int grown = fcntl(pipe->file, F_SETPIPE_SZ, (int)*room);
    has = grown > has ? grown : has;
  }
  *room = has > 0 ? (size_t)has : 0;
  return true;
}

void weft_anonymous_file_close(struct weft_anonymous_file *file) {
  if (file->named)
    unlink(file->path);
  if (file->file >= 0)
    close(file->file);
  if (file->other >= 0)
    close(file->other);
  file->file = file->other = -1;
  file->named = false;
}
