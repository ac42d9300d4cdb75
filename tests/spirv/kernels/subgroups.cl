// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sub-groups: collectives, shuffles, votes and ballots, arithmetic of some work-items.
kernel void basic(global ulong *out, global const ulong *in) {
  size_t i = get_global_id(0);
  int x = (int)in[i];
  ulong h = get_sub_group_size() + get_max_sub_group_size() * 3 + get_num_sub_groups() * 7 + get_sub_group_id() * 11 +
            get_sub_group_local_id() * 13 + get_enqueued_num_sub_groups();
  h += (ulong)sub_group_reduce_add(x) + (ulong)sub_group_scan_inclusive_max(x) * 3 +
       (ulong)sub_group_broadcast(x, 1u) * 5 + sub_group_all(x > 3) + sub_group_any(x > 7) * 2;
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = h + (ulong)sub_group_scan_exclusive_min((long)in[i]) + (ulong)sub_group_reduce_max((uint)x) * 7;
}
kernel void shuffles(global ulong *out, global const ulong *in) {
  size_t i = get_global_id(0);
  int x = (int)in[i];
  uint l = get_sub_group_local_id(), n = get_sub_group_size();
  ulong h = (ulong)sub_group_shuffle(x, (l + 1) % n) + (ulong)sub_group_shuffle_xor(x, 1u) * 3;
  int up = sub_group_shuffle_up(x, 1u), down = sub_group_shuffle_down(x, 1u);
  h += (l >= 1 ? (ulong)up : 0) * 5 + (l + 1 < n ? (ulong)down : 0) * 7;
  out[i] = h;
}
kernel void votes(global ulong *out, global const ulong *in) {
  size_t i = get_global_id(0);
  int x = (int)in[i];
  ulong h = sub_group_elect() + sub_group_non_uniform_all(x > 1) * 2 + sub_group_non_uniform_any(x > 9) * 4 +
            sub_group_non_uniform_all_equal(x) * 8;
  uint4 b = sub_group_ballot(x & 1);
  h += b.x + sub_group_inverse_ballot(b) * 3 + sub_group_ballot_bit_extract(b, 1) * 5 +
       sub_group_ballot_bit_count(b) * 7 + sub_group_ballot_inclusive_scan(b) * 11 +
       sub_group_ballot_exclusive_scan(b) * 13 + sub_group_ballot_find_lsb(b) * 17 + sub_group_ballot_find_msb(b) * 19;
  h += (ulong)sub_group_non_uniform_broadcast(x, 2u) + (ulong)sub_group_broadcast_first(x) * 3 +
       get_sub_group_eq_mask().x + get_sub_group_ge_mask().x + get_sub_group_lt_mask().x;
  out[i] = h;
}
kernel void arithmetic(global ulong *out, global const ulong *in) {
  size_t i = get_global_id(0);
  int x = (int)in[i];
  ulong h = 0;
  if (x & 1)
    h = (ulong)sub_group_non_uniform_reduce_add(x) + (ulong)sub_group_non_uniform_scan_inclusive_max(x) +
        (ulong)sub_group_non_uniform_reduce_xor(x) * 3 + (ulong)sub_group_non_uniform_scan_exclusive_or((uint)x) +
        sub_group_non_uniform_reduce_logical_and(x > 0);
  h += (ulong)sub_group_clustered_reduce_add(x, 4u) * 5 + (ulong)sub_group_clustered_reduce_max((long)x, 2u) +
       as_uint(sub_group_clustered_reduce_min((float)x, 4u));
  out[i] = h;
}
