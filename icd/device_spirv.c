/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What a device says of SPIR-V: nothing, where no translator is installed. */
#include "icd/device_spirv.h"

#include <stdio.h>
#include <string.h>

#include "compiler/spirv/module.h"
#include "icd/cl_newer.h"
#include "runtime/extensions.h"
#include "runtime/spirv_translator.h"

enum { OLDEST_MINOR = 0 };

/* Minor version of the newest SPIR-V 1.x; -1: none. */
static int newest_minor(void) {
  uint32_t version = weft_spirv_newest_version();
  return version ? (int)(version >> 8 & 0xff) : -1;
}

/* "SPIR-V_1.4 SPIR-V_1.3 ...": the newest first, which readers of only one take. */
static cl_int il_version(const struct weft_info *out) {
  char text[256] = "";
  size_t length = 0;
  for (int minor = newest_minor(); minor >= OLDEST_MINOR && length < sizeof(text); minor--)
    length += (size_t)snprintf(text + length, sizeof(text) - length, "%sSPIR-V_1.%d", length ? " " : "", minor);
  return weft_info_string(out, text);
}

static cl_int ils_with_version(const struct weft_info *out) {
  cl_name_version list[16];
  size_t count = 0;
  memset(list, 0, sizeof(list));
  for (int minor = newest_minor(); minor >= OLDEST_MINOR && count < 16; minor--, count++) {
    list[count].version = CL_MAKE_VERSION(1, (cl_uint)minor, 0);
    strcpy(list[count].name, "SPIR-V");
  }
  return weft_info_array(out, list, count);
}

#define WEFT_SPIRV_SET(name) name,
#define WEFT_SPIRV_EXTENSION(name)
#define WEFT_SPIRV_CAPABILITY(name, value, minor)
static const char *const instruction_sets[] = {
#include "icd/spirv.def"
};

#undef WEFT_SPIRV_SET
#undef WEFT_SPIRV_EXTENSION
#define WEFT_SPIRV_SET(name)
#define WEFT_SPIRV_EXTENSION(name) #name,
static const char *const extensions[] = {
#include "icd/spirv.def"
};

#undef WEFT_SPIRV_EXTENSION
#undef WEFT_SPIRV_CAPABILITY
#define WEFT_SPIRV_EXTENSION(name)
#define WEFT_SPIRV_CAPABILITY(name, value, minor) {value, minor},
static const struct {
  cl_uint value;
  int minor;
} capabilities[] = {
#include "icd/spirv.def"
};

enum { NUM_CAPABILITIES = sizeof(capabilities) / sizeof(*capabilities) };

static cl_int list_capabilities(const struct weft_info *out) {
  cl_uint list[NUM_CAPABILITIES];
  size_t count = 0;
  for (size_t i = 0; i < NUM_CAPABILITIES; i++)
    if (capabilities[i].minor <= newest_minor())
      list[count++] = capabilities[i].value;
  return weft_info_array(out, list, count);
}

/* cl_khr_spirv_queries */
static bool answer_queries(cl_device_info name, const struct weft_info *out, cl_int *result) {
  if (!weft_extensions_has("cl_khr_spirv_queries"))
    return false;
  switch (name) {
  case CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR:
    *result = weft_info_array(out, instruction_sets, sizeof(instruction_sets) / sizeof(*instruction_sets));
    return true;
  case CL_DEVICE_SPIRV_EXTENSIONS_KHR:
    *result = weft_info_array(out, extensions, sizeof(extensions) / sizeof(*extensions));
    return true;
  case CL_DEVICE_SPIRV_CAPABILITIES_KHR:
    *result = list_capabilities(out);
    return true;
  default:
    return false;
  }
}

bool weft_device_spirv_info(cl_device_info name, const struct weft_info *out, cl_int *result) {
  switch (name) {
  case CL_DEVICE_IL_VERSION:
    *result = il_version(out);
    return true;
  case CL_DEVICE_ILS_WITH_VERSION:
    *result = ils_with_version(out);
    return true;
  default:
    return answer_queries(name, out, result);
  }
}
