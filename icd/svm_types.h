/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_ICD_SVM_TYPES_H
#define WEFT_ICD_SVM_TYPES_H

/* The SVM types of cl_khr_unified_svm (docs/memory_by_pointer.md). A type is what an application may rely on, and an
 * index into the arrays that platform and devices answer; all devices have all of them. */

#include "icd/cl_unified_svm.h"

enum weft_svm_type {
  WEFT_SVM_SHARED, /* nobody's: the buffers of OpenCL 2.0, coarse and fine, are of this type */
  WEFT_SVM_DEVICE,
  WEFT_SVM_HOST,
  WEFT_SVM_SYSTEM,
  WEFT_SVM_NUM_TYPES
};

extern const cl_svm_capabilities_khr weft_svm_types[WEFT_SVM_NUM_TYPES];

#endif
