/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Applications in sandboxes and under limits. Each case is run twice, with an empty cache and with one that holds the
 * programs already, in a process of its own that gives things up and then becomes this program again (inside.h). What
 * comes must be what the case says: right results, or an error of the specification and a log that names the cause;
 * never a signal, a hang, or anything that is wrong.
 *
 *   test_sandbox CASE
 */
#include "inside.h"
#include "process.h"
#include "restrictions.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

struct sandbox {
  const char *name;
  bool (*enter)(void); /* in the new process, before it becomes the application */
  struct inside work;
  /* What the log names where it ends in an error. NULL: right results must come. */
  const char *cold, *warm;
  bool may_be_good; /* also where an error would do: how much is enough differs from machine to machine */
  bool keep_cache;  /* the case is about a folder of the cache that it sets itself */
};

/* How the application is called: as the case has it, and only to fill the cache. */
static const char inside[] = "--inside=", fill[] = "--fill=";

/* Of the case: a cache and a root folder to be, removed at the end. */
static char folder[] = "/tmp/weft-sandbox-XXXXXX";
static char cache[64], root[64];

#define CALLS(error, ...)                                                                                              \
  restrict_calls(error, (const int[]){__VA_ARGS__}, sizeof((const int[]){__VA_ARGS__}) / sizeof(int))

static bool no_memfd(void) {
  return CALLS(EPERM, SYS_memfd_create);
}

static bool unknown_memfd(void) {
  return CALLS(ENOSYS, SYS_memfd_create);
}

static bool no_affinity(void) {
  return CALLS(EPERM, SYS_sched_getaffinity, SYS_sched_setaffinity, SYS_mbind, SYS_setpriority);
}

static bool no_proc(void) {
  return restrict_mounts() && restrict_folder("/proc", 16);
}

static bool no_sys(void) {
  return restrict_mounts() && restrict_folder("/sys", 16);
}

static bool no_proc_nor_sys_nor_memfd(void) {
  return no_proc() && restrict_folder("/sys", 16) && no_memfd();
}

static bool nothing(void) {
  return true;
}

static bool read_only_home(void) {
  unsetenv("WEFT_CACHE_DIR");
  unsetenv("XDG_CACHE_HOME");
  setenv("HOME", root, 1);
  return restrict_mounts() && restrict_folder(root, 0);
}

static bool no_home(void) {
  unsetenv("WEFT_CACHE_DIR");
  unsetenv("XDG_CACHE_HOME");
  unsetenv("HOME");
  return true;
}

static bool home_of_another(void) {
  no_home();
  setenv("HOME", root, 1);
  return chown(root, 12345, 12345) == 0 && chmod(root, 0777) == 0;
}

/* Whatever the environment names is small: a cache holds no entry of this size. */
static bool small_folders(void) {
  setenv("WEFT_CACHE_DIR", root, 1);
  setenv("TMPDIR", root, 1);
  setenv("HOME", root, 1);
  return restrict_mounts() && restrict_folder(root, 16) && chmod(root, 0700) == 0;
}

static bool small_folders_no_memfd(void) {
  return small_folders() && no_memfd();
}

static bool no_room_at_all(void) {
  return small_folders() && restrict_folder("/dev/shm", 4) && restrict_folder("/var/tmp", 0) &&
         restrict_folder("/tmp", 4) && no_memfd();
}

static bool file_size_0(void) {
  return restrict_limit(RLIMIT_FSIZE, 0);
}

static bool file_size_4(void) {
  return restrict_limit(RLIMIT_FSIZE, 4096);
}

static bool file_size_enough(void) {
  return restrict_limit(RLIMIT_FSIZE, 1 << 20);
}

static bool descriptors_256(void) {
  return restrict_limit(RLIMIT_NOFILE, 256);
}

static bool descriptors_9(void) {
  return restrict_limit(RLIMIT_NOFILE, 9);
}

static bool descriptors_7(void) {
  return restrict_limit(RLIMIT_NOFILE, 7);
}

static bool no_threads(void) {
  return CALLS(EAGAIN, SYS_clone, SYS_clone3);
}

static bool small_stack(void) {
  return restrict_limit(RLIMIT_STACK, 256 << 10);
}

static bool unlimited_stack(void) {
  return restrict_limit(RLIMIT_STACK, RLIM_INFINITY);
}

static bool memory_400(void) {
  return restrict_limit(RLIMIT_AS, 400000ul << 10);
}

static bool memory_700(void) {
  return restrict_limit(RLIMIT_AS, 700000ul << 10);
}

static bool memory_1000(void) {
  return restrict_limit(RLIMIT_AS, 1000000ul << 10);
}

static const struct sandbox sandboxes[] = {
    {.name = "plain", .enter = nothing, .work = {4, "", NULL}},
    {.name = "no_memfd", .enter = no_memfd, .work = {4, "", NULL}},
    {.name = "no_memfd_with_lines", .enter = no_memfd, .work = {4, "-g", NULL}},
    {.name = "unknown_memfd", .enter = unknown_memfd, .work = {4, "", NULL}},
    {.name = "no_affinity", .enter = no_affinity, .work = {4, "", NULL}},
    {.name = "no_proc", .enter = no_proc, .work = {4, "", NULL}},
    {.name = "no_proc_with_lines", .enter = no_proc, .work = {4, "-g", NULL}},
    {.name = "no_sys", .enter = no_sys, .work = {4, "", NULL}},
    {.name = "no_proc_nor_sys_nor_memfd", .enter = no_proc_nor_sys_nor_memfd, .work = {4, "", NULL}},
    {.name = "chroot", .enter = nothing, .work = {4, "", root}, .warm = "cannot be loaded"},
    {.name = "chroot_into_nothing",
     .enter = nothing,
     .work = {4, "", "/sys/kernel"},
     .cold = "/proc is missing",
     .warm = "cannot be loaded"},
    {.name = "read_only_home", .enter = read_only_home, .work = {4, "", NULL}, .keep_cache = true},
    {.name = "no_home", .enter = no_home, .work = {4, "", NULL}, .keep_cache = true},
    {.name = "home_of_another", .enter = home_of_another, .work = {4, "", NULL}, .keep_cache = true},
    {.name = "small_folders", .enter = small_folders, .work = {4, "", NULL}, .keep_cache = true},
    {.name = "small_folders_no_memfd", .enter = small_folders_no_memfd, .work = {4, "", NULL}, .keep_cache = true},
    {.name = "no_room_at_all",
     .enter = no_room_at_all,
     .work = {4, "", NULL},
     .cold = "No space left on device",
     .warm = "No space left on device",
     .keep_cache = true},
    {.name = "file_size_0", .enter = file_size_0, .work = {4, "", NULL}, .cold = "ulimit -f", .warm = "ulimit -f"},
    {.name = "file_size_4", .enter = file_size_4, .work = {4, "-g", NULL}, .cold = "ulimit -f", .warm = "ulimit -f"},
    {.name = "file_size_enough", .enter = file_size_enough, .work = {4, "", NULL}},
    {.name = "descriptors_256", .enter = descriptors_256, .work = {300, "-g", NULL}},
    {.name = "descriptors_9",
     .enter = descriptors_9,
     .work = {4, "-g", NULL},
     .cold = "open files",
     .may_be_good = true},
    {.name = "descriptors_7",
     .enter = descriptors_7,
     .work = {4, "", NULL},
     .cold = "open files",
     .warm = "open files",
     .may_be_good = true},
    {.name = "no_threads", .enter = no_threads, .work = {4, "", NULL}, .cold = "thread"},
    {.name = "small_stack", .enter = small_stack, .work = {4, "", NULL}},
    {.name = "unlimited_stack", .enter = unlimited_stack, .work = {4, "", NULL}},
    {.name = "memory_400", .enter = memory_400, .work = {4, "", NULL}, .cold = "memory", .may_be_good = true},
    {.name = "memory_700", .enter = memory_700, .work = {4, "", NULL}, .cold = "memory", .may_be_good = true},
    {.name = "memory_1000", .enter = memory_1000, .work = {4, "", NULL}, .cold = "memory", .may_be_good = true},
};

/* --- the process inside --- */

static int become_application(const void *data) {
  const struct sandbox *sandbox = data;
  char name[128];
  setenv("WEFT_CACHE_DIR", cache, 1);
  setenv("WEFT_CACHE", "1", 1);
  if (!sandbox->enter()) {
    fprintf(stderr, "%s: %s\n", sandbox->name, strerror(errno));
    return PROCESS_CANNOT;
  }
  snprintf(name, sizeof(name), "%s%s", sandbox->enter == nothing && !sandbox->work.chroot_to ? fill : inside,
           sandbox->name);
  setenv("WEFT_SANDBOX_ROOT", root, 1);
  /* Not by /proc/self/exe: there may be no /proc. */
  extern char *program_invocation_name;
  execl(program_invocation_name, program_invocation_name, name, (char *)NULL);
  perror(program_invocation_name);
  return PROCESS_CANNOT;
}

/* --- the test's side --- */

static bool fail(const struct sandbox *sandbox, const char *cache_state, const char *what,
                 const struct outcome *outcome) {
  printf("%s, %s cache: %s\n%s\n", sandbox->name, cache_state, what, outcome->output);
  return false;
}

static bool judge(const struct sandbox *sandbox, const char *cache_state, const char *cause, struct outcome *outcome) {
  char what[64];
  if (outcome->hangs)
    return fail(sandbox, cache_state, "hangs", outcome);
  if (WIFSIGNALED(outcome->status)) {
    snprintf(what, sizeof(what), "ends by signal %d", WTERMSIG(outcome->status));
    return fail(sandbox, cache_state, what, outcome);
  }
  const char *line = outcome_last_line(outcome);
  if (WEXITSTATUS(outcome->status) == 0 && strcmp(line, "good") == 0) {
    if (cause && !sandbox->may_be_good)
      return fail(sandbox, cache_state, "an error was to come", outcome);
    /* Neither we nor hwloc have anything to say then. */
    return line == outcome->output || fail(sandbox, cache_state, "something else is written", outcome);
  }
  if (!cause)
    return fail(sandbox, cache_state, "right results were to come", outcome);
  if (strncmp(line, "error ", 6) != 0)
    return fail(sandbox, cache_state, "neither right results nor an error", outcome);
  if (!strstr(line, cause)) {
    snprintf(what, sizeof(what), "nothing says '%s'", cause);
    return fail(sandbox, cache_state, what, outcome);
  }
  return true;
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *at) {
  (void)status, (void)kind, (void)at;
  return remove(path);
}

static void make_root(void) {
  char temporary[80];
  snprintf(temporary, sizeof(temporary), "%s/tmp", root);
  nftw(root, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  if (mkdir(root, 0700) != 0 || mkdir(temporary, 0700) != 0)
    abort();
}

static int try(const struct sandbox *sandbox) {
  static struct outcome outcome;
  process_run(become_application, sandbox, &outcome);
  if (WIFEXITED(outcome.status) && WEXITSTATUS(outcome.status) == PROCESS_CANNOT) {
    printf("skipped: %s", outcome.output);
    return PROCESS_SKIPPED;
  }
  if (!judge(sandbox, "cold", sandbox->cold, &outcome))
    return 1;
  if (sandbox->keep_cache)
    return 0;
  static struct sandbox filler;
  filler = *sandbox;
  filler.enter = nothing;
  filler.work.chroot_to = NULL;
  process_run(become_application, &filler, &outcome);
  if (!judge(&filler, "filled", NULL, &outcome))
    return 1;
  make_root();
  process_run(become_application, sandbox, &outcome);
  return judge(sandbox, "warm", sandbox->warm, &outcome) ? 0 : 1;
}

static const struct sandbox *find(const char *name) {
  for (size_t i = 0; i < sizeof(sandboxes) / sizeof(*sandboxes); i++)
    if (strcmp(sandboxes[i].name, name) == 0)
      return &sandboxes[i];
  fprintf(stderr, "no case %s\n", name);
  exit(2);
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: %s CASE\n", argv[0]);
    return 2;
  }
  if (strncmp(argv[1], fill, strlen(fill)) == 0) {
    struct inside work = find(argv[1] + strlen(fill))->work;
    work.chroot_to = NULL;
    return inside_run(&work);
  }
  if (strncmp(argv[1], inside, strlen(inside)) == 0) {
    struct inside work = find(argv[1] + strlen(inside))->work;
    if (work.chroot_to == root)
      work.chroot_to = getenv("WEFT_SANDBOX_ROOT");
    return inside_run(&work);
  }
  const struct sandbox *sandbox = find(argv[1]);
  if (!mkdtemp(folder)) {
    perror(folder);
    return 2;
  }
  snprintf(cache, sizeof(cache), "%s/cache", folder);
  snprintf(root, sizeof(root), "%s/root", folder);
  make_root();
  int result = try(sandbox);
  nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  return result;
}
