/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_MEMORY_H
#define WEFT_RUNTIME_MEMORY_H

#include "runtime/object.h"

struct _cl_mem; /* begins with struct weft_object object; use WEFT_REF and WEFT_UNREF */

#endif
