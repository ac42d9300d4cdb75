/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_EXTENSIONS_H
#define WEFT_RUNTIME_EXTENSIONS_H

/* The lists of runtime/extensions.def less WEFT_HIDE_EXTENSIONS, made once. */

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>

#define WEFT_MAX_EXTENSIONS 96

struct weft_extension_list {
  size_t count;
  cl_name_version items[WEFT_MAX_EXTENSIONS];
  char text[WEFT_MAX_EXTENSIONS * CL_NAME_VERSION_MAX_NAME_SIZE]; /* names with blanks between */
};

struct weft_extensions {
  /* The version of OpenCL of platform and devices, as __OPENCL_VERSION__ has it: 310, and 300 where something is hidden
   * or not installed that 3.1 demands of every device: a feature, one of the extensions that became part of it, or a
   * translator of SPIR-V 1.0 to 1.4 (OpenCL 3.1 section 4.2, "Required Extensions", and the table of device queries). */
  unsigned opencl_version;
  struct weft_extension_list platform, device, features;
  char compiler[2 * WEFT_MAX_EXTENSIONS * CL_NAME_VERSION_MAX_NAME_SIZE]; /* device and features */
};

const struct weft_extensions *weft_extensions(void);
/* The device reports it: an extension or a feature macro. */
bool weft_extensions_has(const char *name);
/* Whether -cl-std may ask for a version (as in struct weft_build_options): all that it must have is there. */
bool weft_extensions_has_language(unsigned std);

#endif
