// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// WEFTC: --emit=ir --isa=x86-64-v4 --spmd=auto --remarks
// LOG
// A work-item by itself waits for each operation of a chain, where the next one is too far ahead to begin meanwhile.

// Each step asks what the one before has left in a private table.
// CHECK-DAG: 'chain' region 0: 16 lanes
kernel void chain(global const uint *table, global uint *number) {
  size_t id = get_global_id(0);
  uint t[32], x = number[id];
  for (int k = 0; k < 32; k++)
    t[k] = table[k] ^ x;
  for (int k = 0; k < 32; k++) {
    uint y = t[x >> 27];
    t[x >> 27] = t[y >> 27];
    t[y >> 27] = x;
    x = x * y + 1;
  }
  number[id] = x;
}

// The same, where no step waits for another one.
// CHECK-DAG: 'apart' region 0: scalar: it would not pay
kernel void apart(global const uint *table, global uint *number) {
  size_t id = get_global_id(0);
  uint t[32], x = number[id], sum = 0;
  for (int k = 0; k < 32; k++)
    t[k] = table[k] ^ x;
  for (int k = 0; k < 32; k++) {
    uint a = (x * (2 * k + 1)) >> 27, b = (x * (6 * k + 5)) >> 27;
    uint y = t[a];
    t[a] = t[b];
    t[b] = x;
    sum ^= y;
  }
  number[id] = sum;
}
