/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/build_options.h"

#include "base/alloc.h"
#include "tests/unit_program/unit.h"

static cl_int parse(const char *text, enum weft_build_stage stage) {
  struct weft_parsed_options options;
  cl_int error = weft_parse_options(text, stage, &options);
  weft_parsed_options_free(&options);
  return error;
}

static unsigned flags_of(const char *text, enum weft_build_stage stage) {
  struct weft_parsed_options options;
  CHECK(weft_parse_options(text, stage, &options) == CL_SUCCESS);
  unsigned flags = options.build.flags;
  weft_parsed_options_free(&options);
  return flags;
}

static unsigned std_of(const char *text) {
  struct weft_parsed_options options;
  CHECK(weft_parse_options(text, WEFT_STAGE_BUILD, &options) == CL_SUCCESS);
  unsigned std = options.build.std;
  weft_parsed_options_free(&options);
  return std;
}

/* The preprocessor's words, with '|' between. */
static void check_words(const char *text, const char *want) {
  struct weft_parsed_options options;
  char joined[512] = "";
  CHECK(weft_parse_options(text, WEFT_STAGE_COMPILE, &options) == CL_SUCCESS);
  for (size_t i = 0; i < options.build.num_preprocessor; i++) {
    if (i)
      strcat(joined, "|");
    strcat(joined, options.build.preprocessor[i]);
  }
  CHECK_TEXT(joined, want);
  weft_parsed_options_free(&options);
}

static void flags(void) {
  static const struct {
    const char *text;
    unsigned flags;
  } table[] = {
      {"-cl-single-precision-constant", WEFT_BUILD_SINGLE_PRECISION_CONSTANT},
      {"-cl-denorms-are-zero", WEFT_BUILD_DENORMS_ARE_ZERO},
      {"-cl-fp32-correctly-rounded-divide-sqrt", WEFT_BUILD_FP32_CORRECTLY_ROUNDED},
      {"-cl-opt-disable", WEFT_BUILD_OPT_DISABLE},
      {"-cl-strict-aliasing", WEFT_BUILD_STRICT_ALIASING},
      {"-cl-uniform-work-group-size", WEFT_BUILD_UNIFORM_WORK_GROUP_SIZE},
      {"-cl-no-subgroup-ifp", WEFT_BUILD_NO_SUBGROUP_IFP},
      {"-cl-mad-enable", WEFT_BUILD_MAD_ENABLE},
      {"-cl-no-signed-zeros", WEFT_BUILD_NO_SIGNED_ZEROS},
      {"-cl-unsafe-math-optimizations", WEFT_BUILD_UNSAFE_MATH | WEFT_BUILD_MAD_ENABLE | WEFT_BUILD_NO_SIGNED_ZEROS},
      {"-cl-finite-math-only", WEFT_BUILD_FINITE_MATH_ONLY},
      {"-cl-fast-relaxed-math", WEFT_BUILD_FAST_RELAXED_MATH | WEFT_BUILD_FINITE_MATH_ONLY | WEFT_BUILD_UNSAFE_MATH |
                                    WEFT_BUILD_MAD_ENABLE | WEFT_BUILD_NO_SIGNED_ZEROS},
      {"-w", WEFT_BUILD_NO_WARNINGS},
      {"-Werror", WEFT_BUILD_WARNINGS_ARE_ERRORS},
      {"-cl-kernel-arg-info", WEFT_BUILD_KERNEL_ARG_INFO},
      {"-g", WEFT_BUILD_DEBUG},
      {" -w\t-g\n ", WEFT_BUILD_NO_WARNINGS | WEFT_BUILD_DEBUG},
      {"\"-w\" '-g'", WEFT_BUILD_NO_WARNINGS | WEFT_BUILD_DEBUG},
      {"", 0},
      {"   ", 0},
      {NULL, 0},
  };
  for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++) {
    CHECK(flags_of(table[i].text, WEFT_STAGE_BUILD) == table[i].flags);
    CHECK(flags_of(table[i].text, WEFT_STAGE_COMPILE) == table[i].flags);
  }
}

static void versions(void) {
  CHECK(std_of("") == 0);
  CHECK(std_of("-cl-std=CL1.0") == 100);
  CHECK(std_of("-cl-std=CL1.1") == 110);
  CHECK(std_of("-cl-std=CL1.2") == 120);
  CHECK(std_of("-cl-std=CL2.0") == 200);
  CHECK(std_of("-cl-std=CL3.0") == 300);
  CHECK(std_of("-cl-std=CL3.1") == 310);
  CHECK(std_of("-cl-std=CL1.1 -cl-std=CL3.0") == 300);
  CHECK(std_of("-cl-std=CLC++") == WEFT_STD_CXX_10 && std_of("-cl-std=CLC++1.0") == WEFT_STD_CXX_10);
  CHECK(std_of("-cl-std=CLC++2021") == WEFT_STD_CXX_2021);
  static const char *const refused[] = {"-cl-std=CL2.1", "-cl-std=CL3.2", "-cl-std=CLC++2.0",
                                        "-cl-std=CLC",   "-cl-std=",      "-cl-std",
                                        "-cl-std=cl3.0", "-cl-std=CL9.9", "-cl-std= CL1.2"};
  for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
    CHECK(parse(refused[i], WEFT_STAGE_BUILD) == CL_INVALID_BUILD_OPTIONS);
}

static void preprocessor(void) {
  check_words("-DA", "-DA");
  check_words("-D A", "-DA");
  check_words("-D  A=1 -DB=2 -I dir -Iother", "-DA=1|-DB=2|-Idir|-Iother");
  check_words("-D \"A=x y\"", "-DA=x y");
  check_words("-DA=\"x y\"", "-DA=x y");
  check_words("-DA='x y'", "-DA=x y");
  check_words("-DA='x' -DB='\\n' -D C='y'", "-DA='x'|-DB='\\n'|-DC='y'");
  check_words("-DA=' ' -DB -DC='\"' -DD", "-DA=' '|-DB|-DC='\"'|-DD");
  check_words("-DA=it's -DB=that's", "-DA=it's|-DB=that's");
  check_words("-DA='x -DB", "-DA='x|-DB");
  check_words("-DA=f('x','y') -I'a b' -D'B=c d'", "-DA=f('x','y')|-Ia b|-DB=c d");
  check_words("-DA=\\\"text\\\"", "-DA=\"text\"");
  check_words("-DA=\"\\\"x y\\\"\"", "-DA=\"x y\"");
  check_words("-DA=x\\ y", "-DA=x y");
  check_words("-DA=a\\nb", "-DA=a\\nb");
  check_words("-D 'F(a, b)=a+b'", "-DF(a, b)=a+b");
  check_words("-I \"a dir/with blanks\"", "-Ia dir/with blanks");
  check_words("-I.", "-I.");
  check_words("-DA -w -DB", "-DA|-DB");
  static const char *const refused[] = {"-D", "-D ", "-I", "-I  ", "-D =1", "-D1", "-D \"\"", "-DA=\"x", "'-DA=x"};
  for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
    CHECK(parse(refused[i], WEFT_STAGE_BUILD) == CL_INVALID_BUILD_OPTIONS);
}

static void unknown(void) {
  static const char *const refused[] = {"-unknown",
                                        "-cl-mad-enablex",
                                        "-cl-mad",
                                        "word",
                                        "-x spir",
                                        "-spir-std=1.2",
                                        "-W",
                                        "-Wall",
                                        "-O2",
                                        "--",
                                        "-",
                                        "-fPIC",
                                        "-create-library",
                                        "-enable-link-options"};
  for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++) {
    CHECK(parse(refused[i], WEFT_STAGE_BUILD) == CL_INVALID_BUILD_OPTIONS);
    CHECK(parse(refused[i], WEFT_STAGE_COMPILE) == CL_INVALID_COMPILER_OPTIONS);
  }
}

static void links(void) {
  struct weft_parsed_options options;
  CHECK(weft_parse_options("-create-library -enable-link-options", WEFT_STAGE_LINK, &options) == CL_SUCCESS);
  CHECK(options.create_library && options.enable_link_options);
  weft_parsed_options_free(&options);
  CHECK(flags_of("-cl-denorms-are-zero", WEFT_STAGE_LINK) == WEFT_BUILD_DENORMS_ARE_ZERO);
  CHECK(flags_of("-cl-no-signed-zeros", WEFT_STAGE_LINK) == WEFT_BUILD_NO_SIGNED_ZEROS);
  CHECK(flags_of("-cl-finite-math-only", WEFT_STAGE_LINK) == WEFT_BUILD_FINITE_MATH_ONLY);
  CHECK(flags_of("-cl-fast-relaxed-math", WEFT_STAGE_LINK) & WEFT_BUILD_FAST_RELAXED_MATH);
  CHECK(flags_of("-cl-unsafe-math-optimizations", WEFT_STAGE_LINK) & WEFT_BUILD_UNSAFE_MATH);
  CHECK(flags_of("-cl-no-subgroup-ifp", WEFT_STAGE_LINK) == WEFT_BUILD_NO_SUBGROUP_IFP);
  static const char *const refused[] = {
      "-enable-link-options", "-DA", "-I.", "-w", "-cl-std=CL1.2", "-cl-opt-disable", "-cl-mad-enable", "-unknown"};
  for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
    CHECK(parse(refused[i], WEFT_STAGE_LINK) == CL_INVALID_LINKER_OPTIONS);
}

static void no_memory(void) {
  weft_alloc_fail_after(0);
  CHECK(parse("-w", WEFT_STAGE_BUILD) == CL_OUT_OF_HOST_MEMORY);
  weft_alloc_fail_after(-1);
}

int main(void) {
  flags();
  versions();
  preprocessor();
  unknown();
  links();
  no_memory();
  return unit_result();
}
