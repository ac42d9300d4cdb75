/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Sharing with OpenGL and EGL. Neither is reported, but loaders call through the slots of the table:
 * CL_INVALID_OPERATION after the check of the first handle. No object is shared, so queries of one have none.
 */
#include "icd/validate.h"
#include "runtime/queue.h"

static cl_mem refuse_object(cl_context context, cl_int *errcode_ret) {
  cl_int error = weft_is_context(context) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT;
  return weft_created(errcode_ret, error, (cl_mem)NULL);
}

static cl_event refuse_event(cl_context context, cl_int *errcode_ret) {
  cl_int error = weft_is_context(context) ? CL_INVALID_OPERATION : CL_INVALID_CONTEXT;
  return weft_created(errcode_ret, error, (cl_event)NULL);
}

static cl_int refuse_command(cl_command_queue queue, cl_uint num_events, const cl_event *events) {
  cl_int error = weft_check_enqueue(queue, num_events, events);
  return error ? error : CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateFromGLBuffer(cl_context context, cl_mem_flags flags, cl_GLuint bufobj,
                                                     cl_int *errcode_ret) {
  return refuse_object(context, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateFromGLTexture(cl_context context, cl_mem_flags flags, cl_GLenum target,
                                                      cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret) {
  return refuse_object(context, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateFromGLTexture2D(cl_context context, cl_mem_flags flags, cl_GLenum target,
                                                        cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret) {
  return refuse_object(context, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateFromGLTexture3D(cl_context context, cl_mem_flags flags, cl_GLenum target,
                                                        cl_GLint miplevel, cl_GLuint texture, cl_int *errcode_ret) {
  return refuse_object(context, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateFromGLRenderbuffer(cl_context context, cl_mem_flags flags,
                                                           cl_GLuint renderbuffer, cl_int *errcode_ret) {
  return refuse_object(context, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clGetGLObjectInfo(cl_mem memobj, cl_gl_object_type *gl_object_type,
                                                  cl_GLuint *gl_object_name) {
  return weft_is_mem(memobj) ? CL_INVALID_GL_OBJECT : CL_INVALID_MEM_OBJECT;
}

CL_API_ENTRY cl_int CL_API_CALL clGetGLTextureInfo(cl_mem memobj, cl_gl_texture_info param_name,
                                                   size_t param_value_size, void *param_value,
                                                   size_t *param_value_size_ret) {
  return weft_is_mem(memobj) ? CL_INVALID_GL_OBJECT : CL_INVALID_MEM_OBJECT;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueAcquireGLObjects(cl_command_queue command_queue, cl_uint num_objects,
                                                          const cl_mem *mem_objects, cl_uint num_events_in_wait_list,
                                                          const cl_event *event_wait_list, cl_event *event) {
  return refuse_command(command_queue, num_events_in_wait_list, event_wait_list);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReleaseGLObjects(cl_command_queue command_queue, cl_uint num_objects,
                                                          const cl_mem *mem_objects, cl_uint num_events_in_wait_list,
                                                          const cl_event *event_wait_list, cl_event *event) {
  return refuse_command(command_queue, num_events_in_wait_list, event_wait_list);
}

CL_API_ENTRY cl_int CL_API_CALL clGetGLContextInfoKHR(const cl_context_properties *properties,
                                                      cl_gl_context_info param_name, size_t param_value_size,
                                                      void *param_value, size_t *param_value_size_ret) {
  return CL_INVALID_OPERATION;
}

CL_API_ENTRY cl_event CL_API_CALL clCreateEventFromGLsyncKHR(cl_context context, cl_GLsync sync, cl_int *errcode_ret) {
  return refuse_event(context, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateFromEGLImageKHR(cl_context context, CLeglDisplayKHR egldisplay,
                                                        CLeglImageKHR eglimage, cl_mem_flags flags,
                                                        const cl_egl_image_properties_khr *properties,
                                                        cl_int *errcode_ret) {
  return refuse_object(context, errcode_ret);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueAcquireEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects,
                                                              const cl_mem *mem_objects,
                                                              cl_uint num_events_in_wait_list,
                                                              const cl_event *event_wait_list, cl_event *event) {
  return refuse_command(command_queue, num_events_in_wait_list, event_wait_list);
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReleaseEGLObjectsKHR(cl_command_queue command_queue, cl_uint num_objects,
                                                              const cl_mem *mem_objects,
                                                              cl_uint num_events_in_wait_list,
                                                              const cl_event *event_wait_list, cl_event *event) {
  return refuse_command(command_queue, num_events_in_wait_list, event_wait_list);
}

CL_API_ENTRY cl_event CL_API_CALL clCreateEventFromEGLSyncKHR(cl_context context, CLeglSyncKHR sync,
                                                              CLeglDisplayKHR display, cl_int *errcode_ret) {
  return refuse_event(context, errcode_ret);
}
