// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --spmd=force --remarks
// LOG
// Bytes from places that lanes choose are loaded one by one, in code of their own: where they are many, a packet has
// fewer lanes than its vectors could have, also if packets are forced.

#define LOAD s += in[(uchar)(s + x)] ^ s;
#define LOADS8 LOAD LOAD LOAD LOAD LOAD LOAD LOAD LOAD
#define LOADS64 LOADS8 LOADS8 LOADS8 LOADS8 LOADS8 LOADS8 LOADS8 LOADS8

// CHECK: weft: kernel 'few_loads' region 0: 64 lanes
// CHECK: weft: kernel 'many_loads' region 0: 8 lanes
kernel void few_loads(global const uchar *in, global uchar *out) {
  int i = get_global_id(0);
  uchar x = in[i], s = x;
  LOADS8 out[i] = s;
}

kernel void many_loads(global const uchar *in, global uchar *out) {
  int i = get_global_id(0);
  uchar x = in[i], s = x;
  LOADS64 LOADS64 LOADS64 out[i] = s;
}
