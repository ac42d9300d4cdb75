// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --spmd=force --remarks
// LOG
// Bytes go to places that lanes choose one by one, in code of their own: where they are many, a packet has fewer lanes
// than its vectors could have, also if packets are forced. Loads of bytes are gathers of words.

#define STORE s = s * 5 + x; out[s] = x;
#define STORES8 STORE STORE STORE STORE STORE STORE STORE STORE
#define STORES64 STORES8 STORES8 STORES8 STORES8 STORES8 STORES8 STORES8 STORES8
#define LOAD s += in[(uchar)(s + x)] ^ s;
#define LOADS8 LOAD LOAD LOAD LOAD LOAD LOAD LOAD LOAD
#define LOADS64 LOADS8 LOADS8 LOADS8 LOADS8 LOADS8 LOADS8 LOADS8 LOADS8

// CHECK: weft: kernel 'few_stores' region 0: 64 lanes
// CHECK: weft: kernel 'many_stores' region 0: 8 lanes
// CHECK: weft: kernel 'many_loads' region 0: 64 lanes
kernel void few_stores(global const uchar *in, global uchar *out) {
  int i = get_global_id(0);
  uchar x = in[i], s = x;
  STORES8
}

kernel void many_stores(global const uchar *in, global uchar *out) {
  int i = get_global_id(0);
  uchar x = in[i], s = x;
  STORES64 STORES64 STORES64
}

kernel void many_loads(global const uchar *in, global uchar *out) {
  int i = get_global_id(0);
  uchar x = in[i], s = x;
  LOADS64 LOADS64 LOADS64 out[i] = s;
}
