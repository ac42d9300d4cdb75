// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// C11 atomics (OpenCL C 6.15.12.7), for objects and expected values in every address space.
//
// Orders: read-modify-write is always sequentially consistent, which costs x86 nothing and is allowed to be stronger
// than asked. Loads and stores tell relaxed from ordered, stores release from sequentially consistent. Scopes would
// only weaken: memory of one device is coherent for all of them.
#include "builtins/weft.h"

#define ORDERED __ATOMIC_SEQ_CST

/* Every function has a form with an order, and one with an order and a scope. */
#define LOAD_STORE(SPACE, A, T)                                                                                        \
  WEFT_FN void atomic_init(volatile SPACE A *object, T value) {                                                        \
    __c11_atomic_store(object, value, __ATOMIC_RELAXED);                                                               \
  }                                                                                                                    \
  WEFT_FN void atomic_store_explicit(volatile SPACE A *object, T value, memory_order order) {                          \
    if (order == memory_order_relaxed)                                                                                 \
      __c11_atomic_store(object, value, __ATOMIC_RELAXED);                                                             \
    else if (order == memory_order_release)                                                                            \
      __c11_atomic_store(object, value, __ATOMIC_RELEASE);                                                             \
    else                                                                                                               \
      __c11_atomic_store(object, value, ORDERED);                                                                      \
  }                                                                                                                    \
  WEFT_FN void atomic_store_explicit(volatile SPACE A *object, T value, memory_order order, memory_scope scope) {      \
    atomic_store_explicit(object, value, order);                                                                       \
  }                                                                                                                    \
  WEFT_FN void atomic_store(volatile SPACE A *object, T value) {                                                       \
    __c11_atomic_store(object, value, ORDERED);                                                                        \
  }                                                                                                                    \
  WEFT_FN T atomic_load_explicit(volatile SPACE A *object, memory_order order) {                                       \
    if (order == memory_order_relaxed)                                                                                 \
      return __c11_atomic_load(object, __ATOMIC_RELAXED);                                                              \
    return __c11_atomic_load(object, ORDERED);                                                                         \
  }                                                                                                                    \
  WEFT_FN T atomic_load_explicit(volatile SPACE A *object, memory_order order, memory_scope scope) {                   \
    return atomic_load_explicit(object, order);                                                                        \
  }                                                                                                                    \
  WEFT_FN T atomic_load(volatile SPACE A *object) {                                                                    \
    return __c11_atomic_load(object, ORDERED);                                                                         \
  }

#define UPDATE(SPACE, A, T, V, function)                                                                               \
  WEFT_FN T atomic_##function(volatile SPACE A *object, V value) {                                                     \
    return __c11_atomic_##function(object, value, ORDERED);                                                            \
  }                                                                                                                    \
  WEFT_FN T atomic_##function##_explicit(volatile SPACE A *object, V value, memory_order order) {                      \
    return __c11_atomic_##function(object, value, ORDERED);                                                            \
  }                                                                                                                    \
  WEFT_FN T atomic_##function##_explicit(volatile SPACE A *object, V value, memory_order order, memory_scope scope) {  \
    return __c11_atomic_##function(object, value, ORDERED);                                                            \
  }

/* The expected value is private memory's to the builtin: it is written only on failure. */
#define COMPARE_ONE(SPACE, OTHER, A, T, strength)                                                                      \
  WEFT_FN bool atomic_compare_exchange_##strength(volatile SPACE A *object, OTHER T *expected, T desired) {            \
    T seen = *expected;                                                                                                \
    bool done = __c11_atomic_compare_exchange_strong(object, &seen, desired, ORDERED, ORDERED);                        \
    if (!done)                                                                                                         \
      *expected = seen;                                                                                                \
    return done;                                                                                                       \
  }                                                                                                                    \
  WEFT_FN bool atomic_compare_exchange_##strength##_explicit(volatile SPACE A *object, OTHER T *expected, T desired,   \
                                                             memory_order success, memory_order failure) {             \
    return atomic_compare_exchange_##strength(object, expected, desired);                                              \
  }                                                                                                                    \
  WEFT_FN bool atomic_compare_exchange_##strength##_explicit(volatile SPACE A *object, OTHER T *expected, T desired,   \
                                                             memory_order success, memory_order failure,               \
                                                             memory_scope scope) {                                     \
    return atomic_compare_exchange_##strength(object, expected, desired);                                              \
  }
#define COMPARE_BOTH(SPACE, OTHER, A, T) COMPARE_ONE(SPACE, OTHER, A, T, strong) COMPARE_ONE(SPACE, OTHER, A, T, weak)
#define COMPARE(SPACE, A, T)                                                                                           \
  COMPARE_BOTH(SPACE, private, A, T)                                                                                   \
  COMPARE_BOTH(SPACE, local, A, T) COMPARE_BOTH(SPACE, global, A, T) COMPARE_BOTH(SPACE, generic, A, T)

#define ARITHMETIC(SPACE, A, T, V)                                                                                     \
  UPDATE(SPACE, A, T, V, fetch_add)                                                                                    \
  UPDATE(SPACE, A, T, V, fetch_sub) UPDATE(SPACE, A, T, V, fetch_min) UPDATE(SPACE, A, T, V, fetch_max)
#define BITS(SPACE, A, T, V)                                                                                           \
  UPDATE(SPACE, A, T, V, fetch_or) UPDATE(SPACE, A, T, V, fetch_xor) UPDATE(SPACE, A, T, V, fetch_and)

#define OBJECT(SPACE, T)                                                                                               \
  LOAD_STORE(SPACE, atomic_##T, T) UPDATE(SPACE, atomic_##T, T, T, exchange) COMPARE(SPACE, atomic_##T, T)
#define INTEGER(SPACE, T) OBJECT(SPACE, T) ARITHMETIC(SPACE, atomic_##T, T, T) BITS(SPACE, atomic_##T, T, T)
#define FLOATING(SPACE, T) OBJECT(SPACE, T) ARITHMETIC(SPACE, atomic_##T, T, T)

/* LLVM would call fminf of the C library for a half's. A NaN loses against a number, as in fmin. */
#define HALF_CHOICE(SPACE, name, CHOSEN)                                                                               \
  WEFT_FN half atomic_fetch_##name(volatile SPACE atomic_half *object, half value) {                                   \
    half seen = __c11_atomic_load(object, __ATOMIC_RELAXED);                                                           \
    while (!__c11_atomic_compare_exchange_weak(object, &seen, CHOSEN, ORDERED, __ATOMIC_RELAXED))                      \
      ;                                                                                                                \
    return seen;                                                                                                       \
  }                                                                                                                    \
  WEFT_FN half atomic_fetch_##name##_explicit(volatile SPACE atomic_half *object, half value, memory_order order) {    \
    return atomic_fetch_##name(object, value);                                                                         \
  }                                                                                                                    \
  WEFT_FN half atomic_fetch_##name##_explicit(volatile SPACE atomic_half *object, half value, memory_order order,      \
                                              memory_scope scope) {                                                    \
    return atomic_fetch_##name(object, value);                                                                         \
  }
#define HALF(SPACE)                                                                                                    \
  OBJECT(SPACE, half)                                                                                                  \
  UPDATE(SPACE, atomic_half, half, half, fetch_add)                                                                    \
  UPDATE(SPACE, atomic_half, half, half, fetch_sub)                                                                    \
  HALF_CHOICE(SPACE, min, value < seen || seen != seen ? value : seen)                                                 \
  HALF_CHOICE(SPACE, max, value > seen || seen != seen ? value : seen)

#define FLAG(SPACE)                                                                                                    \
  WEFT_FN bool atomic_flag_test_and_set(volatile SPACE atomic_flag *object) {                                          \
    return __c11_atomic_exchange(object, 1, ORDERED) != 0;                                                             \
  }                                                                                                                    \
  WEFT_FN bool atomic_flag_test_and_set_explicit(volatile SPACE atomic_flag *object, memory_order order) {             \
    return atomic_flag_test_and_set(object);                                                                           \
  }                                                                                                                    \
  WEFT_FN bool atomic_flag_test_and_set_explicit(volatile SPACE atomic_flag *object, memory_order order,               \
                                                 memory_scope scope) {                                                 \
    return atomic_flag_test_and_set(object);                                                                           \
  }                                                                                                                    \
  WEFT_FN void atomic_flag_clear(volatile SPACE atomic_flag *object) {                                                 \
    atomic_store(object, 0);                                                                                           \
  }                                                                                                                    \
  WEFT_FN void atomic_flag_clear_explicit(volatile SPACE atomic_flag *object, memory_order order) {                    \
    atomic_store_explicit(object, 0, order);                                                                           \
  }                                                                                                                    \
  WEFT_FN void atomic_flag_clear_explicit(volatile SPACE atomic_flag *object, memory_order order,                      \
                                          memory_scope scope) {                                                        \
    atomic_store_explicit(object, 0, order);                                                                           \
  }

/* Operands of intptr_t and uintptr_t objects may be of the other signedness. */
#define ALL(SPACE)                                                                                                     \
  INTEGER(SPACE, int)                                                                                                  \
  INTEGER(SPACE, uint)                                                                                                 \
  INTEGER(SPACE, long)                                                                                                 \
  INTEGER(SPACE, ulong)                                                                                                \
  FLOATING(SPACE, float)                                                                                               \
  FLOATING(SPACE, double)                                                                                              \
  HALF(SPACE)                                                                                                          \
  ARITHMETIC(SPACE, atomic_ulong, ulong, long)                                                                         \
  BITS(SPACE, atomic_ulong, ulong, long)                                                                               \
  ARITHMETIC(SPACE, atomic_long, long, ulong) BITS(SPACE, atomic_long, long, ulong) FLAG(SPACE)

ALL(global)
ALL(local)
ALL(generic)

/* Clang's table has stores of half take the value as an atomic_half. */
#define STORE_HALF(SPACE)                                                                                              \
  WEFT_FN void atomic_store(volatile SPACE atomic_half *object, atomic_half value) {                                   \
    __c11_atomic_store(object, value, ORDERED);                                                                        \
  }                                                                                                                    \
  WEFT_FN void atomic_store_explicit(volatile SPACE atomic_half *object, atomic_half value, memory_order order) {      \
    __c11_atomic_store(object, value, ORDERED);                                                                        \
  }                                                                                                                    \
  WEFT_FN void atomic_store_explicit(volatile SPACE atomic_half *object, atomic_half value, memory_order order,        \
                                     memory_scope scope) {                                                             \
    __c11_atomic_store(object, value, ORDERED);                                                                        \
  }
STORE_HALF(global)
STORE_HALF(local)
STORE_HALF(generic)
