/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * How much memory and processor time the process may use: the machine's, less what cgroups (version 1 and 2,
 * on every level from the process's group up to the root) and the options allow.
 */
#include "base/config.h"
#include "devices/cpu/cpu_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH_BYTES 4096
#define MIB (UINT64_C(1) << 20)

/* Calls `visit` with the folder of each level of the process's group in one hierarchy, innermost first. */
typedef void (*visit_fn)(const char *folder, void *data);

static void walk_levels(const char *mount, const char *group, visit_fn visit, void *data) {
  char folder[PATH_BYTES];
  int length = snprintf(folder, sizeof(folder), "%s%s", mount, group);
  if (length < 0 || (size_t)length >= sizeof(folder))
    return;
  size_t floor = strlen(mount);
  while ((size_t)length > floor && folder[length - 1] == '/')
    folder[--length] = 0;
  for (;;) {
    visit(folder, data);
    char *slash = strrchr(folder, '/');
    if (strlen(folder) <= floor || !slash)
      return;
    *slash = 0;
    if (strlen(folder) < floor)
      return;
  }
}

static bool has_word(const char *list, const char *word) {
  size_t length = strlen(word);
  for (const char *at = list; (at = strstr(at, word)) != NULL; at += length)
    if ((at == list || at[-1] == ',') && (at[length] == 0 || at[length] == ','))
      return true;
  return false;
}

/* Each line of /proc/self/cgroup is "number:controllers:group"; version 2 has number 0 and no controllers. */
static void walk(const char *root, const char *controller, visit_fn visit_v1, visit_fn visit_v2, void *data) {
  char path[PATH_BYTES], line[PATH_BYTES], mount[PATH_BYTES];
  snprintf(path, sizeof(path), "%s/proc/self/cgroup", root);
  FILE *file = fopen(path, "re");
  if (!file)
    return;
  while (fgets(line, sizeof(line), file)) {
    line[strcspn(line, "\n")] = 0;
    char *controllers = strchr(line, ':');
    char *group = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!group)
      continue;
    *controllers++ = 0;
    *group++ = 0;
    if (*controllers == 0 && strcmp(line, "0") == 0) {
      snprintf(mount, sizeof(mount), "%s/sys/fs/cgroup", root);
      walk_levels(mount, group, visit_v2, data);
    } else if (has_word(controllers, controller)) {
      snprintf(mount, sizeof(mount), "%s/sys/fs/cgroup/%s", root, controller);
      walk_levels(mount, group, visit_v1, data);
    }
  }
  fclose(file);
}

static bool read_numbers(const char *folder, const char *name, long long *values, int count) {
  char path[PATH_BYTES];
  int length = snprintf(path, sizeof(path), "%s/%s", folder, name);
  if (length < 0 || (size_t)length >= sizeof(path))
    return false;
  FILE *file = fopen(path, "re");
  if (!file)
    return false;
  int got = 0;
  while (got < count && fscanf(file, "%lld", &values[got]) == 1)
    got++;
  fclose(file);
  return got == count;
}

/* --- memory --- */

struct memory_level {
  uint64_t limit;     /* the tightest one */
  uint64_t available; /* limit less usage, the smallest */
};

static void note_memory(struct memory_level *level, const char *folder, const char *limit, const char *usage) {
  long long bytes, used;
  if (!read_numbers(folder, limit, &bytes, 1) || bytes < 0)
    return;
  if ((uint64_t)bytes < level->limit)
    level->limit = (uint64_t)bytes;
  if (read_numbers(folder, usage, &used, 1) && used >= 0) {
    uint64_t left = used < bytes ? (uint64_t)(bytes - used) : 0;
    if (left < level->available)
      level->available = left;
  }
}

static void memory_v1(const char *folder, void *data) {
  note_memory(data, folder, "memory.limit_in_bytes", "memory.usage_in_bytes");
}

static void memory_v2(const char *folder, void *data) {
  note_memory(data, folder, "memory.max", "memory.current"); /* "max" is no number: no limit */
}

static struct memory_level memory_level(const char *root) {
  struct memory_level level = {UINT64_MAX, UINT64_MAX};
  walk(root, "memory", memory_v1, memory_v2, &level);
  return level;
}

uint64_t weft_cpu_cgroup_memory_limit(const char *root) {
  return memory_level(root).limit;
}

uint64_t weft_cpu_cgroup_memory_available(const char *root) {
  return memory_level(root).available;
}

static uint64_t physical_memory(void) {
  long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
  return pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : 1024 * MIB;
}

static uint64_t machine_available(void) {
  char line[256];
  unsigned long long kib;
  uint64_t available = UINT64_MAX;
  FILE *file = fopen("/proc/meminfo", "re");
  if (!file)
    return available;
  while (fgets(line, sizeof(line), file)) {
    if (sscanf(line, "MemAvailable: %llu kB", &kib) == 1) {
      available = (uint64_t)kib << 10;
      break;
    }
  }
  fclose(file);
  return available;
}

uint64_t weft_cpu_memory_available(void) {
  uint64_t machine = machine_available(), group = weft_cpu_cgroup_memory_available("");
  return machine < group ? machine : group;
}

void weft_cpu_memory_limits_read(struct weft_cpu_memory_limits *limits) {
  uint64_t physical = physical_memory(), group = weft_cpu_cgroup_memory_limit(""), option;
  uint64_t all = group < physical ? group : physical;
  /* What the program itself, its stacks and the page cache need is not a device's to offer. */
  uint64_t global = all - all / 8;
  if (weft_config_size(WEFT_OPTION_GLOBAL_MEM, &option) && option != 0 && option < global)
    global = option;
  /* Half: two buffers of the largest size fit. At least what the specification demands of small devices. */
  uint64_t alloc = global / 2;
  if (alloc < 32 * MIB)
    alloc = global < 32 * MIB ? global : 32 * MIB;
  if (weft_config_size(WEFT_OPTION_MAX_ALLOC, &option) && option != 0 && option < alloc)
    alloc = option;
  limits->global_mem_size = global & ~UINT64_C(4095);
  limits->max_alloc_size = alloc & ~UINT64_C(4095);
  if (limits->max_alloc_size == 0)
    limits->max_alloc_size = 4096;
  if (limits->global_mem_size < limits->max_alloc_size)
    limits->global_mem_size = limits->max_alloc_size;
}

/* --- processor time --- */

static void note_quota(unsigned *limit, long long quota, long long period) {
  if (quota <= 0 || period <= 0)
    return;
  long long processors = (quota + period - 1) / period;
  if (processors > WEFT_CPU_MAX_WORKERS)
    processors = WEFT_CPU_MAX_WORKERS;
  if (*limit == 0 || (unsigned)processors < *limit)
    *limit = (unsigned)processors;
}

static void quota_v1(const char *folder, void *data) {
  long long quota, period;
  if (read_numbers(folder, "cpu.cfs_quota_us", &quota, 1) && read_numbers(folder, "cpu.cfs_period_us", &period, 1))
    note_quota(data, quota, period);
}

static void quota_v2(const char *folder, void *data) {
  long long values[2];
  if (read_numbers(folder, "cpu.max", values, 2)) /* "max 100000": no limit */
    note_quota(data, values[0], values[1]);
}

unsigned weft_cpu_cgroup_cpu_limit(const char *root) {
  unsigned limit = 0;
  walk(root, "cpu", quota_v1, quota_v2, &limit);
  return limit;
}
