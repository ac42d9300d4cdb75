/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "icd/handle_types.h"

#include "icd/cl_newer.h"
#include "runtime/extensions.h"

static const struct handle_type {
  cl_uint type;
  const char *extension;
} memories[] =
    {
        {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, "cl_khr_external_memory_opaque_fd"},
        {CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, "cl_khr_external_memory_dma_buf"},
},
  semaphores[] = {
      {CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, "cl_khr_external_semaphore_opaque_fd"},
      {CL_SEMAPHORE_HANDLE_SYNC_FD_KHR, "cl_khr_external_semaphore_sync_fd"},
};

static cl_int put(const struct weft_info *out, const struct handle_type *types, size_t count) {
  cl_uint there[4];
  size_t found = 0;
  for (size_t i = 0; i < count; i++)
    if (weft_extensions_has(types[i].extension))
      there[found++] = types[i].type;
  return weft_info_array(out, there, found);
}

cl_int weft_memory_imports(const struct weft_info *out) {
  return put(out, memories, 2);
}

cl_int weft_semaphore_imports(const struct weft_info *out) {
  return put(out, semaphores, 2);
}

/* A sync file tells of work that a driver in the kernel does: a process cannot make one. */
cl_int weft_semaphore_exports(const struct weft_info *out) {
  return put(out, semaphores, 1);
}
