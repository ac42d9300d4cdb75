// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The source of device_enqueue.spvasm, and what its results are compared with.

// One child for each item, in a range with sizes of groups and an offset.
kernel void basic(global int *out, int n) {
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(3, n, 2), ^{
    out[get_global_id(0)] = n + (int)(get_local_size(0) * 100 + get_local_id(0) * 1000);
  });
}

// Two local arguments.
kernel void locals(global int *out, uint items) {
  void (^child)(local void *, local void *) = ^(local void *a, local void *b) {
    local int *x = a, *y = b;
    size_t l = get_local_id(0);
    x[l] = (int)l;
    y[l] = 10 * (int)l;
    barrier(CLK_LOCAL_MEM_FENCE);
    size_t other = get_local_size(0) - 1 - l;
    out[get_global_id(0)] = x[other] + y[other];
  };
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(64, items), child, items * 4, items * 4);
}

// The first child is held by a user event, the second waits for the first, a marker for the second and a third with a
// local argument for the marker.
kernel void events(global int *out, queue_t q) {
  clk_event_t gate = create_user_event(), one, two, all;
  int errors = !is_valid_event(gate);
  void (^last)(local void *) = ^(local void *p) {
    local int *x = p;
    x[0] = out[1];
    out[2] = x[0] + 1;
  };
  errors += enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &gate, &one, ^{ out[0] = out[3] + 1; }) != 0;
  errors += enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &one, &two, ^{ out[1] = out[0] + 1; }) != 0;
  errors += enqueue_marker(q, 1, &two, &all) != 0;
  errors += enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), 1, &all, 0, last, 4u) != 0;
  out[3] = 40;
  set_user_event_status(gate, CL_COMPLETE);
  retain_event(gate);
  release_event(gate);
  release_event(gate);
  release_event(one);
  release_event(two);
  release_event(all);
  out[4] = errors;
}

kernel void queries(global uint *out) {
  void (^plain)(void) = ^{ out[0] = 1; };
  void (^with_local)(local void *) = ^(local void *p) { out[1] = ((local uint *)p)[0]; };
  ndrange_t range = ndrange_1D(64, 48);
  out[0] = get_kernel_work_group_size(plain);
  out[1] = get_kernel_work_group_size(with_local);
  out[2] = get_kernel_preferred_work_group_size_multiple(plain);
  out[3] = get_kernel_sub_group_count_for_ndrange(range, plain);
  out[4] = get_kernel_max_sub_group_size_for_ndrange(range, plain);
  out[5] = get_kernel_preferred_work_group_size_multiple(with_local);
}

// A child that enqueues.
kernel void nested(global int *out, int n) {
  enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{
    out[0] = n;
    enqueue_kernel(get_default_queue(), CLK_ENQUEUE_FLAGS_WAIT_KERNEL, ndrange_1D(1), ^{ out[1] = out[0] + n; });
  });
}
