/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What other programs can find out about kernels that are loaded: by /proc, by the dynamic linker's list, in files. */
#include <dirent.h>
#include <elf.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/harness/cache.h"
#include "tests/harness/test.h"

#define CHILD "WEFT_TEST_CHILD" /* set for gdb_target and perf_target */

static const char *const stepped = "int scaled(int x, int factor) {\n"
                                   "  return x * factor + 1;\n"
                                   "}\n"
                                   "kernel void stepped(global int *a, int factor) {\n"
                                   "  size_t i = get_global_id(0);\n"
                                   "  int v = a[i];\n"
                                   "  v = scaled(v, factor);\n"
                                   "  a[i] = v ^ 21;\n"
                                   "}\n";

static void begin(void) {
  if (!test.is_weft)
    test_skip("a promise of Weft's own");
  unsetenv("WEFT_DEBUG_DIR");
}

static const char *keep_programs(void) {
  const char *folder = test_folder();
  setenv("WEFT_DEBUG_DIR", folder, 1);
  return folder;
}

static void run_stepped(cl_program program) {
  enum { ITEMS = 256 };
  struct test_buffer a = test_buffer(ITEMS * sizeof(cl_int), TEST_END, 0, 0);
  LAUNCH(test_kernel(program, "stepped"), ITEMS, 64, ARG_BUFFER(a), ARG_INT(7));
  test_buffer_sync(&a);
  for (int i = 0; i < ITEMS; i++)
    CHECK_EQ(((cl_int *)a.data)[i], 1 ^ 21);
}

/* The first executable mapping with `part` in its name, into `path` of PATH_MAX. */
static bool find_mapping(const char *part, char *path) {
  FILE *maps = fopen("/proc/self/maps", "r");
  CHECK(maps);
  char line[PATH_MAX + 256], flags[8];
  bool found = false;
  while (!found && fgets(line, sizeof(line), maps)) {
    const char *name = strchr(line, '/');
    if (name && strstr(name, part) && sscanf(line, "%*s %7s", flags) == 1 && strchr(flags, 'x')) {
      snprintf(path, PATH_MAX, "%.*s", (int)strcspn(name, "\n"), name);
      found = true;
    }
  }
  fclose(maps);
  return found;
}

/* The object has the symbol, as a function with a size, and lines. */
static bool has_symbol_and_lines(const char *path, const char *symbol) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status) || status.st_size < (off_t)sizeof(Elf64_Ehdr))
    return false;
  const char *bytes = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
  close(file);
  if (bytes == MAP_FAILED)
    return false;
  const Elf64_Ehdr *header = (const void *)bytes;
  const Elf64_Shdr *sections = (const void *)(bytes + header->e_shoff);
  const char *names = bytes + sections[header->e_shstrndx].sh_offset;
  bool function = false, lines = false;
  for (unsigned s = 0; s < header->e_shnum; s++) {
    lines |= strcmp(names + sections[s].sh_name, ".debug_line") == 0 && sections[s].sh_size > 0;
    if (sections[s].sh_type != SHT_SYMTAB)
      continue;
    const Elf64_Sym *symbols = (const void *)(bytes + sections[s].sh_offset);
    const char *strings = bytes + sections[sections[s].sh_link].sh_offset;
    for (size_t i = 0; i < sections[s].sh_size / sizeof(*symbols); i++)
      function |= strcmp(strings + symbols[i].st_name, symbol) == 0 && ELF64_ST_TYPE(symbols[i].st_info) == STT_FUNC &&
                  symbols[i].st_size > 0;
  }
  munmap((void *)bytes, (size_t)status.st_size);
  return function && lines;
}

static const char *const source_name = "kernel.cl";
static char found_source[PATH_MAX];
static unsigned num_sources, num_objects;

static int look(const char *path, const struct stat *status, int type, struct FTW *place) {
  if (type == FTW_F && strcmp(path + place->base, source_name) == 0) {
    snprintf(found_source, sizeof(found_source), "%s", path);
    num_sources++;
  }
  num_objects += type == FTW_F && strstr(path + place->base, ".so") != NULL;
  return 0;
}

static void look_at(const char *folder) {
  num_sources = num_objects = 0;
  CHECK(nftw(folder, look, 16, FTW_PHYS) == 0);
}

static int remove_file(const char *path, const struct stat *status, int type, struct FTW *place) {
  return type == FTW_F ? remove(path) : 0;
}

static void check_source(void) {
  char text[4096];
  FILE *file = fopen(found_source, "r");
  CHECK(file);
  size_t size = fread(text, 1, sizeof(text), file);
  fclose(file);
  CHECK(size == strlen(stepped) && memcmp(text, stepped, size) == 0);
}

static void memory_is_named(void) {
  begin();
  char path[PATH_MAX];
  test_build("", "kernel void named_one(global int *a) { *a = 1; } kernel void two(global int *a) { *a = 2; }");
  CHECK(find_mapping("memfd:weft:named_one_and_1", path));
  test_build("", "kernel void named_alone(global int *a) { *a = 1; }");
  CHECK(find_mapping("memfd:weft:named_alone", path) && !strstr(path, "_and_"));
}

/* The folder is made, and holds what a debugger needs, with -g or without, while the program lives and afterwards. */
static void programs_are_kept(void) {
  begin();
  static const char *const options[] = {"", "-g", "-g -cl-opt-disable"};
  for (unsigned i = 0; i < TEST_COUNT(options); i++) {
    const char *folder = keep_programs();
    char below[PATH_MAX], path[PATH_MAX];
    snprintf(below, sizeof(below), "%s/made/by/weft", folder);
    setenv("WEFT_DEBUG_DIR", below, 1);
    size_t mark = test_mark();
    run_stepped(test_build(options[i], stepped));
    strncat(below, "/stepped-", sizeof(below) - strlen(below) - 1);
    CHECK(find_mapping(below, path));
    test_release_to(mark);
    CHECK(has_symbol_and_lines(path, "weft_kernel_stepped"));
    struct stat status;
    CHECK(stat(path, &status) == 0 && (status.st_mode & 077) == 0);
    look_at(folder);
    CHECK_EQ(num_sources, 1);
    check_source();
  }
}

/* Loads are files of their own, so that program-scope variables are. */
static void kept_programs_are_apart(void) {
  begin();
  const char *folder = keep_programs();
  const char *source = "global int n = 0; kernel void count(global int *a) { *a = ++n; }";
  cl_program programs[2] = {test_build("-cl-std=CL3.0", source), test_build("-cl-std=CL3.0", source)};
  struct test_buffer a = test_buffer(sizeof(cl_int), TEST_END, 0, 0);
  for (int round = 1; round <= 2; round++)
    for (int i = 0; i < 2; i++) {
      LAUNCH(test_kernel(programs[i], "count"), 1, 1, ARG_BUFFER(a));
      test_buffer_sync(&a);
      CHECK_EQ(*(cl_int *)a.data, round);
    }
  look_at(folder);
  CHECK_EQ(num_objects, 2);
}

/* What the cache answers has lines too, and the files are made again. */
static void cached_programs_are_kept(void) {
  begin();
  test_cache();
  char path[PATH_MAX];
  test_build("", stepped); /* without lines: not what is asked for below */
  const char *folder = keep_programs();
  test_build("", stepped);
  CHECK(nftw(folder, remove_file, 16, FTW_PHYS) == 0);
  run_stepped(test_build("", stepped));
  look_at(folder);
  CHECK_EQ(num_objects, 1);
  CHECK_EQ(num_sources, 1);
  check_source();
  DIR *dir = opendir(folder);
  CHECK(dir);
  bool right = false;
  for (struct dirent *item; (item = readdir(dir));)
    if (strstr(item->d_name, ".so")) {
      snprintf(path, sizeof(path), "%s/%s", folder, item->d_name);
      right = has_symbol_and_lines(path, "weft_kernel_stepped");
    }
  closedir(dir);
  CHECK(right);
}

/* Where others may write, nothing is loaded from; where nothing can be, programs run all the same. */
static void bad_folders(void) {
  begin();
  const char *folder = keep_programs();
  CHECK(chmod(folder, 0777) == 0);
  run_stepped(test_build("", stepped));
  look_at(folder);
  CHECK(num_objects == 0 && num_sources == 0);
  setenv("WEFT_DEBUG_DIR", "/dev/null/nowhere", 1);
  run_stepped(test_build("-g", stepped));
  char path[PATH_MAX];
  CHECK(find_mapping("memfd:weft:stepped", path));
}

/* -g and no folder: the dynamic linker's list has a path that another process can open while the program lives. */
static int take_path(struct dl_phdr_info *info, size_t size, void *out) {
  char start[64];
  snprintf(start, sizeof(start), "/proc/%ld/fd/", (long)getpid());
  if (strncmp(info->dlpi_name, start, strlen(start)) != 0)
    return 0;
  snprintf(out, PATH_MAX, "%s", info->dlpi_name);
  return 1;
}

static unsigned open_programs(void) {
  unsigned count = 0;
  DIR *dir = opendir("/proc/self/fd");
  CHECK(dir);
  for (struct dirent *item; (item = readdir(dir));) {
    char target[PATH_MAX];
    ssize_t length = readlinkat(dirfd(dir), item->d_name, target, sizeof(target) - 1);
    target[length > 0 ? length : 0] = 0;
    count += strstr(target, "memfd:weft:") != NULL;
  }
  closedir(dir);
  return count;
}

static void others_can_open(void) {
  begin();
  size_t mark = test_mark();
  char path[PATH_MAX] = "";
  run_stepped(test_build("", stepped));
  CHECK(open_programs() == 0 && !dl_iterate_phdr(take_path, path));
  run_stepped(test_build("-g", stepped));
  CHECK_EQ(open_programs(), 1);
  CHECK(dl_iterate_phdr(take_path, path));
  pid_t other = fork();
  CHECK(other >= 0);
  if (other == 0)
    _exit(has_symbol_and_lines(path, "weft_kernel_stepped") ? 0 : 1);
  int status;
  CHECK(waitpid(other, &status, 0) == other && WIFEXITED(status));
  CHECK_EQ(WEXITSTATUS(status), 0);
  test_release_to(mark);
  CHECK_EQ(open_programs(), 0);
}

/* For gdb.sh: CHILD has the build options, and the folder is as it was given. */
static void gdb_target(void) {
  const char *options = getenv(CHILD);
  if (!options)
    test_skip("run by gdb.sh");
  setenv("WEFT_SPECIALISE", "off", 1);
  run_stepped(test_build(options, stepped));
}

static void perf_target(void) {
  if (!getenv(CHILD))
    test_skip("run by perf.sh");
  cl_program program = test_build("", CL(kernel void spin(global uint * a, uint n) {
                                    uint x = a[get_global_id(0)];
                                    for (uint k = 0; k < n; k++)
                                      x = x * 1664525u + 1013904223u;
                                    a[get_global_id(0)] = x;
                                  }));
  struct test_buffer a = test_buffer(64 * sizeof(cl_uint), TEST_END, 0, 1);
  LAUNCH(test_kernel(program, "spin"), 64, 64, ARG_BUFFER(a), ARG_UINT(100000000));
}

static const struct test_case cases[] = {
    {"memory_is_named", memory_is_named},
    {"programs_are_kept", programs_are_kept},
    {"kept_programs_are_apart", kept_programs_are_apart},
    {"cached_programs_are_kept", cached_programs_are_kept},
    {"bad_folders", bad_folders},
    {"others_can_open", others_can_open},
    {"gdb_target", gdb_target},
    {"perf_target", perf_target},
};
TEST_MAIN(cases)
