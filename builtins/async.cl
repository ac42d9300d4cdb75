// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Async copies, waits and prefetch (OpenCL C 6.15.11): overloads over the group statements of weft.h.
//
// A three-component vector has the size of four, so it moves as four: sizeof says so.
#include "builtins/weft.h"

#define COPY(T, TO, FROM)                                                                                              \
  WEFT_FN event_t async_work_group_copy(TO T *dst, const FROM T *src, size_t count, event_t event) {                   \
    return __weft_group_copy_1d(dst, src, count * sizeof(T), event);                                                   \
  }

/* To local memory the stride is the source's, to global memory the destination's. */
#define COPY_STRIDED(T)                                                                                                \
  WEFT_FN event_t async_work_group_strided_copy(local T *dst, const global T *src, size_t count, size_t src_stride,    \
                                                event_t event) {                                                       \
    return __weft_group_copy_strided(dst, src, sizeof(T), count, sizeof(T), src_stride * sizeof(T), event);            \
  }                                                                                                                    \
  WEFT_FN event_t async_work_group_strided_copy(global T *dst, const local T *src, size_t count, size_t dst_stride,    \
                                                event_t event) {                                                       \
    return __weft_group_copy_strided(dst, src, sizeof(T), count, dst_stride * sizeof(T), sizeof(T), event);            \
  }

/* A hint that the specification lets us ignore, and so we do: every work-item would issue it, mostly for lines
 * that a neighbour has asked for already, while hardware prefetchers follow the streams that kernels read. */
#define PREFETCH(T)                                                                                                    \
  WEFT_FN void prefetch(const global T *p, size_t count) {}

#define ALL(T) COPY(T, local, global) COPY(T, global, local) COPY_STRIDED(T) PREFETCH(T)
WEFT_FOR_GENTYPES(ALL)

/* cl_khr_extended_async_copies 1.0.0: offsets and pitches count elements. */
#define COPY_ND(TO, FROM)                                                                                              \
  WEFT_FN event_t async_work_group_copy_2D2D(TO void *dst, size_t dst_offset, const FROM void *src, size_t src_offset, \
                                             size_t element_bytes, size_t line_elements, size_t lines,                 \
                                             size_t src_line_pitch, size_t dst_line_pitch, event_t event) {            \
    return __weft_group_copy_nd((TO char *)dst + dst_offset * element_bytes,                                           \
                                (const FROM char *)src + src_offset * element_bytes, line_elements * element_bytes,    \
                                lines, 1, dst_line_pitch * element_bytes, src_line_pitch * element_bytes, 0, 0,        \
                                event);                                                                                \
  }                                                                                                                    \
  WEFT_FN event_t async_work_group_copy_3D3D(TO void *dst, size_t dst_offset, const FROM void *src, size_t src_offset, \
                                             size_t element_bytes, size_t line_elements, size_t lines, size_t planes,  \
                                             size_t src_line_pitch, size_t src_plane_pitch, size_t dst_line_pitch,     \
                                             size_t dst_plane_pitch, event_t event) {                                  \
    return __weft_group_copy_nd((TO char *)dst + dst_offset * element_bytes,                                           \
                                (const FROM char *)src + src_offset * element_bytes, line_elements * element_bytes,    \
                                lines, planes, dst_line_pitch * element_bytes, src_line_pitch * element_bytes,         \
                                dst_plane_pitch * element_bytes, src_plane_pitch * element_bytes, event);              \
  }
COPY_ND(local, global)
COPY_ND(global, local)

/* cl_khr_async_work_group_copy_fence: earlier copies before later ones. Copies are cuts and their bodies
 * run in program order, one after another and by one thread, so there is nothing left to order. */
WEFT_FN void async_work_group_copy_fence(cl_mem_fence_flags flags) {}

/* Copies are complete when their statement is; the wait has the force of a barrier, so that every work-item may read
 * what any copy of the group brought. The list may hold anything (programs do pass counts beyond its end): not read. */
#define WAIT(SPACE)                                                                                                    \
  WEFT_FN __attribute__((convergent)) void wait_group_events(int count, SPACE event_t *events) {                       \
    __weft_barrier();                                                                                                  \
  }                                                                                                                    \
  WEFT_FN __attribute__((convergent)) void wait_group_events(int count, const SPACE event_t *events) {                 \
    __weft_barrier();                                                                                                  \
  }
WAIT(private)
WAIT(local)
WAIT(global)
WAIT(constant)
WAIT(generic)
