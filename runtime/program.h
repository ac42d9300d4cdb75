/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_PROGRAM_H
#define WEFT_RUNTIME_PROGRAM_H

#include "runtime/object.h"

struct _cl_program; /* begins with struct weft_object object; use WEFT_REF and WEFT_UNREF */

#endif
