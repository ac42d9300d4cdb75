/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * What kernels are compiled for, from cpuid alone: this library does not link LLVM. The level is what the processor
 * has and the operating system saves; WEFT_ISA may lower it. At its own level a processor is named to LLVM by model,
 * with each feature that we know switched on or off, since hypervisors mask some.
 */
#include "base/config.h"
#include "base/log.h"
#include "devices/cpu/cpu_device.h"

#include <stdio.h>
#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>

enum reg { EAX, EBX, ECX, EDX };
enum needs { NOTHING, YMM, ZMM }; /* registers that the operating system has to save */

static const struct feature {
  const char *name; /* LLVM's */
  unsigned leaf, subleaf;
  unsigned char reg, bit, needs, level; /* level: x86-64 microarchitecture level that demands it; 0: none */
} features[] = {
    {"sse3", 1, 0, ECX, 0, NOTHING, 2},
    {"ssse3", 1, 0, ECX, 9, NOTHING, 2},
    {"cx16", 1, 0, ECX, 13, NOTHING, 2},
    {"sse4.1", 1, 0, ECX, 19, NOTHING, 2},
    {"sse4.2", 1, 0, ECX, 20, NOTHING, 2},
    {"popcnt", 1, 0, ECX, 23, NOTHING, 2},
    {"sahf", 0x80000001, 0, ECX, 0, NOTHING, 2},
    {"fma", 1, 0, ECX, 12, YMM, 3},
    {"movbe", 1, 0, ECX, 22, NOTHING, 3},
    {"avx", 1, 0, ECX, 28, YMM, 3},
    {"f16c", 1, 0, ECX, 29, YMM, 3},
    {"bmi", 7, 0, EBX, 3, NOTHING, 3},
    {"avx2", 7, 0, EBX, 5, YMM, 3},
    {"bmi2", 7, 0, EBX, 8, NOTHING, 3},
    {"lzcnt", 0x80000001, 0, ECX, 5, NOTHING, 3},
    {"avx512f", 7, 0, EBX, 16, ZMM, 4},
    {"avx512dq", 7, 0, EBX, 17, ZMM, 4},
    {"avx512cd", 7, 0, EBX, 28, ZMM, 4},
    {"avx512bw", 7, 0, EBX, 30, ZMM, 4},
    {"avx512vl", 7, 0, EBX, 31, ZMM, 4},
    {"pclmul", 1, 0, ECX, 1, NOTHING, 0},
    {"aes", 1, 0, ECX, 25, NOTHING, 0},
    {"rdrnd", 1, 0, ECX, 30, NOTHING, 0},
    {"fsgsbase", 7, 0, EBX, 0, NOTHING, 0},
    {"rdseed", 7, 0, EBX, 18, NOTHING, 0},
    {"adx", 7, 0, EBX, 19, NOTHING, 0},
    {"avx512ifma", 7, 0, EBX, 21, ZMM, 0},
    {"clflushopt", 7, 0, EBX, 23, NOTHING, 0},
    {"clwb", 7, 0, EBX, 24, NOTHING, 0},
    {"sha", 7, 0, EBX, 29, NOTHING, 0},
    {"avx512vbmi", 7, 0, ECX, 1, ZMM, 0},
    {"avx512vbmi2", 7, 0, ECX, 6, ZMM, 0},
    {"gfni", 7, 0, ECX, 8, NOTHING, 0},
    {"vaes", 7, 0, ECX, 9, YMM, 0},
    {"vpclmulqdq", 7, 0, ECX, 10, YMM, 0},
    {"avx512vnni", 7, 0, ECX, 11, ZMM, 0},
    {"avx512bitalg", 7, 0, ECX, 12, ZMM, 0},
    {"avx512vpopcntdq", 7, 0, ECX, 14, ZMM, 0},
    {"rdpid", 7, 0, ECX, 22, NOTHING, 0},
    {"avx512vp2intersect", 7, 0, EDX, 8, ZMM, 0},
    {"avx512fp16", 7, 0, EDX, 23, ZMM, 0},
    {"avxvnni", 7, 1, EAX, 4, YMM, 0},
    {"avx512bf16", 7, 1, EAX, 5, ZMM, 0},
    {"avxifma", 7, 1, EAX, 23, YMM, 0},
    {"avxvnniint8", 7, 1, EDX, 4, YMM, 0},
    {"avxneconvert", 7, 1, EDX, 5, YMM, 0},
    {"avxvnniint16", 7, 1, EDX, 10, YMM, 0},
    {"sse4a", 0x80000001, 0, ECX, 6, NOTHING, 0},
    {"prfchw", 0x80000001, 0, ECX, 8, NOTHING, 0},
    {"fma4", 0x80000001, 0, ECX, 16, YMM, 0},
    {"xop", 0x80000001, 0, ECX, 11, YMM, 0},
};
/* Tile registers need a permission of the system for each process, which nobody asks for. */
static const char never[] = ",-amx-tile,-amx-int8,-amx-bf16";

static const struct model {
  unsigned short family, first, last; /* models, inclusive */
  const char *cpu;
} amd_models[] =
    {
        {0x17, 0x00, 0x2f, "znver1"}, {0x17, 0x30, 0xff, "znver2"}, {0x19, 0x00, 0x0f, "znver3"},
        {0x19, 0x10, 0x1f, "znver4"}, {0x19, 0x20, 0x5f, "znver3"}, {0x19, 0x60, 0xaf, "znver4"},
        {0x1a, 0x00, 0x4f, "znver5"}, {0x1a, 0x60, 0x77, "znver5"}, {0x1a, 0xd0, 0xd7, "znver5"},
},
  intel_models[] = {
      {6, 0x1a, 0x1a, "nehalem"},        {6, 0x1e, 0x1f, "nehalem"},        {6, 0x2e, 0x2e, "nehalem"},
      {6, 0x25, 0x25, "westmere"},       {6, 0x2c, 0x2c, "westmere"},       {6, 0x2f, 0x2f, "westmere"},
      {6, 0x2a, 0x2a, "sandybridge"},    {6, 0x2d, 0x2d, "sandybridge"},    {6, 0x3a, 0x3a, "ivybridge"},
      {6, 0x3e, 0x3e, "ivybridge"},      {6, 0x3c, 0x3c, "haswell"},        {6, 0x3f, 0x3f, "haswell"},
      {6, 0x45, 0x46, "haswell"},        {6, 0x3d, 0x3d, "broadwell"},      {6, 0x47, 0x47, "broadwell"},
      {6, 0x4f, 0x4f, "broadwell"},      {6, 0x56, 0x56, "broadwell"},      {6, 0x4e, 0x4e, "skylake"},
      {6, 0x5e, 0x5e, "skylake"},        {6, 0x8e, 0x8e, "skylake"},        {6, 0x9e, 0x9e, "skylake"},
      {6, 0xa5, 0xa6, "skylake"},        {6, 0x55, 0x55, "skylake-avx512"}, {6, 0x66, 0x66, "cannonlake"},
      {6, 0x7d, 0x7e, "icelake-client"}, {6, 0x6a, 0x6a, "icelake-server"}, {6, 0x6c, 0x6c, "icelake-server"},
      {6, 0x8c, 0x8d, "tigerlake"},      {6, 0xa7, 0xa7, "rocketlake"},     {6, 0x8f, 0x8f, "sapphirerapids"},
      {6, 0xcf, 0xcf, "emeraldrapids"},  {6, 0xad, 0xad, "graniterapids"},  {6, 0xae, 0xae, "graniterapids-d"},
      {6, 0xaf, 0xaf, "sierraforest"},   {6, 0x97, 0x97, "alderlake"},      {6, 0x9a, 0x9a, "alderlake"},
      {6, 0xb7, 0xb7, "raptorlake"},     {6, 0xba, 0xba, "raptorlake"},     {6, 0xbf, 0xbf, "raptorlake"},
      {6, 0xaa, 0xaa, "meteorlake"},     {6, 0xac, 0xac, "meteorlake"},     {6, 0xbd, 0xbd, "lunarlake"},
      {6, 0xc5, 0xc5, "arrowlake"},      {6, 0xc6, 0xc6, "arrowlake-s"},
};

/* cpuid is slow under a hypervisor: each leaf is asked once. */
struct leaves {
  unsigned basic[4], vendor[4], structured[4], structured_1[4], extended[4];
};

static const struct leaves *leaves(void) {
  static struct leaves all;
  if (all.vendor[EAX] == 0) { /* weft_hw_ops.open is called once: no other thread is here */
    unsigned *v = all.vendor;
    __cpuid(0, v[EAX], v[EBX], v[ECX], v[EDX]);
    if (v[EAX] >= 1)
      __cpuid(1, all.basic[EAX], all.basic[EBX], all.basic[ECX], all.basic[EDX]);
    if (v[EAX] >= 7) {
      unsigned *s = all.structured, *s1 = all.structured_1;
      __cpuid_count(7, 0, s[EAX], s[EBX], s[ECX], s[EDX]);
      if (s[EAX] >= 1)
        __cpuid_count(7, 1, s1[EAX], s1[EBX], s1[ECX], s1[EDX]);
    }
    unsigned last = __get_cpuid_max(0x80000000, NULL), *e = all.extended;
    if (last >= 0x80000001)
      __cpuid(0x80000001, e[EAX], e[EBX], e[ECX], e[EDX]);
  }
  return &all;
}

static unsigned read_register(unsigned leaf, unsigned subleaf, enum reg reg) {
  const struct leaves *all = leaves();
  switch (leaf) {
  case 0:
    return all->vendor[reg];
  case 1:
    return all->basic[reg];
  case 7:
    return subleaf == 0 ? all->structured[reg] : all->structured_1[reg];
  default:
    return all->extended[reg];
  }
}

static enum needs saved_registers(void) {
  if (!(read_register(1, 0, ECX) >> 27 & 1)) /* OSXSAVE */
    return NOTHING;
  unsigned low, high;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  if ((low & 0x06) != 0x06)
    return NOTHING;
  return (low & 0xe6) == 0xe6 ? ZMM : YMM;
}

static const char *find_model(const struct model *models, size_t count, unsigned family, unsigned model) {
  for (size_t i = 0; i < count; i++)
    if (models[i].family == family && model >= models[i].first && model <= models[i].last)
      return models[i].cpu;
  return NULL;
}

static const char *model_name(const char vendor[12]) {
  unsigned signature = read_register(1, 0, EAX);
  unsigned family = signature >> 8 & 0xf, model = signature >> 4 & 0xf;
  if (family == 6 || family == 15)
    model += (signature >> 16 & 0xf) << 4;
  if (family == 15)
    family += signature >> 20 & 0xff;
  if (memcmp(vendor, "AuthenticAMD", 12) == 0 || memcmp(vendor, "HygonGenuine", 12) == 0)
    return find_model(amd_models, sizeof(amd_models) / sizeof(*amd_models), family, model);
  if (memcmp(vendor, "GenuineIntel", 12) == 0)
    return find_model(intel_models, sizeof(intel_models) / sizeof(*intel_models), family, model);
  return NULL;
}

static void read_brand(char name[64]) {
  unsigned words[12] = {0};
  if (__get_cpuid_max(0x80000000, NULL) >= 0x80000004)
    for (size_t i = 0; i < 3; i++)
      __get_cpuid(0x80000002 + (unsigned)i, &words[4 * i], &words[4 * i + 1], &words[4 * i + 2], &words[4 * i + 3]);
  char text[sizeof(words) + 1] = {0};
  memcpy(text, words, sizeof(words));
  size_t length = 0;
  for (const char *at = text; *at; at++) /* runs of blanks become one, none at the ends */
    if (*at != ' ' || (length > 0 && name[length - 1] != ' '))
      name[length++] = *at;
  while (length > 0 && name[length - 1] == ' ')
    length--;
  name[length] = 0;
  if (length == 0)
    strcpy(name, "x86-64 processor");
}

static unsigned vendor_number(const char vendor[12]) {
  if (memcmp(vendor, "AuthenticAMD", 12) == 0)
    return 0x1022;
  if (memcmp(vendor, "GenuineIntel", 12) == 0)
    return 0x8086;
  if (memcmp(vendor, "HygonGenuine", 12) == 0)
    return 0x1d94;
  return 0x1af4; /* somebody's emulator */
}

/* The level whose demands are all met, 1 to 4; writes LLVM's feature list. */
static int read_features(char *list, size_t size) {
  enum needs saved = saved_registers();
  int level = 4;
  size_t length = 0;
  for (size_t i = 0; i < sizeof(features) / sizeof(*features); i++) {
    const struct feature *f = &features[i];
    bool has = f->needs <= saved && read_register(f->leaf, f->subleaf, f->reg) >> f->bit & 1;
    if (!has && f->level && level >= f->level)
      level = f->level - 1;
    length += (size_t)snprintf(list + length, size - length, "%s%c%s", i ? "," : "", has ? '+' : '-', f->name);
    if (length >= size)
      break;
  }
  if (length + sizeof(never) <= size)
    memcpy(list + length, never, sizeof(never));
  return level;
}

static int lowered_level(int level) {
  const char *option = weft_config_text(WEFT_OPTION_ISA);
  if (!option)
    return level;
  for (int wanted = 2; wanted <= 4; wanted++) {
    char name[16];
    snprintf(name, sizeof(name), "x86-64-v%d", wanted);
    if (strcmp(option, name) == 0)
      return wanted < level ? wanted : level;
  }
  weft_log(WEFT_LOG_WARNING, "WEFT_ISA is no level that Weft knows: %s", option);
  return level;
}

bool weft_cpu_isa_detect(struct weft_cpu_isa *isa) {
  memset(isa, 0, sizeof(*isa));
  unsigned words[3] = {read_register(0, 0, EBX), read_register(0, 0, EDX), read_register(0, 0, ECX)};
  char vendor[12];
  memcpy(vendor, words, sizeof(vendor));
  int own = read_features(isa->features, sizeof(isa->features));
  if (own < 2) {
    weft_log(WEFT_LOG_ERROR, "the processor is below x86-64-v2");
    return false;
  }
  int level = lowered_level(own);
  const char *cpu = level == own ? model_name(vendor) : NULL;
  if (cpu)
    snprintf(isa->cpu, sizeof(isa->cpu), "%s", cpu);
  else
    snprintf(isa->cpu, sizeof(isa->cpu), "x86-64-v%d", level);
  if (level != own)
    isa->features[0] = 0;
  static const enum weft_isa levels[] = {[2] = WEFT_ISA_X86_64_V2, [3] = WEFT_ISA_X86_64_V3, [4] = WEFT_ISA_X86_64_V4};
  isa->level = levels[level];
  isa->vector_bytes = 4u << level; /* 16, 32, 64 */
  isa->vendor_id = vendor_number(vendor);
  read_brand(isa->name);
  return true;
}

#elif defined(__aarch64__)

bool weft_cpu_isa_detect(struct weft_cpu_isa *isa) {
  memset(isa, 0, sizeof(*isa));
  isa->level = WEFT_ISA_AARCH64;
  isa->vector_bytes = 16;
  isa->vendor_id = 0x13b5;
  strcpy(isa->name, "AArch64 processor");
  strcpy(isa->cpu, "generic");
  return true;
}

#else
#error "no instruction-set level for this architecture"
#endif
