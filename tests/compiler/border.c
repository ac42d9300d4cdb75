/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* compiler.h as the runtime uses it: compile errors, options, headers and dependencies here, links and kernels beside.
 */
#include "tests/compiler/border.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct weft_compiler *compiler;
struct weft_target target = {
    .isa = "x86-64-v2",
    .cpu = "no-such-processor", /* falls back to the level */
    .features = "",
    .extensions = "cl_khr_fp64 cl_khr_fp16 cl_khr_byte_addressable_store cl_khr_extended_async_copies "
                  "__opencl_c_int64 __opencl_c_fp64 __opencl_c_program_scope_global_variables",
    .opencl_version = 300,
};
int failures;

static cl_int compile_std(const char *source, unsigned std, unsigned flags, const char *const *words,
                          const struct weft_header *headers, size_t num_headers, struct weft_compile_output *output) {
  size_t num_words = 0;
  while (words && words[num_words])
    num_words++;
  const struct weft_build_options options = {
      .std = std, .flags = flags, .preprocessor = words, .num_preprocessor = num_words};
  const struct weft_compile_request request = {.target = &target,
                                               .options = &options,
                                               .source = source,
                                               .source_size = strlen(source),
                                               .headers = headers,
                                               .num_headers = num_headers};
  return compiler->compile(&request, output);
}

cl_int compile(const char *source, unsigned flags, const char *const *words, struct weft_compile_output *output) {
  return compile_std(source, 0, flags, words, NULL, 0, output);
}

cl_int build_std(const char *source, unsigned std, unsigned flags, struct weft_compile_output *output) {
  struct weft_compile_output compiled;
  cl_int code = compile_std(source, std, flags, NULL, NULL, 0, &compiled);
  if (code) {
    fprintf(stderr, "%s", compiled.log);
    CHECK(!"the source compiles");
    compiler->release(&compiled);
    memset(output, 0, sizeof(*output));
    return code;
  }
  const struct weft_build_options options = {.std = std, .flags = flags};
  const struct weft_link_request request = {
      .target = &target, .options = &options, .inputs = &compiled.bitcode, .num_inputs = 1};
  code = compiler->link(&request, output);
  if (code)
    fprintf(stderr, "%s", output->log);
  compiler->release(&compiled);
  return code;
}

cl_int build(const char *source, unsigned flags, struct weft_compile_output *output) {
  return build_std(source, 0, flags, output);
}

/* Whether it compiles; the log must hold `part` where that is given. */
static bool compiles(const char *source, unsigned std, unsigned flags, const char *const *words, const char *part) {
  struct weft_compile_output output;
  cl_int code = compile_std(source, std, flags, words, NULL, 0, &output);
  CHECK(code == CL_SUCCESS || code == CL_COMPILE_PROGRAM_FAILURE);
  CHECK(output.log);
  CHECK((code == CL_SUCCESS) == (output.bitcode.size > 0));
  if (part && !strstr(output.log, part)) {
    fprintf(stderr, "no '%s' in log:\n%s", part, output.log);
    failures++;
  }
  compiler->release(&output);
  return code == CL_SUCCESS;
}

static void test_errors(void) {
  CHECK(!compiles("kernel void f(global int *a) {\n  a[0] = b;\n}\n", 0, 0, NULL, "<source>:2:10: error:"));
  CHECK(compiles("", 0, 0, NULL, NULL));
  CHECK(!compiles("#error no way\n", 0, 0, NULL, "<source>:1:2: error: no way"));
  CHECK(!compiles("int f(", 0, 0, NULL, "error:"));
  CHECK(!compiles("kernel void f() {}", 210, 0, NULL, "not supported"));
  CHECK(!compiles("kernel void f() {}", 77, 0, NULL, "not supported"));
  /* Nesting beyond what a usual stack holds ends as an error or compiles, but ends. */
  size_t depth = 100000;
  char *deep = malloc(2 * depth + 64);
  size_t length = (size_t)sprintf(deep, "int f(){return ");
  memset(deep + length, '(', depth);
  deep[length + depth] = '\0';
  CHECK(!compiles(deep, 0, 0, NULL, "error"));
  free(deep);
}

static void test_options(void) {
  const char *warns = "kernel void f(global int *a) { int unused = \"x\"; a[0] = 1; }";
  CHECK(compiles("#if X != 3 || defined(Y)\n#error\n#endif\n", 0, 0, (const char *const[]){"-DX=3", NULL}, NULL));
  CHECK(compiles("#if X != 3\n#error\n#endif\n", 0, 0, (const char *const[]){"-D", "X=3", NULL}, NULL));
  CHECK(!compiles(warns, 0, WEFT_BUILD_WARNINGS_ARE_ERRORS, NULL, "error:"));
  CHECK(compiles("#warning careful\n", 0, 0, NULL, "warning: careful"));
  CHECK(compiles("#warning careful\n", 0, WEFT_BUILD_NO_WARNINGS, NULL, ""));
  CHECK(!compiles("#warning careful\n", 0, WEFT_BUILD_WARNINGS_ARE_ERRORS, NULL, "careful"));
  struct weft_compile_output output;
  CHECK(compile("#warning careful\n", WEFT_BUILD_NO_WARNINGS, NULL, &output) == CL_SUCCESS);
  CHECK(!strcmp(output.log, ""));
  compiler->release(&output);
  CHECK(compiles("#if __OPENCL_C_VERSION__ != 120\n#error\n#endif\n", 0, 0, NULL, NULL));
  CHECK(compiles("#if __OPENCL_C_VERSION__ != 100\n#error\n#endif\n", 100, 0, NULL, NULL));
  CHECK(compiles("#if __OPENCL_C_VERSION__ != 110\n#error\n#endif\n", 110, 0, NULL, NULL));
  CHECK(compiles("#if __OPENCL_C_VERSION__ != 300\n#error\n#endif\n", 300, 0, NULL, NULL));
  CHECK(compiles("#if __OPENCL_C_VERSION__ != 310\n#error\n#endif\n", 310, 0, NULL, NULL));
  CHECK(compiles("kernel void f(global float *a) { a[0] = a[1] / 3; }", 0,
                 WEFT_BUILD_FAST_RELAXED_MATH | WEFT_BUILD_UNSAFE_MATH | WEFT_BUILD_FINITE_MATH_ONLY |
                     WEFT_BUILD_MAD_ENABLE | WEFT_BUILD_NO_SIGNED_ZEROS | WEFT_BUILD_DENORMS_ARE_ZERO |
                     WEFT_BUILD_FP32_CORRECTLY_ROUNDED | WEFT_BUILD_SINGLE_PRECISION_CONSTANT |
                     WEFT_BUILD_UNIFORM_WORK_GROUP_SIZE | WEFT_BUILD_KERNEL_ARG_INFO | WEFT_BUILD_DEBUG |
                     WEFT_BUILD_STRICT_ALIASING | WEFT_BUILD_OPT_DISABLE,
                 NULL, NULL));
}

static void test_headers(void) {
  const struct weft_header headers[] = {{"one.h", "#include \"sub/two.h\"\n", 21},
                                        {"sub/two.h", "#define TWO 2\n", 14}};
  const char *source = "#include <one.h>\n#include \"sub/two.h\"\n#if TWO != 2\n#error\n#endif\n";
  struct weft_compile_output output;
  CHECK(compile_std(source, 0, 0, NULL, headers, 2, &output) == CL_SUCCESS);
  for (size_t i = 0; i < output.num_dependencies; i++) /* nothing came from disk */
    CHECK(output.dependencies[i].kind == WEFT_DEPENDENCY_ABSENT);
  CHECK(!output.transient);
  compiler->release(&output);
  CHECK(compile_std(source, 0, 0, NULL, headers, 1, &output) == CL_COMPILE_PROGRAM_FAILURE);
  CHECK(strstr(output.log, "'sub/two.h' file not found"));
  compiler->release(&output);
}

static const struct weft_dependency *find_dependency(const struct weft_compile_output *output, const char *path) {
  for (size_t i = 0; i < output->num_dependencies; i++)
    if (!strcmp(output->dependencies[i].path, path))
      return &output->dependencies[i];
  return NULL;
}

static void test_dependencies(void) {
  char folder[] = "/tmp/weft-border-XXXXXX";
  CHECK(mkdtemp(folder));
  char path[64], include[64];
  snprintf(path, sizeof(path), "%s/disk.h", folder);
  snprintf(include, sizeof(include), "-I%s", folder);
  uint64_t hashes[2] = {0, 0};
  for (int round = 0; round < 2; round++) {
    FILE *file = fopen(path, "w");
    CHECK(file);
    fprintf(file, "#define DISK %d\n", round);
    fclose(file);
    struct weft_compile_output output;
    CHECK(compile("#include \"disk.h\"\nint f() { return DISK; }\n", 0, (const char *const[]){include, NULL},
                  &output) == CL_SUCCESS);
    CHECK(!output.transient);
    const struct weft_dependency *text = find_dependency(&output, path), *in = find_dependency(&output, folder),
                                 *before = find_dependency(&output, "disk.h");
    CHECK(text && text->kind == WEFT_DEPENDENCY_TEXT);
    CHECK(in && in->kind == WEFT_DEPENDENCY_FOLDER);
    CHECK(before && before->kind == WEFT_DEPENDENCY_ABSENT); /* in the working directory */
    CHECK(output.num_dependencies == 3);
    hashes[round] = text ? text->hash : 0;
    compiler->release(&output);
  }
  CHECK(hashes[0] != hashes[1]);
  struct weft_compile_output output;
  CHECK(compile("int f() { return 1; }\n", 0, NULL, &output) == CL_SUCCESS);
  CHECK(output.num_dependencies == 0); /* it asked for nothing */
  compiler->release(&output);
  unlink(path);
  rmdir(folder);
}

static void *compile_many(void *argument) {
  for (int i = 0; i < 4; i++) {
    struct weft_compile_output output;
    char source[128];
    snprintf(source, sizeof(source), "kernel void k(global int *a) { a[get_global_id(0)] = %d; }", i);
    CHECK(build(source, 0, &output) == CL_SUCCESS);
    CHECK(output.num_kernels == 1);
    compiler->release(&output);
  }
  return argument;
}

static void test_threads(void) {
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    CHECK(!pthread_create(&threads[i], NULL, compile_many, NULL));
  for (int i = 0; i < 4; i++)
    pthread_join(threads[i], NULL);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: %s LIBRARY BUILTINS\n", argv[0]);
    return 2;
  }
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  weft_compiler_get_fn get = (weft_compiler_get_fn)(uintptr_t)dlsym(library, WEFT_COMPILER_SYMBOL);
  compiler = get ? get() : NULL;
  if (!compiler || compiler->abi != WEFT_COMPILER_ABI || !*compiler->build_id) {
    fprintf(stderr, "no compiler in %s\n", argv[1]);
    return 1;
  }
  target.builtins_dir = argv[2];
  test_errors();
  test_options();
  test_headers();
  test_dependencies();
  test_link();
  test_kernels();
  test_deferred();
  test_threads();
  if (failures)
    fprintf(stderr, "%d checks failed\n", failures);
  return failures != 0;
}
