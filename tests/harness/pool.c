/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/harness/pool.h"

#include <pthread.h>
#include <stdlib.h>

#include "tests/harness/test.h"

struct item {
  void (*release)(void *object, size_t size);
  void *object;
  size_t size;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct item *items;
static size_t count, room;

void test_pool_add(void (*release)(void *object, size_t size), void *object, size_t size) {
  pthread_mutex_lock(&lock);
  if (count == room) {
    size_t wanted = room ? 2 * room : 64;
    struct item *bigger = realloc(items, wanted * sizeof *items);
    if (!bigger)
      abort();
    items = bigger;
    room = wanted;
  }
  items[count++] = (struct item){release, object, size};
  pthread_mutex_unlock(&lock);
}

static void release_context(void *object, size_t size) {
  (void)size;
  clReleaseContext(object);
}
void test_keep_context(cl_context context) {
  test_pool_add(release_context, context, 0);
}

static void release_queue(void *object, size_t size) {
  (void)size;
  clReleaseCommandQueue(object);
}
void test_keep_queue(cl_command_queue queue) {
  test_pool_add(release_queue, queue, 0);
}

static void release_device(void *object, size_t size) {
  (void)size;
  clReleaseDevice(object);
}
void test_keep_device(cl_device_id device) {
  test_pool_add(release_device, device, 0);
}

static void release_mem(void *object, size_t size) {
  (void)size;
  clReleaseMemObject(object);
}
void test_keep_mem(cl_mem mem) {
  test_pool_add(release_mem, mem, 0);
}

size_t test_mark(void) {
  return count;
}

void test_release_to(size_t mark) {
  while (count > mark) {
    struct item item = items[--count];
    item.release(item.object, item.size);
  }
}

void test_pool_release(void) {
  test_release_to(0);
  free(items);
  items = NULL;
  room = 0;
}

static void release_memory(void *object, size_t size) {
  (void)size;
  free(object);
}

void *test_alloc(size_t bytes) {
  void *memory = calloc(1, bytes ? bytes : 1);
  if (!memory)
    FAIL("out of memory");
  test_pool_add(release_memory, memory, bytes);
  return memory;
}
