/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime/log.h"

bool weft_folder_make(char *path) {
  for (char *at = path + 1; *at; at++)
    if (*at == '/') {
      *at = 0;
      int error = mkdir(path, 0700) == 0 ? 0 : errno;
      *at = '/';
      if (error && error != EEXIST)
        return false;
    }
  return mkdir(path, 0700) == 0 || errno == EEXIST;
}

int weft_folder_open(const char *path, const char *consequence) {
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0)
    return -1;
  struct stat status;
  if (fstat(folder, &status) == 0 && status.st_uid == geteuid() && !(status.st_mode & (S_IWGRP | S_IWOTH)))
    return folder;
  weft_log(WEFT_LOG_WARNING, "%s is not a folder of this user alone: %s", path, consequence);
  close(folder);
  return -1;
}
