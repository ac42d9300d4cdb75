/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/config.h"
#include "base/log.h"

/* In a set-uid program there is no cache: whoever started it chose the folders and may write there. */
bool weft_folder_of_cache(char out[PATH_MAX]) {
  if (!weft_config_flag(WEFT_OPTION_CACHE, true))
    return false;
  const char *given = weft_config_text(WEFT_OPTION_CACHE_DIR), *base = NULL, *rest = "";
  if (given) {
    base = given;
  } else if ((base = secure_getenv("XDG_CACHE_HOME")) && *base == '/') {
    rest = "/weft";
  } else if ((base = secure_getenv("HOME")) && *base == '/') {
    rest = "/.cache/weft";
  } else {
    return false;
  }
  int length = snprintf(out, PATH_MAX, "%s%s", base, rest);
  return length > 0 && length < PATH_MAX;
}

/* The umask may have taken away what the user needs; a folder that was there keeps its mode. */
static bool make_one(const char *path) {
  return mkdir(path, 0700) == 0 ? chmod(path, 0700) == 0 : errno == EEXIST;
}

bool weft_folder_make(char *path) {
  for (char *at = path + 1; *at; at++)
    if (*at == '/') {
      *at = 0;
      bool made = make_one(path);
      *at = '/';
      if (!made)
        return false;
    }
  return make_one(path);
}

int weft_folder_open(const char *path, const char *consequence) {
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return -1;
  struct stat status;
  if (fstat(folder, &status) == 0 && status.st_uid == geteuid() && !(status.st_mode & (S_IWGRP | S_IWOTH)))
    return folder;
  if (consequence)
    weft_log(WEFT_LOG_WARNING, "%s is not a folder of this user alone: %s", path, consequence);
  close(folder);
  return -1;
}

int weft_folder_create_file(int folder, const char *name) {
  int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0 || fchmod(file, 0600) == 0)
    return file;
  int error = errno;
  close(file);
  unlinkat(folder, name, 0);
  errno = error;
  return -1;
}
