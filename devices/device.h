/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_DEVICES_DEVICE_H
#define WEFT_DEVICES_DEVICE_H

/*
 * The border between runtime/ and a device back end.
 *
 * The runtime owns API objects, order and lifetime; a back end owns memory,
 * loaded programs and processors. Neither sees the other's structures: what
 * crosses is the plain data below. Nothing here assumes that device memory is
 * host memory or that a kernel is a function pointer, so a back end with a
 * memory of its own can stand beside the CPU.
 *
 * Threads: every operation may be called from any thread at any time unless
 * it says otherwise. A back end never calls back into the runtime but through
 * the two callbacks in struct weft_work, and calls those with no lock held.
 */

#include <CL/cl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
#error "device.h is C; the compiler does not see devices"
#endif

struct weft_hw;         /* one device or sub-device of a back end */
struct weft_hw_program; /* a program image loaded for a device */
struct weft_hw_kernel;  /* an entry of a loaded image */
struct weft_hw_ops;
struct weft_kernel_info;     /* compiler/compiler.h */
struct weft_kernel_services; /* compiler/kernel_abi.h */

/* Instruction-set level that kernels are compiled for. */
enum weft_isa {
  WEFT_ISA_X86_64_V2,
  WEFT_ISA_X86_64_V3,
  WEFT_ISA_X86_64_V4,
  WEFT_ISA_AARCH64,
};

/* What a device is. Strings live as long as the device. Sizes in bytes. */
struct weft_hw_caps {
  const char *name;          /* marketing name of the processor */
  const char *cpu;           /* LLVM CPU name, e.g. "znver5" */
  const char *features;      /* LLVM feature string, e.g. "+avx512f,-amx-tile" */
  enum weft_isa isa;
  cl_uint vendor_id;
  cl_uint compute_units;     /* processors that this device may use */
  cl_uint max_clock_mhz;     /* 0 where the system does not tell */
  cl_uint native_vector_bytes; /* width of one SIMD register */
  cl_uint cache_line;
  uint64_t cache_size;       /* largest cache that one unit can use alone or shared, per domain */
  uint64_t global_mem_size;  /* after cgroup limits and WEFT_GLOBAL_MEM */
  uint64_t max_alloc_size;   /* after WEFT_MAX_ALLOC */
  uint64_t local_mem_size;   /* of a group; what is reported, and what launches may use and not more */
  size_t max_work_group_size;
  uint64_t frame_size;       /* arena room for one work-group's rows, see kernel_abi.h */
  cl_uint mem_base_align;    /* of every device allocation */
  bool places_memory;        /* mem_place() makes a difference */
  uint64_t timer_resolution_ns;
  cl_device_affinity_domain affinity_domains; /* domains that partition() can split by */
  /* Images: texels, and layers; 0 where the device has none. */
  size_t image_2d_max[2], image_3d_max[3]; /* width, height, depth */
  size_t image_buffer_max, image_layers_max;
  cl_uint image_pitch_align, image_base_align; /* texels, of 2D images made of a buffer */
  size_t image_view_size; /* bytes that a launch holds for each image argument, see weft_work.ndrange.views */
};

/* A program to load. The bytes and the texts may go after the call. */
struct weft_program_image {
  const void *object; /* a shared object; see compiler.h */
  size_t size;
  const char *name;   /* what debuggers and profilers show: letters, digits, underscores. NULL: none */
  const char *folder; /* absolute: a file there is loaded, and stays, so that others find the symbols. NULL: none */
  bool has_lines;     /* a debugger that looks for the object while it is loaded should find it */
  char *reason;       /* room for words on why it cannot be loaded; NULL: nobody asks */
  size_t reason_size;
};

/* A device allocation. For a CPU `host` is the memory itself. */
struct weft_hw_memory {
  void *host;      /* host address where the memory is host visible, else NULL */
  uint64_t device; /* address as kernels see it */
  size_t size;
  void *backend;   /* the back end's own handle */
};

/* One side of a transfer: device memory, or host memory where `mem` is NULL. */
struct weft_endpoint {
  const struct weft_hw_memory *mem;
  char *host;          /* base address when mem is NULL */
  size_t offset;       /* byte offset of the first byte of the region */
  size_t row_pitch;    /* bytes from a row to the next */
  size_t slice_pitch;  /* bytes from a slice to the next */
  /* 10 or 12: texels of cl_ext_image_raw10_raw12, of which the first is the `phase`th of its block, from 0; the region
   * counts them in place of bytes, and nothing else in their blocks changes. 0: bytes. The same on both sides. */
  uint8_t bits, phase;
};

enum weft_work_kind {
  WEFT_WORK_NONE,     /* nothing to run: markers, barriers, migrations, maps and unmaps */
  WEFT_WORK_NDRANGE,
  WEFT_WORK_COPY,     /* any plain or rect read, write or copy */
  WEFT_WORK_FILL,
  WEFT_WORK_CALL,     /* a host function: native kernels */
};

/* An address to be written into an argument block at launch. */
struct weft_reloc {
  uint32_t offset;   /* byte offset of the 8-byte slot in the argument block */
  const struct weft_hw_memory *mem; /* NULL: an address that the application gave */
  size_t mem_offset; /* added to the memory's device address; without memory the address itself, 0: a null pointer */
  /* What a kernel's argument may lead to: bytes before that address, and from it on. Both 0: not known. */
  size_t before, after;
};

/* An image argument: what the back end makes the view of that kernels see. Dimensions that there are not hold 1. */
struct weft_image_arg {
  uint32_t offset;   /* byte offset of the 8-byte slot in the argument block */
  uint32_t format;   /* row of builtins/image_formats.def */
  cl_image_format name;
  const struct weft_hw_memory *mem;
  size_t mem_offset; /* of the first texel */
  size_t width, height, depth, layers;
  size_t row_pitch, slice_pitch; /* bytes; a slice is a plane of a 3D image or a layer of an array of either kind */
  size_t element_size;
  uint32_t block_log2; /* texels that element_size bytes hold, as a power of two */
  cl_uint num_mip_levels;
  const size_t *level_offset; /* of each mip level, in bytes from the first; as long as a launch holds the image */
};

/* What the application said of the queue that a work comes from (cl_khr_priority_hints, cl_khr_throttle_hints). Hints:
 * a back end does with them what it can. */
enum weft_hint { WEFT_HINT_LOW = -1, WEFT_HINT_MEDIUM = 0, WEFT_HINT_HIGH = 1 };

/* Room that a back end needs for its own scheduling of a work, preallocated with it. */
#define WEFT_WORK_BACKEND_BYTES 256

struct weft_work {
  enum weft_work_kind kind;
  struct weft_hw *hw;        /* where it runs; set by submit's caller */
  signed char priority;      /* enum weft_hint: before which others it runs */
  signed char throttle;      /* enum weft_hint: how much of the device it may take to be done sooner */
  const atomic_uint *cancel; /* once it is not 0, nothing more of the work has to run, but it ends; NULL: never */
  /* Set by the back end where `timed`, in ns of the device timer (ops->timer); looking at a clock twice takes as long as
   * a small kernel. */
  uint64_t start_ns, end_ns;
  bool timed;
  /* It has been submitted before, and nothing in it has been changed since but what the back end wrote: what was made
   * ready then serves again. */
  bool again;
  /* Called once when the work starts to run, and once after it has ended.
   * `finished` may free or reuse the work. status: CL_COMPLETE or an error < 0. */
  void (*started)(struct weft_work *work);
  void (*finished)(struct weft_work *work, cl_int status);
  union {
    struct {
      struct weft_hw_kernel *kernel;
      cl_uint work_dim;              /* 1 to 3; unused dimensions hold 1 (offset 0) */
      size_t global_offset[3];       /* work-items */
      size_t global_size[3];         /* work-items; any zero: nothing runs, the work completes */
      size_t local_size[3];          /* work-items of a full group; the last group of a dimension may be smaller */
      void *args;                    /* argument block (layout in weft_kernel_info); the back end writes relocs into it */
      size_t args_size;
      const struct weft_reloc *relocs;
      size_t num_relocs;
      const struct weft_image_arg *images;
      size_t num_images;
      void *views;                   /* num_images * caps->image_view_size bytes for the back end, 64-byte aligned */
      size_t local_mem_size;         /* static plus dynamic local memory of one group */
      size_t largest_object;         /* bytes of the largest that an argument's pointer leads to; 0: not known */
      bool zero_local;               /* each group begins with that memory zeroed (cl_khr_initialize_memory) */
      /* Copied by the back end into struct weft_launch (compiler/kernel_abi.h); services is never NULL. */
      const struct weft_kernel_services *services;
      void *host;
    } ndrange;
    struct {
      struct weft_endpoint dst, src;
      size_t region[3];              /* bytes, rows, slices */
    } copy;
    struct {
      struct weft_endpoint dst;      /* row and slice pitch as in copy */
      size_t region[3];
      unsigned char pattern[128];
      size_t pattern_size;           /* 1 to 128, a power of two; divides region[0] */
    } fill;
    struct {
      void (*fn)(void *arg);
      void *arg;
      const struct weft_reloc *relocs; /* addresses written into *arg before the call */
      size_t num_relocs;
    } call;
  };
  _Alignas(64) unsigned char backend[WEFT_WORK_BACKEND_BYTES];
};

struct weft_hw_ops {
  const char *name;

  /* Root devices of the back end: writes at most `max` and returns how many there are. Called once. */
  cl_uint (*open)(struct weft_hw **roots, cl_uint max);
  /* Ends the back end's threads; called at most once, at process exit or unload. Works still queued are dropped. */
  void (*close)(void);
  const struct weft_hw_caps *(*caps)(const struct weft_hw *hw);

  /* Splits a device. `props` is a validated, supported cl_device_partition_property list.
   * Writes at most `max` new sub-devices to `out` (may be NULL) and the number that the
   * partition has to `count`. Errors: CL_DEVICE_PARTITION_FAILED,
   * CL_INVALID_DEVICE_PARTITION_COUNT, CL_OUT_OF_HOST_MEMORY. */
  cl_int (*partition)(struct weft_hw *hw, const cl_device_partition_property *props, cl_uint max,
                      struct weft_hw **out, cl_uint *count);
  void (*release)(struct weft_hw *hw); /* a sub-device; no work of it is in flight */

  /* `host_ptr` not NULL: use that memory (CL_MEM_USE_HOST_PTR), any alignment.
   * Otherwise fresh memory, aligned to caps->mem_base_align, zero-filled lazily or not at all.
   * Errors: CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_HOST_MEMORY. */
  cl_int (*mem_alloc)(struct weft_hw *hw, size_t size, void *host_ptr, struct weft_hw_memory *out);
  /* Where fresh memory should lie, of which nothing or only a part has been touched: `users` will compute on it.
   * `by_host`: the host may be the first to touch it. A hint, which changes no content. True: whoever touches a part first
   * has it nearby, so that this is to be called again, `by_host`, before the host does. Only where caps->places_memory;
   * all users are of this back end. */
  bool (*mem_place)(struct weft_hw *const *users, cl_uint num_users, struct weft_hw_memory *mem, bool by_host);
  void (*mem_free)(struct weft_hw *hw, struct weft_hw_memory *mem);

  /* Errors: CL_OUT_OF_HOST_MEMORY, CL_OUT_OF_RESOURCES, CL_INVALID_BINARY. */
  cl_int (*program_load)(struct weft_hw *hw, const struct weft_program_image *image, struct weft_hw_program **out);
  void (*program_unload)(struct weft_hw_program *program); /* no kernel of it is in flight */
  /* `info` must outlive the kernel; kernels live as long as their program. CL_INVALID_BINARY: the object has no such
   * symbol; CL_OUT_OF_HOST_MEMORY. */
  cl_int (*kernel_find)(struct weft_hw_program *program, const struct weft_kernel_info *info,
                        struct weft_hw_kernel **out);

  /* Takes a work whose dependencies are met. Never fails, never blocks on other works;
   * may run short works before it returns. */
  void (*submit)(struct weft_work *work);

  /* Short works that are submitted inside a `finished` are kept by the calling thread and run after it has returned, or
   * when it waits. This gives them to other threads: to be called before an application's code runs inside `finished`,
   * because that code may block for as long as it likes. */
  void (*handoff)(void);

  /* To be called before the first work with a `cancel` is submitted. False: the system does not allow it. */
  bool (*cancel_open)(void);
  /* The flag, which some works have as their `cancel`, has been set: stops kernels of theirs wherever they are, and
   * returns once none of them runs. False: one does not stop. */
  bool (*cancel)(const atomic_uint *flag);

  /* Returns once *flag != 0; runs queued works meanwhile, then spins shortly, then parks.
   * Whoever sets the flag calls wake() after storing to it with release order. */
  void (*wait)(struct weft_hw *hw, atomic_uint *flag);
  void (*wake)(atomic_uint *flag);

  /* The calling thread works for this device from now on: it may run wherever the device's own threads may. */
  void (*serve)(struct weft_hw *hw);

  /* Monotonic device timer in ns; the host timer is the same clock on a CPU. */
  uint64_t (*timer)(const struct weft_hw *hw);
};

/* Back ends built into the library, in order of priority; NULL-terminated. */
extern const struct weft_hw_ops *const weft_device_backends[];

#endif
