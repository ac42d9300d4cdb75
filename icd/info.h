/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_ICD_INFO_H
#define WEFT_ICD_INFO_H

/*
 * The protocol of every clGet*Info: a NULL value asks for the size alone, a value too small is
 * CL_INVALID_VALUE and is not written.
 *
 *   struct weft_info out = {size, value, size_ret};
 *   switch (name) {
 *   case CL_QUEUE_CONTEXT: return weft_info_put(&out, cl_context, queue->context);
 *   case CL_DEVICE_NAME:   return weft_info_string(&out, text);
 */

#include <CL/cl.h>
#include <stddef.h>

struct weft_info {
  size_t size;
  void *value;
  size_t *size_ret;
};

/* `data` may be NULL where size is 0. */
cl_int weft_info_bytes(const struct weft_info *out, const void *data, size_t size);
/* With its NUL; NULL counts as "". */
cl_int weft_info_string(const struct weft_info *out, const char *text);

/* One value of the given type. */
#define weft_info_put(out, type, ...) weft_info_bytes((out), &(const type){__VA_ARGS__}, sizeof(type))
/* `count` elements from `array`. */
#define weft_info_array(out, array, count) weft_info_bytes((out), (array), sizeof(*(array)) * (count))

#endif
