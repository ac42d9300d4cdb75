/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_ICD_CL_COMMAND_BUFFER_H
#define WEFT_ICD_CL_COMMAND_BUFFER_H

/*
 * cl_khr_command_buffer 0.9.8, cl_khr_command_buffer_mutable_dispatch 0.9.5, cl_khr_command_buffer_multi_device 0.9.2.
 *
 * The system's headers (2023) know an earlier revision: functions that have other parameters since then, and a struct
 * with other members. So the entry points have names of their own here, which the look-up by name gives the
 * specification's (entry_points.def); enumerators that are missing are added.
 */

#include "icd/cl_newer.h"

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

/* cl_command_buffer_update_type_khr; 1 in the earlier revision */
enum { WEFT_MUTABLE_DISPATCH_CONFIG = 0 };

/* cl_mutable_dispatch_config_khr */
struct weft_mutable_dispatch_config {
  cl_mutable_command_khr command;
  cl_uint num_args;
  cl_uint num_svm_args;
  cl_uint num_exec_infos;
  cl_uint work_dim;
  const cl_mutable_dispatch_arg_khr *arg_list;
  const cl_mutable_dispatch_arg_khr *arg_svm_list;
  const cl_mutable_dispatch_exec_info_khr *exec_info_list;
  const size_t *global_work_offset;
  const size_t *global_work_size;
  const size_t *local_work_size;
};

#define WEFT_SYNC                                                                                                      \
  cl_uint num_sync_points_in_wait_list, const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,  \
      cl_mutable_command_khr *mutable_handle
#define WEFT_INTO                                                                                                      \
  cl_command_buffer_khr command_buffer, cl_command_queue command_queue, const cl_command_properties_khr *properties

CL_API_ENTRY
    cl_command_buffer_khr CL_API_CALL weft_clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue *queues,
                                                                    const cl_command_buffer_properties_khr *properties,
                                                                    cl_int *errcode_ret);
CL_API_ENTRY cl_int CL_API_CALL weft_clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer);
CL_API_ENTRY cl_int CL_API_CALL weft_clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer);
CL_API_ENTRY cl_int CL_API_CALL weft_clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer);
CL_API_ENTRY cl_int CL_API_CALL weft_clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue *queues,
                                                               cl_command_buffer_khr command_buffer,
                                                               cl_uint num_events_in_wait_list,
                                                               const cl_event *event_wait_list, cl_event *event);
CL_API_ENTRY cl_int CL_API_CALL weft_clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer,
                                                               cl_command_buffer_info_khr param_name,
                                                               size_t param_value_size, void *param_value,
                                                               size_t *param_value_size_ret);
CL_API_ENTRY cl_command_buffer_khr CL_API_CALL
weft_clRemapCommandBufferKHR(cl_command_buffer_khr command_buffer, cl_bool automatic, cl_uint num_queues,
                             const cl_command_queue *queues, cl_uint num_handles, const cl_mutable_command_khr *handles,
                             cl_mutable_command_khr *handles_ret, cl_int *errcode_ret);

CL_API_ENTRY cl_int CL_API_CALL weft_clCommandBarrierWithWaitListKHR(WEFT_INTO, WEFT_SYNC);
CL_API_ENTRY cl_int CL_API_CALL weft_clCommandCopyBufferKHR(WEFT_INTO, cl_mem src_buffer, cl_mem dst_buffer,
                                                            size_t src_offset, size_t dst_offset, size_t size,
                                                            WEFT_SYNC);
CL_API_ENTRY cl_int CL_API_CALL weft_clCommandCopyBufferRectKHR(WEFT_INTO, cl_mem src_buffer, cl_mem dst_buffer,
                                                                const size_t *src_origin, const size_t *dst_origin,
                                                                const size_t *region, size_t src_row_pitch,
                                                                size_t src_slice_pitch, size_t dst_row_pitch,
                                                                size_t dst_slice_pitch, WEFT_SYNC);
CL_API_ENTRY cl_int CL_API_CALL weft_clCommandCopyBufferToImageKHR(WEFT_INTO, cl_mem src_buffer, cl_mem dst_image,
                                                                   size_t src_offset, const size_t *dst_origin,
                                                                   const size_t *region, WEFT_SYNC);
CL_API_ENTRY cl_int CL_API_CALL weft_clCommandCopyImageKHR(WEFT_INTO, cl_mem src_image, cl_mem dst_image,
                                                           const size_t *src_origin, const size_t *dst_origin,
                                                           const size_t *region, WEFT_SYNC);
CL_API_ENTRY cl_int CL_API_CALL weft_clCommandCopyImageToBufferKHR(WEFT_INTO, cl_mem src_image, cl_mem dst_buffer,
                                                                   const size_t *src_origin, const size_t *region,
                                                                   size_t dst_offset, WEFT_SYNC);
CL_API_ENTRY cl_int CL_API_CALL weft_clCommandFillBufferKHR(WEFT_INTO, cl_mem buffer, const void *pattern,
                                                            size_t pattern_size, size_t offset, size_t size, WEFT_SYNC);
CL_API_ENTRY cl_int CL_API_CALL weft_clCommandFillImageKHR(WEFT_INTO, cl_mem image, const void *fill_color,
                                                           const size_t *origin, const size_t *region, WEFT_SYNC);
CL_API_ENTRY cl_int CL_API_CALL weft_clCommandNDRangeKernelKHR(WEFT_INTO, cl_kernel kernel, cl_uint work_dim,
                                                               const size_t *global_work_offset,
                                                               const size_t *global_work_size,
                                                               const size_t *local_work_size, WEFT_SYNC);
CL_API_ENTRY cl_int CL_API_CALL weft_clCommandSVMMemcpyKHR(WEFT_INTO, void *dst_ptr, const void *src_ptr, size_t size,
                                                           WEFT_SYNC);
CL_API_ENTRY cl_int CL_API_CALL weft_clCommandSVMMemFillKHR(WEFT_INTO, void *svm_ptr, const void *pattern,
                                                            size_t pattern_size, size_t size, WEFT_SYNC);

CL_API_ENTRY cl_int CL_API_CALL weft_clUpdateMutableCommandsKHR(cl_command_buffer_khr command_buffer,
                                                                cl_uint num_configs,
                                                                const cl_command_buffer_update_type_khr *config_types,
                                                                const void **configs);
CL_API_ENTRY cl_int CL_API_CALL weft_clGetMutableCommandInfoKHR(cl_mutable_command_khr command,
                                                                cl_mutable_command_info_khr param_name,
                                                                size_t param_value_size, void *param_value,
                                                                size_t *param_value_size_ret);

/* The bits of cl_mutable_dispatch_fields_khr: all, as they are reported. */
#define WEFT_MUTABLE_FIELDS                                                                                            \
  ((cl_bitfield)(CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR |                         \
                 CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR | CL_MUTABLE_DISPATCH_ARGUMENTS_KHR |                              \
                 CL_MUTABLE_DISPATCH_EXEC_INFO_KHR))

#endif
