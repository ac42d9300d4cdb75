/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The level can be lowered and never raised; nonsense changes nothing. */
#include "tests/devices/harness.h"

#include "devices/cpu/cpu_device.h"

#include <string.h>

int main(void) {
#ifdef __x86_64__
  struct weft_cpu_isa own, other;
  unsetenv("WEFT_ISA");
  CHECK(weft_cpu_isa_detect(&own));
  CHECK(own.name[0] && own.cpu[0] && strstr(own.features, "+sse4.2"));
  CHECK((strstr(own.features, "+avx512f,") != NULL) >= (own.level == WEFT_ISA_X86_64_V4));
  CHECK(own.level < WEFT_ISA_X86_64_V3 || __builtin_cpu_supports("avx2"));
  CHECK(own.level < WEFT_ISA_X86_64_V4 || __builtin_cpu_supports("avx512vl"));
  CHECK(own.level == WEFT_ISA_X86_64_V4 || !__builtin_cpu_supports("x86-64-v4"));
  CHECK(own.level >= WEFT_ISA_X86_64_V3 || !__builtin_cpu_supports("x86-64-v3"));
  setenv("WEFT_ISA", "x86-64-v2", 1);
  CHECK(weft_cpu_isa_detect(&other));
  CHECK(other.level == WEFT_ISA_X86_64_V2 && other.vector_bytes == 16);
  CHECK(own.level == WEFT_ISA_X86_64_V2 || (strcmp(other.cpu, "x86-64-v2") == 0 && other.features[0] == 0));
  setenv("WEFT_ISA", "x86-64-v4", 1);
  CHECK(weft_cpu_isa_detect(&other) && other.level == own.level);
  setenv("WEFT_LOG", "none", 1);
  setenv("WEFT_ISA", "pentium", 1);
  CHECK(weft_cpu_isa_detect(&other) && other.level == own.level && strcmp(other.cpu, own.cpu) == 0);
#endif
  return 0;
}
