/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/harness/cache.h"

#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/harness/pool.h"
#include "tests/harness/test.h"

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place) {
  return remove(path);
}

static void remove_folder(void *folder, size_t owner) {
  /* A child that ends by exit() has the parent's list. */
  if ((pid_t)owner == getpid())
    nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  free(folder);
}

static void end_cache(void *folder, size_t owner) {
  if ((pid_t)owner == getpid()) {
    setenv("WEFT_CACHE", "0", 1);
    unsetenv("WEFT_CACHE_DIR");
  }
}

const char *test_folder(void) {
  const char *set = getenv("TMPDIR"), *in = set && *set ? set : P_tmpdir;
  char *folder = malloc(PATH_MAX);
  CHECK(folder);
  snprintf(folder, PATH_MAX, "%s/weft-test-XXXXXX", in);
  if (!mkdtemp(folder)) {
    free(folder);
    FAIL("mkdtemp below %s", in);
  }
  test_pool_add(remove_folder, folder, (size_t)getpid());
  return folder;
}

const char *test_cache(void) {
  const char *folder = test_folder();
  test_pool_add(end_cache, NULL, (size_t)getpid());
  setenv("WEFT_CACHE", "1", 1);
  setenv("WEFT_CACHE_DIR", folder, 1);
  return folder;
}

bool test_compiler_is_open(void) {
  FILE *maps = fopen("/proc/self/maps", "r");
  CHECK(maps);
  char line[PATH_MAX + 256];
  bool found = false;
  while (fgets(line, sizeof(line), maps))
    found |= strstr(line, "libweft-compiler") != NULL;
  fclose(maps);
  return found;
}
