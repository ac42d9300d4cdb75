/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_command_buffer_mutable_dispatch: updates of recorded launches, and queries. */
#include <string.h>

#include "base/alloc.h"
#include "icd/cl_command_buffer.h"
#include "icd/info.h"
#include "icd/validate.h"
#include "runtime/command_buffer.h"
#include "runtime/kernel_code.h"

/* What the members of a config are, before anything is done: CL_INVALID_MUTABLE_COMMAND_KHR, CL_INVALID_OPERATION,
 * CL_INVALID_VALUE. */
static cl_int check_config(cl_command_buffer_khr buffer, const struct weft_mutable_dispatch_config *config) {
  cl_mutable_command_khr command = config->command;
  if (!weft_is_mutable_command(command) || command->buffer != buffer || !command->own)
    return CL_INVALID_MUTABLE_COMMAND_KHR;
  if (config->work_dim && config->work_dim != command->range.work_dim)
    return CL_INVALID_OPERATION;
  cl_bitfield wanted = 0;
  if (config->global_work_offset)
    wanted |= CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR;
  if (config->global_work_size)
    wanted |= CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR;
  if (config->local_work_size)
    wanted |= CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR;
  if (config->num_args || config->num_svm_args)
    wanted |= CL_MUTABLE_DISPATCH_ARGUMENTS_KHR;
  if (config->num_exec_infos)
    wanted |= CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;
  if (wanted & ~command->fields)
    return CL_INVALID_OPERATION;
  if ((config->num_args != 0) != (config->arg_list != NULL) ||
      (config->num_svm_args != 0) != (config->arg_svm_list != NULL) ||
      (config->num_exec_infos != 0) != (config->exec_info_list != NULL))
    return CL_INVALID_VALUE;
  return CL_SUCCESS;
}

/* The arguments, on a clone of the launch's kernel. */
static cl_int update_kernel(const struct weft_mutable_dispatch_config *config, struct weft_dispatch_update *update) {
  if (!config->num_args && !config->num_svm_args && !config->num_exec_infos)
    return CL_SUCCESS;
  cl_int error = update->own ? CL_SUCCESS : weft_kernel_clone(config->command->own, &update->own);
  for (cl_uint i = 0; i < config->num_args && !error; i++) {
    const cl_mutable_dispatch_arg_khr *arg = &config->arg_list[i];
    error = weft_kernel_set_arg(update->own, arg->arg_index, arg->arg_size, arg->arg_value);
  }
  for (cl_uint i = 0; i < config->num_svm_args && !error; i++)
    error = weft_kernel_set_pointer(update->own, config->arg_svm_list[i].arg_index, config->arg_svm_list[i].arg_value);
  for (cl_uint i = 0; i < config->num_exec_infos && !error; i++) {
    const cl_mutable_dispatch_exec_info_khr *info = &config->exec_info_list[i];
    error = weft_set_exec_info(update->own, info->param_name, info->param_value_size, info->param_value);
  }
  return error;
}

static bool is_uniform(const struct weft_ndrange *range) {
  for (unsigned d = 0; d < 3; d++)
    if (range->global[d] % range->local[d])
      return false;
  return true;
}

static cl_int update_range(const struct weft_mutable_dispatch_config *config, cl_device_id device,
                           struct weft_dispatch_update *update) {
  if (!config->global_work_offset && !config->global_work_size && !config->local_work_size)
    return CL_SUCCESS;
  cl_kernel own = update->own ? update->own : config->command->own;
  const struct weft_kernel_device *on;
  cl_int error = weft_kernel_find_code(own, device, &on);
  if (error)
    return error;
  struct weft_ndrange old = update->range;
  bool has_local = update->has_local || config->local_work_size;
  const size_t *local = config->local_work_size ? config->local_work_size : update->has_local ? old.local : NULL;
  error =
      weft_ndrange_init(on, device, old.work_dim, config->global_work_offset ? config->global_work_offset : old.offset,
                        config->global_work_size ? config->global_work_size : old.global, local, &update->range);
  if (error)
    return error;
  /* CL_INVALID_OPERATION: from groups of one size to groups of several, or back. A chosen size is nobody's word. */
  if (has_local && is_uniform(&old) != is_uniform(&update->range))
    return CL_INVALID_OPERATION;
  update->has_local = has_local;
  return CL_SUCCESS;
}

/* What is set now can be launched, but that arguments may still be missing. */
static cl_int check_arguments(cl_kernel own, cl_device_id device) {
  if (!own)
    return CL_SUCCESS;
  const struct weft_kernel_device *on;
  cl_int error = own->num_unset ? CL_SUCCESS : weft_ndrange_check_args(own, device);
  if (!error)
    error = weft_kernel_find_code(own, device, &on);
  if (!error && weft_kernel_local_memory(own, on, device) > device->caps->local_mem_size)
    error = CL_OUT_OF_RESOURCES;
  return error;
}

/* A command may stand in several configs: the later ones go on from the earlier ones. */
static struct weft_dispatch_update *find_or_add(struct weft_dispatch_update *updates, cl_uint *count,
                                                cl_mutable_command_khr command) {
  for (cl_uint i = 0; i < *count; i++)
    if (updates[i].command == command)
      return &updates[i];
  updates[*count] =
      (struct weft_dispatch_update){.command = command, .range = command->range, .has_local = command->has_local};
  return &updates[(*count)++];
}

static cl_int update_all(cl_command_buffer_khr buffer, cl_uint num_configs, const void **configs,
                         struct weft_dispatch_update *updates, cl_uint *count) {
  for (cl_uint i = 0; i < num_configs; i++) {
    const struct weft_mutable_dispatch_config *config = configs[i];
    cl_int error = check_config(buffer, config);
    if (error)
      return error;
    cl_device_id device = buffer->queues[config->command->queue]->device;
    struct weft_dispatch_update *update = find_or_add(updates, count, config->command);
    error = update_kernel(config, update);
    if (!error)
      error = update_range(config, device, update);
    if (!error)
      error = check_arguments(update->own, device);
    if (error)
      return error;
  }
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL weft_clUpdateMutableCommandsKHR(cl_command_buffer_khr command_buffer,
                                                                cl_uint num_configs,
                                                                const cl_command_buffer_update_type_khr *config_types,
                                                                const void **configs) {
  if (!weft_is_command_buffer(command_buffer))
    return CL_INVALID_COMMAND_BUFFER_KHR;
  if (command_buffer->state == WEFT_RECORDING || !command_buffer->is_mutable)
    return CL_INVALID_OPERATION;
  if ((num_configs != 0) != (config_types != NULL) || (num_configs != 0) != (configs != NULL))
    return CL_INVALID_VALUE;
  for (cl_uint i = 0; i < num_configs; i++)
    if (config_types[i] != WEFT_MUTABLE_DISPATCH_CONFIG || !configs[i])
      return CL_INVALID_VALUE;
  if (!num_configs)
    return CL_SUCCESS;
  cl_uint count = 0;
  struct weft_dispatch_update *updates = weft_calloc(num_configs, sizeof(*updates));
  if (!updates)
    return CL_OUT_OF_HOST_MEMORY;
  cl_int error = update_all(command_buffer, num_configs, configs, updates, &count);
  if (error) {
    for (cl_uint i = 0; i < count; i++)
      if (updates[i].own)
        weft_kernel_release(updates[i].own);
  } else {
    weft_command_buffer_update(command_buffer, count, updates);
  }
  weft_free(updates);
  return error;
}

CL_API_ENTRY cl_int CL_API_CALL weft_clGetMutableCommandInfoKHR(cl_mutable_command_khr command,
                                                                cl_mutable_command_info_khr param_name,
                                                                size_t param_value_size, void *param_value,
                                                                size_t *param_value_size_ret) {
  const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  static const size_t none[3];
  if (!weft_is_mutable_command(command))
    return CL_INVALID_MUTABLE_COMMAND_KHR;
  switch (param_name) {
  case CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR:
    return weft_info_put(&out, cl_command_queue, command->buffer->queues[command->queue]);
  case CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR:
    return weft_info_put(&out, cl_command_buffer_khr, command->buffer);
  case CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR:
    return weft_info_put(&out, cl_command_type, command->type);
  case CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR:
    return weft_info_bytes(&out, command->property_list, command->property_list_size);
  case CL_MUTABLE_DISPATCH_KERNEL_KHR:
    return weft_info_array(&out, &command->kernel, command->own ? 1 : 0);
  case CL_MUTABLE_DISPATCH_DIMENSIONS_KHR:
    return weft_info_array(&out, &command->range.work_dim, command->own ? 1 : 0);
  case CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR:
    return weft_info_array(&out, command->range.offset, command->range.work_dim);
  case CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR:
    return weft_info_array(&out, command->range.global, command->range.work_dim);
  case CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR:
    return weft_info_array(&out, command->has_local ? command->range.local : none, command->range.work_dim);
  default:
    return CL_INVALID_VALUE;
  }
}
