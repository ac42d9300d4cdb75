// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Generic pointers and program-scope variables.
global ulong counter[4] = {1, 2, 3, 4};
ulong get(ulong *p) {
  return *p;
}
kernel void pointers(global ulong *out, global const ulong *in) {
  local ulong l[64];
  ulong pr = in[get_global_id(0)];
  l[get_local_id(0)] = pr + 1;
  ulong *p = get_local_id(0) & 1 ? &pr : get_local_id(0) & 2 ? (ulong *)&l[get_local_id(0)] : (ulong *)&counter[1];
  global ulong *g = to_global(p);
  local ulong *lo = to_local(p);
private
  ulong *pv = to_private(p);
  out[get_global_id(0)] = get(p) + (g != 0) * 1000 + (lo != 0) * 2000 + (pv != 0) * 4000 + get_fence(p) * 10000;
}
