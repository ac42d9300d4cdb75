/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_BUILTINS_WEFT_H
#define WEFT_BUILTINS_WEFT_H

/*
 * What every builtin module source includes: Clang's types and constants of OpenCL C, the
 * names shared with the compiler, and the macros that spell out overloads.
 *
 * Clang's own builtin declarations are not switched on here, so each function that a source
 * calls is one that these modules declare. Their mangled names are those of Clang's header;
 * tests/builtins/header_names.py proves it.
 *
 * Elementwise functions exist for scalars only: the compiler expands a vector call whose
 * symbol is missing into calls of the scalar. A vector form is defined where that rule is wrong
 * (relational results are -1 for vectors and 1 for scalars) or cannot work (pointer arguments,
 * functions across lanes).
 */

#include <opencl-c-base.h>

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL FP_CONTRACT OFF

#define WEFT_OVERLOAD __attribute__((overloadable))
/* An overload that is inlined into its callers. */
#define WEFT_FN WEFT_OVERLOAD __attribute__((always_inline))
/* For helpers: inlined, invisible. */
#define WEFT_INLINE static inline __attribute__((always_inline, overloadable))

/* --- Lowered by the compiler: each is a cut, that is, a boundary of regions. ---------------- */

/* All work-items of the group meet; all memory is visible to all of them afterwards. */
__attribute__((convergent)) void __weft_barrier(void);

/*
 * Copies as statements of the work-group: the compiler calls, once per group, the function of
 * the same name with suffix _body; a short contiguous copy of a constant size becomes a memcpy instead.
 * Sizes, counts, strides and pitches are bytes but for `count`, `lines` and `planes`. The result is
 * `e` if that is not null, else some event that is not null.
 */
__attribute__((convergent)) event_t __weft_group_copy_1d(generic void *dst, const generic void *src, ulong bytes,
                                                         event_t e);
__attribute__((convergent)) event_t __weft_group_copy_strided(generic void *dst, const generic void *src,
                                                              ulong element_bytes, ulong count, ulong dst_stride_bytes,
                                                              ulong src_stride_bytes, event_t e);
__attribute__((convergent)) event_t __weft_group_copy_nd(generic void *dst, const generic void *src, ulong line_bytes,
                                                         ulong lines, ulong planes, ulong dst_line_pitch,
                                                         ulong src_line_pitch, ulong dst_plane_pitch,
                                                         ulong src_plane_pitch, event_t e);

/* --- Defined in async_copy.cl and async_strided.cl, called by the compiler's lowering. ------ */

void __weft_group_copy_1d_body(generic void *dst, const generic void *src, ulong bytes);
void __weft_group_copy_strided_body(generic void *dst, const generic void *src, ulong element_bytes, ulong count,
                                    ulong dst_stride_bytes, ulong src_stride_bytes);
void __weft_group_copy_nd_body(generic void *dst, const generic void *src, ulong line_bytes, ulong lines, ulong planes,
                               ulong dst_line_pitch, ulong src_line_pitch, ulong dst_plane_pitch,
                               ulong src_plane_pitch);

/* --- Lists of types. ----------------------------------------------------------------------- */

#define WEFT_FOR_WIDTHS(M, T) M(T##2) M(T##3) M(T##4) M(T##8) M(T##16)
#define WEFT_FOR_SCALAR_AND_WIDTHS(M, T) M(T) WEFT_FOR_WIDTHS(M, T)
#define WEFT_FOR_INTEGERS(M) M(char) M(uchar) M(short) M(ushort) M(int) M(uint) M(long) M(ulong)
#define WEFT_FOR_FLOATS(M) M(half) M(float) M(double)

/* Every gentype: eight integer types and three floating-point types, scalar and widths 2 to 16. */
#define WEFT_FOR_GENTYPES(M)                                                                                           \
  WEFT_FOR_SCALAR_AND_WIDTHS(M, char)                                                                                  \
  WEFT_FOR_SCALAR_AND_WIDTHS(M, uchar)                                                                                 \
  WEFT_FOR_SCALAR_AND_WIDTHS(M, short)                                                                                 \
  WEFT_FOR_SCALAR_AND_WIDTHS(M, ushort)                                                                                \
  WEFT_FOR_SCALAR_AND_WIDTHS(M, int)                                                                                   \
  WEFT_FOR_SCALAR_AND_WIDTHS(M, uint)                                                                                  \
  WEFT_FOR_SCALAR_AND_WIDTHS(M, long)                                                                                  \
  WEFT_FOR_SCALAR_AND_WIDTHS(M, ulong)                                                                                 \
  WEFT_FOR_SCALAR_AND_WIDTHS(M, half)                                                                                  \
  WEFT_FOR_SCALAR_AND_WIDTHS(M, float)                                                                                 \
  WEFT_FOR_SCALAR_AND_WIDTHS(M, double)

#endif
