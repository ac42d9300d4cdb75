/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A platform whose compiler is not installed: builds say so, everything else works. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/api_program/objects.h"

static void build(void) {
  cl_program program = make_program(SCALE_SOURCE);
  CHECK_ERR(clBuildProgram(program, 0, NULL, "", NULL, NULL), CL_COMPILER_NOT_AVAILABLE);
  CHECK_EQ(build_status(program), CL_BUILD_ERROR);
  CHECK(strstr(build_text(program, CL_PROGRAM_BUILD_LOG), "compiler"));
  CHECK_ERR(clBuildProgram(program, 0, NULL, "-nonsense", NULL, NULL), CL_INVALID_BUILD_OPTIONS);
  CHECK_ERR(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, NULL), CL_COMPILER_NOT_AVAILABLE);
  CHECK_EQ(binary_type(program), CL_PROGRAM_BINARY_TYPE_NONE);
}

/* On standard error once, in a line of the usual form. */
static void tells_once(void) {
  if (!test.is_weft)
    test_skip("how Weft tells it");
  char said[4096];
  int pipes[2];
  CHECK(pipe(pipes) == 0);
  fflush(stderr);
  const pid_t child = fork();
  if (child == 0) {
    dup2(pipes[1], STDOUT_FILENO);
    dup2(pipes[1], STDERR_FILENO);
    execl("/proc/self/exe", "no_compiler", "build", "loud", (char *)NULL);
    _exit(127);
  }
  close(pipes[1]);
  size_t size = 0;
  for (ssize_t got; size < sizeof said - 1 && (got = read(pipes[0], said + size, sizeof said - 1 - size)) > 0;)
    size += (size_t)got;
  said[size] = '\0';
  close(pipes[0]);
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  const char *line = strstr(said, "weft: error: Weft's compiler cannot be loaded: ");
  if (!line || strstr(said, "error: error") || strstr(line, "\n\n") || strstr(line + 1, "weft: error"))
    FAIL("%s", said);
}

/* For `link`, in a process that has a compiler: a compiled program's binary, to a file that is open. */
enum { BINARY_FILE = 3 };
static bool with_compiler;

static void write_object(void) {
  if (!with_compiler)
    test_skip("run by link");
  cl_program program = make_program(SCALE_SOURCE);
  CHECK_CL(clCompileProgram(program, 0, NULL, "", 0, NULL, NULL, NULL, NULL));
  struct binary object = get_binary(program);
  CHECK(write(BINARY_FILE, object.data, object.size) == (ssize_t)object.size);
}

static void link_objects(void) {
  FILE *file = tmpfile();
  CHECK(file != NULL);
  const pid_t child = fork();
  if (child == 0) {
    dup2(fileno(file), BINARY_FILE);
    execl("/proc/self/exe", "no_compiler", "write_object", "with_compiler", (char *)NULL);
    _exit(127);
  }
  int status;
  CHECK(waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  struct binary object = {.size = (size_t)lseek(fileno(file), 0, SEEK_END)};
  object.data = test_alloc(object.size);
  CHECK(pread(fileno(file), object.data, object.size, 0) == (ssize_t)object.size);
  fclose(file);
  cl_int error;
  cl_program program = keep_program(from_binary(object, NULL, &error));
  CHECK_CL(error);
  CHECK_EQ(binary_type(program), CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
  keep_program(clLinkProgram(test.context, 0, NULL, "", 1, &program, NULL, NULL, &error));
  CHECK_ERR(error, CL_LINKER_NOT_AVAILABLE);
}

static void transfers(void) {
  cl_mem mem = make_buffer(4);
  cl_int value = 5, got = 0;
  CHECK_CL(clEnqueueWriteBuffer(test.queue, mem, CL_TRUE, 0, 4, &value, 0, NULL, NULL));
  CHECK_CL(clEnqueueReadBuffer(test.queue, mem, CL_TRUE, 0, 4, &got, 0, NULL, NULL));
  CHECK_EQ(got, 5);
}

static const struct test_case cases[] = {{"build", build},
                                         {"tells_once", tells_once},
                                         {"write_object", write_object},
                                         {"link", link_objects},
                                         {"transfers", transfers}};

int main(int argc, char **argv) {
  const bool loud = argc > 1 && strcmp(argv[argc - 1], "loud") == 0;
  with_compiler = argc > 1 && strcmp(argv[argc - 1], "with_compiler") == 0;
  if (with_compiler)
    unsetenv("WEFT_COMPILER");
  else
    setenv("WEFT_COMPILER", "/nonexistent/libweft-compiler.so", 1);
  setenv("WEFT_LOG", loud ? "error" : "none", 1);
  setenv("WEFT_CACHE", "0", 1);
  return test_run(loud || with_compiler ? argc - 1 : argc, argv, cases, TEST_COUNT(cases));
}
