/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * An application that exports names which the compiler's libraries have too: an LLVM and a Clang of another version, of
 * which any function that is reached by mistake ends the process, and an allocator, which ends it for memory that is
 * not its own. Kernels are built and run beside them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/harness/test.h"

#define WRONG_LLVM(X)                                                                                                  \
  X(context, "_ZN4llvm11LLVMContextC1Ev")                                                                              \
  X(write, "_ZN4llvm11raw_ostream5writeEPKcm")                                                                         \
  X(registry, "_ZN4llvm12PassRegistry15getPassRegistryEv")                                                             \
  X(targets, "_ZN4llvm14TargetRegistry7targetsEv")                                                                     \
  X(argument, "_ZN4llvm2cl6Option11addArgumentEv")                                                                     \
  X(module, "_ZN4llvm6ModuleC1ENS_9StringRefERNS_11LLVMContextE")                                                      \
  X(execute, "_ZN5clang16CompilerInstance13ExecuteActionERNS_14FrontendActionE")                                       \
  X(parse, "_ZN5clang8ParseASTERNS_4SemaEbb")

#define WRONG(name, symbol)                                                                                            \
  void wrong_##name(void) __asm__(symbol);                                                                             \
  void wrong_##name(void) {                                                                                            \
    static const char text[] = symbol " of the application is called\n";                                               \
    _exit(write(2, text, sizeof(text) - 1) < 0 ? 98 : 99);                                                             \
  }
WRONG_LLVM(WRONG)

/* Blocks of the pool are never given back; each begins with its size, and a mark. One pool for each family of
 * functions, so that what one gave out and the other got back is seen. */
enum { ALIGN = 16, PAGE = 4096 };
#define POOL_BYTES (4ull << 30)

struct pool {
  char *base;
  size_t used; /* counted with atomic operations */
};
static struct pool c_pool, cxx_pool;

static void *take(struct pool *pool, size_t align, size_t size) {
  char *base = __atomic_load_n(&pool->base, __ATOMIC_ACQUIRE);
  if (!base) {
    char *fresh = mmap(NULL, POOL_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (fresh == MAP_FAILED)
      _exit(97);
    if (__atomic_compare_exchange_n(&pool->base, &base, fresh, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
      base = fresh;
    else
      munmap(fresh, POOL_BYTES);
  }
  align = align < ALIGN ? ALIGN : align;
  size_t span = (size + 2 * align + ALIGN - 1) / ALIGN * ALIGN;
  size_t at = __atomic_fetch_add(&pool->used, span, __ATOMIC_RELAXED);
  if (at + span > POOL_BYTES)
    _exit(96);
  char *block = (char *)(((size_t)base + at + 2 * align - 1) / align * align);
  ((size_t *)block)[-1] = size;
  return block;
}

static void give_back(const struct pool *pool, const void *at) {
  static const char text[] = "the application gets memory back that is not its own\n";
  if (at && ((const char *)at < pool->base || (const char *)at >= pool->base + POOL_BYTES))
    _exit(write(2, text, sizeof(text) - 1) < 0 ? 94 : 95);
}

void *malloc(size_t size) {
  return take(&c_pool, ALIGN, size);
}
void free(void *at) {
  give_back(&c_pool, at);
}
void *calloc(size_t count, size_t size) {
  return size && count > POOL_BYTES / size ? NULL : take(&c_pool, ALIGN, count * size); /* pages of mmap() are zero */
}
void *realloc(void *at, size_t size) {
  give_back(&c_pool, at);
  void *moved = take(&c_pool, ALIGN, size);
  if (at) {
    size_t before = ((size_t *)at)[-1];
    memcpy(moved, at, before < size ? before : size);
  }
  return moved;
}
void *memalign(size_t align, size_t size);
void *memalign(size_t align, size_t size) {
  return take(&c_pool, align, size);
}
void *aligned_alloc(size_t align, size_t size) {
  return take(&c_pool, align, size);
}
int posix_memalign(void **out, size_t align, size_t size) {
  *out = take(&c_pool, align, size);
  return 0;
}

/* Operators new and delete, but those that are left to the C++ library to be made of these. */
void *new_one(size_t size) __asm__("_Znwm");
void *new_one(size_t size) {
  return take(&cxx_pool, ALIGN, size);
}
void delete_one(void *at) __asm__("_ZdlPv");
void delete_one(void *at) {
  give_back(&cxx_pool, at);
}

static void builds_and_runs(void) {
  for (cl_uint i = 0; i < 3; i++) {
    char text[256];
    snprintf(text, sizeof(text),
             "kernel void k(global uint *x, local uint *t) { uint l = get_local_id(0); t[l] = get_global_id(0) + %uu;"
             " barrier(CLK_LOCAL_MEM_FENCE); x[get_global_id(0)] = t[15 - l]; }",
             i);
    cl_kernel kernel = test_kernel(test_build(i ? "-cl-mad-enable" : NULL, text), "k");
    struct test_buffer out = test_buffer(4 * 64, TEST_END, CL_MEM_READ_WRITE, 0);
    LAUNCH(kernel, 64, 16, ARG_BUFFER(out), ARG_LOCAL(64));
    test_buffer_sync(&out);
    for (cl_uint k = 0; k < 64; k++)
      CHECK_EQ(((cl_uint *)out.data)[k], k / 16 * 16 + 15 - k % 16 + i);
  }
  if (test.is_weft)     /* memory of the application's, or nothing was proved */
#ifdef WEFT_LLVM_INSIDE /* where operator new is the library's own, and calls malloc() */
    CHECK(c_pool.used > 0 && cxx_pool.used == 0);
#else
    CHECK(c_pool.used > 0 && cxx_pool.used > 0);
#endif
}

static void diagnostics(void) {
  const char *log = NULL;
  CHECK(!test_try_build(NULL, "kernel void k(global int *x) { x[0] = no_such_name; }", &log));
  CHECK(log && strstr(log, "no_such_name"));
}

static const struct test_case cases[] = {
    {"builds_and_runs", builds_and_runs},
    {"diagnostics", diagnostics},
};
TEST_MAIN(cases)
