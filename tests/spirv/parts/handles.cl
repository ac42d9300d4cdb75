// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One half of a program, of which tests/spirv/handles.c has the other as source: functions of both take handles.
float4 look(read_only image2d_t image, sampler_t sampler, float2 at);
event_t bring(local int *to, global const int *from, event_t after);

float4 peek(read_only image2d_t image, sampler_t sampler, float2 at) {
  return read_imagef(image, sampler, at);
}
// With a barrier, so that it has to become part of its kernel.
float peek_beside(read_only image2d_t image, sampler_t sampler, float2 at, local float *room) {
  size_t l = get_local_id(0);
  room[l] = read_imagef(image, sampler, at).x;
  barrier(CLK_LOCAL_MEM_FENCE);
  return room[l ^ 1];
}
void paint(write_only image2d_t image, int2 at, float4 colour) {
  write_imagef(image, at, colour);
}
event_t fetch(local int *to, global const int *from, event_t after) {
  return async_work_group_copy(to, from, get_local_size(0), after);
}
void await(event_t event) {
  wait_group_events(1, &event);
}

kernel void look_there(read_only image2d_t image, sampler_t sampler, global float *o) {
  int i = get_global_id(0);
  o[i] = look(image, sampler, (float2)((float)i + 0.25f, 0.5f)).x;
}

kernel void bring_there(global int *o, global const int *in, local int *room) {
  size_t n = get_local_size(0), l = get_local_id(0);
  event_t event = bring(room, in + get_group_id(0) * n, 0);
  wait_group_events(1, &event);
  o[get_global_id(0)] = room[n - 1 - l];
}
