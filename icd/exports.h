/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_ICD_EXPORTS_H
#define WEFT_ICD_EXPORTS_H

/* Gives the exported entry points default visibility; all others are hidden. Included where they are defined. */

#include "icd/cl_newer.h"

#define WEFT_SLOT(name)
#define WEFT_SLOT_31(name)
#define WEFT_TAGGED(name)
#define WEFT_NAMED(name)
#define WEFT_ALIAS(name, target)
#define WEFT_EXPORT(name) extern __attribute__((visibility("default"))) __typeof__(name) name;
#include "icd/entry_points.def"

#endif
