/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The shared checks: ranges and rectangles at the edges of what a size_t holds. */
#include "icd/validate.h"

#include "tests/unit_core/fake_device.h"
#include "tests/unit_core/unit.h"

static void rect(cl_int want, size_t want_offset, size_t x, size_t y, size_t z, size_t w, size_t h, size_t d,
                 size_t row, size_t slice, size_t size) {
  const size_t origin[3] = {x, y, z}, region[3] = {w, h, d};
  size_t offset = 77;
  CHECK(weft_check_rect(origin, region, &row, &slice, size, &offset) == want);
  CHECK(offset == (want ? 77 : want_offset));
}

int main(void) {
  fake_open();
  CHECK(weft_range_fits(0, 0, 0) && weft_range_fits(4, 0, 4) && weft_range_fits(1, 3, 4));
  CHECK(!weft_range_fits(1, 4, 4) && !weft_range_fits(5, 0, 4));
  CHECK(!weft_range_fits(2, SIZE_MAX, 4) && !weft_range_fits(SIZE_MAX, 2, 4));

  rect(CL_SUCCESS, 0, 0, 0, 0, 4, 4, 4, 0, 0, 64);
  rect(CL_INVALID_VALUE, 0, 0, 0, 0, 4, 4, 4, 0, 0, 63);
  rect(CL_SUCCESS, 1 + 2 * 8 + 3 * 64, 1, 2, 3, 4, 1, 1, 8, 64, 1 + 16 + 192 + 4);
  rect(CL_INVALID_VALUE, 0, 1, 2, 3, 4, 1, 1, 8, 64, 1 + 16 + 192 + 3);
  rect(CL_INVALID_VALUE, 0, 0, 0, 0, 0, 1, 1, 0, 0, 64);
  rect(CL_INVALID_VALUE, 0, 0, 0, 0, 1, 0, 1, 0, 0, 64);
  rect(CL_INVALID_VALUE, 0, 0, 0, 0, 1, 1, 0, 0, 0, 64);
  rect(CL_INVALID_VALUE, 0, 0, 0, 0, 4, 1, 1, 3, 0, 64);              /* row pitch below the row */
  rect(CL_INVALID_VALUE, 0, 0, 0, 0, 4, 4, 1, 4, 12, 64);             /* slice pitch below the slice */
  rect(CL_INVALID_VALUE, 0, 0, 0, 0, 4, 2, 2, 4, 9, 64);              /* not a multiple */
  rect(CL_INVALID_VALUE, 0, 0, SIZE_MAX, 0, 1, 1, 1, 2, 0, SIZE_MAX); /* origin overflows */
  rect(CL_INVALID_VALUE, 0, 0, 0, 0, 2, SIZE_MAX, 1, 2, 0, SIZE_MAX); /* slice overflows */
  rect(CL_INVALID_VALUE, 0, 0, 0, 0, 1, 1, 3, 1, SIZE_MAX / 2 + 1, SIZE_MAX);
  rect(CL_INVALID_VALUE, 0, SIZE_MAX, 0, 0, 2, 1, 1, 0, 0, SIZE_MAX);

  CHECK(weft_check_buffer_flags(CL_MEM_READ_ONLY | CL_MEM_HOST_NO_ACCESS | CL_MEM_COPY_HOST_PTR) == CL_SUCCESS);
  CHECK(weft_check_buffer_flags(CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY) == CL_INVALID_VALUE);
  CHECK(weft_check_device_list(0, NULL) == CL_SUCCESS);
  CHECK(weft_check_device_list(1, NULL) == CL_INVALID_VALUE);
  CHECK(weft_check_device_list(0, weft_platform.devices) == CL_INVALID_VALUE);
  CHECK(weft_check_device_list(1, weft_platform.devices) == CL_SUCCESS);
  CHECK(weft_check_device_list(1, (cl_device_id[]){(cl_device_id)&weft_platform}) == CL_INVALID_DEVICE);
  CHECK(weft_check_enqueue((cl_command_queue)&weft_platform, 0, NULL) == CL_INVALID_COMMAND_QUEUE);
  return 0;
}
