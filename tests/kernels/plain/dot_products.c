/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_integer_dot_product: its queries, and all its functions against sums in 64 bits. */
#include <string.h>

#include "tests/harness/test.h"

#define NAME "cl_khr_integer_dot_product"

static void need(void) {
  if (!test_has_extension(NAME))
    test_skip("no integer dot products");
}

static void queries(void) {
  need();
  cl_device_integer_dot_product_capabilities_khr capabilities = 0;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR, sizeof capabilities,
                           &capabilities, NULL));
  CHECK_EQ(capabilities & CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR,
           CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR);
  CHECK_EQ(capabilities & CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR,
           CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR);
  CHECK(test_has_c_feature("__opencl_c_integer_dot_product_input_4x8bit"));
  CHECK(test_has_c_feature("__opencl_c_integer_dot_product_input_4x8bit_packed"));
  static const cl_device_info both[] = {CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR,
                                        CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR};
  for (int i = 0; i < 2; i++) {
    cl_device_integer_dot_product_acceleration_properties_khr properties;
    memset(&properties, 0xff, sizeof properties);
    size_t size = 0;
    CHECK_CL(clGetDeviceInfo(test.device, both[i], sizeof properties, &properties, &size));
    CHECK_EQ(size, sizeof properties);
    const cl_bool answers[] = {properties.signed_accelerated,
                               properties.unsigned_accelerated,
                               properties.mixed_signedness_accelerated,
                               properties.accumulating_saturating_signed_accelerated,
                               properties.accumulating_saturating_unsigned_accelerated,
                               properties.accumulating_saturating_mixed_signedness_accelerated};
    for (size_t j = 0; j < TEST_COUNT(answers); j++)
      CHECK(answers[j] == CL_TRUE || answers[j] == CL_FALSE);
    CHECK_ERR(clGetDeviceInfo(test.device, both[i], sizeof properties - 1, &properties, NULL), CL_INVALID_VALUE);
  }
}

enum { ITEMS = 4096 };

static const char source[] =
    CL(kernel void k(global uint *o, global const uint *a, global const uint *b, global const uint *c) {
      int i = get_global_id(0);
      uint x = a[i], y = b[i], z = c[i];
      uchar4 ux = as_uchar4(x), uy = as_uchar4(y);
      char4 sx = as_char4(x), sy = as_char4(y);
      o += i * 16;
      o[0] = dot(ux, uy);
      o[1] = as_uint(dot(sx, sy));
      o[2] = as_uint(dot(ux, sy));
      o[3] = as_uint(dot(sx, uy));
      o[4] = dot_acc_sat(ux, uy, z);
      o[5] = as_uint(dot_acc_sat(sx, sy, as_int(z)));
      o[6] = as_uint(dot_acc_sat(ux, sy, as_int(z)));
      o[7] = as_uint(dot_acc_sat(sx, uy, as_int(z)));
      o[8] = dot_4x8packed_uu_uint(x, y);
      o[9] = as_uint(dot_4x8packed_ss_int(x, y));
      o[10] = as_uint(dot_4x8packed_us_int(x, y));
      o[11] = as_uint(dot_4x8packed_su_int(x, y));
      o[12] = dot_acc_sat_4x8packed_uu_uint(x, y, z);
      o[13] = as_uint(dot_acc_sat_4x8packed_ss_int(x, y, as_int(z)));
      o[14] = as_uint(dot_acc_sat_4x8packed_us_int(x, y, as_int(z)));
      o[15] = as_uint(dot_acc_sat_4x8packed_su_int(x, y, as_int(z)));
    });

/* Element j of a word, signed or not. */
static int64_t element(cl_uint word, int j, bool is_signed) {
  int64_t byte = word >> 8 * j & 255;
  return is_signed && byte >= 128 ? byte - 256 : byte;
}

static void check(const char *options) {
  cl_uint a[ITEMS], b[ITEMS], c[ITEMS];
  static const cl_uint edges[] = {0, ~0u, 0x80808080, 0x7f7f7f7f, 0x7fffffff, 0x80000000, 0x80ff7f01, 1};
  for (cl_uint i = 0; i < ITEMS; i++) {
    a[i] = i & 1 ? test_hash(i) : edges[test_hash(i) % 8];
    b[i] = i & 2 ? test_hash(i + ITEMS) : edges[test_hash(i + ITEMS) % 8];
    c[i] = i & 4 ? test_hash(i + 2 * ITEMS) : edges[test_hash(i + 2 * ITEMS) % 8];
  }
  struct test_buffer x = test_buffer(sizeof a, TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer y = test_buffer(sizeof b, TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer z = test_buffer(sizeof c, TEST_END, CL_MEM_READ_ONLY, 0);
  struct test_buffer out = test_buffer(16 * sizeof a, TEST_END, CL_MEM_READ_WRITE, 1);
  test_buffer_write(&x, a);
  test_buffer_write(&y, b);
  test_buffer_write(&z, c);
  LAUNCH(test_kernel(test_build(options, source), "k"), ITEMS, 64, ARG_BUFFER(out), ARG_BUFFER(x), ARG_BUFFER(y),
         ARG_BUFFER(z));
  test_buffer_sync(&out);
  for (int i = 0; i < ITEMS; i++)
    for (int form = 0; form < 16; form++) {
      bool first_signed = form & 1, second_signed = (form & 3) == 1 || (form & 3) == 2, is_unsigned = !(form & 3);
      if ((form & 3) == 2)
        first_signed = false;
      int64_t sum = 0;
      for (int j = 0; j < 4; j++)
        sum += element(a[i], j, first_signed) * element(b[i], j, second_signed);
      if (form & 4) {
        sum += is_unsigned ? (int64_t)c[i] : (int64_t)(cl_int)c[i];
        int64_t low = is_unsigned ? 0 : INT32_MIN, high = is_unsigned ? UINT32_MAX : INT32_MAX;
        sum = sum < low ? low : sum > high ? high : sum;
      }
      if (((cl_uint *)out.data)[i * 16 + form] != (cl_uint)sum)
        FAIL("form %d of %08x and %08x with %08x: %08x, not %08x", form, a[i], b[i], c[i],
             ((cl_uint *)out.data)[i * 16 + form], (cl_uint)sum);
    }
}

static void values(void) {
  need();
  check("-cl-std=CL3.0");
}
static void values_without_optimisation(void) {
  need();
  check("-cl-std=CL3.0 -cl-opt-disable");
}
/* The extension's macro is defined there too. */
static void in_opencl_c_12(void) {
  need();
  check("-cl-std=CL1.2 -Werror");
}

static const struct test_case cases[] = {{"queries", queries},
                                         {"values", values},
                                         {"values_without_optimisation", values_without_optimisation},
                                         {"in_opencl_c_12", in_opencl_c_12}};
TEST_MAIN(cases)
