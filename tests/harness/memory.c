/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/harness/pool.h"
#include "tests/harness/test.h"

#define SLACK_SEED 0x51ac4u

uint32_t test_hash(uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

void test_fill(void *memory, size_t bytes, uint32_t seed) {
  unsigned char *at = memory;
  for (size_t i = 0; i < bytes; i++)
    at[i] = (unsigned char)test_hash(seed * 0x9e3779b9u + (uint32_t)i);
}

size_t test_differ(const void *a, const void *b, size_t bytes) {
  const unsigned char *left = a, *right = b;
  if (!memcmp(a, b, bytes))
    return bytes;
  size_t i = 0;
  while (left[i] == right[i])
    i++;
  return i;
}

static void unmap(void *object, size_t size) {
  munmap(object, size);
}

struct test_buffer test_buffer(size_t size, enum test_place place, cl_mem_flags flags, uint32_t seed) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t inner = (size + page - 1) / page * page;
  if (!inner)
    inner = page;
  unsigned char *all = mmap(NULL, inner + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED)
    FAIL("mmap of %zu bytes", inner);
  test_pool_add(unmap, all, inner + 2 * page);
  struct test_buffer buffer = {.size = size, .pages = all + page, .pages_size = inner};
  if (mprotect(buffer.pages, inner, PROT_READ | PROT_WRITE))
    FAIL("mprotect");
  test_fill(buffer.pages, inner, SLACK_SEED);
  buffer.data = place == TEST_START ? buffer.pages : buffer.pages + inner - size;
  if (seed)
    test_fill(buffer.data, size, seed);
  else
    memset(buffer.data, 0, size);
  cl_int error;
  buffer.mem = clCreateBuffer(test.context, flags | CL_MEM_USE_HOST_PTR, size, buffer.data, &error);
  if (error)
    FAIL("clCreateBuffer of %zu bytes gives %s", size, test_error_name(error));
  test_keep_mem(buffer.mem);
  return buffer;
}

void test_buffer_write(const struct test_buffer *buffer, const void *data) {
  CHECK_CL(clEnqueueWriteBuffer(test.queue, buffer->mem, CL_TRUE, 0, buffer->size, data, 0, NULL, NULL));
}

static bool slack_is_whole(const struct test_buffer *buffer, size_t from, size_t to) {
  for (size_t i = from; i < to; i++)
    if (buffer->pages[i] != (unsigned char)test_hash(SLACK_SEED * 0x9e3779b9u + (uint32_t)i)) {
      fprintf(stderr, "byte %td before or behind a buffer of %zu was written\n", buffer->pages + i - buffer->data,
              buffer->size);
      return false;
    }
  return true;
}

void test_buffer_sync(const struct test_buffer *buffer) {
  cl_int error;
  void *at = clEnqueueMapBuffer(test.queue, buffer->mem, CL_TRUE, CL_MAP_READ, 0, buffer->size, 0, NULL, NULL, &error);
  CHECK_CL(error);
  CHECK(at == buffer->data);
  CHECK_CL(clEnqueueUnmapMemObject(test.queue, buffer->mem, at, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
  size_t start = (size_t)(buffer->data - buffer->pages);
  CHECK(slack_is_whole(buffer, 0, start));
  CHECK(slack_is_whole(buffer, start + buffer->size, buffer->pages_size));
}

void test_buffer_protect(const struct test_buffer *buffer, bool read_only) {
  if (mprotect(buffer->pages, buffer->pages_size, read_only ? PROT_READ : PROT_READ | PROT_WRITE))
    FAIL("mprotect");
}
