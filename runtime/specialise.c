/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * A variant is one copy of one kernel for one key, from the first sight of the key on:
 *
 *   SEEN     launches run the kernel, and their work-items are counted
 *   ORDERED  a job waits or runs that makes the copy
 *   READY    launches run the copy
 *   FAILED   they run the kernel, for good
 *
 * Invariants:
 * - The list of a kernel's variants only grows, and its nodes do not change place: it is read without a lock.
 * - `code` is written by the one thread that leaves SEEN or ORDERED for READY, before it does so.
 * - The job holds a reference of its own to its variant, and the variant holds all that the job needs; so an executable
 *   may go while the job runs. It is not the executable that the variant references: that would be a ring.
 */
#include "runtime/specialise.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/alloc.h"
#include "base/config.h"
#include "base/log.h"
#include "runtime/background.h"
#include "runtime/build_steps.h"
#include "runtime/compiler_loader.h"
#include "runtime/idleness.h"

/* Compiling takes some 100 ms, the general copy of a kernel up to a microsecond for a work-item: a copy is made once
 * about as much time has gone into the general one. A launch costs something, too, however small. */
enum { WORTH_ITEMS = 1 << 16, LEAST_ITEMS = 1 << 12 };
/* More copies of one kernel would mean that what is seen is not the habit. */
enum { MOST_VARIANTS = 8 };

enum mode { MODE_OFF, MODE_ON, MODE_WAIT };
enum state { SEEN, ORDERED, READY, FAILED };

struct variant {
  struct weft_job job;
  atomic_uint refs;                    /* of the executable and of the job */
  struct variant *next;                /* never changes */
  struct weft_binary *program;         /* whose bitcode it is made of; a reference */
  struct weft_binary *binary;          /* the kernel's; a reference */
  const struct weft_kernel_info *info; /* in that */
  cl_device_id device;                 /* a reference */
  struct weft_facts facts;
  atomic_uint state; /* enum state */
  atomic_bool dropped;
  _Atomic uint64_t items; /* of launches while SEEN */
  struct weft_executable *code;
};

struct kernel_variants {
  _Atomic(struct variant *) first;
  atomic_uint count; /* changed under the lock */
};

struct weft_variants {
  struct weft_lock lock; /* for adding to a list */
  const struct weft_executable *executable;
  struct kernel_variants kernels[]; /* as in the container */
};

static enum mode mode;
static bool remarks;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void read_options(void) {
  static const char *const words[] = {"off", "on", "wait", NULL};
  mode = (enum mode)weft_config_choice(WEFT_OPTION_SPECIALISE, words, MODE_ON);
  remarks = weft_config_flag(WEFT_OPTION_REMARKS, false);
}

static enum mode get_mode(void) {
  pthread_once(&once, read_options);
  return mode;
}

/* --- variants --- */

static void unref(struct variant *variant) {
  if (atomic_fetch_sub_explicit(&variant->refs, 1, memory_order_acq_rel) != 1)
    return;
  weft_executable_unref(&variant->code);
  weft_binary_unref(&variant->binary);
  weft_binary_unref(&variant->program);
  WEFT_UNREF(&variant->device);
  weft_free(variant);
}

static bool may_want_group(const struct weft_kernel_info *info) {
  return info->wants_group || info->short_rows;
}

static bool wants_facts(const struct weft_kernel_info *info) {
  if (may_want_group(info))
    return true;
  for (uint32_t i = 0; i < info->num_args; i++)
    if (info->args[i].fact != WEFT_FACT_NONE)
      return true;
  return false;
}

/* A second object of the program must not hold variables of its own, and there must be something to make it from. */
static bool may_have_variants(const struct weft_executable *executable) {
  const struct weft_binary *binary = executable->binary;
  if (!executable->program->bitcode.data || binary->has_writable_globals || binary->has_constructors)
    return false;
  for (size_t i = 0; i < binary->num_kernels; i++)
    if (wants_facts(&binary->kernels[i]))
      return true;
  return false;
}

cl_int weft_variants_create(const struct weft_executable *executable, struct weft_variants **out) {
  *out = NULL;
  if (get_mode() == MODE_OFF || !may_have_variants(executable))
    return CL_SUCCESS;
  size_t count = executable->binary->num_kernels;
  struct weft_variants *variants = weft_zalloc(sizeof(*variants) + count * sizeof(*variants->kernels));
  if (!variants)
    return CL_OUT_OF_HOST_MEMORY;
  weft_lock_init(&variants->lock);
  variants->executable = executable;
  *out = variants;
  return CL_SUCCESS;
}

void weft_variants_destroy(struct weft_variants **variants) {
  struct weft_variants *old = *variants;
  *variants = NULL;
  if (!old)
    return;
  for (size_t i = 0; i < old->executable->binary->num_kernels; i++)
    for (struct variant *variant = atomic_load(&old->kernels[i].first), *next; variant; variant = next) {
      next = variant->next;
      atomic_store(&variant->dropped, true);
      if (weft_background_cancel(&variant->job))
        unref(variant);
      unref(variant);
    }
  weft_lock_destroy(&old->lock);
  weft_free(old);
}

static bool same_facts(const struct weft_facts *a, const struct weft_facts *b) {
  if (a->count != b->count)
    return false;
  for (uint32_t i = 0; i < a->count; i++)
    if (a->fact[i].arg != b->fact[i].arg || a->fact[i].kind != b->fact[i].kind || a->fact[i].value != b->fact[i].value)
      return false;
  return true;
}

static struct variant *find(struct kernel_variants *list, const struct weft_facts *facts) {
  struct variant *variant = atomic_load_explicit(&list->first, memory_order_acquire);
  while (variant && !same_facts(&variant->facts, facts))
    variant = variant->next;
  return variant;
}

static void run(struct weft_job *job);
static void done(struct weft_job *job);

static struct variant *make_variant(const struct weft_kernel_device *on, const struct weft_facts *facts) {
  struct variant *variant = weft_zalloc(sizeof(*variant));
  if (!variant)
    return NULL;
  weft_job_init(&variant->job, WEFT_TEAM_COPIES, run, done);
  atomic_init(&variant->refs, 1);
  variant->program = weft_binary_ref(on->executable->program);
  variant->binary = weft_binary_ref(on->executable->binary);
  variant->info = on->info;
  variant->device = WEFT_REF(on->executable->device);
  variant->facts = *facts;
  return variant;
}

static struct kernel_variants *list_of(const struct weft_kernel_device *on) {
  struct weft_variants *all = on->executable->variants;
  return all ? &all->kernels[on->info - on->executable->binary->kernels] : NULL;
}

/* The variant of a key; a new one in the place of none, and then `added` says so. NULL: it cannot have one. */
static struct variant *find_or_add(const struct weft_kernel_device *on, const struct weft_facts *facts, bool *added) {
  struct kernel_variants *list = list_of(on);
  *added = false;
  if (!list || facts->count == 0)
    return NULL;
  struct variant *found = find(list, facts);
  if (found || atomic_load_explicit(&list->count, memory_order_relaxed) >= MOST_VARIANTS)
    return found;
  struct variant *fresh = make_variant(on, facts);
  if (!fresh)
    return NULL;
  weft_lock_acquire(&on->executable->variants->lock);
  found = find(list, facts);
  if (!found && atomic_load_explicit(&list->count, memory_order_relaxed) < MOST_VARIANTS) {
    fresh->next = atomic_load_explicit(&list->first, memory_order_relaxed);
    atomic_store_explicit(&list->first, fresh, memory_order_release);
    atomic_fetch_add_explicit(&list->count, 1, memory_order_relaxed);
    *added = true;
  }
  weft_lock_release(&on->executable->variants->lock);
  if (*added)
    return fresh;
  unref(fresh);
  return found;
}

/* --- making a copy --- */

static const char *format_name(uint64_t value) {
  static const struct {
    uint64_t value;
    const char *name;
  } formats[] = {
#define WEFT_IMAGE_FORMAT(order, type, size, shapes, uses) {(uint64_t)CL_##type << 32 | CL_##order, #order " " #type},
#include "builtins/image_formats.def"
#undef WEFT_IMAGE_FORMAT
  };
  for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++)
    if (formats[i].value == value)
      return formats[i].name;
  return "unknown format";
}

/* One line for each copy, or for each that failed. */
static void tell(const struct variant *variant, const char *what, double milliseconds) {
  char text[512] = "";
  size_t used = 0;
  for (uint32_t i = 0; i < variant->facts.count && used < sizeof(text); i++) {
    const struct weft_fact *fact = &variant->facts.fact[i];
    const char *separator = i ? ", " : "";
    int more = 0;
    if (fact->kind == WEFT_FACT_SAMPLER)
      more = snprintf(text + used, sizeof(text) - used, "%sargument %u: sampler %#llx", separator, fact->arg,
                      (unsigned long long)fact->value);
    else if (fact->kind == WEFT_FACT_FORMAT)
      more = snprintf(text + used, sizeof(text) - used, "%sargument %u: %s", separator, fact->arg,
                      format_name(fact->value));
    else
      more = snprintf(text + used, sizeof(text) - used, "%sgroups of %u x %u x %u", separator,
                      (unsigned)(fact->value & 0xffff), (unsigned)(fact->value >> 16 & 0xffff),
                      (unsigned)(fact->value >> 32 & 0xffff));
    used += more > 0 ? (size_t)more : 0;
  }
  if (remarks)
    fprintf(stderr, "weft: kernel '%s' for %s: %s, %.0f ms\n", variant->info->name, text, what, milliseconds);
  else
    weft_log(WEFT_LOG_INFO, "kernel '%s' for %s: %s, %.0f ms", variant->info->name, text, what, milliseconds);
}

static double now_ms(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

/* The copy takes a launch that was checked and filled in for the kernel; its frame is looked at for each launch. */
static bool is_copy_of(const struct weft_binary *binary, const struct weft_kernel_info *info) {
  return weft_kernel_stands_for(binary, info) && binary->kernels[0].local_size == info->local_size &&
         binary->kernels[0].required_sub_group_size == info->required_sub_group_size;
}

static bool is_wanted(void *user) {
  const struct variant *variant = user;
  return !atomic_load_explicit(&variant->dropped, memory_order_relaxed) && !weft_compiler_exits();
}

/* Loads the copy, from the cache or as compiled. */
static cl_int make_code(struct variant *variant, enum weft_step_sources from) {
  if (variant->code)
    return CL_SUCCESS; /* the parent of this process was about to say so */
  struct weft_target target;
  struct weft_step_result result = {0};
  cl_int error = weft_step_target(variant->device, &target);
  struct weft_specialisation special = {variant->info->name, variant->facts.fact, variant->facts.count};
  if (!error)
    error = weft_step_specialise(&target, variant->program, &special, from, is_wanted, variant, &result);
  if (!error && !is_copy_of(result.binary, variant->info))
    error = CL_INVALID_BINARY;
  if (!error)
    error = weft_executable_create(result.binary, NULL, variant->device, &result.log, &variant->code);
  /* A size of groups is tried: that nothing comes of it is no fault. */
  enum weft_log_level level = may_want_group(variant->info) ? WEFT_LOG_INFO : WEFT_LOG_WARNING;
  if (error && result.log && *result.log && is_wanted(variant))
    weft_log(level, "kernel '%s' stays as it is: %s", variant->info->name, result.log);
  weft_free(result.log);
  weft_binary_unref(&result.binary);
  return error;
}

static void compile(struct variant *variant) {
  double start = now_ms();
  weft_idleness_work_begins();
  cl_int error = make_code(variant, WEFT_STEP_CACHE_OR_COMPILER);
  weft_idleness_work_ends();
  if (is_wanted(variant))
    tell(variant, error ? "no copy" : "a copy", now_ms() - start);
  atomic_store_explicit(&variant->state, error ? FAILED : READY, memory_order_release);
}

/* In a forked child it may come a second time, and finds then what the first one left. */
static void run(struct weft_job *job) {
  struct variant *variant = WEFT_LIST_ENTRY(job, struct variant, job);
  if (!is_wanted(variant) || atomic_load_explicit(&variant->state, memory_order_acquire) != ORDERED)
    return;
  variant->device->ops->serve(variant->device->hw);
  compile(variant);
}

static void done(struct weft_job *job) {
  if (!weft_compiler_exits()) /* then all is left as it is */
    unref(WEFT_LIST_ENTRY(job, struct variant, job));
}

/* --- what launches meet --- */

void weft_specialise_facts_locked(cl_kernel kernel, const struct weft_kernel_info *info, struct weft_facts *out) {
  weft_lock_assert(&kernel->lock);
  out->count = 0;
  for (uint32_t i = 0; i < info->num_args && out->count < WEFT_MOST_FACTS; i++)
    if (info->args[i].fact != WEFT_FACT_NONE && kernel->args[i].set)
      out->fact[out->count++] = (struct weft_fact){info->args[i].fact, i, kernel->args[i].fact};
}

void weft_specialise_add_group(const struct weft_kernel_info *info, const struct weft_ndrange *range,
                               struct weft_facts *facts) {
  const bool is_short = range->local[0] > 1 && range->local[0] <= info->short_rows;
  if (!(info->wants_group || is_short) || facts->count == WEFT_MOST_FACTS)
    return;
  uint64_t size = range->local[0] | (uint64_t)range->local[1] << 16 | (uint64_t)range->local[2] << 32;
  facts->fact[facts->count++] = (struct weft_fact){WEFT_FACT_GROUP, 0, size};
}

/* Makes ready what the disk cache has. */
static void look_in_cache(struct variant *variant) {
  unsigned seen = SEEN;
  if (remarks || !atomic_compare_exchange_strong(&variant->state, &seen, ORDERED))
    return;
  double start = now_ms();
  cl_int error = make_code(variant, WEFT_STEP_CACHE);
  if (!error)
    tell(variant, "a copy from the cache", now_ms() - start);
  atomic_store_explicit(&variant->state, error ? SEEN : READY, memory_order_release);
}

void weft_specialise_prepare(cl_kernel kernel, const struct weft_facts *facts) {
  for (cl_uint i = 0; i < kernel->num_devices; i++) {
    bool added;
    struct variant *variant = find_or_add(&kernel->devices[i], facts, &added);
    if (added)
      look_in_cache(variant);
  }
}

static uint64_t items_of(const struct weft_ndrange *range) {
  uint64_t items = 1;
  for (unsigned d = 0; d < 3; d++)
    if (__builtin_mul_overflow(items, range->global[d], &items))
      return WORTH_ITEMS;
  return items < LEAST_ITEMS ? LEAST_ITEMS : items;
}

/* For the launch that is the first to say so. */
static void order(struct variant *variant) {
  unsigned seen = SEEN;
  if (!atomic_compare_exchange_strong(&variant->state, &seen, ORDERED))
    return;
  if (get_mode() == MODE_WAIT) {
    compile(variant);
    return;
  }
  atomic_fetch_add_explicit(&variant->refs, 1, memory_order_relaxed);
  if (weft_background_submit(&variant->job))
    return;
  unref(variant);
  atomic_store(&variant->state, SEEN); /* the next launch may try again */
}

/* The kernel is one of a deferred program. */
static bool is_made_later(const struct weft_kernel_device *on) {
  return on->executable->program != on->executable->binary;
}

struct weft_hw_kernel *weft_specialise_entry(const struct weft_kernel_device *on, cl_device_id device,
                                             const struct weft_facts *facts, const struct weft_ndrange *range) {
  bool added;
  struct variant *variant = find_or_add(on, facts, &added);
  if (!variant)
    return on->entry;
  if (added && is_made_later(on)) /* when the arguments were set, nobody knew which of them matter */
    look_in_cache(variant);
  unsigned state = atomic_load_explicit(&variant->state, memory_order_acquire);
  if (state == SEEN && !range->empty) {
    uint64_t items = items_of(range);
    uint64_t before = atomic_fetch_add_explicit(&variant->items, items, memory_order_relaxed);
    if (get_mode() == MODE_WAIT || before >= WORTH_ITEMS || before + items >= WORTH_ITEMS)
      order(variant);
    state = atomic_load_explicit(&variant->state, memory_order_acquire);
  }
  if (state != READY || !weft_ndrange_fits(&variant->code->binary->kernels[0], device, range))
    return on->entry;
  return variant->code->entries[0];
}
