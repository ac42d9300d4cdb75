/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/extensions.h"

#include "base/config.h"
#include "compiler/compiler.h"
#include "compiler/spirv/module.h"
#include "runtime/device_object.h"
#include "runtime/spirv_translator.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

static struct weft_extensions lists;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void add_word(char *text, const char *word) {
  size_t length = strlen(text);
  if (length)
    text[length++] = ' ';
  memcpy(text + length, word, strlen(word) + 1);
}

/* What OpenCL C 2.0 has in every program; images are optional in all versions, but not these parts of them. */
static bool hides_part_of_20(void) {
  static const char *const parts[] = {"__opencl_c_atomic_order_acq_rel",
                                      "__opencl_c_atomic_order_seq_cst",
                                      "__opencl_c_atomic_scope_device",
                                      "__opencl_c_atomic_scope_all_devices",
                                      "__opencl_c_device_enqueue",
                                      "__opencl_c_generic_address_space",
                                      "__opencl_c_pipes",
                                      "__opencl_c_program_scope_global_variables",
                                      "__opencl_c_read_write_images",
                                      "__opencl_c_3d_image_writes",
                                      "__opencl_c_work_group_collective_functions"};
  bool images = !weft_config_has_name(WEFT_OPTION_HIDE_EXTENSIONS, "__opencl_c_images");
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    if (weft_config_has_name(WEFT_OPTION_HIDE_EXTENSIONS, parts[i]) && (images || !strstr(parts[i], "image")))
      return true;
  return false;
}

static void add(struct weft_extension_list *list, const char *name, cl_version version) {
  if (weft_config_has_name(WEFT_OPTION_HIDE_EXTENSIONS, name))
    return;
  /* Its version 1.0 is OpenCL C 2.0 with classes. */
  if (strcmp(name, "cl_ext_cxx_for_opencl") == 0 && hides_part_of_20())
    return;
  assert(list->count < WEFT_MAX_EXTENSIONS && strlen(name) < CL_NAME_VERSION_MAX_NAME_SIZE);
  list->items[list->count].version = version;
  strcpy(list->items[list->count].name, name);
  list->count++;
  add_word(list->text, name);
}

static bool lists_name(const struct weft_extension_list *list, const char *name) {
  for (size_t i = 0; i < list->count; i++)
    if (strcmp(list->items[i].name, name) == 0)
      return true;
  return false;
}

/* CL_DEVICE_EXTENSIONS of an OpenCL 3.1 device has these names (section 4.2, "Required Extensions"). OpenCL C 3.1 has
 * sub-groups and packed dot products in every program, and every device takes SPIR-V 1.0 to 1.4. */
static bool has_all_of_31(void) {
  static const char *const names[] = {
      "cl_khr_device_uuid",      "cl_khr_extended_bit_ops",          "cl_khr_integer_dot_product",
      "cl_khr_spirv_queries",    "cl_khr_subgroup_extended_types",   "cl_khr_subgroup_rotate",
      "cl_khr_subgroup_shuffle", "cl_khr_subgroup_shuffle_relative", "cl_khr_suggested_local_work_size"};
  static const char *const features[] = {"__opencl_c_integer_dot_product_input_4x8bit_packed", "__opencl_c_subgroups"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!lists_name(&lists.device, names[i]))
      return false;
  for (size_t i = 0; i < sizeof features / sizeof *features; i++)
    if (!lists_name(&lists.features, features[i]))
      return false;
  return weft_spirv_newest_version() >= WEFT_SPIRV_VERSION(1, 4);
}

static void make(void) {
  enum { PLATFORM = 1, DEVICE = 2 };
  const int SPIRV = weft_spirv_translator() ? DEVICE : 0;
#define WEFT_EXTENSION(where, name, major, minor, patch)                                                               \
  if (where)                                                                                                           \
    add(&lists.platform, #name, CL_MAKE_VERSION(major, minor, patch));                                                 \
  if ((where) == DEVICE)                                                                                               \
    add(&lists.device, #name, CL_MAKE_VERSION(major, minor, patch));
#define WEFT_FEATURE(name, major, minor, patch) add(&lists.features, #name, CL_MAKE_VERSION(major, minor, patch));
#include "runtime/extensions.def"
#undef WEFT_EXTENSION
#undef WEFT_FEATURE
  for (size_t i = 0; i < lists.device.count; i++)
    add_word(lists.compiler, lists.device.items[i].name);
  for (size_t i = 0; i < lists.features.count; i++)
    add_word(lists.compiler, lists.features.items[i].name);
  lists.opencl_version = has_all_of_31() ? 310 : 300;
}

const struct weft_extensions *weft_extensions(void) {
  pthread_once(&once, make);
  return &lists;
}

bool weft_extensions_has(const char *name) {
  return lists_name(&weft_extensions()->device, name) || lists_name(&weft_extensions()->features, name);
}

bool weft_extensions_has_language(unsigned std) {
  if (std >= WEFT_STD_CXX_10)
    return weft_extensions_has("cl_ext_cxx_for_opencl");
  return std == 310 ? weft_extensions()->opencl_version >= 310 : std != 200 || !hides_part_of_20();
}

const char *weft_device_compiler_extensions(cl_device_id device) {
  (void)device; /* all devices run the same compiler */
  return weft_extensions()->compiler;
}
