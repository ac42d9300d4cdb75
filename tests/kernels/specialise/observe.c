/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/kernels/specialise/observe.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "tests/harness/pool.h"

static int file = -1; /* what was written so far; the process that copies writes it */

static void copy_all(int from, int to) {
  char bytes[4096];
  for (ssize_t size; (size = read(from, bytes, sizeof(bytes))) > 0;)
    if (write(file, bytes, (size_t)size) != size || write(to, bytes, (size_t)size) != size)
      _exit(1);
  _exit(0);
}

void observe(void) {
  int ends[2];
  file = memfd_create("weft-observe", MFD_CLOEXEC);
  if (file < 0 || pipe(ends)) {
    perror("observe");
    exit(1);
  }
  pid_t child = fork();
  if (child == 0) {
    close(ends[1]);
    copy_all(ends[0], STDERR_FILENO);
  }
  close(ends[0]);
  if (child < 0 || dup2(ends[1], STDERR_FILENO) < 0) {
    perror("observe");
    exit(1);
  }
  close(ends[1]);
  setenv("WEFT_LOG", "info", 1);
}

static void nap(void) {
  nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

/* All that has been written, up to a mark made now, as text; NULL where the mark is not there yet. */
static char *text_up_to(const char *mark) {
  off_t size = lseek(file, 0, SEEK_END);
  char *text = calloc(1, (size_t)size + 1);
  CHECK(text && pread(file, text, (size_t)size, 0) == size);
  if (strstr(text, mark))
    return text;
  free(text);
  return NULL;
}

unsigned observed(const char *what) {
  static unsigned marks;
  char mark[64], *text;
  int length = snprintf(mark, sizeof(mark), "(mark %u of %ld)\n", marks++, (long)getpid());
  CHECK(write(STDERR_FILENO, mark, (size_t)length) == length);
  while (!(text = text_up_to(mark)))
    nap();
  unsigned count = 0;
  for (const char *at = text; (at = strstr(at, what)); at++)
    count++;
  free(text);
  return count;
}

void wait_for(const char *text, unsigned count) {
  while (observed(text) < count)
    for (int i = 0; i < 10; i++)
      nap();
}

size_t texel_size(cl_image_format format) {
  size_t channels = 1;
  switch (format.image_channel_order) {
  case CL_RG:
  case CL_RA:
    channels = 2;
    break;
  case CL_RGBA:
  case CL_BGRA:
  case CL_ARGB:
  case CL_sRGBA:
  case CL_sBGRA:
    channels = 4;
    break;
  default:
    break;
  }
  switch (format.image_channel_data_type) {
  case CL_UNORM_INT8:
  case CL_SNORM_INT8:
  case CL_SIGNED_INT8:
  case CL_UNSIGNED_INT8:
    return channels;
  case CL_UNORM_INT16:
  case CL_SNORM_INT16:
  case CL_SIGNED_INT16:
  case CL_UNSIGNED_INT16:
  case CL_HALF_FLOAT:
    return channels * 2;
  default:
    return channels * 4;
  }
}

static void no_nan(unsigned char *texels, size_t bytes, cl_channel_type type) {
  if (type == CL_HALF_FLOAT) /* below 2 */
    for (size_t i = 1; i < bytes; i += 2)
      texels[i] &= 0xbf;
  if (type == CL_FLOAT)
    for (size_t i = 3; i < bytes; i += 4)
      texels[i] &= 0xbf;
}

static void release(void *object, size_t size) {
  clReleaseMemObject(object);
}

static void release_sampler(void *object, size_t size) {
  clReleaseSampler(object);
}

struct test_image random_image(cl_image_format format, cl_mem_flags flags, uint32_t seed) {
  struct test_image image = {.format = format, .texel = texel_size(format)};
  const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = WIDTH, .image_height = HEIGHT};
  size_t bytes = image.texel * WIDTH * HEIGHT;
  unsigned char *texels = test_alloc(bytes);
  cl_int error;
  test_fill(texels, bytes, seed);
  no_nan(texels, bytes, format.image_channel_data_type);
  image.mem = clCreateImage(test.context, flags | CL_MEM_COPY_HOST_PTR, &format, &desc, texels, &error);
  CHECK_CL(error);
  test_pool_add(release, image.mem, 0);
  size_t found = 0;
  CHECK_CL(clGetImageInfo(image.mem, CL_IMAGE_ELEMENT_SIZE, sizeof(found), &found, NULL));
  CHECK_EQ(found, image.texel);
  return image;
}

unsigned char *read_image(const struct test_image *image) {
  const size_t origin[3] = {0, 0, 0}, region[3] = {WIDTH, HEIGHT, 1};
  unsigned char *texels = test_alloc(image->texel * WIDTH * HEIGHT);
  CHECK_CL(clEnqueueReadImage(test.queue, image->mem, CL_TRUE, origin, region, 0, 0, texels, 0, NULL, NULL));
  return texels;
}

cl_sampler sampler(cl_bool normalized, cl_addressing_mode mode, cl_filter_mode filter) {
  cl_int error;
  cl_sampler made = clCreateSampler(test.context, normalized, mode, filter, &error);
  CHECK_CL(error);
  test_pool_add(release_sampler, made, 0);
  return made;
}
