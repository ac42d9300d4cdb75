// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Device-side enqueue (OpenCL C 6.15.18): requests to the host, by the services of the launch (compiler/kernel_abi.h).
// Queues, events and kernels are addresses to us; the compiler casts the opaque types (opencl/opaque_calls.cpp) and
// gives a block's callee by its name (opencl/blocks.cpp).
#include "builtins/weft.h"

#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable

/* struct weft_enqueue_request */
struct request {
  ulong queue, callee, block, range, local_sizes, waits, event;
  uint flags, num_waits, num_locals, padding;
};

/* struct weft_kernel_services, from its second entry on */
struct services {
  ulong print;
  int (*enqueue)(private void *launch, private struct request *request);
  ulong (*default_queue)(private void *launch);
  ulong (*create_user_event)(private void *launch);
  void (*event_do)(private void *launch, uint what, ulong event, ulong value);
  uint (*kernel_query)(private void *launch, uint what, ulong callee);
  uint (*local_size_for_sub_groups)(private void *launch, uint count, ulong callee);
};

struct launch {
  ulong args;
private
  struct services *services;
};

enum { RETAIN, RELEASE, SET_STATUS, CAPTURE };

private
struct launch *__weft_launch(void);

#define ASK(what, ...) __weft_launch()->services->what(__weft_launch(), __VA_ARGS__)
#define API __attribute__((always_inline))

API int __enqueue_kernel_basic_events(ulong queue, uint flags, private void *range, uint num_waits,
                                      const generic void *waits, generic void *event, generic void *callee,
                                      generic void *block) {
  struct request r = {.queue = queue,
                      .callee = (ulong)callee,
                      .block = (ulong)block,
                      .range = (ulong)range,
                      .waits = (ulong)waits,
                      .event = (ulong)event,
                      .flags = flags,
                      .num_waits = num_waits};
  return ASK(enqueue, &r);
}

API int __enqueue_kernel_events_varargs(ulong queue, uint flags, private void *range, uint num_waits,
                                        const generic void *waits, generic void *event, generic void *callee,
                                        generic void *block, uint num_locals, private void *local_sizes) {
  struct request r = {.queue = queue,
                      .callee = (ulong)callee,
                      .block = (ulong)block,
                      .range = (ulong)range,
                      .local_sizes = (ulong)local_sizes,
                      .waits = (ulong)waits,
                      .event = (ulong)event,
                      .flags = flags,
                      .num_waits = num_waits,
                      .num_locals = num_locals};
  return ASK(enqueue, &r);
}

API int __enqueue_kernel_basic(ulong queue, uint flags, private void *range, generic void *callee,
                               generic void *block) {
  return __enqueue_kernel_basic_events(queue, flags, range, 0, 0, 0, callee, block);
}

API int __enqueue_kernel_varargs(ulong queue, uint flags, private void *range, generic void *callee,
                                 generic void *block, uint num_locals, private void *local_sizes) {
  return __enqueue_kernel_events_varargs(queue, flags, range, 0, 0, 0, callee, block, num_locals, local_sizes);
}

#define NAMED(type, function, name, parameters)                                                                        \
  API type function parameters __asm__(name);                                                                          \
  API type function parameters

NAMED(int, marker, "_Z14enqueue_marker9ocl_queuejPU3AS4K12ocl_clkeventPU3AS4S0_",
      (ulong queue, uint num_waits, const generic void *waits, generic void *event)) {
  struct request r = {.queue = queue, .waits = (ulong)waits, .event = (ulong)event, .num_waits = num_waits};
  return ASK(enqueue, &r);
}

NAMED(ulong, default_queue, "_Z17get_default_queuev", (void)) {
  return __weft_launch()->services->default_queue(__weft_launch());
}

NAMED(ulong, new_user_event, "_Z17create_user_eventv", (void)) {
  return __weft_launch()->services->create_user_event(__weft_launch());
}

/* CLK_NULL_EVENT (compiler/frontend/prelude.clh) */
API ulong __weft_null_event(void) {
  return 0;
}

NAMED(void, set_status, "_Z21set_user_event_status12ocl_clkeventi", (ulong event, int status)) {
  ASK(event_do, SET_STATUS, event, (ulong)(long)status);
}

NAMED(void, retain, "_Z12retain_event12ocl_clkevent", (ulong event)) {
  ASK(event_do, RETAIN, event, 0);
}

NAMED(void, release, "_Z13release_event12ocl_clkevent", (ulong event)) {
  ASK(event_do, RELEASE, event, 0);
}

NAMED(bool, is_valid, "_Z14is_valid_event12ocl_clkevent", (ulong event)) {
  return event != 0;
}

NAMED(void, capture, "_Z28capture_event_profiling_info12ocl_clkeventiPU3AS1v",
      (ulong event, int what, global void *value)) {
  if (what == CLK_PROFILING_COMMAND_EXEC_TIME)
    ASK(event_do, CAPTURE, event, (ulong)value);
}

API uint __get_kernel_work_group_size_impl(generic void *callee, generic void *block) {
  return ASK(kernel_query, 0, (ulong)callee);
}

API uint __get_kernel_preferred_work_group_size_multiple_impl(generic void *callee, generic void *block) {
  return ASK(kernel_query, 1, (ulong)callee);
}

/* SPIR-V's SubgroupDispatch alone has these two (compiler/spirv/sub_group_dispatch.cpp). */
API uint __get_kernel_max_sub_groups_impl(generic void *callee, generic void *block) {
  return ASK(kernel_query, 3, (ulong)callee);
}

API uint __get_kernel_local_size_for_sub_groups_impl(uint count, generic void *callee, generic void *block) {
  return ASK(local_size_for_sub_groups, count, (ulong)callee);
}

/* Local sizes that the host would choose count as one work-item. */
WEFT_INLINE uint items(private ndrange_t *r) {
  size_t n = 1;
  for (uint d = 0; d < r->workDimension; d++)
    n *= r->localWorkSize[d] ? r->localWorkSize[d] : 1;
  return (uint)n;
}

API uint __get_kernel_sub_group_count_for_ndrange_impl(private ndrange_t *r, generic void *callee,
                                                       generic void *block) {
  uint width = ASK(kernel_query, 2, (ulong)callee);
  return width ? (items(r) + width - 1) / width : 0;
}

API uint __get_kernel_max_sub_group_size_for_ndrange_impl(private ndrange_t *r, generic void *callee,
                                                          generic void *block) {
  uint width = ASK(kernel_query, 2, (ulong)callee);
  return items(r) < width ? items(r) : width;
}

/* A local size of 0 is the host's to choose. */
#define NDRANGE(DIM)                                                                                                   \
  WEFT_FN ndrange_t ndrange_##DIM##D(const size_t offset[DIM], const size_t global_size[DIM],                          \
                                     const size_t local_size[DIM]) {                                                   \
    ndrange_t r;                                                                                                       \
    r.workDimension = DIM;                                                                                             \
    for (int d = 0; d < 3; d++) {                                                                                      \
      r.globalWorkOffset[d] = d < DIM && offset ? offset[d] : 0;                                                       \
      r.globalWorkSize[d] = d < DIM ? global_size[d] : 1;                                                              \
      r.localWorkSize[d] = d < DIM ? (local_size ? local_size[d] : 0) : 1;                                             \
    }                                                                                                                  \
    return r;                                                                                                          \
  }                                                                                                                    \
  WEFT_FN ndrange_t ndrange_##DIM##D(const size_t global_size[DIM], const size_t local_size[DIM]) {                    \
    return ndrange_##DIM##D((const private size_t *)0, global_size, local_size);                                       \
  }                                                                                                                    \
  WEFT_FN ndrange_t ndrange_##DIM##D(const size_t global_size[DIM]) {                                                  \
    return ndrange_##DIM##D((const private size_t *)0, global_size, (const private size_t *)0);                        \
  }
NDRANGE(2)
NDRANGE(3)

WEFT_FN ndrange_t ndrange_1D(size_t offset, size_t global_size, size_t local_size) {
  ndrange_t r = {1, {offset, 0, 0}, {global_size, 1, 1}, {local_size, 1, 1}};
  return r;
}
WEFT_FN ndrange_t ndrange_1D(size_t global_size, size_t local_size) {
  return ndrange_1D(0, global_size, local_size);
}
WEFT_FN ndrange_t ndrange_1D(size_t global_size) {
  return ndrange_1D(0, global_size, 0);
}
