/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The disk cache seen from outside: a second process builds without the compiler, a change builds afresh, and whatever
 * is in the folder, builds are right. */
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/api_program/objects.h"
#include "tests/harness/cache.h"
#include "tests/harness/pool.h"

#define CHILD "WEFT_TEST_CHILD" /* set in the processes that second_process starts */

static const char *folder;

static void begin(void) {
  if (!test.is_weft)
    test_skip("the cache is Weft's own");
  folder = test_cache();
}

static unsigned count_entries(void) {
  DIR *dir = opendir(folder);
  unsigned count = 0;
  for (struct dirent *item; dir && (item = readdir(dir));)
    count += item->d_name[0] != '.';
  if (dir)
    closedir(dir);
  return count;
}

/* A stored entry is a new file under the old name, so a build that the cache answered leaves the number as it is. */
static ino_t only_entry(void) {
  DIR *dir = opendir(folder);
  CHECK(dir);
  ino_t found = 0;
  for (struct dirent *item; (item = readdir(dir));)
    if (strstr(item->d_name, ".weft"))
      found = item->d_ino;
  closedir(dir);
  CHECK(found);
  return found;
}

static cl_int run(const char *options, const char *source) {
  cl_kernel kernel = make_kernel(options, source, "k");
  cl_mem mem = make_buffer(4);
  cl_int value = -1;
  LAUNCH(kernel, 1, 1, ARG(mem));
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
  return value;
}

static const char *const warned = "#warning kept with the entry\nkernel void k(global int *p) { p[0] = 1234; }\n";

static void check_warned(void) {
  const char *log = NULL;
  cl_program program = test_try_build("", warned, &log);
  CHECK(program && strstr(log, "kept with the entry"));
}

/* The body of the child processes; by itself it has nothing to do. */
static void child(void) {
  if (!getenv(CHILD))
    test_skip("run by second_process");
  CHECK(!test_compiler_is_open());
  CHECK_EQ(run("", warned), 1234);
  check_warned();
  CHECK(!test_compiler_is_open());
}

static void second_process(void) {
  begin();
  CHECK_EQ(run("", warned), 1234);
  CHECK_EQ(count_entries(), 1);
  setenv(CHILD, "1", 1);
  int status[3];
  pid_t pids[3];
  for (int i = 0; i < 3; i++) {
    pids[i] = fork();
    CHECK(pids[i] >= 0);
    if (pids[i] == 0) {
      execl("/proc/self/exe", "child", "child", (char *)NULL);
      _exit(99);
    }
  }
  for (int i = 0; i < 3; i++)
    waitpid(pids[i], &status[i], 0);
  unsetenv(CHILD);
  for (int i = 0; i < 3; i++)
    CHECK_EQ(status[i], 0);
}

static void keyed(void) {
  begin();
  static const char *const source = CL(kernel void k(global int *p) { p[0] = X; });
  CHECK_EQ(run("-DX=1", source), 1);
  CHECK_EQ(run("-DX=2", source), 2);
  CHECK_EQ(run("-DX=1", source), 1);
  CHECK_EQ(run("-DX=1 -cl-std=CL3.0", source), 1);
  CHECK_EQ(run("-DX=1", CL(kernel void k(global int *p) { p[0] = X + 1; })), 2);
  CHECK_EQ(count_entries(), 4);
  static const char *const knobs[][2] = {
      {"WEFT_SPMD_BISECT", "0"}, {"WEFT_SPMD_BISECT", "1"}, {"WEFT_SPMD_VERIFY", "1"}, {"WEFT_SPMD_VERIFY", "2"}};
  for (unsigned i = 0; i < TEST_COUNT(knobs); i++) {
    setenv(knobs[i][0], knobs[i][1], 1);
    CHECK_EQ(run("-DX=1", source), 1);
    unsetenv(knobs[i][0]);
    CHECK_EQ(count_entries(), 5 + i);
  }
}

static void changed_header(void) {
  begin();
  char path[PATH_MAX + 8], options[PATH_MAX + 8];
  static const char *const source = "#include \"v.h\"\nkernel void k(global int *p) { p[0] = V; }\n";
  snprintf(path, sizeof(path), "%s/v.h", folder);
  snprintf(options, sizeof(options), "-I %s", folder);
  for (int i = 0; i < 4; i++) {
    FILE *file = fopen(path, "w");
    CHECK(file);
    fprintf(file, "#define V %d\n", i % 2 + 10);
    fclose(file);
    CHECK_EQ(run(options, source), i % 2 + 10);
    ino_t stored = only_entry();
    CHECK_EQ(run(options, source), i % 2 + 10);
    CHECK(only_entry() == stored); /* an unchanged header is a hit */
  }
}

static const char *place(const char *name) {
  static char path[PATH_MAX + 64];
  snprintf(path, sizeof(path), "%s/%s", folder, name);
  return path;
}

static void put(const char *name, const char *text) {
  FILE *file = fopen(place(name), "w");
  CHECK(file);
  fputs(text, file);
  CHECK(fclose(file) == 0);
}

/* Twice the same, and the second time from the cache. */
static void expect(const char *options, const char *source, cl_int value) {
  CHECK_EQ(run(options, source), value);
  ino_t stored = only_entry();
  CHECK_EQ(run(options, source), value);
  CHECK(only_entry() == stored);
}

static void go_back(void *unused, size_t before) {
  if (fchdir((int)before) != 0)
    abort();
  close((int)before);
}

/* The working directory, until the case ends. The cache's folder has room for headers beside its entry. */
static void enter_folder(void) {
  int before = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  CHECK(before >= 0 && chdir(folder) == 0);
  test_pool_add(go_back, NULL, (size_t)before);
}

#define KERNEL "\nkernel void k(global int *p) { p[0] = V; }\n"

/* A header that comes where the preprocessor had looked in vain; and goes again. */
static void header_comes_earlier(void) {
  static const char *const sources[] = {"#include \"sub/v.h\"" KERNEL, "#include <sub/v.h>" KERNEL};
  for (size_t i = 0; i < TEST_COUNT(sources); i++) {
    begin();
    enter_folder();
    static const char options[] = "-I first -I second -I third";
    CHECK(!mkdir("second", 0700) && !mkdir("third", 0700) && !mkdir("third/sub", 0700));
    put("third/sub/v.h", "#define V 3\n");
    expect(options, sources[i], 3);
    CHECK(!mkdir("second/sub", 0700));
    expect(options, sources[i], 3);
    put("second/sub/v.h", "#define V 2\n");
    expect(options, sources[i], 2);
    CHECK(!mkdir("first", 0700));
    expect(options, sources[i], 2);
    CHECK(!mkdir("first/sub", 0700));
    put("first/sub/v.h", "#define V 1\n");
    expect(options, sources[i], 1);
    CHECK(!unlink("first/sub/v.h") && !mkdir("first/sub/v.h", 0700)); /* a folder is no header */
    expect(options, sources[i], 2);
    CHECK(!rmdir("first/sub/v.h") && symlink("../../later.h", "first/sub/v.h") == 0);
    expect(options, sources[i], 2);
    put("later.h", "#define V 4\n");
    expect(options, sources[i], 4);
    CHECK(!unlink("later.h"));
    expect(options, sources[i], 2);
    CHECK(!mkdir("sub", 0700));
    put("sub/v.h", "#define V 5\n");
    expect(options, sources[i], i == 0 ? 5 : 2);
  }
}

static void header_asked_for(void) {
  static const char source[] = "#if __has_include(\"a.h\")\n#define V 1\n#elif __has_include(<b.h>)\n#include "
                               "<b.h>\n#else\n#define V 0\n#endif" KERNEL;
  char options[PATH_MAX + 64];
  begin();
  snprintf(options, sizeof(options), "-I %s/inc", folder);
  expect(options, source, 0);
  CHECK(!mkdir(place("inc"), 0700));
  expect(options, source, 0);
  put("inc/b.h", "#define V 2\n");
  expect(options, source, 2);
  CHECK(!mkdir(place("inc/a.h"), 0700));
  expect(options, source, 2);
  CHECK(!rmdir(place("inc/a.h")));
  put("inc/a.h", "");
  expect(options, source, 1);
  CHECK(!unlink(place("inc/a.h")) && !unlink(place("inc/b.h")));
  expect(options, source, 0);
}

/* Relative paths are what they are to the process that builds. */
static void other_working_directory(void) {
  static const char source[] = "#include \"v.h\"" KERNEL;
  begin();
  enter_folder();
  CHECK(!mkdir("a", 0700) && !mkdir("b", 0700) && !mkdir("c", 0700) && !mkdir("gone", 0700));
  put("a/v.h", "#define V 1\n");
  put("b/v.h", "#define V 2\n");
  put("c/v.h", "#define V 2\n");
  CHECK(chdir("a") == 0);
  expect("", source, 1);
  CHECK(chdir("../b") == 0);
  expect("", source, 2);
  ino_t stored = only_entry();
  CHECK(chdir("../c") == 0);
  CHECK_EQ(run("", source), 2);
  CHECK(only_entry() == stored); /* the same text */
  CHECK(chdir("../gone") == 0 && rmdir("../gone") == 0);
  CHECK(!test_try_build("", source, NULL));
}

/* What a process stored that had no working directory left is right for those that have one. */
static void removed_working_directory(void) {
  static const char source[] = "#if __has_include(\"v.h\")\n#include \"v.h\"\n#else\n#define V 0\n#endif" KERNEL;
  begin();
  enter_folder();
  CHECK(!mkdir("gone", 0700) && !mkdir("other", 0700));
  put("other/v.h", "#define V 1\n");
  CHECK(chdir("gone") == 0 && rmdir("../gone") == 0);
  expect("-I inc", source, 0);
  CHECK(chdir(folder) == 0);
  ino_t stored = only_entry();
  CHECK_EQ(run("-I inc", source), 0);
  CHECK(only_entry() == stored);
  CHECK(chdir("other") == 0);
  expect("-I inc", source, 1);
}

/* Programs that ask for the time are not kept; those that could and do not are. */
static void time_macros(void) {
  static const char *const asking[] = {"__DATE__", "__TIME__", "__TIMESTAMP__"};
  begin();
  for (size_t i = 0; i < TEST_COUNT(asking); i++) {
    char source[256];
    snprintf(source, sizeof(source), "constant char t[] = %s; kernel void k(global int *p) { p[0] = t[0] != 0; }",
             asking[i]);
    CHECK_EQ(run("", source), 1);
    CHECK_EQ(count_entries(), 0);
  }
  expect("", "#ifdef __TIME__\n#define V 6\n#define NOW __DATE__ __TIME__\n#endif" KERNEL, 6);
}

/* Nothing of the environment that compilers' drivers read is heard. */
static void environment(void) {
  static const char *const names[] = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "OBJC_INCLUDE_PATH", "INCLUDE"};
  static const char source[] =
      "#if __has_include(\"e.h\") || __has_include(<e.h>)\n#define V 1\n#else\n#define V 0\n#endif" KERNEL;
  begin();
  CHECK(!mkdir(place("env"), 0700));
  put("env/e.h", "");
  setenv("WEFT_CACHE", "0", 1);
  for (size_t i = 0; i < TEST_COUNT(names); i++) {
    setenv(names[i], place("env"), 1);
    cl_int value = run("", source);
    unsetenv(names[i]);
    CHECK_EQ(value, 0);
  }
  static const char *const others[][2] = {
      {"SOURCE_DATE_EPOCH", "no number"}, {"CCC_OVERRIDE_OPTIONS", "+-DV=2"}, {"GCC_COMPILE_DATE", "x"}};
  for (size_t i = 0; i < TEST_COUNT(others); i++) {
    setenv(others[i][0], others[i][1], 1);
    cl_int value = run("", "constant char t[] = __DATE__;\n#ifndef V\n#define V (t[3] == ' ')\n#endif" KERNEL);
    unsetenv(others[i][0]);
    CHECK_EQ(value, 1);
  }
}

static void become_root(void *unused, size_t user) {
  if (setresuid((uid_t)user, (uid_t)user, (uid_t)user) != 0)
    abort();
}

static mode_t mode_of(const char *path) {
  struct stat status;
  CHECK(stat(path, &status) == 0);
  return status.st_mode & 07777;
}

/* Folders and files are the user's alone and usable, whatever the process masks. Root may open all, so it steps down.
 */
static void umasks(void) {
  static const mode_t masks[] = {0, 022, 0277, 0777};
  begin();
  enter_folder();
  CHECK(chmod(folder, 0777) == 0);
  if (geteuid() == 0) {
    CHECK(setresuid(65534, 65534, 0) == 0);
    test_pool_add(become_root, NULL, 0);
  }
  for (size_t i = 0; i < TEST_COUNT(masks); i++) {
    char outer[PATH_MAX + 32], inner[PATH_MAX + 64], entry[PATH_MAX + 512];
    snprintf(outer, sizeof(outer), "%s/outer%zu", folder, i);
    snprintf(inner, sizeof(inner), "%s/inner", outer);
    setenv("WEFT_CACHE_DIR", inner, 1);
    mode_t before = umask(masks[i]);
    cl_int first = run("", warned), second = run("", warned);
    umask(before);
    CHECK_EQ(first, 1234);
    CHECK_EQ(second, 1234);
    CHECK_EQ(mode_of(outer), 0700);
    CHECK_EQ(mode_of(inner), 0700);
    DIR *dir = opendir(inner);
    CHECK(dir);
    unsigned count = 0;
    for (struct dirent *item; (item = readdir(dir));)
      if (item->d_name[0] != '.') {
        snprintf(entry, sizeof(entry), "%s/%s", inner, item->d_name);
        CHECK_EQ(mode_of(entry), 0600);
        count++;
      }
    closedir(dir);
    CHECK_EQ(count, 1);
  }
}

static void damaged(void) {
  begin();
  CHECK_EQ(run("", warned), 1234);
  DIR *dir = opendir(folder);
  char path[2 * PATH_MAX] = "";
  for (struct dirent *item; (item = readdir(dir));)
    if (item->d_name[0] != '.')
      snprintf(path, sizeof(path), "%s/%s", folder, item->d_name);
  closedir(dir);
  struct stat status;
  CHECK(stat(path, &status) == 0);
  for (int i = 0; i < 6; i++) {
    FILE *file = fopen(path, "r+");
    CHECK(file);
    fseek(file, status.st_size * i / 6, SEEK_SET);
    fputs("damage", file);
    fclose(file);
    CHECK_EQ(run("", warned), 1234);
  }
  CHECK(truncate(path, status.st_size / 2) == 0);
  CHECK_EQ(run("", warned), 1234);
}

static void compile_and_link(void) {
  begin();
  const char *source = CL(int f(int x) { return x + 1; } kernel void k(global int *p) { p[0] = f(6); });
  for (int i = 0; i < 2; i++) {
    cl_program program = make_program(source);
    CHECK_CL(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
    cl_int error, value = 0;
    cl_program linked = keep_program(clLinkProgram(test.context, 0, NULL, "", 1, &program, NULL, NULL, &error));
    CHECK_CL(error);
    cl_kernel kernel = test_kernel(linked, "k");
    cl_mem mem = make_buffer(4);
    LAUNCH(kernel, 1, 1, ARG(mem));
    CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
    CHECK_EQ(value, 7);
    CHECK_EQ(count_entries(), 2); /* one for each step, found again the second time */
  }
  /* What fails is not kept */
  CHECK(!test_try_build("", "broken", NULL));
  CHECK_EQ(count_entries(), 2);
}

static const struct test_case cases[] = {
    {"child", child},
    {"second_process", second_process},
    {"keyed", keyed},
    {"changed_header", changed_header},
    {"header_comes_earlier", header_comes_earlier},
    {"header_asked_for", header_asked_for},
    {"other_working_directory", other_working_directory},
    {"removed_working_directory", removed_working_directory},
    {"time_macros", time_macros},
    {"environment", environment},
    {"umasks", umasks},
    {"damaged", damaged},
    {"compile_and_link", compile_and_link},
};
TEST_MAIN(cases)
