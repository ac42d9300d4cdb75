/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_PROGRAM_H
#define WEFT_RUNTIME_PROGRAM_H

/*
 * cl_program: sources, a SPIR-V module or binaries, and for each device what was built of them.
 *
 * What is built is a container (program_binary.h), shared by devices of one target. An executable is a container
 * loaded for one device; kernels and their launches hold executables, so that one outlives a later build of its
 * program.
 *
 * A build belongs to one thread: it claims the program (`building`), works without the lock, and publishes under it.
 */

#include "base/lock.h"
#include "runtime/context.h"
#include "runtime/program_binary.h"

struct weft_executable {
  atomic_uint refs;
  struct weft_binary *binary;      /* a reference */
  struct weft_binary *program;     /* whose bitcode its kernels are of: `binary`, or the deferred one; a reference */
  cl_device_id device;             /* a reference */
  struct weft_kernel_codes *codes; /* of a deferred container: kernel_code.h; NULL: the next two */
  struct weft_hw_program *image;
  struct weft_hw_kernel **entries;   /* of the container's kernels, in their order */
  struct weft_executable *reference; /* a reference, of shadow mode (shadow.h); NULL: none */
  struct weft_variants *variants;    /* copies of its kernels (specialise.h); NULL: none */
};

enum weft_program_origin { WEFT_PROGRAM_SOURCE, WEFT_PROGRAM_IL, WEFT_PROGRAM_BINARY, WEFT_PROGRAM_LINKED };

struct weft_program_device {
  cl_device_id device;       /* a reference; never changes */
  struct weft_binary *given; /* of clCreateProgramWithBinary; never changes */
  /* Guarded by the program's lock. */
  cl_build_status status;
  cl_int error;                       /* what the last build ended with */
  char *options, *log;                /* NULL: none */
  struct weft_binary *binary;         /* what there is, loaded or built; NULL: none */
  struct weft_executable *executable; /* built successfully; NULL: none */
};

struct _cl_program {
  struct weft_object object;
  cl_context context; /* a reference */
  enum weft_program_origin origin;
  char *source; /* NUL-terminated, without other NULs; NULL: none */
  size_t source_size;
  void *il; /* a SPIR-V module as it was given; NULL: none */
  size_t il_size;
  struct weft_lock lock;
  struct weft_spirv_value *constants; /* values of its specialisation constants (program_il.c) */
  bool building;
  cl_uint num_kernels; /* kernel objects that the application holds */
  cl_uint num_devices;
  struct weft_program_device devices[];
};

typedef void(CL_CALLBACK *weft_program_notify)(cl_program program, void *user);

/* `count` strings; lengths as in clCreateProgramWithSource. CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_program_create_source(cl_context context, cl_uint count,
                                                                      const char **strings, const size_t *lengths,
                                                                      cl_program *out);
/* CL_INVALID_OPERATION: no translator; CL_INVALID_VALUE: no SPIR-V module that a device takes; CL_OUT_OF_HOST_MEMORY.
 */
__attribute__((warn_unused_result)) cl_int weft_program_create_il(cl_context context, const void *il, size_t size,
                                                                  cl_program *out);
/* Of a program made from IL, for builds that begin from now on. CL_INVALID_SPEC_ID, CL_INVALID_VALUE: another size;
 * CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_program_set_constant(cl_program program, cl_uint id, size_t size,
                                                                     const void *value);
/* The module's words with the values that are set, from weft_alloc. CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_program_specialized_il(cl_program program, uint32_t **words);
void weft_program_free_constants(cl_program program);
/* `status` may be NULL. CL_INVALID_BINARY, CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_program_create_binary(cl_context context, cl_uint num_devices,
                                                                      const cl_device_id *devices,
                                                                      const size_t *lengths,
                                                                      const unsigned char **binaries, cl_int *status,
                                                                      cl_program *out);
/* A program without anything, for program_build.c. */
__attribute__((warn_unused_result)) cl_int weft_program_create(cl_context context, enum weft_program_origin origin,
                                                               cl_uint num_devices, const cl_device_id *devices,
                                                               cl_program *out);

/* Builds (program_build.c). num_devices 0: all devices of the program. `notify` NULL: returns when the build has ended,
 * with its error; else at once, and `notify` is called from another thread. CL_INVALID_x_OPTIONS, CL_INVALID_OPERATION
 * (kernels attached, a build in progress, nothing to build from), CL_INVALID_BINARY, CL_COMPILER_NOT_AVAILABLE,
 * CL_BUILD_PROGRAM_FAILURE and its kin, CL_OUT_OF_HOST_MEMORY. */
__attribute__((warn_unused_result)) cl_int weft_program_build(cl_program program, cl_uint num_devices,
                                                              const cl_device_id *devices, const char *options,
                                                              weft_program_notify notify, void *user);
__attribute__((warn_unused_result)) cl_int weft_program_compile(cl_program program, cl_uint num_devices,
                                                                const cl_device_id *devices, const char *options,
                                                                cl_uint num_headers, const cl_program *headers,
                                                                const char **names, weft_program_notify notify,
                                                                void *user);
/* `out` is set where the link could begin, whatever its result. */
__attribute__((warn_unused_result)) cl_int weft_program_link(cl_context context, cl_uint num_devices,
                                                             const cl_device_id *devices, const char *options,
                                                             cl_uint num_inputs, const cl_program *inputs,
                                                             weft_program_notify notify, void *user, cl_program *out);

/* NULL: the device is none of the program's. A sub-device of one of its devices stands for that one. */
struct weft_program_device *weft_program_find_device(cl_program program, cl_device_id device);
/* Where the last build for a device is told: a sub-device that none was for shows that of its parent. `device` is one
 * of the program's. The program's lock is held. */
struct weft_program_device *weft_program_built_device_locked(cl_program program, cl_device_id device);
/* What clGetProgramBuildInfo tells of a device of the program's; the texts are copies. CL_OUT_OF_HOST_MEMORY. */
struct weft_build_info {
  cl_build_status status;
  cl_program_binary_type type;
  size_t global_variables_size;
  char *options, *log; /* never NULL */
};
__attribute__((warn_unused_result)) cl_int weft_program_build_info(cl_program program, cl_device_id device,
                                                                   struct weft_build_info *out);
void weft_build_info_free(struct weft_build_info *info);
/* The first executable's container, referenced; NULL: nothing is built. */
struct weft_binary *weft_program_executable_binary(cl_program program);
/* A reference to what is there for a device, or NULL. */
struct weft_binary *weft_program_device_binary(cl_program program, cl_uint index);

struct weft_executable *weft_executable_ref(struct weft_executable *executable);
void weft_executable_unref(struct weft_executable **executable); /* accepts NULL inside, clears */
/* Loads a container for a device. `program`: NULL, or the deferred program's of which it is a kernel.
 * CL_INVALID_BINARY, CL_OUT_OF_RESOURCES, CL_OUT_OF_HOST_MEMORY. Why the object cannot be loaded becomes a line at the
 * end of `log`, a text of weft_alloc() or NULL. */
__attribute__((warn_unused_result)) cl_int weft_executable_create(struct weft_binary *binary,
                                                                  struct weft_binary *program, cl_device_id device,
                                                                  char **log, struct weft_executable **out);

#endif
