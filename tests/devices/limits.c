/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Memory and processor limits from recorded cgroup files, options, and allocations that must fail. */
#include "tests/devices/harness.h"

#include "devices/cpu/cpu_device.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char machine[64];

/* Writes a file below the recorded machine, with the folders above it. */
static void record(const char *name, const char *text) {
  char path[512];
  snprintf(path, sizeof(path), "%s/%s", machine, name);
  for (char *slash = path + strlen(machine) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
    *slash = 0;
    mkdir(path, 0700);
    *slash = '/';
  }
  FILE *file = fopen(path, "w");
  CHECK(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void begin(void) {
  strcpy(machine, "/tmp/weft-limits-XXXXXX");
  CHECK(mkdtemp(machine));
}

static void end(void) {
  char command[128];
  snprintf(command, sizeof(command), "rm -rf %s", machine);
  CHECK(system(command) == 0);
}

static void cgroup_v2(void) {
  begin();
  CHECK(weft_cpu_cgroup_memory_limit(machine) == UINT64_MAX && weft_cpu_cgroup_cpu_limit(machine) == 0);
  record("proc/self/cgroup", "0::/outer/inner\n");
  record("sys/fs/cgroup/outer/inner/memory.max", "max\n");
  record("sys/fs/cgroup/outer/inner/cpu.max", "max 100000\n");
  CHECK(weft_cpu_cgroup_memory_limit(machine) == UINT64_MAX && weft_cpu_cgroup_cpu_limit(machine) == 0);
  record("sys/fs/cgroup/outer/memory.max", "1000000\n");
  record("sys/fs/cgroup/outer/memory.current", "400000\n");
  record("sys/fs/cgroup/outer/cpu.max", "250000 100000\n");
  CHECK(weft_cpu_cgroup_memory_limit(machine) == 1000000);
  CHECK(weft_cpu_cgroup_memory_available(machine) == 600000);
  CHECK(weft_cpu_cgroup_cpu_limit(machine) == 3);
  record("sys/fs/cgroup/outer/inner/memory.max", "800000\n");
  record("sys/fs/cgroup/outer/inner/memory.current", "900000\n");
  record("sys/fs/cgroup/outer/inner/cpu.max", "50000 100000\n");
  CHECK(weft_cpu_cgroup_memory_limit(machine) == 800000);
  CHECK(weft_cpu_cgroup_memory_available(machine) == 0);
  CHECK(weft_cpu_cgroup_cpu_limit(machine) == 1);
  record("proc/self/cgroup", "0::/\n"); /* a namespace's root */
  record("sys/fs/cgroup/memory.max", "70000\n");
  CHECK(weft_cpu_cgroup_memory_limit(machine) == 70000);
  end();
}

static void cgroup_v1(void) {
  begin();
  record("proc/self/cgroup", "9:name=systemd:/\n4:memory:/box\n3:cpuset:/\n1:cpu,cpuacct:/box\n0::/\n");
  record("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  record("sys/fs/cgroup/memory/box/memory.limit_in_bytes", "5000000\n");
  record("sys/fs/cgroup/memory/box/memory.usage_in_bytes", "1000000\n");
  record("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  record("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  record("sys/fs/cgroup/cpu/box/cpu.cfs_quota_us", "400000\n");
  record("sys/fs/cgroup/cpu/box/cpu.cfs_period_us", "100000\n");
  CHECK(weft_cpu_cgroup_memory_limit(machine) == 5000000);
  CHECK(weft_cpu_cgroup_memory_available(machine) == 4000000);
  CHECK(weft_cpu_cgroup_cpu_limit(machine) == 4);
  end();
}

static void options(void) {
  struct weft_cpu_memory_limits own, limits;
  weft_cpu_memory_limits_read(&own);
  CHECK(own.max_alloc_size >= 32u << 20 && own.max_alloc_size <= own.global_mem_size);
  setenv("WEFT_GLOBAL_MEM", "512M", 1);
  weft_cpu_memory_limits_read(&limits);
  CHECK(limits.global_mem_size == 512u << 20 && limits.max_alloc_size == 256u << 20);
  setenv("WEFT_MAX_ALLOC", "100M", 1);
  weft_cpu_memory_limits_read(&limits);
  CHECK(limits.max_alloc_size == 100u << 20);
  setenv("WEFT_MAX_ALLOC", "900000T", 1);
  setenv("WEFT_GLOBAL_MEM", "900000T", 1);
  weft_cpu_memory_limits_read(&limits);
  CHECK(limits.global_mem_size == own.global_mem_size && limits.max_alloc_size == own.max_alloc_size);
  unsetenv("WEFT_GLOBAL_MEM");
  unsetenv("WEFT_MAX_ALLOC");
}

static void allocations(void) {
  setenv("WEFT_GLOBAL_MEM", "256M", 1);
  open_device();
  struct weft_hw_memory memory[64] = {0}, last;
  const size_t sizes[] = {1, 7, 127, 128, 4096, 65537, 1u << 20, (2u << 20) + 5, 40u << 20};
  for (size_t i = 0; i < sizeof(sizes) / sizeof(*sizes); i++) {
    CHECK(ops->mem_alloc(root, sizes[i], NULL, &memory[0]) == CL_SUCCESS);
    CHECK((uintptr_t)memory[0].host % ops->caps(root)->mem_base_align == 0 && memory[0].size == sizes[i]);
    memset(memory[0].host, 1, sizes[i]);
    ops->mem_free(root, &memory[0]);
    CHECK(memory[0].host == NULL);
  }
  for (int round = 0; round < 3; round++) { /* what is freed can be had again */
    unsigned got = 0;
    while (got < 64 && ops->mem_alloc(root, 10u << 20, NULL, &memory[got]) == CL_SUCCESS)
      got++;
    CHECK(got == 25);
    CHECK(ops->mem_alloc(root, 10u << 20, NULL, &last) == CL_MEM_OBJECT_ALLOCATION_FAILURE && last.host == NULL);
    while (got > 0)
      ops->mem_free(root, &memory[--got]);
  }
  CHECK(ops->mem_alloc(root, SIZE_MAX, NULL, &last) == CL_MEM_OBJECT_ALLOCATION_FAILURE);
  char own[100];
  CHECK(ops->mem_alloc(root, 99, own + 1, &last) == CL_SUCCESS && last.host == own + 1);
  CHECK(last.device == (uint64_t)(uintptr_t)(own + 1));
  ops->mem_free(root, &last);
  ops->close();
}

int main(void) {
  cgroup_v2();
  cgroup_v1();
  options();
  allocations();
  return 0;
}
