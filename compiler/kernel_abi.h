/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_COMPILER_KERNEL_ABI_H
#define WEFT_COMPILER_KERNEL_ABI_H

/*
 * How a compiled kernel is called. The compiler emits entries of this shape
 * (compiler/regions/), the CPU device calls them (devices/cpu/execute.c), the
 * builtins in builtins/ read the launch record. Change WEFT_KERNEL_ABI with any
 * change here: object code in caches and binaries is keyed by it.
 *
 * Memory of one work-group:
 *   local  static local variables first (weft_kernel_info.local_size bytes), then the
 *          dynamic local arguments; 128-byte aligned. An argument slot of a local
 *          argument holds the byte offset from `local`, the same for every group.
 *   frame  what lives across a barrier; 128-byte aligned:
 *            [0, frame_fixed)                       values that are the same for the group
 *            frame_fixed + offset * padded_items    one slot per divergent value, where
 *          padded_items = work-items of the *full* local size rounded up to 64, and `offset` is
 *          the sum of the item sizes of the slots before. frame_fixed is a multiple of 128.
 *          Room needed: frame_fixed + frame_per_item * padded_items.
 */

#include <stddef.h>
#include <stdint.h>

#define WEFT_KERNEL_ABI 10
#define WEFT_FRAME_ITEM_ROUND 64
#define WEFT_GROUP_MEMORY_ALIGN 128
/* No group has more work-items: kernels rely on it where they reason about local ids. */
#define WEFT_LARGEST_GROUP 8192
/* Room behind `local` and `frame`, by which kernels tell local and private addresses from global ones. */
#define WEFT_GROUP_LOCAL_BYTES (256u << 10)
#define WEFT_GROUP_FRAME_BYTES (16u << 20)

/* Work-items of a sub-group where the kernel does not ask for another power of two between the limits. A
 * sub-group is so many neighbours in linear local id; the last one of a group may have fewer. */
#define WEFT_SUB_GROUP_SIZE 16
#define WEFT_SUB_GROUP_SIZE_MIN 4
#define WEFT_SUB_GROUP_SIZE_MAX 64

struct weft_launch;

/* OpenCL C's ndrange_t as Clang has it. A local size of 0 is the host's to choose. */
struct weft_device_ndrange {
  uint32_t work_dim;
  size_t offset[3], global[3], local[3];
};

/* A kernel's wish to enqueue a block, or a marker. Kernels of blocks have names that begin with "weft.block.". */
struct weft_enqueue_request {
  void *queue;
  const char *kernel; /* NULL: a marker */
  const void *block;  /* its literal: size and alignment first (32 bits each), then what the block needs */
  const struct weft_device_ndrange *range;
  const uint64_t *local_sizes;
  struct _cl_event *const *waits;
  struct _cl_event **event; /* NULL: not wanted */
  uint32_t flags;           /* CLK_ENQUEUE_FLAGS_* */
  uint32_t num_waits, num_locals, padding;
};

/* What a kernel may ask of its host. Never NULL; entries are added at the end only. */
struct weft_kernel_services {
  /* printf(3clc). `format`: the format string. `types`: one letter for each argument after
   * default promotion: i=32-bit integer, l=64-bit integer, d=double, s=pointer to characters,
   * p=other pointer; a vector is its letter (b=8-bit, h=16-bit, e=half, f=float also, unpromoted) after the
   * number of lanes in decimal, e.g. "4f". `args`: the values, one after the other, each at a multiple of 8
   * bytes from `args`. Output of one call is never interleaved with another's. Returns 0, or -1. */
  int32_t (*print)(const struct weft_launch *launch, const char *format, const char *types, const void *args);
  /* Device-side enqueue, for builtins/device_enqueue.cl. 0, or an error of OpenCL C. */
  int32_t (*enqueue)(const struct weft_launch *launch, const struct weft_enqueue_request *request);
  void *(*default_queue)(const struct weft_launch *launch);     /* NULL: none */
  void *(*create_user_event)(const struct weft_launch *launch); /* NULL: no memory */
  /* what: 0 retain, 1 release, 2 set the status to `value`, 3 write profiling times to the address `value`. */
  void (*event_do)(const struct weft_launch *launch, uint32_t what, void *event, uint64_t value);
  /* what: 0 most work-items of a group, 1 preferred multiple, 2 work-items of a sub-group, 3 most sub-groups. */
  uint32_t (*kernel_query)(const struct weft_launch *launch, uint32_t what, const char *kernel);
  /* Work-items of a group of `count` full sub-groups; 0: no group can have them. */
  uint32_t (*local_size_for_sub_groups)(const struct weft_launch *launch, uint32_t count, const char *kernel);
};

/* One clEnqueueNDRangeKernel, constant for its duration; fields are read by kernels at fixed offsets. */
struct weft_launch {
  const void *args;                            /*   0 argument block, relocations done */
  const struct weft_kernel_services *services; /*   8 */
  void *host;                                  /*  16 for the services' use */
  uint64_t work_dim;                           /*  24 1 to 3 */
  uint64_t global_offset[3];                   /*  32 */
  uint64_t global_size[3];                     /*  56 work-items; 1 in unused dimensions */
  uint64_t local_size[3];                      /*  80 full ("enqueued") local size; 1 in unused dimensions */
  uint64_t num_groups[3];                      /* 104 = ceil(global_size / local_size) */
  uint64_t disjoint;                           /* 128 not 0: weft_kernel_info.disjoint holds */
  uint64_t largest_object;                     /* 136 bytes of what a pointer leads to at most; UINT64_MAX: unknown */
};

/* A pipe as builtins/pipe.cl has it; a pipe argument's slot holds the address of one. Packets have growing numbers, a
 * slot belongs to whose turn it is: packet n's writer (n), its reader (n + 1), the next one's writer (n + slots). */
struct weft_pipe_slot {
  uint32_t turn; /* of the slot's index at first */
  uint32_t count;
};
struct weft_pipe {
  uint32_t packet_size; /*   0 bytes */
  uint32_t max_packets; /*   4 */
  uint64_t mask;        /*   8 slots - 1: of a power of two, at least 2 and max_packets */
  uint64_t data;        /*  16 bytes from here to the packets, each packet_size after the one before */
  uint64_t padding[5];
  uint64_t written; /*  64 the first number that no writer has reserved */
  uint64_t more_padding[7];
  uint64_t read; /* 128 the first number that no reader has reserved */
  uint64_t last_padding[7];
  struct weft_pipe_slot slots[]; /* 192 */
};

/* An image as a kernel sees it: the slot of an image argument holds the address of one, which lives as long as the
 * launch. A sampler's slot holds 32 bits, the lowest six as the constants of OpenCL C encode them: 1 for normalised
 * coordinates, CLK_ADDRESS_* (0 to 8), CLK_FILTER_* (0x10, 0x20). 0x40: between mip levels too it is linear. From bit 7
 * on twelve bits are the least level of detail in steps of 1/256, from bit 19 on twelve what the largest one lacks to
 * 4095 of them, which stand for no limit. Fields are read at fixed offsets by builtins/image*.cl. */
#define WEFT_IMAGE_LEVELS_MAX 16
struct weft_image_view {
  char *data;              /*  0 texel (0, 0, 0) of layer 0 */
  int32_t width;           /*  8 texels */
  int32_t height;          /* 12 texels; 1 where there is none */
  int32_t depth;           /* 16 texels; 1 where there is none */
  int32_t array_size;      /* 20 layers; 1 where it is no array */
  int64_t row_pitch;       /* 24 bytes */
  int64_t slice_pitch;     /* 32 bytes, of a plane of a 3D image or of a layer of an array of either kind */
  uint32_t channel_order;  /* 40 cl_channel_order */
  uint32_t channel_type;   /* 44 cl_channel_type */
  uint32_t element_size;   /* 48 bytes of a texel, or of a block of texels that share bytes */
  uint32_t block_log2;     /* 52 texels of a block: 1 << block_log2; 0 but for raw formats */
  uint32_t num_mip_levels; /* 56 0 and 1: none but the image itself */
  uint32_t format;         /* 60 row of the format in builtins/image_formats.def, from 0 */
  uint64_t level_offset[WEFT_IMAGE_LEVELS_MAX]; /* 64 bytes from data to each level that there is, the first: 0 */
};

/* Runs the `count` work-groups (group[0] + i, group[1], group[2]), i < count, one after another,
 * in the caller's local memory and frame. Groups at the end of a dimension may be smaller than
 * local_size: a group's size in dimension d is min(local_size[d], global_size[d] - id[d] * local_size[d]). */
typedef void (*weft_kernel_entry)(const struct weft_launch *launch, const uint64_t group[3], uint64_t count,
                                  char *local, char *frame);

#endif
