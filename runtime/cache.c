/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/config.h"
#include "base/log.h"
#include "base/write_all.h"
#include "runtime/byte_stream.h"
#include "runtime/folder.h"

#define MAGIC "WEFTCCH"
enum { VERSION = 2 };
#define SUFFIX ".weft"
#define TEMPORARY ".tmp-"

static const uint64_t default_size = 1ull << 30;
static const time_t stale_seconds = 3600; /* what a killed writer left */

struct header {
  char magic[8];
  uint32_t version, num_dependencies;
  uint64_t dependencies_size, binary_size;
  struct weft_digest key;
  struct weft_digest checksum; /* of header (these zero) and dependencies; the container has its own */
};

/* A descriptor of the folder, or -1: off, or a folder that others may write to. */
static int open_folder(bool create) {
  char path[PATH_MAX];
  if (!weft_folder_of_cache(path))
    return -1;
  if (create && !weft_folder_make(path)) {
    weft_log(WEFT_LOG_WARNING, "%s cannot be made: %s: programs are not cached", path, strerror(errno));
    return -1;
  }
  return weft_folder_open(path, "programs are not cached");
}

/* A folder that nothing has been stored in yet is a miss as well. */
static void tell(const char *name, bool hit) {
  char path[PATH_MAX];
  if (weft_log_shows(WEFT_LOG_DEBUG) && weft_folder_of_cache(path))
    weft_log(WEFT_LOG_DEBUG, "cache: %s %s", name, hit ? "hit" : "miss");
}

static void entry_name(const struct weft_digest *key, char out[64]) {
  char hex[33];
  weft_digest_hex(key, hex);
  snprintf(out, 64, "%s" SUFFIX, hex);
}

/* All of a file, `size` from fstat. NULL: not readable, changed, or no memory. */
static char *read_all(int file, size_t size) {
  char *data = weft_alloc(size ? size : 1);
  size_t done = 0;
  while (data && done < size) {
    ssize_t count = read(file, data + done, size - done);
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0) {
      weft_free(data);
      return NULL;
    }
    done += (size_t)count;
  }
  return data;
}

/* A regular file of this user's own, or of anybody. */
static char *read_file(int folder, const char *name, bool own, size_t *size) {
  int file = openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (own ? O_NOFOLLOW : 0));
  if (file < 0)
    return NULL;
  struct stat status;
  char *data = NULL;
  if (fstat(file, &status) == 0 && S_ISREG(status.st_mode) && (!own || status.st_uid == geteuid()) &&
      status.st_size >= 0 && status.st_size < PTRDIFF_MAX) {
    *size = (size_t)status.st_size;
    data = read_all(file, *size);
    if (data && own)
      futimens(file, NULL); /* used now: eviction goes by this time */
  }
  close(file);
  return data;
}

static struct weft_digest checksum(struct header header, const char *dependencies) {
  memset(&header.checksum, 0, sizeof(header.checksum));
  struct weft_hash hash;
  weft_hash_init(&hash);
  weft_hash_update(&hash, &header, sizeof(header));
  weft_hash_update(&hash, dependencies, header.dependencies_size);
  return weft_hash_final(&hash);
}

/* The entry's bytes are whole; `out` gets the container. */
static bool check_entry(const char *data, size_t size, const struct weft_digest *key, struct header *header) {
  if (size < sizeof(*header))
    return false;
  memcpy(header, data, sizeof(*header));
  size_t rest = size - sizeof(*header);
  if (memcmp(header->magic, MAGIC, sizeof(header->magic)) != 0 || header->version != VERSION)
    return false;
  if (header->dependencies_size > rest || header->binary_size != rest - header->dependencies_size)
    return false;
  struct weft_digest sum = checksum(*header, data + sizeof(*header));
  return memcmp(&sum, &header->checksum, sizeof(sum)) == 0 && memcmp(key, &header->key, sizeof(*key)) == 0;
}

static bool holds_text(const char *path, uint64_t hash) {
  size_t size = 0;
  char *text = read_file(AT_FDCWD, path, false, &size);
  bool same = text && weft_hash_fnv1a(text, size) == hash;
  weft_free(text);
  return same;
}

/* A build would find at the path what the entry's own build found. */
static bool holds(uint32_t kind, const char *path, uint64_t hash) {
  struct stat status;
  if (kind == WEFT_DEPENDENCY_TEXT)
    return holds_text(path, hash);
  if (stat(path, &status) != 0)
    return kind == WEFT_DEPENDENCY_ABSENT; /* for whatever reason: the compiler does not ask either */
  return kind == (S_ISDIR(status.st_mode) ? WEFT_DEPENDENCY_FOLDER : WEFT_DEPENDENCY_FILE);
}

/* `path` from the folder where the build has been asked for. False: too long. */
static bool place(char out[PATH_MAX], const char *working_folder, const char *path) {
  const bool moved = working_folder && path[0] != '/';
  const int length = snprintf(out, PATH_MAX, "%s%s%s", moved ? working_folder : "", moved ? "/" : "", path);
  return length > 0 && length < PATH_MAX;
}

static bool check_dependencies(struct weft_reader reader, uint32_t count, const char *working_folder) {
  for (uint32_t i = 0; i < count; i++) {
    uint32_t kind = weft_read_u32(&reader);
    uint64_t hash = weft_read_u64(&reader);
    const char *path = weft_read_string(&reader);
    char placed[PATH_MAX];
    if (reader.bad || !place(placed, working_folder, path) || !holds(kind, placed, hash))
      return false;
  }
  return true;
}

struct weft_binary *weft_cache_load(const struct weft_digest *key, const char *working_folder) {
  char name[64];
  entry_name(key, name);
  int folder = open_folder(false);
  if (folder < 0) {
    tell(name, false);
    return NULL;
  }
  size_t size = 0;
  char *data = read_file(folder, name, true, &size);
  struct weft_binary *binary = NULL;
  if (data) {
    struct header header;
    if (!check_entry(data, size, key, &header)) {
      unlinkat(folder, name, 0);
    } else {
      const char *dependencies = data + sizeof(header), *container = dependencies + header.dependencies_size;
      if (check_dependencies((struct weft_reader){dependencies, header.dependencies_size, false},
                             header.num_dependencies, working_folder) &&
          weft_binary_parse(container, header.binary_size, &binary) == CL_INVALID_BINARY)
        unlinkat(folder, name, 0);
    }
  }
  weft_free(data);
  close(folder);
  tell(name, binary);
  return binary;
}

enum weft_cache_answer weft_cache_ask(const struct weft_digest *key) {
  char path[PATH_MAX], name[64];
  if (!weft_folder_of_cache(path))
    return WEFT_CACHE_CLOSED;
  int folder = weft_folder_open(path, NULL);
  if (folder < 0) /* a store makes a folder that is not there */
    return access(path, F_OK) == 0 || errno != ENOENT ? WEFT_CACHE_CLOSED : WEFT_CACHE_LACKS;
  entry_name(key, name);
  struct stat status;
  enum weft_cache_answer answer = WEFT_CACHE_LACKS;
  if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0)
    answer = S_ISREG(status.st_mode) && status.st_uid == geteuid() ? WEFT_CACHE_HAS : WEFT_CACHE_CLOSED;
  else if (faccessat(folder, ".", W_OK | X_OK, AT_EACCESS) != 0)
    answer = WEFT_CACHE_CLOSED;
  close(folder);
  return answer;
}

static uint64_t size_limit(void) {
  uint64_t limit = default_size;
  weft_config_size(WEFT_OPTION_CACHE_SIZE, &limit);
  return limit;
}

struct entry {
  char name[64];
  struct timespec used;
  uint64_t size;
};

static int compare_used(const void *a, const void *b) {
  const struct timespec *x = &((const struct entry *)a)->used, *y = &((const struct entry *)b)->used;
  if (x->tv_sec != y->tv_sec)
    return x->tv_sec < y->tv_sec ? -1 : 1;
  return (x->tv_nsec > y->tv_nsec) - (x->tv_nsec < y->tv_nsec);
}

/* Lists our files and removes what killed writers left. Fewer than there are, where memory runs out. */
static size_t list_entries(int folder, struct entry **out) {
  int again = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *dir = again >= 0 ? fdopendir(again) : NULL;
  if (!dir) {
    if (again >= 0)
      close(again);
    return 0;
  }
  size_t count = 0, capacity = 0;
  time_t now = time(NULL);
  for (struct dirent *item; (item = readdir(dir));) {
    struct stat status;
    bool temporary = strncmp(item->d_name, TEMPORARY, strlen(TEMPORARY)) == 0;
    size_t length = strlen(item->d_name);
    bool entry = length == 32 + strlen(SUFFIX) && strcmp(item->d_name + 32, SUFFIX) == 0;
    if ((!temporary && !entry) || fstatat(folder, item->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
      continue;
    if (temporary) {
      if (now - status.st_mtim.tv_sec > stale_seconds)
        unlinkat(folder, item->d_name, 0);
      continue;
    }
    if (count == capacity) {
      struct entry *grown = weft_realloc(*out, (2 * capacity + 64) * sizeof(*grown));
      if (!grown)
        break;
      *out = grown;
      capacity = 2 * capacity + 64;
    }
    struct entry *next = &(*out)[count++];
    memcpy(next->name, item->d_name, length + 1);
    next->used = status.st_mtim;
    next->size = (uint64_t)status.st_size;
  }
  closedir(dir);
  return count;
}

/*
 * Whether a store looks for entries to evict. A look costs with the number of files, thousands in a busy cache, so it
 * is made about once for each sixty-fourth of the limit that is written, by whichever processes; the key, a hash,
 * decides.
 */
static bool evict_due(const struct weft_digest *key, uint64_t written, uint64_t limit) {
  uint64_t share = limit / 64;
  return written >= share || key->word[0] % share < written;
}

/* Down to three quarters of the limit, so that not every look has to evict. */
static void evict(int folder, uint64_t limit) {
  struct entry *entries = NULL;
  size_t count = list_entries(folder, &entries);
  uint64_t total = 0;
  for (size_t i = 0; i < count; i++)
    total += entries[i].size;
  if (total > limit) {
    qsort(entries, count, sizeof(*entries), compare_used);
    for (size_t i = 0; i < count && total > limit / 4 * 3; i++) {
      unlinkat(folder, entries[i].name, 0);
      total -= entries[i].size;
    }
  }
  weft_free(entries);
}

static void make_temporary_name(char out[64]) {
  static atomic_uint counter;
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  snprintf(out, 64, TEMPORARY "%ld-%u-%lx", (long)getpid(), atomic_fetch_add(&counter, 1),
           (unsigned long)now.tv_nsec ^ (unsigned long)now.tv_sec << 20);
}

/* Under a temporary name, then renamed. False with errno. */
static bool write_entry(int folder, const struct header *header, const struct weft_writer *list,
                        const struct weft_binary *binary) {
  char temporary[64], name[64];
  make_temporary_name(temporary);
  entry_name(&header->key, name);
  int file = weft_folder_create_file(folder, temporary);
  if (file < 0)
    return false;
  bool ok = weft_write_all(file, header, sizeof(*header)) && weft_write_all(file, list->data, list->size) &&
            weft_write_all(file, binary->file.data, binary->file.size);
  ok = close(file) == 0 && ok;
  if (ok && renameat(folder, temporary, folder, name) == 0)
    return true;
  int error = errno;
  unlinkat(folder, temporary, 0);
  errno = error;
  return false;
}

void weft_cache_store(const struct weft_digest *key, const struct weft_binary *binary,
                      const struct weft_dependency *dependencies, size_t num_dependencies) {
  uint64_t limit = size_limit();
  if (binary->file.size > limit / 2 || num_dependencies > UINT32_MAX)
    return;
  int folder = open_folder(true);
  if (folder < 0)
    return;
  struct weft_writer list = {0};
  for (size_t i = 0; i < num_dependencies; i++) {
    weft_write_u32(&list, dependencies[i].kind);
    weft_write_u64(&list, dependencies[i].hash);
    weft_write_string(&list, dependencies[i].path);
  }
  struct header header = {.magic = MAGIC,
                          .version = VERSION,
                          .num_dependencies = (uint32_t)num_dependencies,
                          .dependencies_size = list.size,
                          .binary_size = binary->file.size,
                          .key = *key};
  header.checksum = checksum(header, list.data);

  if (!list.failed && !write_entry(folder, &header, &list, binary))
    weft_log(WEFT_LOG_WARNING, "the cache cannot be written: %s: programs are not cached", strerror(errno));
  else if (!list.failed && evict_due(key, binary->file.size, limit))
    evict(folder, limit);
  weft_free(list.data);
  close(folder);
}
