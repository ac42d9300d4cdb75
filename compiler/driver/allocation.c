/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * libweft-before-llvm.so, second part: the compiler allocates where the application does.
 *
 * The runtime binds the compiler deeply (compiler_loader.c): LLVM's names lead to our LLVM, whatever LLVM the
 * application has linked into itself. The same would hold for malloc() and operator new, which are the one thing that
 * must stay shared: an application may bring an allocator of its own, and memory that libc or libstdc++ got from it is
 * given back by code of ours and the other way round. So this library, which the deeply bound ones look at first, has
 * all these names itself and hands each call on to what the application's own calls reach.
 *
 * Not in builds with a sanitizer: there the compiler is not bound deeply.
 */
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

/* Every function: X(result, name, parameters, arguments). */
#define C_FUNCTIONS(X)                                                                                                 \
  X(void *, malloc, (size_t size), (size))                                                                             \
  X(void *, calloc, (size_t count, size_t size), (count, size))                                                        \
  X(void *, realloc, (void *at, size_t size), (at, size))                                                              \
  X(void *, reallocarray, (void *at, size_t count, size_t size), (at, count, size))                                    \
  X(void, free, (void *at), (at))                                                                                      \
  X(int, posix_memalign, (void **out, size_t align, size_t size), (out, align, size))                                  \
  X(void *, aligned_alloc, (size_t align, size_t size), (align, size))                                                 \
  X(void *, memalign, (size_t align, size_t size), (align, size))                                                      \
  X(void *, valloc, (size_t size), (size))                                                                             \
  X(void *, pvalloc, (size_t size), (size))                                                                            \
  X(size_t, malloc_usable_size, (void *at), (at))

/* Operators new and delete by their mangled names: of one and of many; nothrow; of an alignment; of a known size. */
#define CXX_FUNCTIONS(X)                                                                                               \
  X(void *, _Znwm, (size_t size), (size))                                                                              \
  X(void *, _Znam, (size_t size), (size))                                                                              \
  X(void *, _ZnwmRKSt9nothrow_t, (size_t size, const void *tag), (size, tag))                                          \
  X(void *, _ZnamRKSt9nothrow_t, (size_t size, const void *tag), (size, tag))                                          \
  X(void *, _ZnwmSt11align_val_t, (size_t size, size_t align), (size, align))                                          \
  X(void *, _ZnamSt11align_val_t, (size_t size, size_t align), (size, align))                                          \
  X(void *, _ZnwmSt11align_val_tRKSt9nothrow_t, (size_t size, size_t align, const void *tag), (size, align, tag))      \
  X(void *, _ZnamSt11align_val_tRKSt9nothrow_t, (size_t size, size_t align, const void *tag), (size, align, tag))      \
  X(void, _ZdlPv, (void *at), (at))                                                                                    \
  X(void, _ZdaPv, (void *at), (at))                                                                                    \
  X(void, _ZdlPvm, (void *at, size_t size), (at, size))                                                                \
  X(void, _ZdaPvm, (void *at, size_t size), (at, size))                                                                \
  X(void, _ZdlPvRKSt9nothrow_t, (void *at, const void *tag), (at, tag))                                                \
  X(void, _ZdaPvRKSt9nothrow_t, (void *at, const void *tag), (at, tag))                                                \
  X(void, _ZdlPvSt11align_val_t, (void *at, size_t align), (at, align))                                                \
  X(void, _ZdaPvSt11align_val_t, (void *at, size_t align), (at, align))                                                \
  X(void, _ZdlPvmSt11align_val_t, (void *at, size_t size, size_t align), (at, size, align))                            \
  X(void, _ZdaPvmSt11align_val_t, (void *at, size_t size, size_t align), (at, size, align))                            \
  X(void, _ZdlPvSt11align_val_tRKSt9nothrow_t, (void *at, size_t align, const void *tag), (at, align, tag))            \
  X(void, _ZdaPvSt11align_val_tRKSt9nothrow_t, (void *at, size_t align, const void *tag), (at, align, tag))

static struct {
#define MEMBER(result, name, parameters, arguments) result(*name) parameters;
  C_FUNCTIONS(MEMBER)
  CXX_FUNCTIONS(MEMBER)
} applications;

/* What the application's own reference to a name leads to; else what the library does that has it. */
static void *find(void *application, void *library, const char *name) {
  void *found = application ? dlsym(application, name) : NULL;
  return found || !library ? found : dlsym(library, name);
}

#define FIND(library, name) *(void **)&applications.name = find(application, library, #name);
#define FIND_C(result, name, parameters, arguments) FIND(c, name)
#define FIND_CXX(result, name, parameters, arguments) FIND(cxx, name)

/* Before any constructor of LLVM's (static_objects.c says how), and before those of the C++ library, which run when it
 * is opened here where the application has not opened it before. They need malloc() and nothing else. */
__attribute__((constructor(101))) static void find_functions(void) {
  void *application = dlopen(NULL, RTLD_LAZY), *c = dlopen("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
  C_FUNCTIONS(FIND_C)
  void *cxx = dlopen("libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD);
  CXX_FUNCTIONS(FIND_CXX)
}

#define HAND_ON(result, name, parameters, arguments)                                                                   \
  __attribute__((visibility("default"))) result name parameters;                                                       \
  __attribute__((visibility("default"))) result name parameters {                                                      \
    return applications.name arguments;                                                                                \
  }
C_FUNCTIONS(HAND_ON)
CXX_FUNCTIONS(HAND_ON)
