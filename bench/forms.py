#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The same work in two forms of OpenCL C: what docs/kernel_writers.md says of them is what this prints.

  OCL_ICD_VENDORS=build/release python3 bench/forms.py [PART OF A NAME...]

Needs pyopencl and numpy. Takes the first platform's first device. Both forms of a pair run in turns, each keeps its best launch, and a
ratio above 1 says how many times as long the first form takes as the second. Before they are measured they run for a second, in which a
platform may compile better code for them. Results are compared: forms that do not agree are named and end the program with 1.
"""

import sys
import time

import numpy as np
import pyopencl as cl

ROUNDS, WARM = 40, 1.0  # launches that count of each form, and seconds of launches before
N, MANY, SIDE = 1 << 18, 1 << 20, 1024

SOURCE = """
kernel void sum_rows(global const float *m, global float *out) {
  int i = get_global_id(0);
  float s = 0;
  for (int k = 0; k < 1024; k++) s += m[i * 1024 + k];
  out[i] = s;
}
kernel void sum_columns(global const float *m, global float *out) {
  int i = get_global_id(0);
  float s = 0;
  for (int k = 0; k < 1024; k++) s += m[k * 1024 + i];
  out[i] = s;
}

struct point { float x, y, z, w, u, v, r, s; };
kernel void of_structures(global const struct point *p, global float *out) {
  int i = get_global_id(0);
  out[i] = p[i].x * p[i].x + p[i].u * p[i].u;
}
kernel void of_arrays(global const float *p, global float *out) {
  int i = get_global_id(0), n = get_global_size(0);
  out[i] = p[i] * p[i] + p[4 * n + i] * p[4 * n + i];
}

kernel void looked_up(global const float *in, global const int *at, global float *out) {
  int i = get_global_id(0);
  out[i] = in[at[i]];
}
kernel void in_place(global const float *in, global const int *at, global float *out) {
  int i = get_global_id(0);
  out[i] = in[i] + at[i] * 0.0f;
}

kernel void product(global const float *a, global const float *b, global float *c) {
  int x = get_global_id(0), y = get_global_id(1), n = get_global_size(0);
  float s = 0;
  for (int k = 0; k < n; k++) s += a[y * n + k] * b[k * n + x];
  c[y * n + x] = s;
}
kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void product_tiles(global const float *a, global const float *b, global float *c) {
  local float as[16][16], bs[16][16];
  int x = get_global_id(0), y = get_global_id(1), n = get_global_size(0), i = get_local_id(0), j = get_local_id(1);
  float s = 0;
  for (int t = 0; t < n; t += 16) {
    as[j][i] = a[y * n + t + i];
    bs[j][i] = b[(t + j) * n + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 16; k++) s += as[j][k] * bs[k][i];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[y * n + x] = s;
}

kernel void tree(global const int *in, global int *out, local int *tile) {
  int l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int reach = get_local_size(0) / 2; reach > 0; reach /= 2) {
    if (l < reach) tile[l] += tile[l + reach];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) out[get_group_id(0)] = tile[0];
}
kernel void collective(global const int *in, global int *out, local int *tile) {
  int s = work_group_reduce_add(in[get_global_id(0)]);
  if (get_local_id(0) == 0) out[get_group_id(0)] = s;
}
kernel void plain_sum(global const int *in, global int *out, local int *tile) {
  int i = get_global_id(0), s = 0;
  for (int k = 0; k < 256; k++) s += in[i * 256 + k];
  out[i] = s;
}

kernel void mean_async(global const float *in, global float *out, local float *tile) {
  int l = get_local_id(0), size = get_local_size(0);
  event_t e = async_work_group_copy(tile, in + get_group_id(0) * size, size + 4, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = (tile[l] + tile[l + 1] + tile[l + 2] + tile[l + 3] + tile[l + 4]) * 0.2f;
}
kernel void mean_loop(global const float *in, global float *out, local float *tile) {
  int l = get_local_id(0), size = get_local_size(0);
  for (int k = l; k < size + 4; k += size) tile[k] = in[get_group_id(0) * size + k];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = (tile[l] + tile[l + 1] + tile[l + 2] + tile[l + 3] + tile[l + 4]) * 0.2f;
}
kernel void mean_direct(global const float *in, global float *out, local float *tile) {
  int i = get_global_id(0);
  out[i] = (in[i] + in[i + 1] + in[i + 2] + in[i + 3] + in[i + 4]) * 0.2f;
}

kernel void scalars(global const float *in, global float *out) {
  int i = get_global_id(0);
  float v = in[i];
  for (int k = 0; k < 32; k++) v = mad(v, 0.5f, 0.25f);
  out[i] = v;
}
kernel void vectors(global const float4 *in, global float4 *out) {
  int i = get_global_id(0);
  float4 v = in[i];
  for (int k = 0; k < 32; k++) v = mad(v, 0.5f, 0.25f);
  out[i] = v;
}
kernel void scalars_once(global const float *in, global float *out) {
  int i = get_global_id(0);
  out[i] = mad(in[i], 0.5f, 0.25f);
}
kernel void vectors_once(global const float4 *in, global float4 *out) {
  int i = get_global_id(0);
  out[i] = mad(in[i], 0.5f, 0.25f);
}

kernel void both_ways(global const float *in, global float *out) {
  int i = get_global_id(0);
  float v = in[i], r;
  if (v < 0.5f) r = exp(v) * sin(v);
  else r = log(v) * cos(v);
  out[i] = r;
}
kernel void one_way(global const float *in, global float *out) {
  int i = get_global_id(0);
  float v = in[i], r;
  if (get_group_id(0) % 2 == 0) r = exp(v) * sin(v);
  else r = log(v) * cos(v);
  out[i] = r;
}
kernel void guarded(global const float *in, global float *out) {
  int i = get_global_id(0);
  float v = in[i];
  if (v < 0.5f) v = v * 3.0f + 1.0f;
  else v = v * 2.0f - 1.0f;
  out[i] = v;
}
kernel void selected(global const float *in, global float *out) {
  int i = get_global_id(0);
  float v = in[i];
  bool low = v < 0.5f;
  out[i] = v * (low ? 3.0f : 2.0f) + (low ? 1.0f : -1.0f);
}
kernel void uneven(global const float *in, global const int *turns, global float *out) {
  int i = get_global_id(0);
  float v = in[i];
  for (int k = 0; k < turns[i]; k++) v = mad(v, 0.5f, 0.25f);
  out[i] = v;
}

kernel void mathematics(global const float *in, global float *out) {
  int i = get_global_id(0);
  float v = in[i] + 1.0f;
  out[i] = exp(v) * sin(v) / sqrt(v) + pow(v, 1.5f);
}

kernel void one_counter(global const uchar *in, global int *bins) { atomic_inc(&bins[in[get_global_id(0)]]); }
kernel void local_counters(global const uchar *in, global int *bins) {
  local int mine[256];
  for (int k = get_local_id(0); k < 256; k += get_local_size(0)) mine[k] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&mine[in[get_global_id(0)]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = get_local_id(0); k < 256; k += get_local_size(0)) atomic_add(&bins[k], mine[k]);
}
"""


class Bench:
    def __init__(self):
        device = cl.get_platforms()[0].get_devices()[0]
        self.context = cl.Context([device])
        self.queue = cl.CommandQueue(self.context, properties=cl.command_queue_properties.PROFILING_ENABLE)
        self.programs = {}
        self.failed = []
        print(f"{device.platform.name} {device.driver_version}, {device.name}, {device.max_compute_units} compute units")

    def buffer(self, array):
        return cl.Buffer(self.context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=array)

    def kernel(self, name, options):
        if options not in self.programs:
            self.programs[options] = cl.Program(self.context, SOURCE).build(["-cl-std=CL3.0", *options.split()])
        return cl.Kernel(self.programs[options], name)

    def pair(self, label, first, second, output, dtype=np.float32, tolerance=1e-5, same=True):
        """Each form is (kernel's name, arguments, global size, local size, build options); output is the buffer that both write."""
        if sys.argv[1:] and not any(part in label for part in sys.argv[1:]):
            return
        forms = [(self.kernel(form[0], form[4] if len(form) > 4 else ""), *form[1:4]) for form in (first, second)]
        best, results = [float("inf")] * 2, [None] * 2
        size = output.size // np.dtype(dtype).itemsize
        start, turn = time.monotonic(), 0
        while turn < ROUNDS:
            for index, (kernel, values, global_size, local_size) in enumerate(forms):
                cl.enqueue_fill_buffer(self.queue, output, np.zeros(1, dtype), 0, output.size).wait()
                kernel.set_args(*values)
                event = cl.enqueue_nd_range_kernel(self.queue, kernel, global_size, local_size)
                event.wait()
                best[index] = min(best[index], (event.profile.end - event.profile.start) * 1e-6)
                if results[index] is None:
                    results[index] = np.empty(size, dtype)
                    cl.enqueue_copy(self.queue, results[index], output)
            if time.monotonic() - start > WARM:
                turn += 1
        if same and not np.allclose(*results, rtol=tolerance, atol=tolerance):
            self.failed.append(label)
        print(f"{best[0] / best[1]:6.2f}  {label}  ({best[0]:.3g} and {best[1]:.3g} ms)", flush=True)


def main():
    bench = Bench()
    random = np.random.default_rng(1)
    values = random.random(8 * N + 16, np.float32)
    matrix, out, small = bench.buffer(values[:MANY]), bench.buffer(np.zeros(N, np.float32)), bench.buffer(np.zeros(SIDE, np.float32))
    transposed = bench.buffer(np.ascontiguousarray(values[:MANY].reshape(SIDE, SIDE).T))
    bench.pair("sums of 1024 numbers: of rows, of columns", ("sum_rows", (matrix, small), (SIDE,), None),
               ("sum_columns", (transposed, small), (SIDE,), None), small, tolerance=1e-3)
    points = values[:8 * N].reshape(N, 8)
    bench.pair("two members of eight: array of structures, structure of arrays",
               ("of_structures", (bench.buffer(points), out), (N,), None),
               ("of_arrays", (bench.buffer(np.ascontiguousarray(points.T)), out), (N,), None), out)
    many = bench.buffer(np.zeros(MANY, np.float32))
    near, far = bench.buffer(np.arange(MANY, dtype=np.int32)), bench.buffer(random.permutation(MANY).astype(np.int32))
    bench.pair("look-up in 4 MB: in order through an index, without one", ("looked_up", (matrix, near, many), (MANY,), None),
               ("in_place", (matrix, near, many), (MANY,), None), many)
    bench.pair("look-up in 4 MB through an index: in no order, in order", ("looked_up", (matrix, far, many), (MANY,), None),
               ("looked_up", (matrix, near, many), (MANY,), None), many, same=False)

    square, product = [bench.buffer(values[k * 512 * 512:(k + 1) * 512 * 512]) for k in (0, 1)], bench.buffer(np.zeros(512 * 512, np.float32))
    bench.pair("product of matrices of 512: tiles in local memory, none",
               ("product_tiles", (*square, product), (512, 512), (16, 16)), ("product", (*square, product), (512, 512), (16, 16)),
               product, tolerance=1e-3)
    local = cl.LocalMemory(4 * 260)
    padded = bench.buffer(values[:N + 16])
    bench.pair("mean of five: tile filled by an async copy, no tile", ("mean_async", (padded, out, local), (N,), (256,)),
               ("mean_direct", (padded, out, local), (N,), (256,)), out)
    bench.pair("mean of five: tile filled by a loop, by an async copy", ("mean_loop", (padded, out, local), (N,), (256,)),
               ("mean_async", (padded, out, local), (N,), (256,)), out)

    numbers, groups = bench.buffer(random.integers(0, 100, MANY).astype(np.int32)), bench.buffer(np.zeros(MANY // 256, np.int32))
    narrow = bench.buffer(np.zeros(MANY // 16, np.int32))
    bench.pair("sums of 256: tree with barriers, work_group_reduce_add", ("tree", (numbers, groups, local), (MANY,), (256,)),
               ("collective", (numbers, groups, local), (MANY,), (256,)), groups, np.int32)
    bench.pair("sums of 256: a loop in each work-item, work_group_reduce_add", ("plain_sum", (numbers, groups, local), (MANY // 256,), None),
               ("collective", (numbers, groups, local), (MANY,), (256,)), groups, np.int32)
    bench.pair("tree with barriers: groups of 16, of 256", ("tree", (numbers, narrow, local), (MANY,), (16,)),
               ("tree", (numbers, groups, local), (MANY,), (256,)), groups, np.int32, same=False)
    bytes_, bins = bench.buffer(random.integers(0, 256, MANY).astype(np.uint8)), bench.buffer(np.zeros(256, np.int32))
    bench.pair("histogram of 1M bytes: global atomics, local ones in groups of 256", ("one_counter", (bytes_, bins), (MANY,), (256,)),
               ("local_counters", (bytes_, bins), (MANY,), (256,)), bins, np.int32)
    bench.pair("histogram of 1M bytes, local atomics: groups of 256, of 4096", ("local_counters", (bytes_, bins), (MANY,), (256,)),
               ("local_counters", (bytes_, bins), (MANY,), (4096,)), bins, np.int32)

    bench.pair("one multiply-add: float4, float", ("vectors_once", (matrix, out), (N // 4,), None), ("scalars_once", (matrix, out), (N,), None), out)
    bench.pair("32 multiply-adds, each on the one before: float4, float", ("vectors", (matrix, out), (N // 4,), None),
               ("scalars", (matrix, out), (N,), None), out)
    bench.pair("short branch: if, selected numbers", ("guarded", (matrix, out), (N,), None), ("selected", (matrix, out), (N,), None), out)
    bench.pair("exp and sin or log and cos: by element, by group", ("both_ways", (matrix, out), (N,), (256,)),
               ("one_way", (matrix, out), (N,), (256,)), out, same=False)
    turns = random.integers(0, 65, N).astype(np.int32)
    bench.pair("loop of 0 to 64 iterations: in any order, sorted", ("uneven", (matrix, bench.buffer(turns), out), (N,), None),
               ("uneven", (matrix, bench.buffer(np.sort(turns)), out), (N,), None), out, same=False)
    bench.pair("exp, sin, sqrt, pow: as it is, -cl-fast-relaxed-math", ("mathematics", (matrix, out), (N,), None),
               ("mathematics", (matrix, out), (N,), None, "-cl-fast-relaxed-math"), out, tolerance=1e-3)
    for size in (1, 8, 64, 1024):
        bench.pair(f"32 multiply-adds: local size {size}, none given", ("scalars", (matrix, out), (N,), (size,)),
                   ("scalars", (matrix, out), (N,), None), out)
    bench.pair("product of matrices of 512: local size left out, 16x16", ("product", (*square, product), (512, 512), None),
               ("product", (*square, product), (512, 512), (16, 16)), product)
    if bench.failed:
        print("not the same: " + "; ".join(bench.failed))
    return 1 if bench.failed else 0


if __name__ == "__main__":
    sys.exit(main())
