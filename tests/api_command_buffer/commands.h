/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_TESTS_API_COMMAND_BUFFER_COMMANDS_H
#define WEFT_TESTS_API_COMMAND_BUFFER_COMMANDS_H

/* The functions of cl_khr_command_buffer 0.9.8 and what stands upon it, found by name as applications find them. The
 * system's headers may know an earlier revision. */

#include "tests/api_memory/objects.h"

#ifndef CL_COMMAND_BUFFER_CONTEXT_KHR
typedef cl_properties cl_command_properties_khr;
typedef cl_uint cl_command_buffer_update_type_khr;
#define CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR 0x129A
#define CL_COMMAND_BUFFER_CONTEXT_KHR 0x1299
#define CL_COMMAND_BUFFER_STATE_FINALIZED_KHR 2
#define CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR 0x12A2
#define CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR 0x12B7
#define CL_MUTABLE_DISPATCH_ASSERTS_KHR 0x12B8
#define CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR (1 << 0)
#endif
#ifndef CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR
typedef cl_bitfield cl_platform_command_buffer_capabilities_khr;
#define CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR 0x0908
#define CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR (1 << 0)
#define CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR (1 << 1)
#define CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR (1 << 2)
#define CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR 0x12AB
#define CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR 0x12AC
#define CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR (1 << 4)
#define CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR (1 << 2)
#endif

/* cl_mutable_dispatch_config_khr, and its type in lists of configs */
struct dispatch_config {
  cl_mutable_command_khr command;
  cl_uint num_args, num_svm_args, num_exec_infos, work_dim;
  const cl_mutable_dispatch_arg_khr *arg_list, *arg_svm_list;
  const cl_mutable_dispatch_exec_info_khr *exec_info_list;
  const size_t *global_work_offset, *global_work_size, *local_work_size;
};
enum { DISPATCH_CONFIG = 0 };

#define INTO cl_command_buffer_khr, cl_command_queue, const cl_command_properties_khr *
#define SYNC cl_uint, const cl_sync_point_khr *, cl_sync_point_khr *, cl_mutable_command_khr *

struct command_functions {
  cl_command_buffer_khr(CL_API_CALL *create)(cl_uint, const cl_command_queue *,
                                             const cl_command_buffer_properties_khr *, cl_int *);
  cl_int(CL_API_CALL *retain)(cl_command_buffer_khr);
  cl_int(CL_API_CALL *release)(cl_command_buffer_khr);
  cl_int(CL_API_CALL *finalize)(cl_command_buffer_khr);
  cl_int(CL_API_CALL *enqueue)(cl_uint, cl_command_queue *, cl_command_buffer_khr, cl_uint, const cl_event *,
                               cl_event *);
  cl_int(CL_API_CALL *info)(cl_command_buffer_khr, cl_command_buffer_info_khr, size_t, void *, size_t *);
  cl_command_buffer_khr(CL_API_CALL *remap)(cl_command_buffer_khr, cl_bool, cl_uint, const cl_command_queue *, cl_uint,
                                            const cl_mutable_command_khr *, cl_mutable_command_khr *, cl_int *);
  cl_int(CL_API_CALL *barrier)(INTO, SYNC);
  cl_int(CL_API_CALL *copy)(INTO, cl_mem, cl_mem, size_t, size_t, size_t, SYNC);
  cl_int(CL_API_CALL *copy_rect)(INTO, cl_mem, cl_mem, const size_t *, const size_t *, const size_t *, size_t, size_t,
                                 size_t, size_t, SYNC);
  cl_int(CL_API_CALL *to_image)(INTO, cl_mem, cl_mem, size_t, const size_t *, const size_t *, SYNC);
  cl_int(CL_API_CALL *copy_image)(INTO, cl_mem, cl_mem, const size_t *, const size_t *, const size_t *, SYNC);
  cl_int(CL_API_CALL *from_image)(INTO, cl_mem, cl_mem, const size_t *, const size_t *, size_t, SYNC);
  cl_int(CL_API_CALL *fill)(INTO, cl_mem, const void *, size_t, size_t, size_t, SYNC);
  cl_int(CL_API_CALL *fill_image)(INTO, cl_mem, const void *, const size_t *, const size_t *, SYNC);
  cl_int(CL_API_CALL *launch)(INTO, cl_kernel, cl_uint, const size_t *, const size_t *, const size_t *, SYNC);
  cl_int(CL_API_CALL *svm_copy)(INTO, void *, const void *, size_t, SYNC);
  cl_int(CL_API_CALL *svm_fill)(INTO, void *, const void *, size_t, size_t, SYNC);
  cl_int(CL_API_CALL *update)(cl_command_buffer_khr, cl_uint, const cl_command_buffer_update_type_khr *, const void **);
  cl_int(CL_API_CALL *command_info)(cl_mutable_command_khr, cl_mutable_command_info_khr, size_t, void *, size_t *);
};
extern struct command_functions cb;

/* On test.platform. */
void find_command_functions(void);
/* Finds them, or skips the case. */
void needs_command_buffers(void);
/* What begins every recording without properties, and ends one that neither waits nor is waited for. */
#define ON(buffer) (buffer), NULL, NULL
#define FREE 0, NULL, NULL, NULL
/* Waits for one sync point. */
#define AFTER(point) 1, &(point), NULL, NULL

/* Of one queue; released with the case. */
cl_command_buffer_khr make_commands(cl_command_queue queue, const cl_command_buffer_properties_khr *properties);
cl_command_buffer_khr make_commands_on(cl_uint num_queues, const cl_command_queue *queues,
                                       const cl_command_buffer_properties_khr *properties);
cl_command_buffer_khr keep_commands(cl_command_buffer_khr buffer);
/* Enqueues on the buffer's own queues and waits for the end. */
void replay(cl_command_buffer_khr buffer);
cl_command_buffer_state_khr state_of(cl_command_buffer_khr buffer);

#endif
