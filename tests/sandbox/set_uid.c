/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A program with rights that who starts it has not: set-uid root, or with capabilities of its file. The environment
 * names a library in the place of the compiler, of hwloc's plugins and so on, and folders to write to. Nothing of that
 * is loaded, nothing written there, and results are right. With no more rights than its user, the same program does
 * load that library: so the environment is one that could do harm.
 */
#include "inside.h"
#include "process.h"
#include "restrictions.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

static char folder[] = "/tmp/weft-set-uid-XXXXXX";
static char application[64], plugins[64], writable[64];

static bool copy(const char *from, const char *to, mode_t mode) {
  int in = open(from, O_RDONLY | O_CLOEXEC), out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0700);
  struct stat status;
  bool ok = in >= 0 && out >= 0 && fstat(in, &status) == 0;
  for (off_t at = 0; ok && at < status.st_size;)
    ok = sendfile(out, in, &at, (size_t)(status.st_size - at)) > 0;
  close(in);
  return close(out) == 0 && ok && chmod(to, mode) == 0;
}

/* May bind low ports: a right that its user has not. */
static bool give_capability(const char *path) {
  struct vfs_cap_data data = {.magic_etc = VFS_CAP_REVISION_2 | VFS_CAP_FLAGS_EFFECTIVE,
                              .data[0].permitted = 1u << CAP_NET_BIND_SERVICE};
  return setxattr(path, "security.capability", &data, sizeof(data), 0) == 0;
}

static void make_environment_hostile(void) {
  static const char *const libraries[] = {"WEFT_COMPILER", "WEFT_LLVM_SPIRV"};
  static const char *const folders[] = {"WEFT_BUILTINS",  "WEFT_DEBUG_DIR", "WEFT_CACHE_DIR",
                                        "XDG_CACHE_HOME", "HOME",           "TMPDIR"};
  char path[128];
  for (size_t i = 0; i < sizeof(libraries) / sizeof(*libraries); i++)
    setenv(libraries[i], TEST_HOSTILE, 1);
  for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
    setenv(folders[i], writable, 1);
  snprintf(path, sizeof(path), "%s/linked.tar", writable);
  setenv("LLD_REPRODUCE", path, 1);
  setenv("HWLOC_PLUGINS_PATH", plugins, 1);
  setenv("WEFT_CACHE", "1", 1);
  setenv("WEFT_LOG", "debug", 1);
  setenv("WEFT_TOPOLOGY", "core:3 pu:1", 1);
}

/* The loader finds Weft where it looks whatever the environment says. */
static bool install(void) {
  static const char vendors[] = "/etc/OpenCL/vendors";
  setenv("OCL_ICD_VENDORS", TEST_VENDORS, 1);
  return restrict_mounts() && (access(vendors, F_OK) != 0 || mount(TEST_VENDORS, vendors, NULL, MS_BIND, NULL) == 0);
}

static int start(const void *as_nobody) {
  make_environment_hostile();
  if (!install() || (as_nobody && !restrict_user()) || access(TEST_VENDORS "/weft.icd", R_OK) != 0) {
    perror("set-uid");
    return PROCESS_CANNOT;
  }
  execl(application, application, "--inside", (char *)NULL);
  perror(application);
  return PROCESS_CANNOT;
}

static unsigned count_written(void) {
  DIR *dir = opendir(writable);
  unsigned count = 0;
  for (struct dirent *item; dir && (item = readdir(dir));)
    if (item->d_name[0] != '.' || (item->d_name[1] && item->d_name[1] != '.'))
      count += printf("written: %s\n", item->d_name) > 0;
  if (dir)
    closedir(dir);
  return count;
}

static bool cannot(const struct outcome *outcome) {
  return WIFEXITED(outcome->status) && WEXITSTATUS(outcome->status) == PROCESS_CANNOT;
}

static int fail(const char *what, const struct outcome *outcome) {
  printf("%s\n%s\n", what, outcome->output);
  return 1;
}

static int must_be_good(const char *what) {
  static struct outcome outcome;
  process_run(start, &outcome, &outcome);
  if (cannot(&outcome))
    return fail("skipped:", &outcome), PROCESS_SKIPPED;
  /* "good" alone: options that make Weft talk are not honoured either. */
  if (outcome.hangs || outcome.status != 0 || strcmp(outcome_last_line(&outcome), "good") != 0 ||
      strcmp(outcome.output, "good") != 0 || count_written() != 0)
    return fail(what, &outcome);
  return 0;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *at) {
  (void)status, (void)kind, (void)at;
  return remove(path);
}

/* What nobody has written to yet. */
static bool empty_writable(uid_t owner) {
  nftw(writable, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  return mkdir(writable, 0700) == 0 && chown(writable, owner, owner) == 0;
}

static int try(void) {
  static struct outcome outcome;
  struct statvfs mounted;
  if (geteuid() != 0 || statvfs(folder, &mounted) != 0 || mounted.f_flag & (ST_NOSUID | ST_NOEXEC)) {
    printf("skipped: no set-uid program can be made in %s\n", folder);
    return PROCESS_SKIPPED;
  }
  char plugin[96];
  snprintf(plugin, sizeof(plugin), "%s/hwloc_hostile.so", plugins);
  if (!copy(TEST_HOSTILE, plugin, 0755) || !copy("/proc/self/exe", application, 0755))
    return fail("nothing can be copied", &outcome);

  process_run(start, NULL, &outcome);
  if (cannot(&outcome))
    return fail("skipped:", &outcome), PROCESS_SKIPPED;
  if (!strstr(outcome.output, "hostile code runs"))
    return fail("the environment is harmless", &outcome);

  if (!empty_writable(0) || chmod(application, 04755) != 0)
    return fail("no set-uid", &outcome);
  int result = must_be_good("set-uid root");
  if (result)
    return result;
  if (!empty_writable(RESTRICTED_USER) || chmod(application, 0755) != 0 || !give_capability(application)) {
    printf("files have no capabilities in %s\n", folder);
    return 0;
  }
  return must_be_good("a capability of the file");
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "--inside") == 0)
    return inside_run(&(struct inside){.programs = 2, .options = ""});
  if (!mkdtemp(folder)) {
    perror(folder);
    return 2;
  }
  snprintf(application, sizeof(application), "%s/application", folder);
  snprintf(plugins, sizeof(plugins), "%s/plugins", folder);
  snprintf(writable, sizeof(writable), "%s/writable", folder);
  if (chmod(folder, 0755) != 0 || mkdir(plugins, 0755) != 0 || mkdir(writable, 0700) != 0)
    return 2;
  int result = try();
  nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  return result;
}
