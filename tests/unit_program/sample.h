/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_UNIT_PROGRAM_SAMPLE_H
#define WEFT_TESTS_UNIT_PROGRAM_SAMPLE_H

/* An executable's container with two kernels, and one of a compiled object. The object code is none. */

#include "runtime/program_binary.h"

static unsigned char sample_object[256] = "\177ELF and no more";
static char sample_bitcode[] = "BC no bitcode either";

static const struct weft_arg_info sample_args[] = {
    {WEFT_ARG_GLOBAL, 0, 8, 8, CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_NONE, CL_KERNEL_ARG_TYPE_CONST,
     "float4*", "in", WEFT_FACT_NONE},
    {WEFT_ARG_LOCAL, 8, 8, 16, CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_ACCESS_NONE, CL_KERNEL_ARG_TYPE_NONE,
     "float4*", "tile", WEFT_FACT_NONE},
    {WEFT_ARG_VALUE, 16, 16, 16, CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ACCESS_NONE, CL_KERNEL_ARG_TYPE_NONE,
     "int3", "n", WEFT_FACT_NONE},
    {WEFT_ARG_IMAGE, 32, 8, 8, CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ACCESS_READ_ONLY, CL_KERNEL_ARG_TYPE_NONE,
     "image2d_t", "image", WEFT_FACT_FORMAT},
    {WEFT_ARG_SAMPLER, 40, 4, 4, CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ACCESS_NONE, CL_KERNEL_ARG_TYPE_NONE,
     "sampler_t", "sampler", WEFT_FACT_SAMPLER},
};

static const struct weft_kernel_info sample_kernels[] = {
    {.name = "first",
     .symbol = "weft.first",
     .attributes = "reqd_work_group_size(8,4,1)",
     .args = sample_args,
     .num_args = 5,
     .args_size = 48,
     .has_arg_info = true,
     .reqd_work_group_size = {8, 4, 1},
     .local_size = 256,
     .private_size = 24,
     .frame_fixed = 128,
     .frame_per_item = 40,
     .flush_denormals = true},
    {.name = "second",
     .symbol = "second_entry",
     .attributes = "",
     .args = NULL,
     .uses_printf = true,
     .order_matters = true,
     .may_wait = true,
     .wants_group = true,
     .short_rows = 8,
     .rows_at_once = 16,
     .joined_lanes = 32,
     .joined_columns = 64,
     .strip_columns = 16,
     .strip_dimension = 2,
     .strip_bytes = 8,
     .disjoint = (uint64_t)5 << 40},
};

static inline struct weft_binary_parts sample_executable(void) {
  return (struct weft_binary_parts){.type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE,
                                    .build_id = "id",
                                    .isa = "x86-64-v3",
                                    .cpu = "haswell",
                                    .features = "+avx2",
                                    .options = "-w -DA=1",
                                    .log = "a warning\n",
                                    .std = 300,
                                    .flags = WEFT_BUILD_NO_WARNINGS,
                                    .non_uniform = true,
                                    .has_writable_globals = true,
                                    .has_constructors = true,
                                    .global_variables_size = 12,
                                    .object = {sample_object, sizeof(sample_object)},
                                    .bitcode = {sample_bitcode, sizeof(sample_bitcode)},
                                    .kernels = sample_kernels,
                                    .num_kernels = 2};
}

static inline struct weft_binary_parts sample_compiled(void) {
  return (struct weft_binary_parts){.type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT,
                                    .isa = "x86-64-v3",
                                    .cpu = "haswell",
                                    .features = "",
                                    .bitcode = {sample_bitcode, sizeof(sample_bitcode)}};
}

#endif
