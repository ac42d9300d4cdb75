/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/debug_files.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/config.h"
#include "base/log.h"
#include "base/write_all.h"
#include "runtime/folder.h"
#include "runtime/hash.h"

static const char consequence[] = "no programs are kept there";

bool weft_debug_folder(char out[PATH_MAX]) {
  const char *given = weft_config_text(WEFT_OPTION_DEBUG_DIR);
  char path[PATH_MAX];
  if (!given)
    return false;
  if (strlen(given) >= sizeof(path)) {
    weft_log(WEFT_LOG_WARNING, "%s: the path is too long", weft_config_variable(WEFT_OPTION_DEBUG_DIR));
    return false;
  }
  strcpy(path, given);
  if (!weft_folder_make(path) || !realpath(path, out)) {
    weft_log(WEFT_LOG_WARNING, "%s: %s: %s", given, strerror(errno), consequence);
    return false;
  }
  int folder = weft_folder_open(out, consequence);
  if (folder >= 0)
    close(folder);
  return folder >= 0;
}

/* Under a temporary name first: other processes may write the same. */
static bool write_file(int folder, const char *name, const char *text, size_t size) {
  static atomic_uint serial;
  char temporary[64];
  snprintf(temporary, sizeof(temporary), ".tmp-%ld-%u", (long)getpid(), atomic_fetch_add(&serial, 1));
  unlinkat(folder, temporary, 0); /* of a process that was killed and had this number */
  int file = weft_folder_create_file(folder, temporary);
  if (file < 0)
    return false;
  bool ok = weft_write_all(file, text, size);
  ok &= close(file) == 0;
  if (ok && renameat(folder, temporary, folder, name) == 0)
    return true;
  unlinkat(folder, temporary, 0);
  return false;
}

bool weft_debug_keep_source(const char *folder, const char *text, size_t size, char out[PATH_MAX]) {
  struct weft_hash hash;
  weft_hash_init(&hash);
  weft_hash_update(&hash, text, size);
  struct weft_digest digest = weft_hash_final(&hash);
  char hex[33];
  weft_digest_hex(&digest, hex);
  int length = snprintf(out, PATH_MAX, "%s/%.16s", folder, hex), opened = -1;
  bool kept = length > 0 && length < PATH_MAX && weft_folder_make(out) &&
              (opened = weft_folder_open(out, consequence)) >= 0 && write_file(opened, "kernel.cl", text, size);
  if (!kept)
    weft_log(WEFT_LOG_WARNING, "a program's source cannot be kept in %s: %s", folder, strerror(errno));
  if (opened >= 0)
    close(opened);
  return kept;
}
