/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_SPIRV_MODULES_H
#define WEFT_TESTS_SPIRV_MODULES_H

/* The modules of tests/spirv/modules, assembled. */

#include "tests/harness/test.h"

struct module {
  uint32_t *words; /* the case's */
  size_t size;     /* bytes */
};

/* Skips the case where no translator is installed. */
void need_spirv(void);
struct module read_module(const char *name);
/* A program of any bytes; NULL where it cannot be created. Released with the case. */
cl_program create_program(const void *data, size_t size, cl_int *error);
/* For test_pool_add(). */
void release_program(void *program, size_t size);
/* A program from a module, built; a build that fails ends the case with its log. */
cl_program build_module(const char *name, const char *options);
/* The context's default queue on the device, released with the case; skips it where a translator or such queues lack.
 */
cl_command_queue default_device_queue(void);
/* A built program through its binary, built again; released with the case. */
cl_program program_again(cl_program program);
const char *log_of(cl_program program);
cl_mem buffer_of(const void *data, size_t size);
void read_back(cl_mem buffer, void *data, size_t size);

#endif
