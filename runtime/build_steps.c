/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/build_steps.h"

#include <limits.h>
#include <string.h>

#include "base/alloc.h"
#include "base/config.h"
#include "compiler/kernel_abi.h"
#include "runtime/compiler_loader.h"
#include "runtime/debug_files.h"
#include "runtime/extensions.h"
#include "runtime/spirv_translator.h"

static bool is_power_of_two(uint64_t n, uint64_t most) {
  return n && n <= most && (n & (n - 1)) == 0;
}

static uint64_t left_out(void) {
  static const char *const names[] = {
#define WEFT_HEURISTIC(id, name, reason) name,
#include "compiler/heuristics.def"
#undef WEFT_HEURISTIC
  };
  uint64_t without = 0;
  for (unsigned i = 0; i < WEFT_NUM_HEURISTICS; i++)
    without |= (uint64_t)weft_config_has_name(WEFT_OPTION_SPMD_WITHOUT, names[i]) << i;
  return without;
}

static struct weft_spmd spmd_options(void) {
  static const char *const modes[] = {"off", "auto", "force", "serial", NULL};
  static const char *const tails[] = {"auto", "masked", "scalar", NULL};
  uint64_t lanes = 0, parts = 0, bisect = 0, verify = 0;
  if (weft_config_size(WEFT_OPTION_SPMD_LANES, &lanes) && !(is_power_of_two(lanes, 64) && lanes > 1))
    lanes = 0;
  if (weft_config_size(WEFT_OPTION_SPMD_PARTS, &parts) && !is_power_of_two(parts, 16))
    parts = 0;
  if (weft_config_size(WEFT_OPTION_SPMD_BISECT, &bisect))
    bisect = bisect < UINT_MAX ? bisect + 1 : UINT_MAX;
  if (weft_config_size(WEFT_OPTION_SPMD_VERIFY, &verify) && verify > WEFT_SPMD_VERIFY_FATAL)
    verify = WEFT_SPMD_VERIFY_FATAL;
  return (struct weft_spmd){
      .mode = (enum weft_spmd_mode)weft_config_choice(WEFT_OPTION_SPMD, modes, WEFT_SPMD_AUTO),
      .tail = (enum weft_spmd_tail)weft_config_choice(WEFT_OPTION_SPMD_TAIL, tails, WEFT_SPMD_TAIL_AUTO),
      .lanes = (unsigned)lanes,
      .parts = (unsigned)parts,
      .remarks = weft_config_flag(WEFT_OPTION_REMARKS, false),
      .bisect = (unsigned)bisect,
      .verify = (enum weft_spmd_verify)verify,
      .without = left_out()};
}

/* Remarks and the search for one region look at a program as a whole, shadow mode has one reference for it, and so has
 * what debuggers are shown. */
static enum weft_deferral deferral(const struct weft_spmd *spmd) {
  static const char *const ways[] = {"whole", "auto", "each", NULL};
  uint64_t shadow = 0;
  char folder[PATH_MAX];
  if (spmd->remarks || spmd->bisect || weft_config_size(WEFT_OPTION_SHADOW, &shadow) || weft_debug_folder(folder))
    return WEFT_DEFER_NOTHING;
  return (enum weft_deferral)weft_config_choice(WEFT_OPTION_BUILD, ways, WEFT_DEFER_WORTHWHILE);
}

cl_int weft_step_target(cl_device_id device, struct weft_target *out) {
  const struct weft_hw_caps *caps = device->caps;
  *out = (struct weft_target){.isa = weft_device_isa_name(device),
                              .cpu = caps->cpu,
                              .features = caps->features ? caps->features : "",
                              .extensions = weft_device_compiler_extensions(device),
                              .opencl_version = weft_extensions()->opencl_version,
                              .builtins_dir = weft_compiler_builtins_dir(),
                              .spmd = spmd_options()};
  out->deferral = deferral(&out->spmd);
  return out->extensions ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
}

bool weft_step_same_target(const struct weft_target *a, const struct weft_target *b) {
  return strcmp(a->isa, b->isa) == 0 && strcmp(a->cpu, b->cpu) == 0 && strcmp(a->features, b->features) == 0 &&
         strcmp(a->extensions, b->extensions) == 0;
}

/* Keys: everything that the result depends on, but for files that are looked for, which the entry itself lists. */

static void key_begin(struct weft_hash *hash, const char *step, const struct weft_target *target,
                      const struct weft_parsed_options *options, const char *text) {
  weft_hash_init(hash);
  weft_hash_update_string(hash, step);
  weft_hash_update_string(hash, weft_compiler_build_id());
  weft_hash_update_string(hash, target->isa);
  weft_hash_update_string(hash, target->cpu);
  weft_hash_update_string(hash, target->features);
  weft_hash_update_string(hash, target->extensions);
  weft_hash_update_u64(hash, target->opencl_version);
  weft_hash_update_u64(hash, target->spmd.mode);
  weft_hash_update_u64(hash, target->spmd.tail);
  weft_hash_update_u64(hash, target->spmd.lanes);
  weft_hash_update_u64(hash, target->spmd.parts);
  weft_hash_update_u64(hash, target->spmd.bisect);
  weft_hash_update_u64(hash, target->spmd.verify);
  weft_hash_update_u64(hash, target->spmd.without);
  weft_hash_update_u64(hash, target->deferral);
  weft_hash_update_u64(hash, options->build.std);
  weft_hash_update_u64(hash, options->build.flags);
  weft_hash_update_u64(hash, options->create_library | options->enable_link_options << 1);
  weft_hash_update_u64(hash, options->build.num_preprocessor);
  for (size_t i = 0; i < options->build.num_preprocessor; i++)
    weft_hash_update_string(hash, options->build.preprocessor[i]);
  weft_hash_update_string(hash, text); /* the container keeps it */
}

static struct weft_digest source_key(const struct weft_target *target, const struct weft_parsed_options *options,
                                     const char *text, const struct weft_step_source *source, bool executable,
                                     const char *debug_folder) {
  struct weft_hash hash;
  key_begin(&hash, executable ? "build" : "compile", target, options, text);
  weft_hash_update_sized(&hash, source->text, source->size);
  weft_hash_update_u64(&hash, source->num_headers);
  for (size_t i = 0; i < source->num_headers; i++) {
    weft_hash_update_string(&hash, source->headers[i].name);
    weft_hash_update_sized(&hash, source->headers[i].text, source->headers[i].size);
  }
  weft_hash_update_string(&hash, debug_folder ? debug_folder : ""); /* lines name it */
  if (source->il) {
    weft_hash_update_string(&hash, weft_spirv_translator_id());
    weft_hash_update_sized(&hash, source->il, source->il_size);
  }
  return weft_hash_final(&hash);
}

static struct weft_digest link_key(const struct weft_target *target, const struct weft_parsed_options *options,
                                   const char *text, struct weft_binary *const *inputs, size_t num_inputs) {
  struct weft_hash hash;
  key_begin(&hash, "link", target, options, text);
  weft_hash_update_u64(&hash, num_inputs);
  for (size_t i = 0; i < num_inputs; i++) {
    weft_hash_update_u64(&hash, inputs[i]->non_uniform);
    weft_hash_update_u64(&hash, inputs[i]->link_options);
    weft_hash_update_sized(&hash, inputs[i]->bitcode.data, inputs[i]->bitcode.size);
  }
  return weft_hash_final(&hash);
}

/* Options that write to standard error: what they say comes from the compiler. */
static bool wants_compiler(const struct weft_target *target) {
  return target->spmd.remarks || target->spmd.bisect;
}

/* The cache's answer; true: `out` is complete, with `error` set. */
static bool from_cache(const struct weft_digest *key, const char *working_folder, struct weft_step_result *out,
                       cl_int *error) {
  out->binary = weft_cache_load(key, working_folder);
  if (!out->binary)
    return false;
  out->log = weft_strdup(out->binary->log);
  *error = out->log ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
  if (*error)
    weft_binary_unref(&out->binary);
  return true;
}

static char *join_logs(const char *first, const char *second) {
  size_t a = strlen(first), b = strlen(second);
  char *log = weft_alloc(a + b + 1);
  if (log) {
    memcpy(log, first, a);
    memcpy(log + a, second, b + 1);
  }
  return log;
}

static const struct weft_compiler *open_compiler(struct weft_step_result *out) {
  const char *why;
  const struct weft_compiler *compiler = weft_compiler_open(&why);
  if (!compiler)
    out->log = weft_strdup(why);
  return compiler;
}

/* Compiler output to container. `linked` NULL: a compiled object. */
static cl_int pack(const struct weft_compile_output *compiled, const struct weft_compile_output *linked,
                   struct weft_binary_parts parts, struct weft_step_result *out) {
  const char *first = compiled ? compiled->log : "", *second = linked ? linked->log : "";
  out->log = join_logs(first ? first : "", second ? second : "");
  if (!out->log)
    return CL_OUT_OF_HOST_MEMORY;
  parts.log = out->log;
  parts.build_id = weft_compiler_build_id();
  if (compiled)
    parts.bitcode = compiled->bitcode;
  if (linked) {
    if (linked->bitcode.size)
      parts.bitcode = linked->bitcode;
    parts.object = linked->object;
    parts.kernels = linked->kernels;
    parts.num_kernels = linked->num_kernels;
    parts.has_writable_globals = linked->has_writable_globals;
    parts.has_constructors = linked->has_constructors;
    parts.global_variables_size = linked->global_variables_size;
  }
  return weft_binary_create(&parts, &out->binary);
}

cl_int weft_step_compile(const struct weft_target *target, const struct weft_parsed_options *options, const char *text,
                         const struct weft_step_source *source, bool executable, struct weft_step_result *out) {
  *out = (struct weft_step_result){0};
  cl_int error = CL_SUCCESS;
  char folder[PATH_MAX], source_folder[PATH_MAX];
  bool kept = source->text && weft_debug_folder(folder) &&
              weft_debug_keep_source(folder, source->text, source->size, source_folder);
  struct weft_digest key = source_key(target, options, text, source, executable, kept ? source_folder : NULL);
  if (!wants_compiler(target) && from_cache(&key, source->working_folder, out, &error))
    return error;
  const struct weft_compiler *compiler = open_compiler(out);
  if (!compiler)
    return CL_COMPILER_NOT_AVAILABLE;

  struct weft_compile_request request = {.target = target,
                                         .options = &options->build,
                                         .source = source->text,
                                         .source_size = source->size,
                                         .headers = source->headers,
                                         .num_headers = source->num_headers,
                                         .source_folder = kept ? source_folder : NULL,
                                         .working_folder = source->working_folder,
                                         .il = source->il,
                                         .il_size = source->il_size,
                                         .spirv_translator = weft_spirv_translator(),
                                         .spirv_rewrite = weft_spirv_translator_is_old(),
                                         .spirv_seconds = weft_spirv_seconds()};
  struct weft_compile_output compiled = {0}, linked = {0};
  error = compiler->compile(&request, &compiled);
  if (!error && executable) {
    struct weft_link_request link = {
        .target = target, .options = &options->build, .inputs = &compiled.bitcode, .num_inputs = 1};
    error = compiler->link(&link, &linked);
  }
  if (error) {
    out->log = join_logs(compiled.log ? compiled.log : "", linked.log ? linked.log : "");
  } else {
    struct weft_binary_parts parts = {.type = executable ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE
                                                         : CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT,
                                      .isa = target->isa,
                                      .cpu = target->cpu,
                                      .features = target->features,
                                      .options = text,
                                      .std = options->build.std,
                                      .flags = options->build.flags,
                                      .non_uniform = (options->build.std >= 200 || source->il) &&
                                                     !(options->build.flags & WEFT_BUILD_UNIFORM_WORK_GROUP_SIZE)};
    error = pack(&compiled, executable ? &linked : NULL, parts, out);
    if (!error && !compiled.transient)
      weft_cache_store(&key, out->binary, compiled.dependencies, compiled.num_dependencies);
  }
  if (linked.log) /* the link was reached */
    compiler->release(&linked);
  compiler->release(&compiled);
  return error;
}

cl_int weft_step_link(const struct weft_target *target, const struct weft_parsed_options *options, const char *text,
                      struct weft_binary *const *inputs, size_t num_inputs, struct weft_step_result *out) {
  *out = (struct weft_step_result){0};
  cl_int error = CL_SUCCESS;
  struct weft_digest key = link_key(target, options, text, inputs, num_inputs);
  if (!wants_compiler(target) && from_cache(&key, NULL, out, &error))
    return error;
  const struct weft_compiler *compiler = open_compiler(out);
  if (!compiler)
    return CL_COMPILER_NOT_AVAILABLE;
  struct weft_bytes *bitcode = weft_calloc(num_inputs, sizeof(*bitcode));
  if (!bitcode)
    return CL_OUT_OF_HOST_MEMORY;
  struct weft_binary_parts parts = {.type = options->create_library ? CL_PROGRAM_BINARY_TYPE_LIBRARY
                                                                    : CL_PROGRAM_BINARY_TYPE_EXECUTABLE,
                                    .isa = target->isa,
                                    .cpu = target->cpu,
                                    .features = target->features,
                                    .options = text,
                                    .std = inputs[0]->std,
                                    .flags = options->build.flags,
                                    .non_uniform = true,
                                    .link_options = options->enable_link_options};
  for (size_t i = 0; i < num_inputs; i++) {
    bitcode[i] = inputs[i]->bitcode;
    parts.non_uniform &= inputs[i]->non_uniform;
    parts.flags |= inputs[i]->flags & WEFT_BUILD_DEBUG; /* what kernels are told about failures */
  }
  struct weft_link_request request = {.target = target,
                                      .options = &options->build,
                                      .inputs = bitcode,
                                      .num_inputs = num_inputs,
                                      .create_library = options->create_library};
  struct weft_compile_output linked = {0};
  error = compiler->link(&request, &linked);
  if (error) {
    out->log = join_logs(linked.log ? linked.log : "", "");
  } else {
    error = pack(NULL, &linked, parts, out);
    if (!error)
      weft_cache_store(&key, out->binary, NULL, 0);
  }
  compiler->release(&linked);
  weft_free(bitcode);
  return error;
}

static struct weft_parsed_options special_options(const struct weft_binary *program) {
  return (struct weft_parsed_options){.build = {.std = program->std, .flags = program->flags}};
}

static struct weft_digest special_key(const struct weft_target *target, const struct weft_binary *program,
                                      const struct weft_specialisation *special) {
  struct weft_parsed_options options = special_options(program);
  struct weft_hash hash;
  key_begin(&hash, "specialise", target, &options, program->options);
  weft_hash_update(&hash, &program->checksum, sizeof(program->checksum));
  weft_hash_update_string(&hash, special->kernel);
  weft_hash_update_u64(&hash, special->num_facts);
  for (size_t i = 0; i < special->num_facts; i++) {
    weft_hash_update_u64(&hash, special->facts[i].kind);
    weft_hash_update_u64(&hash, special->facts[i].arg);
    weft_hash_update_u64(&hash, special->facts[i].value);
  }
  return weft_hash_final(&hash);
}

enum weft_cache_answer weft_step_ask_cache(const struct weft_target *target, const struct weft_binary *program,
                                           const struct weft_specialisation *special) {
  struct weft_digest key = special_key(target, program, special);
  return weft_cache_ask(&key);
}

cl_int weft_step_specialise(const struct weft_target *target, const struct weft_binary *program,
                            const struct weft_specialisation *special, enum weft_step_sources from,
                            bool (*wanted)(void *user), void *user, struct weft_step_result *out) {
  *out = (struct weft_step_result){0};
  cl_int error = CL_SUCCESS;
  struct weft_parsed_options options = special_options(program);
  struct weft_digest key = special_key(target, program, special);
  if (!wants_compiler(target) && from_cache(&key, NULL, out, &error))
    return error;
  if (from == WEFT_STEP_CACHE)
    return CL_INVALID_VALUE;
  const struct weft_compiler *compiler = open_compiler(out);
  if (!compiler)
    return CL_COMPILER_NOT_AVAILABLE;
  struct weft_link_request request = {.target = target,
                                      .options = &options.build,
                                      .inputs = &program->bitcode,
                                      .num_inputs = 1,
                                      .specialisation = special,
                                      .is_wanted = wanted,
                                      .user = user};
  struct weft_compile_output linked = {0};
  error = compiler->link(&request, &linked);
  if (error) {
    out->log = join_logs(linked.log ? linked.log : "", "");
  } else {
    struct weft_binary_parts parts = {.type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE,
                                      .isa = target->isa,
                                      .cpu = target->cpu,
                                      .features = target->features,
                                      .options = program->options,
                                      .std = program->std,
                                      .flags = program->flags,
                                      .non_uniform = program->non_uniform};
    error = pack(NULL, &linked, parts, out);
    if (!error)
      weft_cache_store(&key, out->binary, NULL, 0);
  }
  compiler->release(&linked);
  return error;
}
