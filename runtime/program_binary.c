/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/program_binary.h"

#include <ctype.h>
#include <string.h>

#include "base/alloc.h"
#include "compiler/kernel_abi.h"
#include "runtime/byte_stream.h"
#include "runtime/hash.h"

#define MAGIC "WEFTBIN"

struct header {
  char magic[8];
  uint32_t version, kernel_abi;
  uint64_t size;
  struct weft_digest checksum; /* of all bytes, with these zero */
  uint32_t type, num_sections;
};

enum section_kind { SECTION_META = 1, SECTION_KERNELS, SECTION_OBJECT, SECTION_BITCODE, NUM_SECTION_KINDS };

struct section {
  uint32_t kind, reserved;
  uint64_t offset, size;
};

enum { SECTION_ALIGN = 16, MAX_ARGS_SIZE = 1 << 20, MAX_ARG_ALIGN = 4096 };

/* The fewest bytes that a kernel and an argument take: bounds what counts in a file may claim. */
enum { MIN_KERNEL_BYTES = 64, MIN_ARG_BYTES = 44 };

static struct weft_digest checksum(const char *data, size_t size) {
  struct header header;
  memcpy(&header, data, sizeof(header));
  memset(&header.checksum, 0, sizeof(header.checksum));
  struct weft_hash hash;
  weft_hash_init(&hash);
  weft_hash_update(&hash, &header, sizeof(header));
  weft_hash_update(&hash, data + sizeof(header), size - sizeof(header));
  return weft_hash_final(&hash);
}

/* Writing. Reader and writer of one section stand side by side. */

static void write_meta(struct weft_writer *writer, const struct weft_binary_parts *parts) {
  weft_write_string(writer, parts->build_id);
  weft_write_string(writer, parts->isa);
  weft_write_string(writer, parts->cpu);
  weft_write_string(writer, parts->features);
  weft_write_string(writer, parts->options);
  weft_write_string(writer, parts->log);
  weft_write_u32(writer, parts->std);
  weft_write_u32(writer, parts->flags);
  weft_write_u32(writer, parts->non_uniform | parts->link_options << 1 | parts->has_writable_globals << 2 |
                             parts->has_constructors << 3);
  weft_write_u64(writer, parts->global_variables_size);
}

static bool read_meta(struct weft_reader reader, struct weft_binary *out) {
  out->build_id = weft_read_string(&reader);
  out->isa = weft_read_string(&reader);
  out->cpu = weft_read_string(&reader);
  out->features = weft_read_string(&reader);
  out->options = weft_read_string(&reader);
  out->log = weft_read_string(&reader);
  out->std = weft_read_u32(&reader);
  out->flags = weft_read_u32(&reader);
  uint32_t bits = weft_read_u32(&reader);
  out->non_uniform = bits & 1;
  out->link_options = bits & 2;
  out->has_writable_globals = bits & 4;
  out->has_constructors = bits & 8;
  out->global_variables_size = weft_read_u64(&reader);
  return !reader.bad && reader.left == 0 && bits < 16;
}

static void write_arg(struct weft_writer *writer, const struct weft_arg_info *arg) {
  weft_write_u32(writer, arg->kind);
  weft_write_u32(writer, arg->offset);
  weft_write_u32(writer, arg->size);
  weft_write_u32(writer, arg->align);
  weft_write_u32(writer, arg->address);
  weft_write_u32(writer, arg->access);
  weft_write_u64(writer, arg->type_qualifier);
  weft_write_string(writer, arg->type_name);
  weft_write_string(writer, arg->name);
  weft_write_u32(writer, arg->fact);
}

static bool is_fact(uint32_t fact, enum weft_arg_kind kind) {
  return fact == WEFT_FACT_NONE || (fact == WEFT_FACT_FORMAT && kind == WEFT_ARG_IMAGE) ||
         (fact == WEFT_FACT_SAMPLER && kind == WEFT_ARG_SAMPLER);
}

static bool read_arg(struct weft_reader *reader, uint32_t args_size, struct weft_arg_info *arg) {
  uint32_t kind = weft_read_u32(reader);
  arg->kind = (enum weft_arg_kind)kind;
  arg->offset = weft_read_u32(reader);
  arg->size = weft_read_u32(reader);
  arg->align = weft_read_u32(reader);
  arg->address = weft_read_u32(reader);
  arg->access = weft_read_u32(reader);
  arg->type_qualifier = weft_read_u64(reader);
  arg->type_name = weft_read_string(reader);
  arg->name = weft_read_string(reader);
  uint32_t fact = weft_read_u32(reader);
  if (reader->bad || kind > WEFT_ARG_QUEUE || !is_fact(fact, arg->kind))
    return false;
  arg->fact = (enum weft_fact_kind)fact;
  if (!arg->align || arg->align & (arg->align - 1) || arg->align > MAX_ARG_ALIGN)
    return false;
  if (kind != WEFT_ARG_VALUE && arg->size != (kind == WEFT_ARG_SAMPLER ? 4 : 8))
    return false;
  return arg->offset <= args_size && arg->size <= args_size - arg->offset;
}

static void write_kernel(struct weft_writer *writer, const struct weft_kernel_info *kernel) {
  weft_write_string(writer, kernel->name);
  weft_write_string(writer, kernel->symbol);
  weft_write_string(writer, kernel->attributes);
  weft_write_u32(writer, kernel->num_args);
  weft_write_u32(writer, kernel->args_size);
  weft_write_u32(writer, kernel->has_arg_info | kernel->flush_denormals << 1 | kernel->uses_printf << 2 |
                             kernel->uses_enqueue << 3 | kernel->order_matters << 4 | kernel->wants_group << 5 |
                             kernel->lanes_in_y << 6 | kernel->may_wait << 7 | kernel->asks_for_sizes << 8);
  for (unsigned i = 0; i < 3; i++) {
    weft_write_u64(writer, kernel->reqd_work_group_size[i]);
    weft_write_u64(writer, kernel->work_group_size_hint[i]);
  }
  weft_write_u32(writer, kernel->local_size);
  weft_write_u32(writer, kernel->required_sub_group_size);
  weft_write_u32(writer, kernel->required_sub_groups);
  weft_write_u64(writer, kernel->private_size);
  weft_write_u64(writer, kernel->frame_fixed);
  weft_write_u64(writer, kernel->frame_per_item);
  weft_write_u32(writer, kernel->short_rows);
  weft_write_u32(writer, kernel->rows_at_once);
  weft_write_u32(writer, kernel->joined_lanes);
  weft_write_u32(writer, kernel->joined_columns);
  weft_write_u32(writer, kernel->strip_columns);
  weft_write_u32(writer, kernel->strip_dimension);
  weft_write_u32(writer, kernel->strip_bytes);
  weft_write_u64(writer, kernel->disjoint);
  for (uint32_t i = 0; i < kernel->num_args; i++)
    write_arg(writer, &kernel->args[i]);
}

/* Letters beyond ASCII stand in names as UTF-8. */
static bool is_letter(char c) {
  return isalpha((unsigned char)c) || (unsigned char)c >= 0x80 || c == '_' || c == '$';
}

static bool is_name(const char *name) {
  if (!is_letter(*name))
    return false;
  for (; *name; name++)
    if (!is_letter(*name) && !isdigit((unsigned char)*name) && *name != '.')
      return false;
  return true;
}

static cl_int read_kernel(struct weft_reader *reader, struct weft_kernel_info *kernel) {
  kernel->name = weft_read_string(reader);
  kernel->symbol = weft_read_string(reader);
  kernel->attributes = weft_read_string(reader);
  uint32_t num_args = weft_read_u32(reader);
  kernel->args_size = weft_read_u32(reader);
  uint32_t bits = weft_read_u32(reader);
  kernel->has_arg_info = bits & 1;
  kernel->flush_denormals = bits & 2;
  kernel->uses_printf = bits & 4;
  kernel->uses_enqueue = bits & 8;
  kernel->order_matters = bits & 16;
  kernel->wants_group = bits & 32;
  kernel->lanes_in_y = bits & 64;
  kernel->may_wait = bits & 128;
  kernel->asks_for_sizes = bits & 256;
  for (unsigned i = 0; i < 3; i++) {
    kernel->reqd_work_group_size[i] = weft_read_u64(reader);
    kernel->work_group_size_hint[i] = weft_read_u64(reader);
  }
  kernel->local_size = weft_read_u32(reader);
  kernel->required_sub_group_size = weft_read_u32(reader);
  kernel->required_sub_groups = weft_read_u32(reader);
  kernel->private_size = weft_read_u64(reader);
  kernel->frame_fixed = weft_read_u64(reader);
  kernel->frame_per_item = weft_read_u64(reader);
  kernel->short_rows = weft_read_u32(reader);
  kernel->rows_at_once = weft_read_u32(reader);
  kernel->joined_lanes = weft_read_u32(reader);
  kernel->joined_columns = weft_read_u32(reader);
  kernel->strip_columns = weft_read_u32(reader);
  kernel->strip_dimension = weft_read_u32(reader);
  kernel->strip_bytes = weft_read_u32(reader);
  kernel->disjoint = weft_read_u64(reader);
  if (kernel->strip_dimension > 2 || kernel->strip_columns > WEFT_LARGEST_GROUP ||
      (kernel->strip_columns && kernel->strip_dimension == kernel->lanes_in_y))
    return CL_INVALID_BINARY;
  if (reader->bad || bits > 511 || !is_name(kernel->name) || !is_name(kernel->symbol))
    return CL_INVALID_BINARY;
  if (kernel->args_size > MAX_ARGS_SIZE || num_args > reader->left / MIN_ARG_BYTES)
    return CL_INVALID_BINARY;
  struct weft_arg_info *args = num_args ? weft_calloc(num_args, sizeof(*args)) : NULL;
  if (num_args && !args)
    return CL_OUT_OF_HOST_MEMORY;
  kernel->args = args;
  kernel->num_args = num_args;
  for (uint32_t i = 0; i < num_args; i++)
    if (!read_arg(reader, kernel->args_size, &args[i]))
      return CL_INVALID_BINARY;
  return CL_SUCCESS;
}

static cl_int read_kernels(struct weft_reader reader, struct weft_binary *out) {
  uint32_t count = weft_read_u32(&reader);
  if (reader.bad || count > reader.left / MIN_KERNEL_BYTES)
    return CL_INVALID_BINARY;
  if (count) {
    out->kernels = weft_calloc(count, sizeof(*out->kernels));
    if (!out->kernels)
      return CL_OUT_OF_HOST_MEMORY;
  }
  out->num_kernels = count;
  for (uint32_t i = 0; i < count; i++) {
    cl_int error = read_kernel(&reader, &out->kernels[i]);
    if (error)
      return error;
  }
  return reader.left ? CL_INVALID_BINARY : CL_SUCCESS;
}

static void free_binary(struct weft_binary *binary) {
  for (size_t i = 0; i < binary->num_kernels; i++)
    weft_free((void *)binary->kernels[i].args);
  weft_free(binary->kernels);
  weft_free(binary->file.data);
  weft_free(binary);
}

/* Finds the sections; each kind once, none outside the file, none over the header. */
static cl_int read_sections(struct weft_binary *out, uint32_t count, struct weft_reader found[NUM_SECTION_KINDS]) {
  const char *data = out->file.data;
  struct weft_reader table = {data + sizeof(struct header), out->file.size - sizeof(struct header), false};
  if (count >= NUM_SECTION_KINDS)
    return CL_INVALID_BINARY;
  size_t first = sizeof(struct header) + count * sizeof(struct section);
  for (uint32_t i = 0; i < count; i++) {
    struct section section;
    const char *at = weft_read_bytes(&table, sizeof(section));
    if (!at)
      return CL_INVALID_BINARY;
    memcpy(&section, at, sizeof(section));
    if (section.kind == 0 || section.kind >= NUM_SECTION_KINDS || found[section.kind].at)
      return CL_INVALID_BINARY;
    if (section.offset < first || section.offset > out->file.size || section.size > out->file.size - section.offset)
      return CL_INVALID_BINARY;
    found[section.kind] = (struct weft_reader){data + section.offset, section.size, false};
  }
  return CL_SUCCESS;
}

static bool is_elf(const struct weft_bytes *object) {
  return object->size > 64 && memcmp(object->data, "\177ELF", 4) == 0;
}

/* `out->file` is set. */
static cl_int read_file(struct weft_binary *out) {
  struct header header;
  if (out->file.size < sizeof(header))
    return CL_INVALID_BINARY;
  memcpy(&header, out->file.data, sizeof(header));
  if (memcmp(header.magic, MAGIC, sizeof(header.magic)) != 0 || header.version != WEFT_BINARY_VERSION ||
      header.size != out->file.size)
    return CL_INVALID_BINARY;
  struct weft_digest sum = checksum(out->file.data, out->file.size);
  if (memcmp(&sum, &header.checksum, sizeof(sum)) != 0)
    return CL_INVALID_BINARY;
  out->type = header.type;
  out->kernel_abi = header.kernel_abi;
  out->checksum = header.checksum;

  struct weft_reader found[NUM_SECTION_KINDS] = {{0}};
  cl_int error = read_sections(out, header.num_sections, found);
  if (error)
    return error;
  if (!found[SECTION_META].at || !read_meta(found[SECTION_META], out))
    return CL_INVALID_BINARY;
  if (found[SECTION_BITCODE].left)
    out->bitcode = (struct weft_bytes){(void *)found[SECTION_BITCODE].at, found[SECTION_BITCODE].left};
  if (out->type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE) {
    bool known = out->type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT || out->type == CL_PROGRAM_BINARY_TYPE_LIBRARY;
    return known && out->bitcode.data ? CL_SUCCESS : CL_INVALID_BINARY;
  }
  if (found[SECTION_OBJECT].left)
    out->object = (struct weft_bytes){(void *)found[SECTION_OBJECT].at, found[SECTION_OBJECT].left};
  bool has_code = out->object.data ? is_elf(&out->object) : out->bitcode.data != NULL;
  if (!found[SECTION_KERNELS].at || !has_code)
    return CL_INVALID_BINARY;
  return read_kernels(found[SECTION_KERNELS], out);
}

/* Takes `file`. */
static cl_int adopt(char *file, size_t size, struct weft_binary **out) {
  struct weft_binary *binary = weft_zalloc(sizeof(*binary));
  if (!binary) {
    weft_free(file);
    return CL_OUT_OF_HOST_MEMORY;
  }
  atomic_init(&binary->refs, 1);
  binary->file = (struct weft_bytes){file, size};
  cl_int error = read_file(binary);
  if (error)
    free_binary(binary);
  else
    *out = binary;
  return error;
}

cl_int weft_binary_parse(const void *data, size_t size, struct weft_binary **out) {
  if (size < sizeof(struct header) || memcmp(data, MAGIC, sizeof(MAGIC)) != 0)
    return CL_INVALID_BINARY; /* foreign: not worth a copy */
  char *file = weft_memdup(data, size);
  return file ? adopt(file, size, out) : CL_OUT_OF_HOST_MEMORY;
}

/* Ends the section that began at `start`: pads it and enters it in the table. */
static void end_section(struct weft_writer *writer, struct section *section, uint32_t kind, size_t start) {
  *section = (struct section){kind, 0, start, writer->size - start};
  static const char padding[SECTION_ALIGN];
  weft_write_bytes(writer, padding, -writer->size % SECTION_ALIGN);
}

cl_int weft_binary_create(const struct weft_binary_parts *parts, struct weft_binary **out) {
  struct section sections[NUM_SECTION_KINDS - 1] = {{0}};
  struct header header = {.magic = MAGIC,
                          .version = WEFT_BINARY_VERSION,
                          .kernel_abi = WEFT_KERNEL_ABI,
                          .type = parts->type,
                          .num_sections = NUM_SECTION_KINDS - 1};
  struct weft_writer writer = {0};
  weft_write_bytes(&writer, &header, sizeof(header));
  weft_write_bytes(&writer, sections, sizeof(sections));

  size_t start = writer.size;
  write_meta(&writer, parts);
  end_section(&writer, &sections[0], SECTION_META, start);

  start = writer.size;
  weft_write_u32(&writer, (uint32_t)parts->num_kernels);
  for (size_t i = 0; i < parts->num_kernels; i++)
    write_kernel(&writer, &parts->kernels[i]);
  end_section(&writer, &sections[1], SECTION_KERNELS, start);

  start = writer.size;
  weft_write_bytes(&writer, parts->object.data, parts->object.size);
  end_section(&writer, &sections[2], SECTION_OBJECT, start);

  start = writer.size;
  weft_write_bytes(&writer, parts->bitcode.data, parts->bitcode.size);
  end_section(&writer, &sections[3], SECTION_BITCODE, start);

  if (writer.failed) {
    weft_free(writer.data);
    return CL_OUT_OF_HOST_MEMORY;
  }
  header.size = writer.size;
  memcpy(writer.data, &header, sizeof(header));
  memcpy(writer.data + sizeof(header), sections, sizeof(sections));
  header.checksum = checksum(writer.data, writer.size);
  memcpy(writer.data, &header, sizeof(header));
  return adopt(writer.data, writer.size, out);
}

struct weft_binary *weft_binary_ref(struct weft_binary *binary) {
  atomic_fetch_add_explicit(&binary->refs, 1, memory_order_relaxed);
  return binary;
}

void weft_binary_unref(struct weft_binary **binary) {
  struct weft_binary *old = *binary;
  *binary = NULL;
  if (old && atomic_fetch_sub_explicit(&old->refs, 1, memory_order_acq_rel) == 1)
    free_binary(old);
}

bool weft_binary_fits(const struct weft_binary *binary, const struct weft_target *target, const char *build_id) {
  return binary->kernel_abi == WEFT_KERNEL_ABI && strcmp(binary->isa, target->isa) == 0 &&
         strcmp(binary->cpu, target->cpu) == 0 && strcmp(binary->features, target->features) == 0 &&
         (!*build_id || strcmp(binary->build_id, build_id) == 0);
}

bool weft_binary_is_deferred(const struct weft_binary *binary) {
  return binary->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE && !binary->object.data;
}

const struct weft_kernel_info *weft_binary_find_kernel(const struct weft_binary *binary, const char *name) {
  for (size_t i = 0; i < binary->num_kernels; i++)
    if (strcmp(binary->kernels[i].name, name) == 0)
      return &binary->kernels[i];
  return NULL;
}

bool weft_kernel_is_block(const struct weft_kernel_info *info) {
  return strncmp(info->name, "weft.block.", 11) == 0;
}

size_t weft_binary_num_kernels(const struct weft_binary *binary) {
  size_t count = 0;
  while (count < binary->num_kernels && !weft_kernel_is_block(&binary->kernels[count]))
    count++;
  return count;
}
