/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_SPECIALISE_H
#define WEFT_RUNTIME_SPECIALISE_H

/*
 * Copies of kernels for what their launches have in common (docs/specialisation.md).
 *
 * A kernel's information says of which arguments a copy should know more: the format of an image, the bits of a
 * sampler; and whether it should know the size of its groups. These facts are the key. The copy for a key is compiled
 * in the background once launches with it have done some work, and taken from the disk cache when such arguments are
 * set. A launch takes the copy that is there, else the kernel; it neither compiles nor waits.
 *
 * Copies belong to the executable of their kernel and live as long. A launch holds its kernel and so the executable:
 * nothing is unloaded that runs. Failures of all kinds leave the kernel as it is.
 */

#include "runtime/kernel.h"
#include "runtime/ndrange.h"

enum { WEFT_MOST_FACTS = 16 };

/* What a launch's arguments are, in the order of the arguments, and its groups. */
struct weft_facts {
  uint32_t count;
  struct weft_fact fact[WEFT_MOST_FACTS];
};

/* The copies of an executable's kernels. */
struct weft_variants;

/* NULL in `out` where its kernels want none or can have none. CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_variants_create(const struct weft_executable *executable,
                                                                struct weft_variants **out);
/* Drops what waits to be compiled. Accepts NULL inside, clears. */
void weft_variants_destroy(struct weft_variants **variants);

/* The facts that `info` asks for of the arguments now set; those of arguments that are not are missing. The kernel's
 * lock is held. */
void weft_specialise_facts_locked(cl_kernel kernel, const struct weft_kernel_info *info, struct weft_facts *out);

/* Adds the size of a launch's groups, for kernels that want it, or whose packets such groups do not fill. */
void weft_specialise_add_group(const struct weft_kernel_info *info, const struct weft_ndrange *range,
                               struct weft_facts *facts);

/* Arguments with these facts have been set: makes ready what the disk cache has. */
void weft_specialise_prepare(cl_kernel kernel, const struct weft_facts *facts);

/* The entry that a launch takes, and the work it will do counts. `device`: of the queue. */
struct weft_hw_kernel *weft_specialise_entry(const struct weft_kernel_device *on, cl_device_id device,
                                             const struct weft_facts *facts, const struct weft_ndrange *range);

#endif
