// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One half of a program, of which tests/spirv/handles.c has the other as source: functions of both take and give
// queues, ranges and the events of kernels.
int start(queue_t queue, ndrange_t range, clk_event_t after, global int *o);

queue_t standard(void) {
  return get_default_queue();
}
ndrange_t range(size_t first, size_t count, size_t group) {
  return ndrange_1D(first, count, group);
}
clk_event_t make(void) {
  return create_user_event();
}
void end(clk_event_t event) {
  set_user_event_status(event, CL_COMPLETE);
  release_event(event);
}

kernel void start_there(queue_t queue, global int *o) {
  clk_event_t event = create_user_event();
  o[0] = start(queue, ndrange_1D(2, 12, 4), event, o);
  set_user_event_status(event, CL_COMPLETE);
  release_event(event);
}
