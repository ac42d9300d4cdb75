/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/kernels/images/harness.h"

#include "tests/kernels/images/reference.h"

#include <CL/cl_ext.h>
#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

unsigned failures;
static const struct weft_compiler *compiler;
static struct weft_target target = {
    .features = "",
    .extensions =
        "cl_khr_byte_addressable_store cl_khr_fp16 cl_khr_depth_images cl_khr_3d_image_writes cl_khr_mipmap_image "
        "cl_khr_mipmap_image_writes __opencl_c_images "
        "__opencl_c_3d_image_writes __opencl_c_read_write_images __opencl_c_int64 "
        "__opencl_c_program_scope_global_variables",
    .opencl_version = 300,
};

const struct shape_info shapes[SHAPES] = {
    [SHAPE_1D] = {"image1d_t", "float", "int", 1, false, 1, false, false},
    [SHAPE_1D_ARRAY] = {"image1d_array_t", "float2", "int2", 1, true, 2, false, false},
    [SHAPE_2D] = {"image2d_t", "float2", "int2", 2, false, 2, false, false},
    [SHAPE_2D_ARRAY] = {"image2d_array_t", "float4", "int4", 2, true, 4, false, false},
    [SHAPE_3D] = {"image3d_t", "float4", "int4", 3, false, 4, false, false},
    [SHAPE_2D_DEPTH] = {"image2d_depth_t", "float2", "int2", 2, false, 2, true, false},
    [SHAPE_2D_ARRAY_DEPTH] = {"image2d_array_depth_t", "float4", "int4", 2, true, 4, true, false},
    [SHAPE_1D_BUFFER] = {"image1d_buffer_t", "", "int", 1, false, 1, false, true},
};

const struct format formats[] = {
#define WEFT_IMAGE_FORMAT(order, type, size, shapes, uses) {CL_##order, CL_##type, size, #order " " #type},
#include "builtins/image_formats.def"
#undef WEFT_IMAGE_FORMAT
    /* known to the builtins besides */
    {CL_RGB, CL_UNORM_SHORT_565, 2, "RGB 565"},     {CL_RGB, CL_UNORM_SHORT_555, 2, "RGB 555"},
    {CL_RGB, CL_UNORM_INT_101010, 4, "RGB 101010"}, {CL_RGBA, CL_UNORM_INT_101010_2, 4, "RGBA 101010_2"},
    {CL_ABGR, CL_UNORM_INT8, 4, "ABGR UNORM_INT8"},
};
const size_t num_formats = sizeof(formats) / sizeof(formats[0]);

static bool has_isa(const char *isa) {
  if (!strcmp(isa, "x86-64-v4"))
    return __builtin_cpu_supports("x86-64-v4");
  if (!strcmp(isa, "x86-64-v3"))
    return __builtin_cpu_supports("x86-64-v3");
  return true;
}

void open_compiler(char **argv) {
  void *library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  const struct weft_compiler *(*get)(void) = NULL;
  if (library)
    *(void **)&get = dlsym(library, "weft_compiler_get");
  if (!get) {
    fprintf(stderr, "%s: %s\n", argv[1], dlerror());
    exit(1);
  }
  compiler = get();
  target.builtins_dir = argv[2];
  target.isa = target.cpu = argv[3];
  if (!has_isa(target.isa))
    exit(77);
}

static void must(cl_int code, const char *log) {
  if (code == CL_SUCCESS)
    return;
  fprintf(stderr, "%s", log ? log : "no log\n");
  exit(1);
}

/* A program with a variable has the copies for likely formats in itself, so that one build holds the image functions
 * for all of them. */
static char *with_variable(const char *source) {
  static const char variable[] = "global int state_of_the_program;\n";
  char *text = malloc(sizeof(variable) + strlen(source));
  if (!text)
    exit(1);
  return strcat(strcpy(text, variable), source);
}

void build_program(struct program *program, const char *source) {
  const struct weft_build_options options = {.std = 300};
  char *text = with_variable(source);
  const struct weft_compile_request request = {
      .target = &target, .options = &options, .source = text, .source_size = strlen(text)};
  struct weft_compile_output compiled;
  cl_int code = compiler->compile(&request, &compiled);
  must(code, compiled.log);
  const struct weft_link_request link = {
      .target = &target, .options = &options, .inputs = &compiled.bitcode, .num_inputs = 1};
  code = compiler->link(&link, &program->output);
  must(code, program->output.log);
  compiler->release(&compiled);
  free(text);
  int file = memfd_create("kernels", MFD_CLOEXEC);
  char path[64];
  snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
  if (file < 0 || write(file, program->output.object.data, program->output.object.size) < 0 ||
      !(program->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL))) {
    fprintf(stderr, "%s\n", dlerror());
    exit(1);
  }
  close(file);
}

void close_program(struct program *program) {
  dlclose(program->handle);
  compiler->release(&program->output);
}

static int32_t print(const struct weft_launch *launch, const char *format, const char *types, const void *args) {
  return -1;
}

void run_kernel(const struct program *program, const char *name, const struct argument *arguments, uint64_t items) {
  static const struct weft_kernel_services services = {.print = print};
  static _Alignas(WEFT_GROUP_MEMORY_ALIGN) char local[1024], frame[1 << 16];
  const struct weft_kernel_info *info = program->output.kernels;
  size_t left = program->output.num_kernels;
  while (left > 0 && strcmp(info->name, name)) {
    info++;
    left--;
  }
  _Alignas(16) char block[256] = {0};
  weft_kernel_entry entry = NULL;
  if (left > 0)
    *(void **)&entry = dlsym(program->handle, info->symbol);
  if (!entry || info->args_size > sizeof(block)) {
    fprintf(stderr, "no kernel %s\n", name);
    exit(1);
  }
  for (uint32_t i = 0; i < info->num_args; i++) {
    const struct weft_arg_info *arg = &info->args[i];
    if (arg->kind == WEFT_ARG_SAMPLER || arg->kind == WEFT_ARG_VALUE)
      memcpy(block + arg->offset, &arguments[i].bits, sizeof(arguments[i].bits));
    else
      memcpy(block + arg->offset, &arguments[i].pointer, sizeof(arguments[i].pointer));
  }
  const uint64_t group[3] = {0, 0, 0}, size = 16, groups = (items + size - 1) / size;
  const struct weft_launch launch = {.args = block,
                                     .services = &services,
                                     .work_dim = 1,
                                     .global_size = {items, 1, 1},
                                     .local_size = {size, 1, 1},
                                     .num_groups = {groups, 1, 1}};
  entry(&launch, group, groups, local, frame);
}

uint32_t random_bits(void) {
  static uint64_t state = 88172645463325252u;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (uint32_t)(state >> 16);
}

unsigned char *texel_of(const struct image *image, int x, int y, int z, int layer) {
  const struct weft_image_view *view = &image->view;
  return (unsigned char *)view->data + (int64_t)x * view->element_size + y * view->row_pitch +
         (z + layer) * view->slice_pitch;
}

static void fill_texel(unsigned char *texel, const struct format *format) {
  for (uint32_t i = 0; i < format->size; i++)
    texel[i] = (unsigned char)random_bits();
  if (format->type == CL_FLOAT)
    for (uint32_t i = 0; i < format->size; i += sizeof(float)) {
      float value = (float)(random_bits() & 0xffffff) / 0x800000 - 1;
      memcpy(texel + i, &value, sizeof(value));
    }
  if (format->type == CL_HALF_FLOAT)
    for (uint32_t i = 0; i < format->size; i += sizeof(uint16_t)) {
      uint16_t value = (uint16_t)(random_bits() % 0x3c01 | (random_bits() & 0x8000));
      memcpy(texel + i, &value, sizeof(value));
    }
}

void make_image(struct image *image, enum shape shape, const struct format *format) {
  const struct shape_info *info = &shapes[shape];
  struct weft_image_view *view = &image->view;
  *view = (struct weft_image_view){.width = 13,
                                   .height = info->dims > 1 ? 7 : 1,
                                   .depth = info->dims > 2 ? 5 : 1,
                                   .array_size = info->layered ? 4 : 1,
                                   .channel_order = format->order,
                                   .channel_type = format->type,
                                   .element_size = format->size,
                                   .format = (uint32_t)(format - formats)};
  view->row_pitch = (view->width + 3) * (int64_t)format->size;
  view->slice_pitch = view->row_pitch * (view->height + 1);
  int planes = view->depth * view->array_size;
  image->bytes = (size_t)(view->slice_pitch * (planes + 2));
  image->memory = malloc(image->bytes);
  if (!image->memory)
    exit(1);
  memset(image->memory, 0xa5, image->bytes);
  view->data = (char *)image->memory + view->slice_pitch;
  for (int plane = 0; plane < planes; plane++)
    for (int y = 0; y < view->height; y++)
      for (int x = 0; x < view->width; x++)
        fill_texel(texel_of(image, x, y, plane, 0), format);
}

static int halved(int size) {
  return size > 1 ? size / 2 : 1;
}

static void place_level(struct image *level, const struct image *above) {
  struct weft_image_view *view = &level->view;
  *view = above->view;
  view->width = halved(view->width);
  view->height = halved(view->height);
  view->depth = halved(view->depth);
  view->row_pitch = view->width * (int64_t)view->element_size;
  view->slice_pitch = view->row_pitch * view->height;
  view->data = (char *)above->view.data + above->bytes;
  level->memory = NULL;
  level->bytes = (size_t)(view->slice_pitch * view->depth * view->array_size) + GAP;
}

void make_levels(struct image *image, enum shape shape, const struct format *format, struct image level[LEVELS]) {
  make_image(image, shape, format);
  size_t begin = (size_t)((unsigned char *)image->view.data - image->memory);
  size_t first = image->bytes;
  image->bytes *= 3; /* a level of a 1D array is half as large as the one above it, or less */
  image->bytes += LEVELS * GAP;
  image->memory = realloc(image->memory, image->bytes);
  if (!image->memory)
    exit(1);
  memset(image->memory + first, 0xa5, image->bytes - first);
  image->view.data = (char *)image->memory + begin;
  level[0].view = image->view;
  level[0].bytes = first - begin;
  for (int l = 1; l < LEVELS; l++) {
    place_level(&level[l], &level[l - 1]);
    const struct weft_image_view *view = &level[l].view;
    for (int plane = 0; plane < view->depth * view->array_size; plane++)
      for (int y = 0; y < view->height; y++)
        for (int x = 0; x < view->width; x++)
          fill_texel(texel_of(&level[l], x, y, plane, 0), format);
    image->view.level_offset[l] = (uint64_t)(view->data - image->view.data);
  }
  image->view.num_mip_levels = LEVELS;
}

void free_image(struct image *image) {
  free(image->memory);
}
