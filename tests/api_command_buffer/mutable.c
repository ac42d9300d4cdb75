/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_command_buffer_mutable_dispatch: what of a recorded launch can be changed, what a change reaches, and that one
 * which is refused changes nothing. */
#include <stdlib.h>
#include <string.h>

#include "tests/api_command_buffer/commands.h"

static const char source[] = CL(
    kernel void mark(global uint *a, uint x, local uint *t) {
      t[get_local_id(0)] = x;
      barrier(CLK_LOCAL_MEM_FENCE);
      a[get_global_id(0)] = t[get_local_id(0)] + (uint)get_local_size(0) * 1000;
    } kernel __attribute__((reqd_work_group_size(8, 1, 1))) void fixed(global uint *a) { a[get_global_id(0)] = 5; });

enum { ITEMS = 64 };
static const cl_command_buffer_properties_khr mutable[] = {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR,
                                                           0};
static cl_command_buffer_khr buffer;
static cl_mutable_command_khr command;
static cl_kernel kernel;
static cl_mem a, b;

static void update(const struct dispatch_config *config, cl_int want) {
  const cl_command_buffer_update_type_khr type = DISPATCH_CONFIG;
  const void *configs[] = {config};
  CHECK_ERR(cb.update(buffer, 1, &type, configs), want);
}

/* One launch of 16 items in groups of 8, which writes 8005. */
static void start_with(const cl_command_properties_khr *properties, bool with_args) {
  needs_command_buffers();
  if (!test_has_extension("cl_khr_command_buffer_mutable_dispatch"))
    test_skip("no mutable dispatch");
  buffer = make_commands(test.queue, mutable);
  kernel = test_kernel(test_build("-cl-std=CL3.0", source), "mark");
  a = make_buffer(CL_MEM_READ_WRITE, ITEMS * 4, NULL);
  b = make_buffer(CL_MEM_READ_WRITE, ITEMS * 4, NULL);
  if (with_args)
    SET_ARGS(kernel, ARG(a), ARG_UINT(5), ARG_LOCAL(8 * 4));
  const size_t global = 16, local = 8;
  CHECK_CL(cb.launch(buffer, NULL, properties, kernel, 1, NULL, &global, &local, 0, NULL, NULL, &command));
  CHECK(command != NULL);
  CHECK_CL(cb.finalize(buffer));
}

/* Items [from, to) of `mem` hold `want`, all others 0; then all are 0 again. */
static void check_items(cl_mem mem, int from, int to, cl_uint want) {
  const cl_uint *got = (const cl_uint *)contents(mem, ITEMS * 4);
  for (int i = 0; i < ITEMS; i++)
    CHECK_EQ(got[i], i >= from && i < to ? want : 0);
  const cl_uint zero = 0;
  CHECK_CL(clEnqueueFillBuffer(test.queue, mem, &zero, 4, 0, ITEMS * 4, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
}

static void clear(void) {
  const cl_uint zero = 0;
  CHECK_CL(clEnqueueFillBuffer(test.queue, a, &zero, 4, 0, ITEMS * 4, 0, NULL, NULL));
  CHECK_CL(clEnqueueFillBuffer(test.queue, b, &zero, 4, 0, ITEMS * 4, 0, NULL, NULL));
  CHECK_CL(clFinish(test.queue));
}

static void arguments(void) {
  start_with(NULL, true);
  clear();
  replay(buffer);
  check_items(a, 0, 16, 8005);
  const cl_uint nine = 9;
  const cl_mutable_dispatch_arg_khr args[] = {{0, sizeof b, &b}, {1, sizeof nine, &nine}};
  update(&(struct dispatch_config){.command = command, .num_args = 2, .arg_list = args}, CL_SUCCESS);
  for (int i = 0; i < 3; i++) {
    replay(buffer);
    check_items(b, 0, 16, 8009);
    check_items(a, 0, 0, 0);
  }
  /* The kernel itself is as it was. */
  SET_ARGS(kernel, ARG(a));
  const size_t global = 16, local = 8;
  test_launch(kernel, 1, NULL, &global, &local);
  check_items(a, 0, 16, 8005);
  cl_device_svm_capabilities has = 0;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_SVM_CAPABILITIES, sizeof has, &has, NULL));
  if (!(has & CL_DEVICE_SVM_FINE_GRAIN_SYSTEM))
    return;
  cl_uint *host = test_alloc(ITEMS * 4);
  const cl_mutable_dispatch_arg_khr svm = {0, 0, host};
  const cl_bool yes = CL_TRUE;
  const cl_mutable_dispatch_exec_info_khr exec = {CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes};
  update(
      &(struct dispatch_config){
          .command = command, .num_svm_args = 1, .arg_svm_list = &svm, .num_exec_infos = 1, .exec_info_list = &exec},
      CL_SUCCESS);
  replay(buffer);
  CHECK_EQ(host[15], 8009);
  CHECK_EQ(host[16], 0);
  check_items(b, 0, 0, 0);
}

static void sizes(void) {
  start_with(NULL, true);
  clear();
  size_t offset = 4, global = 32, local = 4, got[3] = {0};
  update(&(struct dispatch_config){.command = command, .global_work_offset = &offset}, CL_SUCCESS);
  replay(buffer);
  check_items(a, 4, 20, 8005);
  update(&(struct dispatch_config){.command = command, .work_dim = 1, .global_work_size = &global}, CL_SUCCESS);
  replay(buffer);
  check_items(a, 4, 36, 8005);
  update(&(struct dispatch_config){.command = command, .local_work_size = &local}, CL_SUCCESS);
  replay(buffer);
  check_items(a, 4, 36, 4005);
  CHECK_CL(cb.command_info(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR, sizeof got, got, NULL));
  CHECK_EQ(got[0], 4);
  CHECK_CL(cb.command_info(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR, sizeof got, got, NULL));
  CHECK_EQ(got[0], 32);
  CHECK_CL(cb.command_info(command, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR, sizeof got, got, NULL));
  CHECK_EQ(got[0], 4);
}

/* Enqueued before an update: as it was then, also where it has not begun. */
static void later_enqueues_alone(void) {
  start_with(NULL, true);
  clear();
  cl_event gate = make_user_event();
  CHECK_CL(cb.enqueue(0, NULL, buffer, 1, &gate, NULL));
  const cl_mutable_dispatch_arg_khr arg = {0, sizeof b, &b};
  update(&(struct dispatch_config){.command = command, .num_args = 1, .arg_list = &arg}, CL_SUCCESS);
  CHECK_CL(cb.enqueue(0, NULL, buffer, 0, NULL, NULL));
  const cl_uint three = 3;
  const cl_mutable_dispatch_arg_khr other = {1, sizeof three, &three};
  update(&(struct dispatch_config){.command = command, .num_args = 1, .arg_list = &other}, CL_SUCCESS);
  complete(gate, CL_COMPLETE);
  CHECK_CL(clFinish(test.queue));
  check_items(a, 0, 16, 8005);
  check_items(b, 0, 16, 8005);
  replay(buffer);
  check_items(b, 0, 16, 8003);
}

/* Several configs of one call, of one command twice: the later goes on from the earlier. A bad one undoes all. */
static void all_or_nothing(void) {
  start_with(NULL, true);
  clear();
  const cl_uint three = 3;
  const size_t global = 32, bad = SIZE_MAX;
  const cl_mutable_dispatch_arg_khr first = {0, sizeof b, &b}, second = {1, sizeof three, &three},
                                    wrong = {7, 4, &three};
  const struct dispatch_config one = {.command = command, .num_args = 1, .arg_list = &first},
                               two = {.command = command,
                                      .num_args = 1,
                                      .arg_list = &second,
                                      .global_work_size = &global},
                               three_bad = {.command = command, .num_args = 1, .arg_list = &wrong},
                               four_bad = {.command = command, .global_work_size = &bad, .global_work_offset = &global};
  const cl_command_buffer_update_type_khr types[] = {DISPATCH_CONFIG, DISPATCH_CONFIG, DISPATCH_CONFIG};
  CHECK_ERR(cb.update(buffer, 3, types, (const void *[]){&one, &two, &three_bad}), CL_INVALID_ARG_INDEX);
  CHECK_ERR(cb.update(buffer, 3, types, (const void *[]){&one, &two, &four_bad}), CL_INVALID_GLOBAL_OFFSET);
  replay(buffer);
  check_items(a, 0, 16, 8005);
  check_items(b, 0, 0, 0);
  CHECK_CL(cb.update(buffer, 2, types, (const void *[]){&one, &two}));
  replay(buffer);
  check_items(a, 0, 0, 0);
  check_items(b, 0, 32, 8003);
  CHECK_CL(cb.update(buffer, 0, NULL, NULL));
}

/* Recorded without arguments: finalized, and executable once they are there. */
static void arguments_later(void) {
  const cl_command_properties_khr late[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, CL_MUTABLE_DISPATCH_ARGUMENTS_KHR,
                                            0};
  start_with(late, false);
  clear();
  CHECK_EQ(state_of(buffer), CL_COMMAND_BUFFER_STATE_FINALIZED_KHR);
  CHECK_ERR(cb.enqueue(0, NULL, buffer, 0, NULL, NULL), CL_INVALID_OPERATION);
  const cl_uint two = 2;
  const cl_mutable_dispatch_arg_khr some[] = {{0, sizeof a, &a}}, rest[] = {{1, sizeof two, &two}, {2, 32, NULL}};
  update(&(struct dispatch_config){.command = command, .num_args = 1, .arg_list = some}, CL_SUCCESS);
  CHECK_EQ(state_of(buffer), CL_COMMAND_BUFFER_STATE_FINALIZED_KHR);
  update(&(struct dispatch_config){.command = command, .num_args = 2, .arg_list = rest}, CL_SUCCESS);
  CHECK_EQ(state_of(buffer), CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR);
  replay(buffer);
  check_items(a, 0, 16, 8002);
}

static void refused(void) {
  const cl_command_properties_khr args_alone[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                                  CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0};
  start_with(args_alone, true);
  const size_t size = 32, zero = 0;
  const cl_uint nine = 9;
  const cl_bool yes = CL_TRUE;
  const cl_mutable_dispatch_arg_khr good = {1, sizeof nine, &nine}, index = {9, 4, &nine}, length = {1, 8, &nine},
                                    value = {1, 4, NULL}, object = {0, sizeof buffer, &buffer},
                                    much_local = {2, (size_t)1 << 40, NULL};
  const cl_mutable_dispatch_exec_info_khr exec = {CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes};
  update(&(struct dispatch_config){.command = NULL}, CL_INVALID_MUTABLE_COMMAND_KHR);
  update(&(struct dispatch_config){.command = (cl_mutable_command_khr)buffer}, CL_INVALID_MUTABLE_COMMAND_KHR);
  update(&(struct dispatch_config){.command = command, .work_dim = 2}, CL_INVALID_OPERATION);
  update(&(struct dispatch_config){.command = command, .global_work_size = &size}, CL_INVALID_OPERATION);
  update(&(struct dispatch_config){.command = command, .global_work_offset = &size}, CL_INVALID_OPERATION);
  update(&(struct dispatch_config){.command = command, .local_work_size = &size}, CL_INVALID_OPERATION);
  update(&(struct dispatch_config){.command = command, .num_exec_infos = 1, .exec_info_list = &exec},
         CL_INVALID_OPERATION);
  update(&(struct dispatch_config){.command = command, .num_args = 1}, CL_INVALID_VALUE);
  update(&(struct dispatch_config){.command = command, .arg_list = &good}, CL_INVALID_VALUE);
  update(&(struct dispatch_config){.command = command, .num_svm_args = 1}, CL_INVALID_VALUE);
  update(&(struct dispatch_config){.command = command, .arg_svm_list = &good}, CL_INVALID_VALUE);
  update(&(struct dispatch_config){.command = command, .exec_info_list = &exec}, CL_INVALID_VALUE);
  update(&(struct dispatch_config){.command = command, .num_args = 1, .arg_list = &index}, CL_INVALID_ARG_INDEX);
  update(&(struct dispatch_config){.command = command, .num_args = 1, .arg_list = &length}, CL_INVALID_ARG_SIZE);
  update(&(struct dispatch_config){.command = command, .num_args = 1, .arg_list = &value}, CL_INVALID_ARG_VALUE);
  update(&(struct dispatch_config){.command = command, .num_args = 1, .arg_list = &object}, CL_INVALID_MEM_OBJECT);
  update(&(struct dispatch_config){.command = command, .num_args = 1, .arg_list = &much_local}, CL_OUT_OF_RESOURCES);
  update(&(struct dispatch_config){.command = command, .num_svm_args = 1, .arg_svm_list = &good}, CL_INVALID_ARG_VALUE);
  const cl_command_buffer_update_type_khr type = DISPATCH_CONFIG, bad_type = 77;
  const struct dispatch_config config = {.command = command};
  const void *list[] = {&config}, *null[] = {NULL};
  CHECK_ERR(cb.update(NULL, 1, &type, list), CL_INVALID_COMMAND_BUFFER_KHR);
  CHECK_ERR(cb.update(buffer, 1, NULL, list), CL_INVALID_VALUE);
  CHECK_ERR(cb.update(buffer, 1, &type, NULL), CL_INVALID_VALUE);
  CHECK_ERR(cb.update(buffer, 0, &type, NULL), CL_INVALID_VALUE);
  CHECK_ERR(cb.update(buffer, 0, NULL, list), CL_INVALID_VALUE);
  CHECK_ERR(cb.update(buffer, 1, &bad_type, list), CL_INVALID_VALUE);
  CHECK_ERR(cb.update(buffer, 1, &type, null), CL_INVALID_VALUE);
  /* Still what was recorded. */
  clear();
  replay(buffer);
  check_items(a, 0, 16, 8005);
  /* Not finalized, not mutable, of another buffer, no launch, required sizes, uniformity. */
  cl_command_buffer_khr recording = make_commands(test.queue, mutable), fixed = make_commands(test.queue, NULL);
  CHECK_ERR(cb.update(recording, 1, &type, list), CL_INVALID_OPERATION);
  CHECK_CL(cb.finalize(fixed));
  CHECK_ERR(cb.update(fixed, 1, &type, list), CL_INVALID_OPERATION);
  cl_kernel eight = test_kernel(test_build("-cl-std=CL3.0", source), "fixed");
  SET_ARGS(eight, ARG(a));
  cl_mutable_command_khr other, uneven;
  const size_t local = 8, four = 4, odd = 17;
  CHECK_CL(cb.launch(recording, NULL, NULL, eight, 1, NULL, &size, &local, 0, NULL, NULL, &other));
  CHECK_CL(cb.launch(recording, NULL, NULL, kernel, 1, NULL, &size, &local, 0, NULL, NULL, &uneven));
  CHECK_CL(cb.finalize(recording));
  update(&(struct dispatch_config){.command = other}, CL_INVALID_MUTABLE_COMMAND_KHR);
  const struct dispatch_config wrong = {.command = other, .local_work_size = &four},
                               to_uneven = {.command = uneven, .global_work_size = &odd},
                               no_local = {.command = uneven, .local_work_size = &zero};
  CHECK_ERR(cb.update(recording, 1, &type, (const void *[]){&wrong}), CL_INVALID_WORK_GROUP_SIZE);
  CHECK_ERR(cb.update(recording, 1, &type, (const void *[]){&to_uneven}), CL_INVALID_OPERATION);
  CHECK_ERR(cb.update(recording, 1, &type, (const void *[]){&no_local}), CL_INVALID_WORK_GROUP_SIZE);
}

/* Arguments that are handles, and sizes beyond the device's. Neither sampler nor queue was set when it was recorded. */
static void refused_handles(void) {
  needs_command_buffers();
  if (!test_has_extension("cl_khr_command_buffer_mutable_dispatch") || !test_has_c_feature("__opencl_c_images") ||
      !test_has_c_feature("__opencl_c_device_enqueue"))
    test_skip("no mutable dispatch, images or device-side enqueue");
  buffer = make_commands(test.queue, mutable);
  kernel = test_kernel(
      test_build("-cl-std=CL3.0", CL(kernel void handles(global uint * p, sampler_t sampler, queue_t queue){})),
      "handles");
  const cl_command_properties_khr later[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                             CL_MUTABLE_DISPATCH_ARGUMENTS_KHR | CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR, 0};
  const size_t global = 16, much = (size_t)1 << 60;
  CHECK_CL(cb.launch(buffer, NULL, later, kernel, 1, NULL, &global, NULL, 0, NULL, NULL, &command));
  CHECK_CL(cb.finalize(buffer));
  cl_int error;
  cl_context context = make_context();
  cl_mem foreign = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, NULL, &error);
  CHECK_CL(error);
  const cl_mutable_dispatch_arg_khr elsewhere = {0, sizeof foreign, &foreign},
                                    sampler = {1, sizeof(cl_sampler), &test.context},
                                    queue = {2, sizeof test.queue, &test.queue};
  update(&(struct dispatch_config){.command = command, .num_args = 1, .arg_list = &elsewhere}, CL_INVALID_CONTEXT);
  update(&(struct dispatch_config){.command = command, .num_args = 1, .arg_list = &sampler}, CL_INVALID_SAMPLER);
  update(&(struct dispatch_config){.command = command, .num_args = 1, .arg_list = &queue}, CL_INVALID_DEVICE_QUEUE);
  update(&(struct dispatch_config){.command = command, .local_work_size = &much}, CL_INVALID_WORK_ITEM_SIZE);
  CHECK_CL(clReleaseMemObject(foreign));
}

static void queries(void) {
  const cl_command_properties_khr properties[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                                  CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, CL_MUTABLE_DISPATCH_ASSERTS_KHR,
                                                  CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR, 0};
  start_with(properties, true);
  cl_mutable_dispatch_fields_khr fields = 0;
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR, sizeof fields, &fields, NULL));
  CHECK_EQ(fields, 31);
  cl_command_queue queue = NULL;
  cl_command_buffer_khr owner = NULL;
  cl_kernel got = NULL;
  cl_command_type type = 0;
  cl_uint dimensions = 0;
  cl_command_properties_khr list[9] = {0};
  size_t sizes[3] = {9, 9, 9}, size = 0;
  CHECK_CL(cb.command_info(command, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR, sizeof queue, &queue, NULL));
  CHECK(queue == test.queue);
  CHECK_CL(cb.command_info(command, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR, sizeof owner, &owner, NULL));
  CHECK(owner == buffer);
  CHECK_CL(cb.command_info(command, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR, sizeof type, &type, NULL));
  CHECK_EQ(type, CL_COMMAND_NDRANGE_KERNEL);
  CHECK_CL(cb.command_info(command, CL_MUTABLE_DISPATCH_KERNEL_KHR, sizeof got, &got, NULL));
  CHECK(got == kernel);
  CHECK_CL(cb.command_info(command, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, sizeof dimensions, &dimensions, NULL));
  CHECK_EQ(dimensions, 1);
  CHECK_CL(cb.command_info(command, CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR, sizeof list, list, &size));
  CHECK_EQ(size, sizeof properties);
  CHECK(memcmp(list, properties, sizeof properties) == 0);
  CHECK_CL(cb.command_info(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR, sizeof sizes, sizes, &size));
  CHECK_EQ(size, sizeof *sizes);
  CHECK_EQ(sizes[0], 0);
  CHECK_CL(cb.command_info(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR, sizeof sizes, sizes, NULL));
  CHECK_EQ(sizes[0], 16);
  CHECK_CL(cb.command_info(command, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR, sizeof sizes, sizes, NULL));
  CHECK_EQ(sizes[0], 8);
  CHECK_ERR(cb.command_info(NULL, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, sizeof dimensions, &dimensions, NULL),
            CL_INVALID_MUTABLE_COMMAND_KHR);
  CHECK_ERR(cb.command_info(command, 0, sizeof dimensions, &dimensions, NULL), CL_INVALID_VALUE);
  CHECK_ERR(cb.command_info(command, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, 1, &dimensions, NULL), CL_INVALID_VALUE);
  /* No local size of the application's. */
  cl_command_buffer_khr second = make_commands(test.queue, mutable);
  const size_t global = 16;
  CHECK_CL(cb.launch(second, NULL, NULL, kernel, 1, NULL, &global, NULL, 0, NULL, NULL, &command));
  CHECK_CL(cb.command_info(command, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR, sizeof sizes, sizes, NULL));
  CHECK_EQ(sizes[0], 0);
  CHECK_CL(cb.command_info(command, CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR, 0, NULL, &size));
  CHECK_EQ(size, 0);
}

static const struct test_case cases[] = {
    {"arguments", arguments},
    {"sizes", sizes},
    {"later_enqueues_alone", later_enqueues_alone},
    {"all_or_nothing", all_or_nothing},
    {"arguments_later", arguments_later},
    {"refused", refused},
    {"refused_handles", refused_handles},
    {"queries", queries},
};
TEST_MAIN(cases)
