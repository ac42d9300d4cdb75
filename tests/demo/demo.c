/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A volume is smoothed tile by tile: each work-group fetches a block with its surroundings by one 3-D copy, the
 * weights by a plain copy and a column of the gains by a strided one, works in local memory, and puts its
 * block back by 2-D copies. The host computes the same and compares. Nothing here knows whose platform it is.
 *
 *   demo [PLATFORM]    part of a platform's name; else the first platform
 */
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define NX 256 /* the volume, in numbers */
#define NY 128
#define NZ 64
#define TX 32 /* a work-group's block */
#define TY 16
#define TZ 4
#define TAPS 7 /* the point itself and its six neighbours */
#define GAIN_PITCH 5

static const char *source =
    "#pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable\n"
    "#define HX (TX + 2)\n"
    "#define HY (TY + 2)\n"
    "#define HZ (TZ + 2)\n"
    "kernel void smooth(global const float *in, global float *out, global const float *weights,\n"
    "                   global const float *gains) {\n"
    "  local float block[HZ * HY * HX], result[TZ * TY * TX], w[TAPS], gain[TZ];\n"
    "  const size_t x0 = get_group_id(0) * TX, y0 = get_group_id(1) * TY, z0 = get_group_id(2) * TZ;\n"
    "  /* The volume in memory has a margin of one number on each side. */\n"
    "  const size_t line = NX + 2, area = line * (NY + 2);\n"
    "\n"
    "  event_t fetched[3];\n"
    "  fetched[0] = async_work_group_copy_3D3D(block, 0, in, z0 * area + y0 * line + x0, sizeof(float),\n"
    "                                          HX, HY, HZ, line, area, HX, HX * HY, 0);\n"
    "  fetched[1] = async_work_group_copy(w, weights, TAPS, 0);\n"
    "  fetched[2] = async_work_group_strided_copy(gain, gains + z0 * GAIN_PITCH, TZ, GAIN_PITCH, 0);\n"
    "  wait_group_events(3, fetched);\n"
    "\n"
    "  const size_t x = get_local_id(0), y = get_local_id(1);\n"
    "  for (size_t z = 0; z < TZ; z++) {\n"
    "    local const float *at = block + ((z + 1) * HY + y + 1) * HX + x + 1;\n"
    "    float sum = w[0] * at[0] + w[1] * at[-1] + w[2] * at[1] + w[3] * at[-HX] + w[4] * at[HX] +\n"
    "                w[5] * at[-HX * HY] + w[6] * at[HX * HY];\n"
    "    result[(z * TY + y) * TX + x] = gain[z] * sum;\n"
    "  }\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "\n"
    "  event_t stored = 0;\n"
    "  for (size_t z = 0; z < TZ; z++)\n"
    "    stored = async_work_group_copy_2D2D(out, ((z0 + z) * NY + y0) * NX + x0, result, z * TY * TX,\n"
    "                                        sizeof(float), TX, TY, TX, NX, stored);\n"
    "  wait_group_events(1, &stored);\n"
    "}\n";

static void check(cl_int error, const char *what) {
  if (!error)
    return;
  fprintf(stderr, "demo: %s: error %d\n", what, error);
  exit(1);
}

static cl_platform_id find_platform(const char *wanted, char *name, size_t size) {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  check(clGetPlatformIDs(16, platforms, &count), "clGetPlatformIDs");
  for (cl_uint i = 0; i < count && i < 16; i++) {
    check(clGetPlatformInfo(platforms[i], CL_PLATFORM_NAME, size, name, NULL), "clGetPlatformInfo");
    if (!wanted || strstr(name, wanted))
      return platforms[i];
  }
  fprintf(stderr, "demo: no platform%s%s\n", wanted ? " named " : "", wanted ? wanted : "");
  exit(1);
}

static cl_program build(cl_context context, cl_device_id device) {
  char options[256];
  cl_int error;
  snprintf(options, sizeof options, "-DNX=%d -DNY=%d -DNZ=%d -DTX=%d -DTY=%d -DTZ=%d -DTAPS=%d -DGAIN_PITCH=%d", NX, NY,
           NZ, TX, TY, TZ, TAPS, GAIN_PITCH);
  cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
  check(error, "clCreateProgramWithSource");
  error = clBuildProgram(program, 1, &device, options, NULL, NULL);
  if (error) {
    static char log[65536];
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
    fprintf(stderr, "%s\n", log);
  }
  check(error, "clBuildProgram");
  return program;
}

static cl_mem buffer(cl_context context, cl_mem_flags flags, size_t size, void *data) {
  cl_int error;
  cl_mem mem = clCreateBuffer(context, flags | (data ? CL_MEM_COPY_HOST_PTR : 0), size, data, &error);
  check(error, "clCreateBuffer");
  return mem;
}

static float *numbers(size_t count, unsigned seed) {
  float *list = malloc(count * sizeof *list);
  if (!list) {
    fprintf(stderr, "demo: out of memory\n");
    exit(1);
  }
  for (size_t i = 0; i < count; i++) {
    seed = seed * 1664525u + 1013904223u;
    list[i] = (float)(seed >> 8) / (float)(1 << 24) - 0.5f;
  }
  return list;
}

static double point(const float *in, const float *w, const float *gains, size_t x, size_t y, size_t z) {
  const ptrdiff_t line = NX + 2, area = line * (NY + 2);
  const float *at = in + (ptrdiff_t)(z + 1) * area + (ptrdiff_t)(y + 1) * line + (ptrdiff_t)(x + 1);
  double sum = (double)w[0] * at[0] + (double)w[1] * at[-1] + (double)w[2] * at[1] + (double)w[3] * at[-line] +
               (double)w[4] * at[line] + (double)w[5] * at[-area] + (double)w[6] * at[area];
  return gains[z * GAIN_PITCH] * sum;
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int main(int argc, char **argv) {
  char platform_name[256], device_name[256], version[256];
  cl_device_id device;
  cl_int error;
  cl_platform_id platform = find_platform(argc > 1 ? argv[1] : NULL, platform_name, sizeof platform_name);
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
  check(clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof device_name, device_name, NULL), "clGetDeviceInfo");
  check(clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof version, version, NULL), "clGetDeviceInfo");
  printf("platform  %s\ndevice    %s, %s\n", platform_name, device_name, version);

  cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  check(error, "clCreateContext");
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, NULL, &error);
  check(error, "clCreateCommandQueueWithProperties");
  double start = seconds();
  cl_program program = build(context, device);
  cl_kernel kernel = clCreateKernel(program, "smooth", &error);
  check(error, "clCreateKernel");
  printf("build     %.1f ms\n", 1e3 * (seconds() - start));

  const size_t padded = (size_t)(NX + 2) * (NY + 2) * (NZ + 2), count = (size_t)NX * NY * NZ;
  float *in = numbers(padded, 1), *weights = numbers(TAPS, 2), *gains = numbers(NZ * GAIN_PITCH, 3);
  float *out = numbers(count, 4);
  cl_mem mems[] = {buffer(context, CL_MEM_READ_ONLY, padded * 4, in),
                   buffer(context, CL_MEM_WRITE_ONLY, count * 4, NULL),
                   buffer(context, CL_MEM_READ_ONLY, TAPS * 4, weights),
                   buffer(context, CL_MEM_READ_ONLY, NZ * GAIN_PITCH * 4, gains)};
  for (cl_uint i = 0; i < 4; i++)
    check(clSetKernelArg(kernel, i, sizeof(cl_mem), &mems[i]), "clSetKernelArg");

  start = seconds();
  check(
      clEnqueueNDRangeKernel(queue, kernel, 3, NULL, (size_t[]){NX, NY, NZ / TZ}, (size_t[]){TX, TY, 1}, 0, NULL, NULL),
      "clEnqueueNDRangeKernel");
  check(clEnqueueReadBuffer(queue, mems[1], CL_TRUE, 0, count * 4, out, 0, NULL, NULL), "clEnqueueReadBuffer");
  printf("run       %.2f ms, %zu numbers in %d work-groups\n", 1e3 * (seconds() - start), count,
         NX / TX * (NY / TY) * (NZ / TZ));

  double worst = 0;
  size_t wrong = 0;
  for (size_t z = 0; z < NZ; z++)
    for (size_t y = 0; y < NY; y++)
      for (size_t x = 0; x < NX; x++) {
        double difference = fabs(out[(z * NY + y) * NX + x] - point(in, weights, gains, x, y, z));
        wrong += !(difference < 1e-6);
        worst = difference > worst ? difference : worst;
      }
  for (size_t i = 0; i < 4; i++)
    printf("out[%zu]    %+.6f, host %+.6f\n", i, out[i], point(in, weights, gains, i, 0, 0));
  printf("copies    plain, strided, 2D to 2D, 3D to 3D\n");
  printf("%s: %zu of %zu numbers right, largest difference %.1e\n", wrong ? "WRONG" : "correct", count - wrong, count,
         worst);

  for (cl_uint i = 0; i < 4; i++)
    clReleaseMemObject(mems[i]);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  free(in);
  free(weights);
  free(gains);
  free(out);
  return wrong ? 1 : 0;
}
