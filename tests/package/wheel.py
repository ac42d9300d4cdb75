# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An async copy through pyopencl on Weft as a Python distribution, and a program from SPIR-V. wheel.py FOLDER MODULE: where all of it must
lie, and tests/spirv/modules/add.spvasm assembled."""
import sys

import numpy as np
import pyopencl as cl

SOURCE = """
kernel void reverse(global const float *a, global float *b, local float *tile) {
  size_t size = get_local_size(0), start = get_group_id(0) * size;
  event_t event = async_work_group_copy(tile, a + start, size, 0);
  wait_group_events(1, &event);
  b[start + get_local_id(0)] = sqrt(tile[size - 1 - get_local_id(0)]);
}
"""

platform = next(p for p in cl.get_platforms() if p.name == "Weft")
context = cl.Context(platform.get_devices())
queue = cl.CommandQueue(context)
kernel = cl.Kernel(cl.Program(context, SOURCE).build(cache_dir=False), "reverse")
a = np.arange(4096, dtype=np.float32)
b = np.empty_like(a)
source = cl.Buffer(context, cl.mem_flags.COPY_HOST_PTR, hostbuf=a)
result = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, a.nbytes)
kernel(queue, a.shape, (64,), source, result, cl.LocalMemory(4 * 64))
cl.enqueue_copy(queue, b, result)
wanted = np.sqrt(a.reshape(-1, 64)[:, ::-1].ravel())
assert np.allclose(b, wanted, rtol=1e-6), "wrong numbers"

assert "SPIR-V_1.4" in platform.get_devices()[0].il_version, "no SPIR-V"
with open(sys.argv[2], "rb") as module:
    kernel = cl.Kernel(cl.Program(context, module.read()).build(), "add")
kernel(queue, a.shape, None, source, source, result)
cl.enqueue_copy(queue, b, result)
assert (b == 2 * a).all(), "wrong numbers from SPIR-V"

maps = [line.split()[-1] for line in open("/proc/self/maps", encoding="utf-8") if "libweft" in line]
assert any("libweft-compiler" in path for path in maps), "no compiler was loaded"
assert all(path.startswith(sys.argv[1]) for path in maps), set(maps)
