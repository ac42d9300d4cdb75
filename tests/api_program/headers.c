/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Where headers are found, and builds whose working directory has gone or is closed to them. */
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/api_program/objects.h"
#include "tests/harness/cache.h"
#include "tests/harness/pool.h"

static void go_back(void *unused, size_t folder) {
  if (fchdir((int)folder) != 0)
    abort();
  close((int)folder);
}

/* Until the end of the case. */
static void enter_folder(const char *path) {
  int before = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  CHECK(before >= 0);
  CHECK(chdir(path) == 0);
  test_pool_add(go_back, NULL, (size_t)before);
}

static void put(const char *path, const char *text) {
  FILE *file = fopen(path, "w");
  CHECK(file);
  fputs(text, file);
  CHECK(fclose(file) == 0);
}

static cl_int value_of(cl_program program) {
  cl_kernel kernel = test_kernel(program, "k");
  cl_mem mem = make_buffer(4);
  cl_int value = -1;
  LAUNCH(kernel, 1, 1, ARG(mem));
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
  return value;
}

#define KERNEL "\nkernel void k(global int *p) { p[0] = V; }\n"
static const char in_quotes[] = "#include \"v.h\"" KERNEL;
static const char in_brackets[] = "#include <v.h>" KERNEL;
static const char without[] = CL(kernel void k(global int *p) { p[0] = 31; });

static cl_int run(const char *options, const char *source) {
  return value_of(test_build(options, source));
}

static void check_missing(const char *options, const char *source) {
  const char *log = NULL;
  CHECK(!test_try_build(options, source, &log));
  CHECK(strstr(log, "'v.h' file not found"));
}

static void working_directory(void) {
  enter_folder(test_folder());
  CHECK(mkdir("inner", 0700) == 0);
  check_missing("", in_quotes);
  check_missing("-I inner", in_brackets);
  put("v.h", "#define V 1\n");
  CHECK_EQ(run("", in_quotes), 1);
  CHECK_EQ(run("", in_brackets), 1);
  CHECK_EQ(run("-I inner", in_brackets), 1); /* not there */
  put("inner/v.h", "#define V 2\n");
  CHECK_EQ(run("-I inner", in_quotes), 1);
  CHECK_EQ(run("-I inner", in_brackets), 2);
  CHECK_EQ(run("-I . -I inner", in_brackets), 1);
  CHECK_EQ(run("", "#include \"inner/v.h\"" KERNEL), 2);
  CHECK_EQ(run("", "#if __has_include(\"inner/v.h\") && !__has_include(\"v.hpp\")\n#define V 3\n#endif" KERNEL), 3);
  /* A header's own folder comes first. */
  put("inner/outer.h", "#include \"v.h\"\n");
  CHECK_EQ(run("-I inner", "#include \"outer.h\"" KERNEL), 2);
}

static void embedded_come_first(void) {
  enter_folder(test_folder());
  put("v.h", "#define V 1\n");
  static const char *const sources[] = {in_quotes, in_brackets};
  for (size_t i = 0; i < TEST_COUNT(sources); i++) {
    cl_program program = make_program(sources[i]), header = make_program("#define V 4\n");
    const char *name = "v.h";
    cl_int error;
    CHECK_CL(clCompileProgram(program, 0, NULL, "-I .", 1, &header, &name, NULL, NULL));
    cl_program linked = keep_program(clLinkProgram(test.context, 0, NULL, "", 1, &program, NULL, NULL, &error));
    CHECK_CL(error);
    CHECK_EQ(value_of(linked), 4);
  }
}

static void working_directory_removed(void) {
  char path[PATH_MAX];
  snprintf(path, sizeof(path), "%s/gone", test_folder());
  CHECK(mkdir(path, 0700) == 0);
  enter_folder(path);
  CHECK(rmdir(path) == 0);
  CHECK_EQ(run("", without), 31);
  CHECK_EQ(run("-I . -I inner -I ../inner -g", without), 31);
  check_missing("", in_quotes);
  check_missing("-I .", in_brackets);
  check_missing("-I inner -I ..", in_quotes);
  cl_program program = make_program(without);
  cl_int error;
  CHECK_CL(clCompileProgram(program, 0, NULL, "-I inner", 0, NULL, NULL, NULL, NULL));
  cl_program linked = keep_program(clLinkProgram(test.context, 0, NULL, "", 1, &program, NULL, NULL, &error));
  CHECK_CL(error);
  CHECK_EQ(value_of(linked), 31);
}

static void become_root(void *unused, size_t user) {
  if (setresuid((uid_t)user, (uid_t)user, (uid_t)user) != 0)
    abort();
}

static void open_again(void *unused, size_t folder) {
  if (fchmod((int)folder, 0700) != 0)
    abort();
  close((int)folder);
}

/* No file of the working directory can be looked at; a folder of -I is as good as ever. */
static void working_directory_closed(void) {
  char inner[PATH_MAX], options[PATH_MAX + 4];
  const char *folder = test_folder();
  snprintf(inner, sizeof(inner), "%s/inner", folder);
  snprintf(options, sizeof(options), "-I %s", inner);
  CHECK(mkdir(inner, 0755) == 0 && chmod(folder, 0711) == 0);
  enter_folder(folder);
  put("inner/v.h", "#define V 2\n");
  put("v.h", "#define V 1\n");
  CHECK(mkdir("closed", 0700) == 0 && chdir("closed") == 0);
  put("v.h", "#define V 3\n");
  if (geteuid() == 0) {
    CHECK(setresuid(65534, 65534, 0) == 0);
    test_pool_add(become_root, NULL, 0);
  } else {
    int closed = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    CHECK(closed >= 0 && chmod(".", 0) == 0);
    test_pool_add(open_again, NULL, (size_t)closed);
  }
  CHECK(access("v.h", R_OK) != 0 && access(inner, R_OK) == 0);
  CHECK_EQ(run("", without), 31);
  CHECK_EQ(run(options, in_quotes), 2);
  CHECK_EQ(run(options, in_brackets), 2);
  check_missing("", in_quotes);
  check_missing("-I .", in_brackets);
}

/* What is no file is no header: nobody waits for a FIFO's writer, nor reads a device to its end. */
static void special_files(void) {
  enter_folder(test_folder());
  CHECK(mkfifo("fifo.h", 0600) == 0 && symlink("/dev/zero", "zero.h") == 0);
  CHECK(mkdir("folder.h", 0700) == 0);
  static const char *const names[] = {"fifo.h", "zero.h", "folder.h", "/dev/zero"};
  for (size_t i = 0; i < TEST_COUNT(names); i++) {
    char source[128], want[64];
    const char *log = NULL;
    snprintf(source, sizeof(source), "\n#include \"%s\"\nkernel void k(global int *p) { p[0] = 1; }\n", names[i]);
    snprintf(want, sizeof(want), ":2:10: fatal error: '%s' file not found", names[i]);
    CHECK(!test_try_build("", source, &log));
    if (!strstr(log, want))
      FAIL("%s", log);
  }
  CHECK_EQ(run("", "#if __has_include(\"fifo.h\")\n#error a header\n#endif\n" CL(
                       kernel void k(global int *p) { p[0] = 8; })),
           8);
}

static void CL_CALLBACK finished(cl_program program, void *flag) {
  atomic_store((atomic_bool *)flag, true);
}

/* Headers of a build in the background are looked for where its caller was, who may have gone on. */
static void background(void) {
  static atomic_bool done;
  enter_folder(test_folder());
  CHECK(mkdir("a", 0700) == 0 && mkdir("b", 0700) == 0 && mkdir("a/inner", 0700) == 0);
  put("a/v.h", "#include \"w.h\"\n#define V (W + 1)\n");
  put("a/inner/w.h", "#define W 10\n");
  put("b/v.h", "#define V 2\n");
  for (int round = 0; round < 4; round++) { /* the cache answers from the second on */
    cl_program program = make_program(in_quotes);
    atomic_store(&done, false);
    CHECK(chdir("a") == 0);
    CHECK_CL(clBuildProgram(program, 1, &test.device, "-I inner", finished, &done));
    CHECK(chdir("../b") == 0);
    while (!atomic_load(&done))
      usleep(1000);
    CHECK_EQ(value_of(program), 11);
    CHECK_EQ(run("-I inner", in_quotes), 2);
    CHECK(chdir("..") == 0);
  }
}

static const struct test_case cases[] = {
    {"working_directory", working_directory},
    {"embedded_come_first", embedded_come_first},
    {"working_directory_removed", working_directory_removed},
    {"working_directory_closed", working_directory_closed},
    {"special_files", special_files},
    {"background", background},
};
TEST_MAIN(cases)
