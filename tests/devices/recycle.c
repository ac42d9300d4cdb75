/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Large memory that is given back and used again (docs/recycling.md): which block comes, how much is kept, and that
 * threads share it. Without WEFT_KEPT_MEM, with so many bytes, or with none.
 */
#include "devices/cpu/cpu_device.h"
#include "tests/devices/harness.h"

#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#define MIB ((size_t)1 << 20)
#define LONGEST (8 * MIB)

static struct weft_hw_memory make(size_t size) {
  struct weft_hw_memory memory;
  CHECK(ops->mem_alloc(root, size, NULL, &memory) == CL_SUCCESS && memory.size == size);
  CHECK((uintptr_t)memory.host % ops->caps(root)->mem_base_align == 0);
  return memory;
}

static void *release(struct weft_hw_memory memory) {
  void *at = memory.host;
  ops->mem_free(root, &memory);
  CHECK(memory.host == NULL && memory.size == 0);
  return at;
}

/* Whether the system has any mapping there. */
static bool is_mapped(void *at) {
  unsigned char resident;
  return mincore(at, 4096, &resident) == 0;
}

static void the_same_length(size_t size) {
  struct weft_hw_memory a = make(size), b = make(size), other = make(size + 4 * MIB);
  CHECK(a.host != b.host);
  memset(a.host, 1, size);
  release(a);
  void *last = release(b);
  release(other);
  struct weft_hw_memory again = make(size - 100), older = make(size);
  CHECK(again.host == last && older.host == a.host && again.size == size - 100);
  memset(again.host, 2, again.size);
  memset(older.host, 3, size);
  CHECK(((char *)again.host)[again.size - 1] == 2 && ((char *)older.host)[0] == 3);
  release(again);
  release(older);
  CHECK(weft_cpu_recycle_drop() && !is_mapped(a.host) && !is_mapped(b.host) && !is_mapped(other.host));
  CHECK(!weft_cpu_recycle_drop());
}

/* The oldest goes when there are too many bytes or too many blocks, and what is larger than all that is not kept. */
static void no_more_than(uint64_t limit) {
  enum { BLOCKS = 70, KEPT = 64 };
  struct weft_hw_memory memory[BLOCKS];
  const size_t sizes[] = {MIB, 2 * MIB, LONGEST};
  for (unsigned s = 0; s < sizeof(sizes) / sizeof(*sizes); s++) {
    for (unsigned i = 0; i < BLOCKS; i++)
      memory[i] = make(sizes[s]);
    for (unsigned i = 0; i < BLOCKS; i++)
      release(memory[i]);
    unsigned room = (unsigned)(limit / sizes[s]), kept = room < KEPT ? room : KEPT;
    for (unsigned i = 0; i < BLOCKS; i++)
      CHECK(is_mapped(memory[i].host) == (i >= BLOCKS - kept));
    CHECK(weft_cpu_recycle_drop() == (kept > 0));
  }
  void *large = release(make(limit + 2 * MIB));
  CHECK(!is_mapped(large) && !weft_cpu_recycle_drop());
  void *whole = release(make(limit));
  CHECK(is_mapped(whole) && weft_cpu_recycle_drop());
}

static void none_at_all(void) {
  const size_t sizes[] = {MIB, 3 * MIB, LONGEST};
  for (unsigned s = 0; s < sizeof(sizes) / sizeof(*sizes); s++) {
    struct weft_hw_memory memory = make(sizes[s]);
    memset(memory.host, 1, memory.size);
    CHECK(!is_mapped(release(memory)));
  }
  CHECK(!weft_cpu_recycle_drop());
}

static void with_a_limit_of_address_space(void) {
  struct rlimit before, limited;
  CHECK(getrlimit(RLIMIT_AS, &before) == 0);
  limited = before;
  limited.rlim_cur = RLIM_INFINITY - 1; /* sanitizers have most of what there is */
  CHECK(setrlimit(RLIMIT_AS, &limited) == 0);
  none_at_all();
  CHECK(setrlimit(RLIMIT_AS, &before) == 0);
}

/* Two owners of one block would see each other's marks. */
static void *own_and_check(void *arg) {
  uint64_t state = (uintptr_t)arg;
  for (int round = 0; round < 400; round++) {
    size_t size = MIB + (size_t)(random_next(&state) % 3) * MIB;
    struct weft_hw_memory memory = make(size);
    uint64_t mark = random_next(&state), *words = memory.host;
    size_t step = 4096 / sizeof(*words), count = size / sizeof(*words);
    for (size_t i = 0; i < count; i += step)
      words[i] = mark + i;
    for (size_t i = 0; i < count; i += step)
      CHECK(words[i] == mark + i);
    release(memory);
  }
  return NULL;
}

static void threads(void) {
  pthread_t thread[8];
  for (uintptr_t i = 0; i < 8; i++)
    CHECK(pthread_create(&thread[i], NULL, own_and_check, (void *)(i + 1)) == 0);
  for (int i = 0; i < 8; i++)
    CHECK(pthread_join(thread[i], NULL) == 0);
  weft_cpu_recycle_drop();
}

int main(void) {
  open_device();
  const char *option = getenv("WEFT_KEPT_MEM");
  if (option && strcmp(option, "0") == 0) {
    none_at_all();
  } else {
    uint64_t limit = option ? 10 * MIB : 256 * MIB;
    CHECK(ops->caps(root)->global_mem_size >= 16 * limit);
    the_same_length(MIB + 4096);
    if (limit > 16 * MIB)
      the_same_length(4 * MIB);
    no_more_than(limit);
    with_a_limit_of_address_space();
  }
  threads();
  ops->close();
  return 0;
}
