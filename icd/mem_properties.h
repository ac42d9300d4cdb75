/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_ICD_MEM_PROPERTIES_H
#define WEFT_ICD_MEM_PROPERTIES_H

/* The lists of properties of clCreateBufferWithProperties and clCreateImageWithProperties. */

#include "runtime/external_memory.h"

struct weft_mem_properties {
  size_t size;      /* of the list in bytes, terminator included; 0: no list */
  bool has_address; /* CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT */
  struct weft_external external;
};

/* `list` may be NULL. CL_INVALID_PROPERTY: a name that is unknown, comes twice or needs another one, a value that is
 * not valid, a second handle. CL_INVALID_DEVICE. */
cl_int weft_read_mem_properties(cl_context context, const cl_mem_properties *list, bool is_image,
                                struct weft_mem_properties *out);
/* CL_INVALID_VALUE: flags about a host pointer, where the memory comes from elsewhere. */
cl_int weft_check_external_flags(const struct weft_mem_properties *properties, cl_mem_flags flags);

#endif
