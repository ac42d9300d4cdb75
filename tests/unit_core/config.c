/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Environment options: sizes with suffixes, numbers, flags, lists of names, and what is malformed. */
#include "base/config.h"

#include "tests/unit_core/unit.h"

#include <string.h>

static void size_is(const char *text, bool good, uint64_t want) {
  uint64_t value = 77;
  setenv("WEFT_MAX_ALLOC", text, 1);
  CHECK(weft_config_size(WEFT_OPTION_MAX_ALLOC, &value) == good);
  CHECK(value == (good ? want : 77));
}

static void count_is(const char *text, bool good, uint64_t want) {
  uint64_t value = 77;
  setenv("WEFT_MAX_THREADS", text, 1);
  CHECK(weft_config_size(WEFT_OPTION_MAX_THREADS, &value) == good);
  CHECK(value == (good ? want : 77));
}

static bool flag(const char *text, bool def) {
  setenv("WEFT_CACHE", text, 1);
  return weft_config_flag(WEFT_OPTION_CACHE, def);
}

int main(void) {
  setenv("WEFT_LOG", "none", 1);
  size_is("512M", true, 512ull << 20);
  size_is("2G", true, 2ull << 30);
  size_is("2g", true, 2ull << 30);
  size_is("3GiB", true, 3ull << 30);
  size_is("3KB", true, 3ull << 10);
  size_is("1T", true, 1ull << 40);
  size_is("123", true, 123);
  size_is("16777216T", false, 0); /* 2^64 */
  size_is("99999999999999999999", false, 0);
  size_is("", false, 0);
  size_is("M", false, 0);
  size_is("-1", false, 0);
  size_is(" 1", false, 0);
  size_is("1X", false, 0);
  size_is("1MM", false, 0);
  count_is("8", true, 8);
  count_is("8K", false, 0);
  unsetenv("WEFT_MAX_THREADS");
  CHECK(weft_config_text(WEFT_OPTION_MAX_THREADS) == NULL);

  CHECK(flag("0", true) == false && flag("off", true) == false && flag("NO", true) == false);
  CHECK(flag("1", false) == true && flag("true", false) == true);
  CHECK(flag("perhaps", true) == true && flag("perhaps", false) == false && flag("", true) == true);

  setenv("WEFT_HIDE_EXTENSIONS", "cl_khr_fp16,cl_khr_fp64 cl_khr_icd", 1);
  CHECK(weft_config_has_name(WEFT_OPTION_HIDE_EXTENSIONS, "cl_khr_fp16"));
  CHECK(weft_config_has_name(WEFT_OPTION_HIDE_EXTENSIONS, "cl_khr_fp64"));
  CHECK(weft_config_has_name(WEFT_OPTION_HIDE_EXTENSIONS, "cl_khr_icd"));
  CHECK(!weft_config_has_name(WEFT_OPTION_HIDE_EXTENSIONS, "cl_khr_fp"));
  CHECK(!weft_config_has_name(WEFT_OPTION_HIDE_EXTENSIONS, "cl_khr_fp162"));
  unsetenv("WEFT_HIDE_EXTENSIONS");
  CHECK(!weft_config_has_name(WEFT_OPTION_HIDE_EXTENSIONS, "cl_khr_fp16"));
  CHECK(strcmp(weft_config_variable(WEFT_OPTION_MAX_ALLOC), "WEFT_MAX_ALLOC") == 0);
  return 0;
}
