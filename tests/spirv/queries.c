/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cl_khr_spirv_queries: what the device lists is what the modules of these tests declare, and what its other features
 * ask for is among it. Then those modules that are here for a capability's sake alone. */
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "tests/harness/pool.h"
#include "tests/spirv/modules.h"

#ifndef CL_DEVICE_SPIRV_CAPABILITIES_KHR
#define CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR 0x12B9
#define CL_DEVICE_SPIRV_EXTENSIONS_KHR 0x12BA
#define CL_DEVICE_SPIRV_CAPABILITIES_KHR 0x12BB
#endif

enum { MAX = 256, SETS = 0, EXTENSIONS = 1 };

struct lists {
  size_t num_names[2], num_capabilities;
  const char *names[2][MAX];
  cl_uint capabilities[MAX];
};

static void need_queries(void) {
  need_spirv();
  CHECK(test_has_extension("cl_khr_spirv_queries"));
}

static size_t ask(cl_device_info name, size_t element, void *list) {
  size_t size, again;
  CHECK_CL(clGetDeviceInfo(test.device, name, 0, NULL, &size));
  CHECK(size > 0 && size % element == 0 && size <= MAX * element);
  CHECK_ERR(clGetDeviceInfo(test.device, name, size - 1, list, NULL), CL_INVALID_VALUE);
  CHECK_CL(clGetDeviceInfo(test.device, name, size, list, &again));
  CHECK_EQ(again, size);
  return size / element;
}

static struct lists *listed(void) {
  struct lists *lists = test_alloc(sizeof *lists);
  lists->num_names[SETS] =
      ask(CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR, sizeof(char *), (void *)lists->names[SETS]);
  lists->num_names[EXTENSIONS] = ask(CL_DEVICE_SPIRV_EXTENSIONS_KHR, sizeof(char *), (void *)lists->names[EXTENSIONS]);
  lists->num_capabilities = ask(CL_DEVICE_SPIRV_CAPABILITIES_KHR, sizeof(cl_uint), lists->capabilities);
  return lists;
}

static bool has_name(const struct lists *lists, int which, const char *name) {
  for (size_t i = 0; i < lists->num_names[which]; i++)
    if (strcmp(lists->names[which][i], name) == 0)
      return true;
  return false;
}

static bool has_capability(const struct lists *lists, cl_uint capability) {
  for (size_t i = 0; i < lists->num_capabilities; i++)
    if (lists->capabilities[i] == capability)
      return true;
  return false;
}

static bool reads_version(cl_uint minor) {
  char text[256], word[32];
  CHECK_CL(clGetDeviceInfo(test.device, CL_DEVICE_IL_VERSION, sizeof(text), text, NULL));
  snprintf(word, sizeof(word), "SPIR-V_1.%u", minor);
  return strstr(text, word) != NULL;
}

static void add_name(struct lists *lists, int which, const char *name) {
  if (has_name(lists, which, name))
    return;
  CHECK(lists->num_names[which] < MAX);
  char *copy = test_alloc(strlen(name) + 1);
  strcpy(copy, name);
  lists->names[which][lists->num_names[which]++] = copy;
}

/* What a module declares, if the device reads its version. */
static void add_module(struct lists *lists, const char *name) {
  enum { OP_EXTENSION = 10, OP_EXT_INST_IMPORT = 11, OP_CAPABILITY = 17 };
  struct module module = read_module(name);
  CHECK(module.size > 20);
  if (!reads_version(module.words[1] >> 8 & 0xff))
    return;
  for (size_t i = 5; i < module.size / 4; i += module.words[i] >> 16) {
    const uint32_t *word = module.words + i;
    CHECK(*word >> 16 && *word >> 16 <= module.size / 4 - i);
    if ((*word & 0xffff) == OP_CAPABILITY && !has_capability(lists, word[1])) {
      CHECK(lists->num_capabilities < MAX);
      lists->capabilities[lists->num_capabilities++] = word[1];
    } else if ((*word & 0xffff) == OP_EXTENSION) {
      add_name(lists, EXTENSIONS, (const char *)(word + 1));
    } else if ((*word & 0xffff) == OP_EXT_INST_IMPORT) {
      add_name(lists, SETS, (const char *)(word + 2));
    }
  }
}

/* Each of these modules is built by a test: so what is listed is, and nothing that is, is left out. */
static void as_declared(void) {
  need_queries();
  struct lists *lists = listed(), *declared = test_alloc(sizeof *declared);
  DIR *folder = opendir(MODULES);
  CHECK(folder);
  for (struct dirent *entry; (entry = readdir(folder));) {
    char name[256];
    size_t length = strlen(entry->d_name);
    if (length < 5 || length >= sizeof(name) || strcmp(entry->d_name + length - 4, ".spv") != 0)
      continue;
    snprintf(name, sizeof(name), "%.*s", (int)length - 4, entry->d_name);
    add_module(declared, name);
  }
  closedir(folder);
  const struct lists *both[] = {lists, declared};
  static const char *const lacks[] = {"no module declares", "the device does not list"};
  for (int b = 0; b < 2; b++) {
    for (size_t i = 0; i < both[b]->num_capabilities; i++)
      if (!has_capability(both[!b], both[b]->capabilities[i]))
        FAIL("%s capability %u", lacks[b], both[b]->capabilities[i]);
    for (int which = 0; which < 2; which++)
      for (size_t i = 0; i < both[b]->num_names[which]; i++)
        if (!has_name(both[!b], which, both[b]->names[which][i]))
          FAIL("%s %s", lacks[b], both[b]->names[which][i]);
  }
}

/* The environment specification's demands of what the device reports; "" stands for every device. */
static const struct {
  const char *feature, *extension;
  cl_uint capabilities[4];
} demands[] = {
    {"", NULL, {4, 5, 6, 7}},    /* Addresses, Linkage, Kernel, Vector16 */
    {"", NULL, {8, 11, 22, 39}}, /* Float16Buffer, Int64, Int16, Int8 */
    {"cl_khr_fp16", NULL, {9}},  /* Float16 */
    {"cl_khr_fp64", NULL, {10}}, /* Float64 */
    {"cl_khr_int64_base_atomics", NULL, {12}},
    {"cl_khr_int64_extended_atomics", NULL, {12}},
    {"__opencl_c_images", NULL, {13, 20, 43, 44}}, /* ImageBasic, LiteralSampler, Sampled1D, Image1D */
    {"__opencl_c_images", NULL, {46, 47}},         /* SampledBuffer, ImageBuffer */
    {"__opencl_c_read_write_images", NULL, {14}},
    {"cl_khr_mipmap_image_writes", NULL, {15}}, /* with cl_khr_mipmap_image */
    {"__opencl_c_pipes", NULL, {17}},
    {"__opencl_c_subgroups", NULL, {18, 58}}, /* Groups, SubgroupDispatch */
    {"__opencl_c_work_group_collective_functions", NULL, {18}},
    {"__opencl_c_device_enqueue", NULL, {19}},
    {"__opencl_c_generic_address_space", NULL, {38}},
    {"cl_khr_subgroup_non_uniform_vote", NULL, {61, 62}},
    {"cl_khr_subgroup_non_uniform_arithmetic", NULL, {63}},
    {"cl_khr_subgroup_ballot", NULL, {64}},
    {"cl_khr_subgroup_shuffle", NULL, {65}},
    {"cl_khr_subgroup_shuffle_relative", NULL, {66}},
    {"cl_khr_subgroup_clustered_reduce", NULL, {67}},
    {"cl_khr_subgroup_named_barrier", NULL, {59}},
    {"cl_khr_subgroup_rotate", "SPV_KHR_subgroup_rotate", {6026}},
    {"cl_khr_kernel_clock", "SPV_KHR_shader_clock", {5055}},
    {"cl_khr_expect_assume", "SPV_KHR_expect_assume", {5629}},
    {"cl_khr_extended_bit_ops", "SPV_KHR_bit_instructions", {6025}},
    {"cl_khr_integer_dot_product", "SPV_KHR_integer_dot_product", {6018, 6019}},
    {"__opencl_c_integer_dot_product_input_4x8bit", "SPV_KHR_integer_dot_product", {6017}},
    {"cl_khr_spirv_linkonce_odr", "SPV_KHR_linkonce_odr", {0}},
    {"cl_khr_spirv_no_integer_wrap_decoration", "SPV_KHR_no_integer_wrap_decoration", {0}},
    {"cl_khr_work_group_uniform_arithmetic", "SPV_KHR_uniform_group_instructions", {6400}},
    {"__opencl_c_ext_fp32_global_atomic_add", "SPV_EXT_shader_atomic_float_add", {6033}},
    {"__opencl_c_ext_fp64_global_atomic_add", "SPV_EXT_shader_atomic_float_add", {6034}},
    {"__opencl_c_ext_fp16_global_atomic_add", "SPV_EXT_shader_atomic_float16_add", {6095}},
    {"__opencl_c_ext_fp32_global_atomic_min_max", "SPV_EXT_shader_atomic_float_min_max", {5612}},
    {"__opencl_c_ext_fp64_global_atomic_min_max", "SPV_EXT_shader_atomic_float_min_max", {5613}},
    {"__opencl_c_ext_fp16_global_atomic_min_max", "SPV_EXT_shader_atomic_float_min_max", {5616}},
    {"cl_intel_split_work_group_barrier", "SPV_INTEL_split_barrier", {6141}},
};

static void as_demanded(void) {
  need_queries();
  struct lists *lists = listed();
  CHECK(has_name(lists, SETS, "OpenCL.std"));
  for (size_t d = 0; d < TEST_COUNT(demands); d++) {
    const char *feature = demands[d].feature;
    if (*feature && !test_has_extension(feature) && !test_has_c_feature(feature))
      continue;
    if (demands[d].extension && !has_name(lists, EXTENSIONS, demands[d].extension))
      FAIL("%s demands %s", feature, demands[d].extension);
    for (int c = 0; c < 4 && demands[d].capabilities[c]; c++)
      if (!has_capability(lists, demands[d].capabilities[c]))
        FAIL("%s demands capability %u", feature, demands[d].capabilities[c]);
  }
  CHECK_EQ(has_capability(lists, 71), reads_version(6)); /* UniformDecoration */
}

/* --- Modules ------------------------------------------------------------------------------- */

enum { WIDTH = 48 };

static void release_image(void *object, size_t size) {
  (void)size;
  clReleaseMemObject(object);
}

static cl_mem image_of(cl_mem_object_type type, cl_mem buffer, size_t height, void *data) {
  const cl_image_format format = {CL_RGBA, CL_UNSIGNED_INT32};
  cl_image_desc desc = {.image_type = type, .image_width = WIDTH, .image_height = height, .mem_object = buffer};
  cl_int error;
  cl_mem image =
      clCreateImage(test.context, CL_MEM_READ_WRITE | (data ? CL_MEM_COPY_HOST_PTR : 0), &format, &desc, data, &error);
  CHECK_CL(error);
  test_pool_add(release_image, image, 0);
  return image;
}

static void images(void) {
  need_spirv();
  cl_uint line[WIDTH][4], texels[WIDTH][4], plane[2][WIDTH][4], got[2][WIDTH][4], out[WIDTH][3];
  test_fill(line, sizeof line, 1);
  test_fill(texels, sizeof texels, 2);
  test_fill(plane, sizeof plane, 3);
  cl_mem result = buffer_of(NULL, sizeof out), first = image_of(CL_MEM_OBJECT_IMAGE1D, NULL, 0, line),
         second = image_of(CL_MEM_OBJECT_IMAGE1D_BUFFER, buffer_of(texels, sizeof texels), 0, NULL),
         third = image_of(CL_MEM_OBJECT_IMAGE2D, NULL, 2, plane);
  LAUNCH(test_kernel(build_module("images", ""), "images"), WIDTH, 16, ARG(result), ARG(first), ARG(second),
         ARG(third));
  read_back(result, out, sizeof out);
  CHECK_CL(clEnqueueReadImage(test.queue, third, CL_TRUE, (const size_t[]){0, 0, 0}, (const size_t[]){WIDTH, 2, 1}, 0,
                              0, got, 0, NULL, NULL));
  for (size_t i = 0; i < WIDTH; i++) {
    CHECK_EQ(out[i][0], line[i + 1 < WIDTH ? i + 1 : i][0]);
    CHECK_EQ(out[i][1], texels[i][0]);
    CHECK_EQ(out[i][2], WIDTH);
    for (int c = 0; c < 4; c++) {
      CHECK_EQ(got[0][i][c], plane[0][i][c]);
      CHECK_EQ(got[1][i][c], plane[0][i][c] + 1);
    }
  }
}

/* Where no translator reads the version that has the decorations, the words are the same under an older one. */
static void uniform_decoration(void) {
  need_spirv();
  struct module module = read_module("uniform_decoration");
  if (!reads_version(6))
    module.words[1] = 0x00010400;
  cl_int error;
  cl_program program = create_program(module.words, module.size, &error);
  CHECK_CL(error);
  if (clBuildProgram(program, 0, NULL, "", NULL, NULL))
    FAIL("the build fails:\n%s", log_of(program));
  cl_uint out[64];
  cl_mem buffer = buffer_of(NULL, sizeof out);
  LAUNCH(test_kernel(program, "uniform"), 64, 16, ARG(buffer), ARG_UINT(1000));
  read_back(buffer, out, sizeof out);
  for (cl_uint i = 0; i < 64; i++)
    CHECK_EQ(out[i], 3000 + i);
}

static const struct test_case cases[] = {
    {"as_declared", as_declared},
    {"as_demanded", as_demanded},
    {"images", images},
    {"uniform_decoration", uniform_decoration},
};
TEST_MAIN(cases)
