/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/alloc.h"
#include "tests/unit_program/sample.h"
#include "tests/unit_program/unit.h"

static char folder[] = "/tmp/weft-cache-test-XXXXXX";

static struct weft_digest key_of(uint64_t number) {
  return (struct weft_digest){{number * 0x9e3779b97f4a7c15u, number}};
}

static struct weft_binary *make(const char *log) {
  struct weft_binary_parts parts = sample_executable();
  parts.log = log;
  struct weft_binary *binary = NULL;
  if (weft_binary_create(&parts, &binary) != CL_SUCCESS)
    abort();
  return binary;
}

static void store(uint64_t number, const char *log, const struct weft_dependency *files, size_t count) {
  struct weft_digest key = key_of(number);
  struct weft_binary *binary = make(log);
  weft_cache_store(&key, binary, files, count);
  weft_binary_unref(&binary);
}

/* The log tells entries apart; NULL: a miss. */
static const char *load(uint64_t number) {
  static char log[256];
  struct weft_digest key = key_of(number);
  struct weft_binary *binary = weft_cache_load(&key, NULL);
  if (!binary)
    return NULL;
  snprintf(log, sizeof(log), "%s", binary->log);
  weft_binary_unref(&binary);
  return log;
}

static void path_of(uint64_t number, char out[512]) {
  struct weft_digest key = key_of(number);
  char hex[33];
  weft_digest_hex(&key, hex);
  snprintf(out, 512, "%s/cache/%s.weft", folder, hex);
}

static unsigned count_files(const char *prefix) {
  char path[512];
  snprintf(path, sizeof(path), "%s/cache", folder);
  DIR *dir = opendir(path);
  unsigned count = 0;
  for (struct dirent *item; dir && (item = readdir(dir));)
    count += strncmp(item->d_name, prefix, strlen(prefix)) == 0 && item->d_name[0] != '.';
  if (dir)
    closedir(dir);
  return count;
}

static void hits(void) {
  CHECK(!load(1));
  store(1, "one", NULL, 0);
  store(2, "two", NULL, 0);
  CHECK_TEXT(load(1), "one");
  CHECK_TEXT(load(2), "two");
  store(1, "one again", NULL, 0);
  CHECK_TEXT(load(1), "one again");
  CHECK(!load(3));
  struct stat status;
  char path[512];
  snprintf(path, sizeof(path), "%s/cache", folder);
  CHECK(stat(path, &status) == 0 && (status.st_mode & 0777) == 0700);
  path_of(1, path);
  CHECK(stat(path, &status) == 0 && (status.st_mode & 0777) == 0600);
}

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  fputs(text, file);
  fclose(file);
}

static void dependencies(void) {
  char path[512];
  snprintf(path, sizeof(path), "%s/header.h", folder);
  write_text(path, "#define A 1\n");
  struct weft_dependency file = {path, weft_hash_fnv1a("#define A 1\n", 12), WEFT_DEPENDENCY_TEXT};
  store(10, "with header", &file, 1);
  CHECK_TEXT(load(10), "with header");
  write_text(path, "#define A 2\n");
  CHECK(!load(10));
  write_text(path, "#define A 1\n");
  CHECK_TEXT(load(10), "with header");
  unlink(path);
  CHECK(!load(10));
}

/* What was not there must not be there, and what is no file must be none. */
static void looked_for(void) {
  char path[512];
  snprintf(path, sizeof(path), "%s/maybe", folder);
  struct weft_dependency absent = {path, 0, WEFT_DEPENDENCY_ABSENT}, file = {path, 0, WEFT_DEPENDENCY_FILE},
                         place = {path, 0, WEFT_DEPENDENCY_FOLDER}, unknown = {path, 0, 77};
  store(11, "absent", &absent, 1);
  store(12, "file", &file, 1);
  store(13, "folder", &place, 1);
  store(14, "unknown", &unknown, 1);
  CHECK_TEXT(load(11), "absent");
  CHECK(!load(12) && !load(13) && !load(14));
  write_text(path, "");
  CHECK(!load(11) && !load(13) && !load(14));
  CHECK_TEXT(load(12), "file");
  unlink(path);
  mkdir(path, 0700);
  CHECK(!load(11) && !load(12) && !load(14));
  CHECK_TEXT(load(13), "folder");
  rmdir(path);
  CHECK_TEXT(load(11), "absent");
  /* Below a file there is nothing. */
  char below[600];
  snprintf(below, sizeof(below), "%s/below", path);
  absent.path = below;
  store(15, "below", &absent, 1);
  write_text(path, "");
  CHECK_TEXT(load(15), "below");
  unlink(path);
}

static void corruption(void) {
  char path[512];
  path_of(20, path);
  store(20, "sound", NULL, 0);
  FILE *file = fopen(path, "rb");
  char bytes[4096];
  size_t size = fread(bytes, 1, sizeof(bytes), file);
  fclose(file);
  CHECK(size > 400 && size < sizeof(bytes));
  for (size_t at = 0; at <= size; at++) {
    bool cut = at == size || at % 3 == 0; /* a truncation, or a changed byte */
    bytes[at] ^= 0x10;
    file = fopen(path, "wb");
    fwrite(bytes, 1, cut ? at * (at < size) : size, file);
    fclose(file);
    bytes[at] ^= 0x10;
    CHECK(!load(20));
    CHECK(access(path, F_OK) != 0); /* it is gone, so that the next build replaces it */
  }
  store(20, "sound", NULL, 0);
  CHECK_TEXT(load(20), "sound");
  /* One key's entry under another's name */
  char other[512];
  path_of(21, other);
  CHECK(rename(path, other) == 0);
  CHECK(!load(21));
  /* No regular file */
  CHECK(mkdir(other, 0700) == 0);
  CHECK(!load(21));
  rmdir(other);
  CHECK(symlink("/dev/zero", other) == 0);
  CHECK(!load(21));
  unlink(other);
}

static void eviction(void) {
  struct weft_binary *binary = make("size");
  size_t one = binary->file.size;
  weft_binary_unref(&binary);
  char limit[32];
  snprintf(limit, sizeof(limit), "%zu", one * 12);
  setenv("WEFT_CACHE_SIZE", limit, 1);
  for (uint64_t i = 0; i < 40; i++) {
    store(100 + i, "entry", NULL, 0);
    CHECK(i < 1 || load(100)); /* used all the time: never the oldest */
    usleep(3000);
  }
  CHECK(load(139));
  CHECK(!load(110));
  CHECK(count_files("") <= 12);
  CHECK(count_files("") >= 5);
  snprintf(limit, sizeof(limit), "%zu", one);
  setenv("WEFT_CACHE_SIZE", limit, 1);
  store(200, "larger than half the limit", NULL, 0);
  CHECK(!load(200));
  unsetenv("WEFT_CACHE_SIZE");
}

/* Processes that store and load the same few entries, and one that damages them: what a load gives is always whole. */
static void processes(void) {
  enum { WRITERS = 4, ROUNDS = 400, KEYS = 3 };
  pid_t pids[WRITERS + 1];
  for (int p = 0; p <= WRITERS; p++) {
    pids[p] = fork();
    if (pids[p])
      continue;
    unit_failures = 0;
    for (int i = 0; i < ROUNDS; i++) {
      uint64_t key = 300 + (uint64_t)i % KEYS;
      if (p == WRITERS) {
        char path[512];
        path_of(key, path);
        int file = open(path, O_WRONLY);
        if (file >= 0) {
          if (pwrite(file, "damage", 6, i % 300) < 0)
            unit_failures++;
          close(file);
        }
        usleep(200);
        continue;
      }
      char log[32];
      snprintf(log, sizeof(log), "key %d", (int)key);
      store(key, log, NULL, 0);
      const char *got = load(key);
      CHECK(!got || strcmp(got, log) == 0);
    }
    _exit(unit_failures != 0);
  }
  for (int p = 0; p <= WRITERS; p++) {
    int status = 1;
    waitpid(pids[p], &status, 0);
    CHECK(status == 0);
  }
  CHECK(count_files(".tmp") == 0);
}

static void stale_temporaries(void) {
  char path[512];
  snprintf(path, sizeof(path), "%s/cache/.tmp-1-2-3", folder);
  write_text(path, "left by a killed process");
  struct timespec old[2] = {{1000, 0}, {1000, 0}};
  CHECK(utimensat(AT_FDCWD, path, old, 0) == 0);
  setenv("WEFT_CACHE_SIZE", "16K", 1); /* so small that each store looks for what to remove */
  store(400, "x", NULL, 0);
  CHECK(access(path, F_OK) != 0);
  unsetenv("WEFT_CACHE_SIZE");
}

static void off(void) {
  setenv("WEFT_CACHE", "0", 1);
  store(500, "off", NULL, 0);
  CHECK(!load(500));
  unsetenv("WEFT_CACHE");
  CHECK(!load(500));
  /* A folder that others may write to is not used */
  char path[512];
  snprintf(path, sizeof(path), "%s/cache", folder);
  store(501, "private", NULL, 0);
  chmod(path, 0777);
  CHECK(!load(501));
  store(502, "shared", NULL, 0);
  chmod(path, 0700);
  CHECK_TEXT(load(501), "private");
  CHECK(!load(502));
  /* Nor one that cannot be made */
  setenv("WEFT_CACHE_DIR", "/proc/weft/cache", 1);
  store(503, "nowhere", NULL, 0);
  CHECK(!load(503));
}

static void places(void) {
  char path[512];
  unsetenv("WEFT_CACHE_DIR");
  snprintf(path, sizeof(path), "%s/xdg", folder);
  setenv("XDG_CACHE_HOME", path, 1);
  store(600, "xdg", NULL, 0);
  CHECK_TEXT(load(600), "xdg");
  strcat(path, "/weft");
  CHECK(access(path, F_OK) == 0);
  unsetenv("XDG_CACHE_HOME");
  setenv("HOME", folder, 1);
  CHECK(!load(600));
  store(600, "home", NULL, 0);
  CHECK_TEXT(load(600), "home");
  snprintf(path, sizeof(path), "%s/.cache/weft", folder);
  CHECK(access(path, F_OK) == 0);
  unsetenv("HOME");
  CHECK(!load(600));
}

static enum weft_cache_answer ask(uint64_t number) {
  struct weft_digest key = key_of(number);
  return weft_cache_ask(&key);
}

/* Asking is no use of an entry, and finds out whether one could be stored. */
static void asked(void) {
  char path[256], entry[512], hex[33];
  struct weft_digest key = key_of(700);
  weft_digest_hex(&key, hex);
  snprintf(path, sizeof(path), "%s/asked", folder);
  snprintf(entry, sizeof(entry), "%s/%s.weft", path, hex);
  setenv("WEFT_CACHE_DIR", path, 1);
  CHECK(ask(700) == WEFT_CACHE_LACKS); /* a store makes the folder */
  CHECK(access(path, F_OK) != 0);
  store(700, "asked", NULL, 0);
  CHECK(ask(701) == WEFT_CACHE_LACKS);
  const struct timespec old[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
  struct stat status;
  CHECK(utimensat(AT_FDCWD, entry, old, 0) == 0);
  CHECK(ask(700) == WEFT_CACHE_HAS);
  CHECK(stat(entry, &status) == 0 && status.st_mtim.tv_sec == 1000);
  chmod(path, 0777);
  CHECK(ask(700) == WEFT_CACHE_CLOSED);
  chmod(path, 0500);
  CHECK(ask(700) == WEFT_CACHE_HAS);
  CHECK(geteuid() == 0 || ask(701) == WEFT_CACHE_CLOSED); /* root may write all the same */
  chmod(path, 0700);
  setenv("WEFT_CACHE", "0", 1);
  CHECK(ask(700) == WEFT_CACHE_CLOSED);
  unsetenv("WEFT_CACHE");
  unsetenv("WEFT_CACHE_DIR");
}

int main(void) {
  if (!mkdtemp(folder))
    return 1;
  char path[512];
  snprintf(path, sizeof(path), "%s/cache", folder);
  setenv("WEFT_CACHE_DIR", path, 1);
  setenv("WEFT_LOG", "none", 1);
  unsetenv("WEFT_CACHE");
  hits();
  dependencies();
  looked_for();
  corruption();
  eviction();
  processes();
  stale_temporaries();
  off();
  asked();
  places();
  snprintf(path, sizeof(path), "rm -rf '%s'", folder);
  return system(path) != 0 || unit_result();
}
