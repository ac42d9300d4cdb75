/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_API_CORE_INFO_H
#define WEFT_TESTS_API_CORE_INFO_H

#include <string.h>

#include "tests/harness/test.h"

/*
 * The protocol of one query of a clGet*Info function: the size without a value, the value, a value with room to
 * spare, and one that is a byte too small, which is refused and left alone. `call` is an expression with the free names
 * size, value and size_ret, e.g. clGetDeviceInfo(test.device, CL_DEVICE_NAME, size, value, size_ret).
 */
#define CHECK_INFO_PROTOCOL(call)                                                                                      \
  do {                                                                                                                 \
    size_t size = 0, need_ = 0, told_ = 0, *size_ret = &need_;                                                         \
    unsigned char room_[16384 + 1], again_[16384 + 1];                                                                   \
    void *value = NULL;                                                                                                \
    CHECK_CL(call);                                                                                                    \
    CHECK(need_ <= 16384);                                                                                              \
    memset(room_, 0xa5, sizeof room_);                                                                                 \
    size = need_;                                                                                                      \
    value = room_;                                                                                                     \
    size_ret = &told_;                                                                                                 \
    CHECK_CL(call);                                                                                                    \
    CHECK_EQ(told_, need_);                                                                                            \
    CHECK_EQ(room_[need_], 0xa5);                                                                                      \
    memset(again_, 0x5a, sizeof again_);                                                                               \
    size = sizeof again_;                                                                                              \
    value = again_;                                                                                                    \
    size_ret = NULL;                                                                                                   \
    CHECK_CL(call);                                                                                                    \
    CHECK_EQ(again_[need_], 0x5a);                                                                                     \
    CHECK(memcmp(room_, again_, need_) == 0);                                                                          \
    if (need_) {                                                                                                       \
      memset(again_, 0x5a, sizeof again_);                                                                             \
      size = need_ - 1;                                                                                                \
      CHECK_ERR(call, CL_INVALID_VALUE);                                                                               \
      CHECK_EQ(again_[0], 0x5a);                                                                                       \
    }                                                                                                                  \
  } while (0)

#endif
