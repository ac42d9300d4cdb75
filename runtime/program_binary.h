/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_PROGRAM_BINARY_H
#define WEFT_RUNTIME_PROGRAM_BINARY_H

/*
 * The container of compiled programs: what CL_PROGRAM_BINARIES returns, what the disk cache keeps, and the form
 * in which a program holds what was built. Immutable and counted; one parser reads all three, and trusts none.
 *
 *   header    magic, version, kernel ABI, size, checksum over everything, type, number of sections
 *   sections  kind, offset, size; then their bytes:
 *     META      build id, target, options, language version and flags, log
 *     KERNELS   weft_kernel_info of each kernel  (executables)
 *     OBJECT    shared object for that target    (executables; empty: deferred)
 *     BITCODE   device-independent form, to link or to build again from
 */

#include <stdatomic.h>

#include "compiler/compiler.h"
#include "runtime/hash.h"

/* Of the container. It ends CL_DRIVER_VERSION: applications tell by that which binaries of their caches still hold. */
#define WEFT_BINARY_VERSION 10

struct weft_binary {
  atomic_uint refs;
  struct weft_bytes file; /* the container; everything below points into it */
  struct weft_digest checksum;
  cl_program_binary_type type;
  unsigned kernel_abi;
  const char *build_id; /* of the compiler and its builtin modules; "" unknown */
  const char *isa, *cpu, *features;
  const char *options; /* as the application gave them */
  const char *log;
  unsigned std, flags; /* struct weft_build_options; for executables those of the link */
  bool non_uniform;    /* launches may have smaller groups at the ends */
  bool link_options;   /* a library made with -enable-link-options */
  bool has_writable_globals;
  bool has_constructors; /* of program-scope objects: they run when the object is loaded */
  uint64_t global_variables_size;
  struct weft_bytes object, bitcode; /* data NULL: none */
  struct weft_kernel_info *kernels;
  size_t num_kernels;
};

/* What goes into a new one; copied. */
struct weft_binary_parts {
  cl_program_binary_type type;
  const char *build_id, *isa, *cpu, *features, *options, *log;
  unsigned std, flags;
  bool non_uniform, link_options, has_writable_globals, has_constructors;
  uint64_t global_variables_size;
  struct weft_bytes object, bitcode;
  const struct weft_kernel_info *kernels;
  size_t num_kernels;
};

/* CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_binary_create(const struct weft_binary_parts *parts,
                                                              struct weft_binary **out);
/* Copies and checks bytes from outside. CL_INVALID_BINARY, CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_binary_parse(const void *data, size_t size, struct weft_binary **out);

struct weft_binary *weft_binary_ref(struct weft_binary *binary);
void weft_binary_unref(struct weft_binary **binary); /* accepts NULL inside, clears */

/* Its object code runs on that target, and was made by the compiler `build_id` ("": any). */
bool weft_binary_fits(const struct weft_binary *binary, const struct weft_target *target, const char *build_id);
/* An executable whose kernels get their code later, each from the bitcode (kernel_code.h). */
bool weft_binary_is_deferred(const struct weft_binary *binary);
const struct weft_kernel_info *weft_binary_find_kernel(const struct weft_binary *binary, const char *name);

/* Kernels of blocks (compiler/kernel_abi.h) come last and are none of the application's. */
bool weft_kernel_is_block(const struct weft_kernel_info *info);
size_t weft_binary_num_kernels(const struct weft_binary *binary);

#endif
