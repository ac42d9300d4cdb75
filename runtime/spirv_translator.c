/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/spirv_translator.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/config.h"
#include "compiler/spirv/module.h"
#include "runtime/compiler_loader.h"
#include "runtime/hash.h"

/* Set once by locate(). */
static pthread_once_t located = PTHREAD_ONCE_INIT;
static char program_path[PATH_MAX], program_id[33];
static bool is_own;
static uint32_t newest_version;

/* Made with the translator of the compiler's LLVM. */
#define OWN "weft-spirv"
/* What a distribution has with it that can ask for no package: one of `names`, with its libraries in the same folder.
 */
#define BROUGHT "spirv/llvm-spirv"

/* Minor versions that they read: LLVM 22's library, and all programs that are taken. */
enum { OWN_NEWEST = 6, OTHERS_NEWEST = 4 };

/* Newest first: the later a translator, the more it reads. LLVM 22 reads the bitcode of each. */
static const char *const names[] = {"llvm-spirv-22", "llvm-spirv-21", "llvm-spirv-20", "llvm-spirv-19", "llvm-spirv-18",
                                    "llvm-spirv-17", "llvm-spirv-16", "llvm-spirv-15", "llvm-spirv"};

static bool is_program(const char *path) {
  struct stat status;
  return stat(path, &status) == 0 && S_ISREG(status.st_mode) && access(path, X_OK) == 0;
}

/* A folder of a search path, up to ':' or its end. */
static bool find_in(const char *folder, size_t length, const char *name) {
  char path[PATH_MAX];
  if (length == 0 || folder[0] != '/') /* not what happens to lie in the working directory */
    return false;
  int size = snprintf(path, sizeof(path), "%.*s/%s", (int)length, folder, name);
  return size > 0 && (size_t)size < sizeof(path) && is_program(path) && realpath(path, program_path);
}

static bool find_on(const char *search, const char *name) {
  while (*search) {
    size_t length = strcspn(search, ":");
    if (length < PATH_MAX && find_in(search, length, name))
      return true;
    search += length + (search[length] == ':');
  }
  return false;
}

static bool find_beside_compiler(const char *name) {
  const char *compiler = weft_compiler_path();
  const char *slash = strrchr(compiler, '/');
  return slash && find_in(compiler, (size_t)(slash - compiler), name);
}

static bool find_program(void) {
  const char *given = weft_config_text(WEFT_OPTION_LLVM_SPIRV);
  if (given)
    return is_program(given) && realpath(given, program_path);
  if (find_beside_compiler(OWN) || find_beside_compiler(BROUGHT))
    return true;
  const char *search = secure_getenv("PATH");
  if (!search)
    search = "/usr/local/bin:/usr/bin:/bin";
  for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
    if (find_on(search, names[i]))
      return true;
  return false;
}

static void locate(void) {
  if (!find_program()) {
    program_path[0] = 0;
    return;
  }
  struct stat status;
  struct weft_hash hash;
  weft_hash_init(&hash);
  weft_hash_update_string(&hash, program_path);
  if (stat(program_path, &status) == 0) {
    weft_hash_update_u64(&hash, (uint64_t)status.st_size);
    weft_hash_update_u64(&hash, (uint64_t)status.st_mtim.tv_sec);
    weft_hash_update_u64(&hash, (uint64_t)status.st_mtim.tv_nsec);
  }
  struct weft_digest digest = weft_hash_final(&hash);
  weft_digest_hex(&digest, program_id);
  const char *slash = strrchr(program_path, '/');
  is_own = slash && strcmp(slash + 1, OWN) == 0;
  newest_version = WEFT_SPIRV_VERSION(1, is_own ? OWN_NEWEST : OTHERS_NEWEST);
}

const char *weft_spirv_translator(void) {
  pthread_once(&located, locate);
  return program_path[0] ? program_path : NULL;
}

const char *weft_spirv_translator_id(void) {
  pthread_once(&located, locate);
  return program_id;
}

bool weft_spirv_translator_is_old(void) {
  pthread_once(&located, locate);
  return !is_own;
}

uint32_t weft_spirv_newest_version(void) {
  pthread_once(&located, locate);
  return newest_version;
}

unsigned weft_spirv_seconds(void) {
  uint64_t seconds;
  if (!weft_config_size(WEFT_OPTION_SPIRV_SECONDS, &seconds) || seconds == 0)
    return 120;
  return seconds < 86400 ? (unsigned)seconds : 86400;
}
