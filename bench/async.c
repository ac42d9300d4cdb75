/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Async copies from global to local memory by one worker, against the same work by one thread of C.
 *
 * Both sides bring one tile after the other into the same hot destination, and read one element of each, so that none
 * is superfluous. The source is either a quarter of the second-level cache, gone through again and again, or four times
 * the last-level cache. A launch copies at least 1,000 tiles, and what a launch of no tiles takes is subtracted. The C
 * loops and the launches alternate; the middle of seven rounds is the result, in nanoseconds per tile.
 */
#include "bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 7, DESTINATION_BYTES = 32768, MIN_TILES = 1000, ELEMENT = 4 };

/* One shape of tile, in floats. */
struct shape {
  const char *name;
  const char *kernel;
  cl_uint line;     /* elements of one line; of the whole tile where lines is 1 */
  cl_uint lines;    /* lines of a tile */
  cl_uint pitch;    /* elements from line to line in the source */
  cl_uint stride;   /* elements from element to element in the source */
  cl_uint advance;  /* elements from tile to tile in the source */
  cl_uint elements; /* elements of a tile in the destination */
};

static const struct shape shapes[] = {
    {"copy 4 KiB", "copy_1d", 1024, 1, 0, 1, 1024, 1024},
    {"copy 16 KiB", "copy_1d", 4096, 1, 0, 1, 4096, 4096},
    {"copy 32 KiB", "copy_1d", 8192, 1, 0, 1, 8192, 8192},
    {"2D2D 64 B x 256", "copy_2d", 16, 256, 48, 1, 256 * 48, 4096},
    {"2D2D 256 B x 64", "copy_2d", 64, 64, 192, 1, 64 * 192, 4096},
    {"strided 4 x 4096", "copy_strided", 4096, 1, 0, 4, 4 * 4096, 4096},
};

/* The sum of one element of each tile comes back, and the last tile, by which both sides are checked. */
static const char source_text[] =
    "#if GROUP > 1\n"
    "#define NEXT barrier(CLK_LOCAL_MEM_FENCE)\n" /* the tile may be overwritten once all have read */
    "#else\n"
    "#define NEXT\n"
    "#endif\n"
    "#define TILES(COPY) \\\n"
    "    uint sum = 0; \\\n"
    "    size_t at = 0; \\\n"
    "    for (uint i = 0; i < tiles; i++) { \\\n"
    "        event_t e = COPY; \\\n"
    "        wait_group_events(1, &e); \\\n"
    "        sum += as_uint(tile[i % elements]); \\\n"
    "        NEXT; \\\n"
    "        at = at + 2 * (size_t)advance <= span ? at + advance : 0; \\\n"
    "    } \\\n"
    "    barrier(CLK_LOCAL_MEM_FENCE); \\\n"
    "    for (uint i = get_local_id(0); i < elements; i += get_local_size(0)) \\\n"
    "        out[1 + i] = as_uint(tile[i]); \\\n"
    "    if (get_local_id(0) == 0) \\\n"
    "        out[0] = sum;\n"
    "#define ARGUMENTS \\\n"
    "    global const float *src, global uint *out, local float *tile, uint tiles, ulong span, uint line, \\\n"
    "        uint lines, uint pitch, uint stride, uint advance, uint elements\n"
    "kernel void copy_1d(ARGUMENTS) { TILES(async_work_group_copy(tile, src + at, line, 0)) }\n"
    "kernel void copy_strided(ARGUMENTS) { TILES(async_work_group_strided_copy(tile, src + at, line, stride, 0)) }\n"
    "#ifdef cl_khr_extended_async_copies\n"
    "kernel void copy_2d(ARGUMENTS)\n"
    "{ TILES(async_work_group_copy_2D2D(tile, 0, src, at, sizeof(float), line, lines, pitch, line, 0)) }\n"
    "#endif\n";

/* The twin of the kernels. Restrict and run-time sizes: what a programmer would write without OpenCL. */
static __attribute__((noinline)) uint32_t tiles_in_c(const struct shape *shape, const float *restrict src,
                                                     float *restrict tile, cl_uint tiles, size_t span) {
  uint32_t sum = 0;
  size_t at = 0;
  size_t bytes = shape->line * sizeof(float);
  for (cl_uint i = 0; i < tiles; i++) {
    if (shape->stride > 1) {
      for (size_t j = 0, stride = shape->stride; j < shape->line; j++)
        tile[j] = src[at + j * stride];
    } else if (shape->lines > 1) {
      for (size_t j = 0; j < shape->lines; j++)
        memcpy((char *)tile + j * bytes, src + at + j * shape->pitch, bytes);
    } else {
      memcpy(tile, src + at, bytes);
    }
    /* The compiler must believe that somebody reads the whole tile. */
    __asm__ volatile("" : : "r"(tile) : "memory");
    uint32_t bits;
    memcpy(&bits, &tile[i % shape->elements], sizeof bits);
    sum += bits;
    at = at + 2 * (size_t)shape->advance <= span ? at + shape->advance : 0;
  }
  return sum;
}

/* A stride known to be 4 when compiling: the strongest form of the C loop. */
static __attribute__((noinline)) uint32_t strided_in_c(const struct shape *shape, const float *restrict src,
                                                       float *restrict tile, cl_uint tiles, size_t span) {
  uint32_t sum = 0;
  size_t at = 0;
  for (cl_uint i = 0; i < tiles; i++) {
    for (size_t j = 0; j < shape->line; j++)
      tile[j] = src[at + j * 4];
    __asm__ volatile("" : : "r"(tile) : "memory");
    uint32_t bits;
    memcpy(&bits, &tile[i % shape->elements], sizeof bits);
    sum += bits;
    at = at + 2 * (size_t)shape->advance <= span ? at + shape->advance : 0;
  }
  return sum;
}

static double launch(const struct bench *bench, cl_kernel kernel, cl_uint tiles, size_t local_size) {
  bench_check(clSetKernelArg(kernel, 3, sizeof tiles, &tiles), "clSetKernelArg");
  double start = bench_seconds();
  bench_check(clEnqueueNDRangeKernel(bench->queue, kernel, 1, NULL, &local_size, &local_size, 0, NULL, NULL),
              "clEnqueueNDRangeKernel");
  bench_check(clFinish(bench->queue), "clFinish");
  return bench_seconds() - start;
}

static void set_arguments(cl_kernel kernel, const struct shape *shape, cl_mem src, cl_mem out, cl_ulong span) {
  cl_int error = clSetKernelArg(kernel, 0, sizeof src, &src);
  error |= clSetKernelArg(kernel, 1, sizeof out, &out);
  error |= clSetKernelArg(kernel, 2, DESTINATION_BYTES, NULL);
  error |= clSetKernelArg(kernel, 4, sizeof span, &span);
  const cl_uint numbers[] = {shape->line, shape->lines, shape->pitch, shape->stride, shape->advance, shape->elements};
  for (cl_uint i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
    error |= clSetKernelArg(kernel, 5 + i, sizeof(cl_uint), &numbers[i]);
  bench_check(error, "clSetKernelArg");
}

/* Whether the kernel's sum and last tile are those of the C loop. */
static bool same(const struct bench *bench, cl_mem out, const float *tile, const struct shape *shape, uint32_t sum) {
  static uint32_t found[1 + DESTINATION_BYTES / ELEMENT];
  size_t bytes = (1 + (size_t)shape->elements) * sizeof(uint32_t);
  bench_check(clEnqueueReadBuffer(bench->queue, out, CL_TRUE, 0, bytes, found, 0, NULL, NULL), "clEnqueueReadBuffer");
  return found[0] == sum && !memcmp(found + 1, tile, bytes - sizeof(uint32_t));
}

struct place {
  const char *name;
  size_t bytes;
};

static void measure(const struct bench *bench, cl_program program, const struct shape *shape, const struct place *place,
                    const float *host, cl_mem src, size_t local_size, bool quick) {
  char name[96];
  snprintf(name, sizeof name, "%s, %s, group of %zu", shape->name, place->name, local_size);
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, shape->kernel, &error);
  if (error) {
    bench_no_result(name, "the platform has no such copy");
    return;
  }
  static float tile[DESTINATION_BYTES / ELEMENT] __attribute__((aligned(128)));
  cl_mem out = bench_buffer(bench, CL_MEM_WRITE_ONLY, sizeof tile + ELEMENT, NULL);
  size_t span = place->bytes / ELEMENT;
  size_t once = span / shape->advance;
  /* Long enough for the clock: some 256 MiB from the cache, the whole source once from memory. */
  size_t wanted = quick ? MIN_TILES : ((size_t)256 << 20) / ELEMENT / shape->elements;
  cl_uint tiles = (cl_uint)(once > wanted ? once : wanted);
  if (tiles < MIN_TILES)
    tiles = MIN_TILES;
  set_arguments(kernel, shape, src, out, span);
  uint32_t (*in_c)(const struct shape *, const float *restrict, float *restrict, cl_uint, size_t) =
      shape->stride == 4 ? strided_in_c : tiles_in_c;

  launch(bench, kernel, tiles, local_size);
  uint32_t sum = in_c(shape, host, tile, tiles, span);
  bool right = same(bench, out, tile, shape, sum);
  double times[ROUNDS], c_times[ROUNDS];
  for (int round = 0; right && round < ROUNDS; round++) {
    double empty = launch(bench, kernel, 0, local_size);
    times[round] = (launch(bench, kernel, tiles, local_size) - empty) / tiles * 1e9;
    double start = bench_seconds();
    right = in_c(shape, host, tile, tiles, span) == sum;
    c_times[round] = (bench_seconds() - start) / tiles * 1e9;
  }
  if (right)
    bench_result(name, bench_median(times, ROUNDS), "ns", bench_median(c_times, ROUNDS));
  else
    bench_wrong_result(name);
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
}

int main(int argc, char **argv) {
  struct bench_options options = bench_parse(argc, argv);
  struct bench bench;
  bench_open(&bench, &options);
  static const size_t local_sizes[] = {1, 64};
  cl_program programs[2];
  for (size_t i = 0; i < 2; i++) {
    char build_options[64];
    snprintf(build_options, sizeof build_options, "-cl-std=CL3.0 -DGROUP=%zu", local_sizes[i]);
    programs[i] = bench_build(&bench, source_text, build_options, true);
    if (!programs[i])
      return 1;
  }
  const struct place places[] = {
      {"source in L2", bench_cache_size(2) / 4},
      {"source 4 x LLC", bench_cache_size(3) * 4},
  };
  for (size_t p = 0; p < sizeof places / sizeof places[0]; p++) {
    if (p && options.quick)
      break;
    float *host = aligned_alloc(4096, places[p].bytes);
    if (!host)
      return 1;
    for (size_t i = 0; i < places[p].bytes / ELEMENT; i++)
      host[i] = (float)(i * 2654435761U >> 8 & 0xffffff);
    /* One memory for both sides: the same pages in the same places of the caches. */
    cl_mem src = bench_buffer(&bench, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, places[p].bytes, host);
    for (size_t s = 0; s < sizeof shapes / sizeof shapes[0]; s++)
      for (size_t l = 0; l < 2; l++)
        if (bench_wants(&options, shapes[s].name))
          measure(&bench, programs[l], &shapes[s], &places[p], host, src, local_sizes[l], options.quick);
    clReleaseMemObject(src);
    free(host);
  }
  for (size_t i = 0; i < 2; i++)
    clReleaseProgram(programs[i]);
  bench_close(&bench);
  return bench_status();
}
