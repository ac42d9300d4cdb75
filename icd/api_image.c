/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* OpenCL 3.0 section 5.3: images are made and queried here; their commands are in api_image_transfer.c. */
#include "icd/cl_newer.h"
#include "icd/info.h"
#include "icd/mem_properties.h"
#include "icd/validate.h"
#include "runtime/extensions.h"
#include "runtime/image.h"

/* Whole bytes that a texel of 10 or 12 bits fits into. */
#define RAW_ELEMENT_SIZE 2
#define HOST_PTR_FLAGS (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)

/* The row of a format that is reported, or NULL. */
static const struct weft_image_format *reported(const struct weft_image_format *format) {
  if (!format)
    return NULL;
  switch (format->name.image_channel_data_type) {
  case CL_UNORM_INT_2_101010_EXT:
    return weft_extensions_has("cl_ext_image_unorm_int_2_101010") ? format : NULL;
  case CL_UNSIGNED_INT_RAW10_EXT:
  case CL_UNSIGNED_INT_RAW12_EXT:
    return weft_extensions_has("cl_ext_image_raw10_raw12") ? format : NULL;
  default:
    return format;
  }
}

/* At least one device of the context takes dimensions up to these. */
static bool any_device_takes(cl_context context, const struct weft_image_shape *shape) {
  for (cl_uint i = 0; i < context->num_devices; i++) {
    const struct weft_hw_caps *caps = context->devices[i]->caps;
    bool fits = shape->layers <= caps->image_layers_max;
    if (shape->type == CL_MEM_OBJECT_IMAGE3D)
      fits = shape->width <= caps->image_3d_max[0] && shape->height <= caps->image_3d_max[1] &&
             shape->depth <= caps->image_3d_max[2];
    else if (shape->type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
      fits = shape->width <= caps->image_buffer_max;
    else
      fits = fits && shape->width <= caps->image_2d_max[0] && shape->height <= caps->image_2d_max[1];
    if (fits)
      return true;
  }
  return false;
}

/* The dimensions that the type uses. CL_INVALID_IMAGE_DESCRIPTOR, CL_INVALID_IMAGE_SIZE. */
static cl_int read_dimensions(cl_context context, const cl_image_desc *desc, struct weft_image_shape *shape) {
  cl_mem_object_type type = desc->image_type;
  if (type < CL_MEM_OBJECT_IMAGE2D || type > CL_MEM_OBJECT_IMAGE1D_BUFFER)
    return CL_INVALID_IMAGE_DESCRIPTOR;
  /* Several samples are a feature that no device has. */
  if ((desc->num_mip_levels && !weft_extensions_has("cl_khr_mipmap_image")) || desc->num_samples)
    return CL_INVALID_IMAGE_DESCRIPTOR;
  shape->type = type;
  shape->width = desc->image_width;
  shape->height = weft_image_type_has_height(type) ? desc->image_height : 1;
  shape->depth = type == CL_MEM_OBJECT_IMAGE3D ? desc->image_depth : 1;
  shape->layers = weft_image_type_has_layers(type) ? desc->image_array_size : 1;
  if (!shape->width || !shape->height || !shape->depth || !shape->layers || !any_device_takes(context, shape))
    return CL_INVALID_IMAGE_SIZE;
  /* CL_INVALID_IMAGE_DESCRIPTOR: the rows of a raw format have whole blocks */
  if (shape->format && shape->width % weft_image_format_block(shape->format))
    return CL_INVALID_IMAGE_DESCRIPTOR;
  shape->num_mip_levels = desc->num_mip_levels;
  return CL_SUCCESS;
}

/* Section "Mipmap Images", whose errors no text names. CL_INVALID_IMAGE_DESCRIPTOR: an image of that type or with
 * those bytes cannot have levels, or not so many; levels of a raw format have whole blocks in their rows too. Behind a
 * level of one texel there may be others. Depth images may have levels too (docs/images.md). */
static cl_int check_levels(const cl_image_desc *desc, const struct weft_image_shape *shape, bool is_external) {
  if (shape->num_mip_levels < 2)
    return CL_SUCCESS;
  if (shape->type == CL_MEM_OBJECT_IMAGE1D_BUFFER || is_external ||
      (desc->mem_object && !weft_mem_is_image(desc->mem_object)) || shape->num_mip_levels > WEFT_IMAGE_LEVELS_MAX)
    return CL_INVALID_IMAGE_DESCRIPTOR;
  for (cl_uint level = 1; level < shape->num_mip_levels; level++) {
    size_t width = shape->width >> level;
    if ((width ? width : 1) % weft_image_format_block(shape->format))
      return CL_INVALID_IMAGE_DESCRIPTOR;
  }
  return CL_SUCCESS;
}

/* What pitches and base addresses are multiples of: texels. Rows of a raw format, in which no texel begins but the first
 * of a block, may begin at any byte, as lines of sensors do. */
static size_t pitch_unit(const struct weft_image_format *format) {
  return format->block_log2 ? 1 : format->size;
}

/* Room for a row of that width, in whole units. */
static bool is_row_pitch(const struct weft_image_shape *shape, size_t row) {
  size_t size = shape->format->size;
  return row % pitch_unit(shape->format) == 0 && row / size >= shape->width >> shape->format->block_log2;
}

/* Pitches of image data at a host pointer; they must be 0 where there is none. */
static cl_int read_pitches(const cl_image_desc *desc, bool has_data, struct weft_image_shape *shape) {
  size_t row = desc->image_row_pitch, slice = desc->image_slice_pitch;
  bool slices = weft_image_type_has_slices(shape->type);
  if (!has_data && (row || slice))
    return CL_INVALID_IMAGE_DESCRIPTOR;
  if (row && !is_row_pitch(shape, row))
    return CL_INVALID_IMAGE_DESCRIPTOR;
  shape->row_pitch = row;
  shape->slice_pitch = 0;
  if (!weft_image_shape_complete(shape))
    return CL_INVALID_IMAGE_SIZE;
  if (!slices || !slice)
    return CL_SUCCESS;
  if (slice < shape->slice_pitch || slice % shape->row_pitch)
    return CL_INVALID_IMAGE_DESCRIPTOR;
  shape->slice_pitch = slice;
  return weft_image_shape_complete(shape) ? CL_SUCCESS : CL_INVALID_IMAGE_SIZE;
}

/* The most that a device of the context asks for: it satisfies them all. In bytes. */
static size_t pitch_align(cl_context context, const struct weft_image_format *format) {
  cl_uint most = 1;
  for (cl_uint i = 0; i < context->num_devices; i++)
    if (context->devices[i]->caps->image_pitch_align > most)
      most = context->devices[i]->caps->image_pitch_align;
  return most * pitch_unit(format);
}

static size_t base_align(cl_context context, const struct weft_image_format *format) {
  cl_uint most = 1;
  for (cl_uint i = 0; i < context->num_devices; i++)
    if (context->devices[i]->caps->image_base_align > most)
      most = context->devices[i]->caps->image_base_align;
  return most * pitch_unit(format);
}

/* Slices of an image that is a buffer's bytes: whole rows, at least those that it has. CL_INVALID_IMAGE_SIZE: they
 * overflow. CL_INVALID_IMAGE_DESCRIPTOR: there are none. */
static cl_int place_slices(const cl_image_desc *desc, struct weft_image_shape *shape) {
  size_t slice = desc->image_slice_pitch;
  if (slice && !weft_image_type_has_slices(shape->type))
    return CL_INVALID_IMAGE_DESCRIPTOR;
  shape->slice_pitch = 0;
  if (!weft_image_shape_complete(shape))
    return CL_INVALID_IMAGE_SIZE;
  if (!slice)
    return CL_SUCCESS;
  if (slice < shape->slice_pitch || slice % shape->row_pitch)
    return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  shape->slice_pitch = slice;
  return weft_image_shape_complete(shape) ? CL_SUCCESS : CL_INVALID_IMAGE_SIZE;
}

/* Images that are a buffer's bytes. */
static cl_int shape_of_buffer(cl_context context, cl_mem buffer, const cl_image_desc *desc,
                              struct weft_image_shape *shape) {
  bool is_line = shape->type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
  size_t row = desc->image_row_pitch;
  if (row && row / shape->format->size < shape->width >> shape->format->block_log2)
    return is_line ? CL_INVALID_IMAGE_DESCRIPTOR : CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  shape->row_pitch = row;
  cl_int error = place_slices(desc, shape);
  if (error)
    return error;
  /* CL_INVALID_IMAGE_FORMAT_DESCRIPTOR: row pitch or base address do not follow the rules of images of buffers. A 1D
   * image buffer has but one row: its pitch says nothing. */
  if (!is_line && (shape->row_pitch % pitch_align(context, shape->format) ||
                   (uintptr_t)buffer->host_ptr % base_align(context, shape->format)))
    return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  if (is_line && shape->row_pitch % pitch_unit(shape->format))
    return CL_INVALID_IMAGE_DESCRIPTOR;
  return shape->size <= buffer->size ? CL_SUCCESS : CL_INVALID_IMAGE_SIZE;
}

/* The table "Compatible Image Channel Orders". */
static bool orders_are_compatible(cl_channel_order of_new, cl_channel_order of_old) {
  static const cl_channel_order pairs[][2] = {
      {CL_sBGRA, CL_BGRA}, {CL_BGRA, CL_sBGRA}, {CL_sRGBA, CL_RGBA}, {CL_RGBA, CL_sRGBA}, {CL_sRGB, CL_RGB},
      {CL_RGB, CL_sRGB},   {CL_sRGBx, CL_RGBx}, {CL_RGBx, CL_sRGBx}, {CL_DEPTH, CL_R},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    if (pairs[i][0] == of_new && pairs[i][1] == of_old)
      return true;
  return false;
}

/* 0 stands for 1. */
static cl_uint level_count(cl_uint num_mip_levels) {
  return num_mip_levels ? num_mip_levels : 1;
}

/* 2D images that show another one's texels in another channel order. */
static cl_int shape_of_image(const struct weft_image *old, const cl_image_desc *desc, struct weft_image_shape *shape) {
  if (old->mem.type != CL_MEM_OBJECT_IMAGE2D || old->width != shape->width || old->height != shape->height ||
      (desc->image_row_pitch && desc->image_row_pitch != old->row_pitch) || desc->image_slice_pitch ||
      level_count(shape->num_mip_levels) != level_count(old->num_mip_levels))
    return CL_INVALID_IMAGE_DESCRIPTOR;
  const cl_image_format *from = &old->format->name, *to = &shape->format->name;
  if (from->image_channel_data_type != to->image_channel_data_type ||
      !orders_are_compatible(to->image_channel_order, from->image_channel_order))
    return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  shape->row_pitch = old->row_pitch;
  return weft_image_shape_complete(shape) ? CL_SUCCESS : CL_INVALID_IMAGE_SIZE;
}

/* CL_INVALID_IMAGE_DESCRIPTOR: the memory object is not of a kind that the type can be made of, or there has to be one
 */
static cl_int check_parent(cl_context context, const cl_image_desc *desc) {
  cl_mem parent = desc->mem_object;
  if (!parent)
    return desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER ? CL_INVALID_IMAGE_DESCRIPTOR : CL_SUCCESS;
  if (!weft_is_mem(parent) || parent->context != context)
    return CL_INVALID_IMAGE_DESCRIPTOR;
  bool of_buffer = weft_mem_is_buffer(parent) &&
                   (desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER || desc->image_type == CL_MEM_OBJECT_IMAGE2D ||
                    weft_extensions_has("cl_ext_image_from_buffer"));
  bool of_image = weft_mem_is_image(parent) && desc->image_type == CL_MEM_OBJECT_IMAGE2D;
  return of_buffer || of_image ? CL_SUCCESS : CL_INVALID_IMAGE_DESCRIPTOR;
}

static cl_int create_shared(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
                            const cl_image_desc *desc, struct weft_image_shape *shape, void *host_ptr, cl_mem *out) {
  cl_mem parent = desc->mem_object;
  if ((flags & HOST_PTR_FLAGS) || !weft_flags_narrow(parent->flags, flags))
    return CL_INVALID_VALUE;
  /* CL_INVALID_VALUE: images of what is immutable have to say that they are */
  if ((parent->flags & CL_MEM_IMMUTABLE_EXT) && !(flags & CL_MEM_IMMUTABLE_EXT))
    return CL_INVALID_VALUE;
  cl_int error = weft_mem_is_image(parent) ? shape_of_image(weft_image_of(parent), desc, shape)
                                           : shape_of_buffer(context, parent, desc, shape);
  if (error)
    return error;
  if (host_ptr)
    return CL_INVALID_HOST_PTR;
  return weft_image_create_of(parent, properties, properties ? sizeof *properties : 0, flags, shape, out);
}

static cl_int create_own(cl_context context, const cl_mem_properties *properties,
                         const struct weft_mem_properties *asked, cl_mem_flags flags, const cl_image_desc *desc,
                         struct weft_image_shape *shape, void *host_ptr, cl_mem *out) {
  bool is_external = asked->external.kind != WEFT_EXTERNAL_NONE;
  cl_int error = weft_check_immutable_source(flags);
  if (error)
    return error;
  /* CL_INVALID_VALUE: levels begin with no contents of the application's */
  if (shape->num_mip_levels > 1 && (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
    return CL_INVALID_VALUE;
  /* CL_INVALID_HOST_PTR: given without a flag that uses it, or the other way round */
  bool wants_host_ptr = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
  if (wants_host_ptr != (host_ptr != NULL))
    return CL_INVALID_HOST_PTR;
  error = read_pitches(desc, host_ptr || is_external, shape);
  if (error)
    return error;
  if (is_external && shape->size > weft_external_size(&asked->external))
    return CL_INVALID_IMAGE_SIZE;
  if (!weft_any_device_allocates(context, shape->size))
    return CL_MEM_OBJECT_ALLOCATION_FAILURE;
  return weft_image_create(context, properties, asked->size, flags, shape, host_ptr, &asked->external, out);
}

static cl_int create_image(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags,
                           const cl_image_format *format, const cl_image_desc *desc, void *host_ptr, cl_mem *out) {
  cl_int refused = weft_check_context(context);
  if (refused)
    return refused;
  struct weft_mem_properties asked;
  cl_int error = weft_read_mem_properties(context, properties, /*is_image=*/true, &asked);
  if (!error)
    error = weft_check_buffer_flags(flags);
  if (!error)
    error = weft_check_external_flags(&asked, flags);
  if (error)
    return error;
  if (!format || !weft_image_format_is_valid(format))
    return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  if (!desc)
    return CL_INVALID_IMAGE_DESCRIPTOR;
  if (!weft_context_has_images(context))
    return CL_INVALID_OPERATION;
  struct weft_image_shape shape = {.format = reported(weft_image_format_find(format))};
  error = read_dimensions(context, desc, &shape);
  if (error)
    return error;
  error = check_parent(context, desc);
  if (error)
    return error;
  /* Bytes come from one place. */
  if (desc->mem_object && asked.external.kind != WEFT_EXTERNAL_NONE)
    return CL_INVALID_IMAGE_DESCRIPTOR;
  if (!shape.format || !weft_image_format_serves(shape.format, shape.type, 0))
    return CL_IMAGE_FORMAT_NOT_SUPPORTED;
  error = check_levels(desc, &shape, asked.external.kind != WEFT_EXTERNAL_NONE);
  if (error)
    return error;
  return desc->mem_object ? create_shared(context, properties, flags, desc, &shape, host_ptr, out)
                          : create_own(context, properties, &asked, flags, desc, &shape, host_ptr, out);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags flags,
                                              const cl_image_format *image_format, const cl_image_desc *image_desc,
                                              void *host_ptr, cl_int *errcode_ret) {
  cl_mem image = NULL;
  cl_int error = create_image(context, NULL, flags, image_format, image_desc, host_ptr, &image);
  return weft_created(errcode_ret, error, image);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context, const cl_mem_properties *properties,
                                                            cl_mem_flags flags, const cl_image_format *image_format,
                                                            const cl_image_desc *image_desc, void *host_ptr,
                                                            cl_int *errcode_ret) {
  cl_mem image = NULL;
  cl_int error = create_image(context, properties, flags, image_format, image_desc, host_ptr, &image);
  return weft_created(errcode_ret, error, image);
}

/* The two of OpenCL 1.0 know no descriptor: what is wrong with the pitches is the size's fault. */
static cl_mem create_1_0(cl_context context, cl_mem_flags flags, const cl_image_format *format,
                         const cl_image_desc *desc, void *host_ptr, cl_int *errcode_ret) {
  cl_mem image = NULL;
  cl_int error = create_image(context, NULL, flags, format, desc, host_ptr, &image);
  if (error == CL_INVALID_IMAGE_DESCRIPTOR)
    error = CL_INVALID_IMAGE_SIZE;
  return weft_created(errcode_ret, error, image);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags flags,
                                                const cl_image_format *image_format, size_t image_width,
                                                size_t image_height, size_t image_row_pitch, void *host_ptr,
                                                cl_int *errcode_ret) {
  const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE2D,
                              .image_width = image_width,
                              .image_height = image_height,
                              .image_row_pitch = image_row_pitch};
  return create_1_0(context, flags, image_format, &desc, host_ptr, errcode_ret);
}

CL_API_ENTRY cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags flags,
                                                const cl_image_format *image_format, size_t image_width,
                                                size_t image_height, size_t image_depth, size_t image_row_pitch,
                                                size_t image_slice_pitch, void *host_ptr, cl_int *errcode_ret) {
  const cl_image_desc desc = {.image_type = CL_MEM_OBJECT_IMAGE3D,
                              .image_width = image_width,
                              .image_height = image_height,
                              .image_depth = image_depth > 1 ? image_depth : 0, /* here 1 is none */
                              .image_row_pitch = image_row_pitch,
                              .image_slice_pitch = image_slice_pitch};
  return create_1_0(context, flags, image_format, &desc, host_ptr, errcode_ret);
}

/* What an image has to be fit for that is made with these flags. */
static unsigned uses_of(cl_mem_flags flags) {
  if (flags & CL_MEM_KERNEL_READ_AND_WRITE)
    return WEFT_IMAGE_READ_WRITE;
  if (flags & (CL_MEM_READ_ONLY | CL_MEM_IMMUTABLE_EXT))
    return WEFT_IMAGE_READ;
  if (flags & CL_MEM_WRITE_ONLY)
    return WEFT_IMAGE_WRITE;
  return WEFT_IMAGE_READ | WEFT_IMAGE_WRITE;
}

/* Flags of queries about formats. */
static bool are_format_flags(cl_mem_flags flags) {
  const cl_mem_flags both = CL_MEM_KERNEL_READ_AND_WRITE,
                     access = CL_MEM_READ_WRITE | CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY | both;
  return !weft_check_buffer_flags(flags & ~both) && weft_at_most_one(flags, access) &&
         !((flags & CL_MEM_IMMUTABLE_EXT) && (flags & both));
}

CL_API_ENTRY cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags,
                                                           cl_mem_object_type image_type, cl_uint num_entries,
                                                           cl_image_format *image_formats, cl_uint *num_image_formats) {
  cl_int refused = weft_check_context(context);
  if (refused)
    return refused;
  if (!are_format_flags(flags) || image_type < CL_MEM_OBJECT_IMAGE2D || image_type > CL_MEM_OBJECT_IMAGE1D_BUFFER ||
      (num_entries == 0 && image_formats))
    return CL_INVALID_VALUE;
  cl_uint count = 0;
  for (size_t i = 0; i < WEFT_IMAGE_FORMATS && weft_context_has_images(context); i++) {
    const struct weft_image_format *format = &weft_image_formats[i];
    if (!reported(format) || !weft_image_format_serves(format, image_type, uses_of(flags)))
      continue;
    if (image_formats && count < num_entries)
      image_formats[count] = format->name;
    count++;
  }
  if (num_image_formats)
    *num_image_formats = count;
  return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size,
                                               void *param_value, size_t *param_value_size_ret) {
  if (!weft_is_mem(image) || !weft_mem_is_image(image))
    return CL_INVALID_MEM_OBJECT;
  const struct weft_image *of = weft_image_of(image);
  const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  cl_mem_object_type type = image->type;
  switch (param_name) {
  case CL_IMAGE_FORMAT:
    return weft_info_bytes(&out, &of->format->name, sizeof of->format->name);
  case CL_IMAGE_ELEMENT_SIZE:
    return weft_info_put(&out, size_t, of->format->block_log2 ? RAW_ELEMENT_SIZE : of->format->size);
  case CL_IMAGE_ROW_PITCH:
    return weft_info_put(&out, size_t, of->row_pitch);
  case CL_IMAGE_SLICE_PITCH:
    return weft_info_put(&out, size_t, weft_image_type_has_slices(type) ? of->slice_pitch : 0);
  case CL_IMAGE_WIDTH:
    return weft_info_put(&out, size_t, of->width);
  case CL_IMAGE_HEIGHT:
    return weft_info_put(&out, size_t, weft_image_type_has_height(type) ? of->height : 0);
  case CL_IMAGE_DEPTH:
    return weft_info_put(&out, size_t, type == CL_MEM_OBJECT_IMAGE3D ? of->depth : 0);
  case CL_IMAGE_ARRAY_SIZE:
    return weft_info_put(&out, size_t, weft_image_type_has_layers(type) ? of->layers : 0);
  case CL_IMAGE_BUFFER:
    return weft_info_put(&out, cl_mem, image->parent && weft_mem_is_buffer(image->parent) ? image->parent : NULL);
  case CL_IMAGE_NUM_MIP_LEVELS:
    return weft_info_put(&out, cl_uint, of->num_mip_levels);
  case CL_IMAGE_NUM_SAMPLES:
    return weft_info_put(&out, cl_uint, 0);
  default:
    return CL_INVALID_VALUE;
  }
}

/* --- cl_ext_image_requirements_info 0.5.0 and cl_ext_image_from_buffer 1.0.0 ---------------------------------------
 */

/* What the largest element needs serves all, where no format is told. */
static const struct weft_image_format *widest_format(void) {
  const struct weft_image_format *widest = &weft_image_formats[0];
  for (size_t i = 0; i < WEFT_IMAGE_FORMATS; i++)
    if (weft_image_formats[i].size > widest->size)
      widest = &weft_image_formats[i];
  return widest;
}

/* The most that a device takes in the dimension that a query is about, of images of one type; SIZE_MAX: they have none
 * such. */
static size_t limit_of(const struct weft_hw_caps *caps, cl_image_requirements_info_ext name, cl_mem_object_type type) {
  bool is_3d = type == CL_MEM_OBJECT_IMAGE3D;
  switch (name) {
  case CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT:
    if (type == CL_MEM_OBJECT_IMAGE1D_BUFFER)
      return caps->image_buffer_max;
    return is_3d ? caps->image_3d_max[0] : caps->image_2d_max[0];
  case CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT:
    if (!weft_image_type_has_height(type))
      return SIZE_MAX;
    return is_3d ? caps->image_3d_max[1] : caps->image_2d_max[1];
  case CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT:
    return is_3d ? caps->image_3d_max[2] : SIZE_MAX;
  default:
    return weft_image_type_has_layers(type) ? caps->image_layers_max : SIZE_MAX;
  }
}

/* Texels of an image of `desc` for each one in the dimension of the query; a dimension of 0 is not told. SIZE_MAX: more
 * than can be counted. */
static size_t texels_of_each(cl_image_requirements_info_ext name, const cl_image_desc *desc) {
  cl_mem_object_type type = desc->image_type;
  const struct {
    cl_image_requirements_info_ext name;
    bool there;
    size_t size;
  } dimensions[] = {
      {CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT, true, desc->image_width},
      {CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT, weft_image_type_has_height(type), desc->image_height},
      {CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT, type == CL_MEM_OBJECT_IMAGE3D, desc->image_depth},
      {CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT, weft_image_type_has_layers(type), desc->image_array_size},
  };
  size_t texels = 1;
  for (size_t i = 0; i < sizeof dimensions / sizeof *dimensions; i++)
    if (dimensions[i].name != name && dimensions[i].there && dimensions[i].size &&
        __builtin_mul_overflow(texels, dimensions[i].size, &texels))
      return SIZE_MAX;
  return texels;
}

/* The most in the dimension of the query: what a device of the context takes, of every type where none is told, and
 * what of it it allocates with the other dimensions, as far as they are told. */
static cl_uint most_of(cl_context context, cl_image_requirements_info_ext name, const cl_image_desc *desc,
                       const struct weft_image_format *format) {
  const cl_image_desc untold = {0};
  size_t most = 0, texels = texels_of_each(name, desc ? desc : &untold);
  if (!desc)
    desc = &untold;
  for (cl_uint i = 0; i < context->num_devices; i++) {
    const struct weft_hw_caps *caps = context->devices[i]->caps;
    size_t here = (caps->max_alloc_size / format->size << format->block_log2) / texels;
    here = here < UINT32_MAX ? here : UINT32_MAX;
    if (name == CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT)
      here &= ~(weft_image_format_block(format) - 1);
    for (cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D; type <= CL_MEM_OBJECT_IMAGE1D_BUFFER; type++) {
      size_t limit = !desc->image_type || desc->image_type == type ? limit_of(caps, name, type) : SIZE_MAX;
      here = limit < here ? limit : here;
    }
    most = here > most ? here : most;
  }
  return (cl_uint)most;
}

static bool asks_for_most(cl_image_requirements_info_ext name) {
  return name == CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT || name == CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT ||
         name == CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT || name == CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT;
}

/* A descriptor of which anything may be 0: its type has the dimension of the query. */
static bool has_dimension(cl_context context, cl_image_requirements_info_ext name, const cl_image_desc *desc) {
  cl_mem_object_type type = desc->image_type;
  if (!type)
    return true;
  return type >= CL_MEM_OBJECT_IMAGE2D && type <= CL_MEM_OBJECT_IMAGE1D_BUFFER && desc->num_mip_levels < 2 &&
         !desc->num_samples && limit_of(context->devices[0]->caps, name, type) != SIZE_MAX;
}

/* The descriptor of an image that a buffer is to hold; the buffer itself may be missing. */
static bool read_descriptor(cl_context context, const cl_image_desc *desc, struct weft_image_shape *shape) {
  size_t row = desc->image_row_pitch;
  if (read_dimensions(context, desc, shape) || shape->num_mip_levels > 1 ||
      (desc->mem_object && check_parent(context, desc)))
    return false;
  if (row && !is_row_pitch(shape, row))
    return false;
  shape->row_pitch = row;
  return !place_slices(desc, shape);
}

/* A format that images with these flags may have, of the descriptor's type where that is told. */
static bool is_format_for(const struct weft_image_format *format, cl_mem_flags flags, const cl_image_desc *desc) {
  cl_mem_object_type type = desc && desc->image_type ? desc->image_type : CL_MEM_OBJECT_IMAGE2D;
  return format && weft_image_format_serves(format, type, flags ? uses_of(flags) : 0);
}

CL_API_ENTRY cl_int CL_API_CALL clGetImageRequirementsInfoEXT(cl_context context, const cl_mem_properties *properties,
                                                              cl_mem_flags flags, const cl_image_format *image_format,
                                                              const cl_image_desc *image_desc,
                                                              cl_image_requirements_info_ext param_name,
                                                              size_t param_value_size, void *param_value,
                                                              size_t *param_value_size_ret) {
  if (!weft_is_context(context))
    return CL_INVALID_CONTEXT;
  if (!weft_extensions_has("cl_ext_image_requirements_info") || !weft_context_has_images(context))
    return CL_INVALID_OPERATION;
  if (properties && properties[0])
    return CL_INVALID_PROPERTY;
  if (!are_format_flags(flags) || (param_name == CL_IMAGE_REQUIREMENTS_SIZE_EXT && !(image_format && image_desc)))
    return CL_INVALID_VALUE;
  struct weft_image_shape shape = {.format =
                                       image_format ? reported(weft_image_format_find(image_format)) : widest_format()};
  bool of_most = asks_for_most(param_name);
  if (image_desc && of_most && !has_dimension(context, param_name, image_desc))
    return CL_INVALID_IMAGE_DESCRIPTOR;
  if (image_format && !is_format_for(shape.format, flags, image_desc))
    return CL_INVALID_IMAGE_FORMAT_DESCRIPTOR;
  if (image_desc && !of_most && !read_descriptor(context, image_desc, &shape))
    return CL_INVALID_IMAGE_DESCRIPTOR;
  const struct weft_info out = {param_value_size, param_value, param_value_size_ret};
  bool is_line = image_desc && image_desc->image_type == CL_MEM_OBJECT_IMAGE1D_BUFFER;
  switch (param_name) {
  case CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT: /* a 1D image buffer may begin anywhere */
    return weft_info_put(&out, size_t, is_line ? 1 : base_align(context, shape.format));
  case CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT:
    return weft_info_put(&out, size_t, pitch_align(context, shape.format));
  case CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT: /* of whole rows, which need no more */
    return weft_extensions_has("cl_ext_image_from_buffer")
               ? weft_info_put(&out, size_t, pitch_align(context, shape.format))
               : CL_INVALID_VALUE;
  case CL_IMAGE_REQUIREMENTS_SIZE_EXT:
    return weft_info_put(&out, size_t, shape.size);
  default:
    return of_most ? weft_info_put(&out, cl_uint, most_of(context, param_name, image_desc, shape.format))
                   : CL_INVALID_VALUE;
  }
}
