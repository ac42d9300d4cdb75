/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Builds, compiles and links. A job checks, claims the program, works device by device without the lock and
 * publishes. Asynchronous jobs run on a thread of their own; what a job needs is copied or referenced before it starts.
 */
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/alloc.h"
#include "base/thread.h"
#include "runtime/build_steps.h"
#include "runtime/compiler_loader.h"
#include "runtime/extensions.h"
#include "runtime/idleness.h"
#include "runtime/program.h"
#include "runtime/shadow.h"

struct job {
  cl_program program; /* a reference of our own */
  enum weft_build_stage stage;
  struct weft_parsed_options options;
  const char *given_text; /* NULL: none */
  char *text;             /* never NULL once prepared */
  cl_uint num_devices;
  cl_uint *devices; /* indices into the program's */
  /* Compile: embedded headers; the programs' sources never change. */
  cl_uint num_headers;
  struct weft_header *headers; /* names are copies */
  cl_program *header_programs; /* references */
  uint32_t *il;                /* the module as specialised; NULL: none */
  /* Link: num_inputs containers for each device, or NULL where the device has none. */
  cl_uint num_inputs;
  struct weft_binary **inputs;
  weft_program_notify notify;
  void *user;
  /* The caller's, who may be elsewhere when a build in the background begins. NULL: where the process is then. */
  char *working_folder;
};

static void free_job(struct job *job) {
  if (!job)
    return;
  for (cl_uint i = 0; job->headers && i < job->num_headers; i++)
    weft_free((char *)job->headers[i].name);
  for (cl_uint i = 0; job->header_programs && i < job->num_headers; i++)
    WEFT_UNREF(&job->header_programs[i]);
  for (size_t i = 0; job->inputs && i < (size_t)job->num_inputs * job->num_devices; i++)
    weft_binary_unref(&job->inputs[i]);
  weft_parsed_options_free(&job->options);
  weft_free(job->text);
  weft_free(job->devices);
  weft_free(job->headers);
  weft_free(job->header_programs);
  weft_free(job->il);
  weft_free(job->working_folder);
  weft_free(job->inputs);
  WEFT_UNREF(&job->program);
  weft_free(job);
}

static cl_int make_job(cl_program program, enum weft_build_stage stage, cl_uint num_devices,
                       const cl_device_id *devices, const char *text, struct job **out) {
  struct job *job = weft_zalloc(sizeof(*job));
  if (!job)
    return CL_OUT_OF_HOST_MEMORY;
  job->program = WEFT_REF(program);
  job->stage = stage;
  job->given_text = text;
  job->text = weft_strdup(text ? text : "");
  job->devices = weft_calloc(program->num_devices, sizeof(*job->devices));
  cl_int error = CL_OUT_OF_HOST_MEMORY;
  if (job->text && job->devices)
    error = weft_parse_options(text, stage, &job->options);
  if (!error && !weft_extensions_has_language(job->options.build.std))
    error = stage == WEFT_STAGE_BUILD ? CL_INVALID_BUILD_OPTIONS : CL_INVALID_COMPILER_OPTIONS;
  if (program->context->zero_private)
    job->options.build.flags |= WEFT_BUILD_ZERO_PRIVATE;
  if (!error && program->il)
    error = weft_program_specialized_il(program, &job->il);
  if (error) {
    free_job(job);
    return error;
  }
  for (cl_uint i = 0; i < program->num_devices; i++) {
    bool wanted = !num_devices;
    for (cl_uint k = 0; k < num_devices && !wanted; k++)
      wanted = weft_program_find_device(program, devices[k]) == &program->devices[i];
    if (wanted)
      job->devices[job->num_devices++] = i;
  }
  *out = job;
  return CL_SUCCESS;
}

/* Marks the program as being built and forgets what the devices had. */
static cl_int claim(struct job *job) {
  cl_program program = job->program;
  /* Allocated before the lock, freed after it: no destructor and no back end under a lock. */
  struct weft_program_device *old = weft_calloc(job->num_devices + 1, sizeof(*old));
  char **texts = weft_calloc(job->num_devices + 1, sizeof(*texts));
  cl_int error = old && texts ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
  for (cl_uint i = 0; i < job->num_devices && !error; i++)
    if (!(texts[i] = weft_strdup(job->text)))
      error = CL_OUT_OF_HOST_MEMORY;
  if (!error) {
    weft_lock_acquire(&program->lock);
    if (program->building || program->num_kernels) {
      error = CL_INVALID_OPERATION;
    } else {
      program->building = true;
      for (cl_uint i = 0; i < job->num_devices; i++) {
        struct weft_program_device *at = &program->devices[job->devices[i]];
        old[i] = *at;
        at->status = CL_BUILD_IN_PROGRESS;
        at->options = texts[i];
        at->log = NULL;
        at->executable = NULL;
        at->binary = NULL;
        texts[i] = NULL;
      }
    }
    weft_lock_release(&program->lock);
  }
  for (cl_uint i = 0; texts && i < job->num_devices; i++) {
    weft_free(texts[i]);
    if (!error) {
      weft_free(old[i].options);
      weft_free(old[i].log);
      weft_executable_unref(&old[i].executable);
      weft_binary_unref(&old[i].binary);
    }
  }
  weft_free(texts);
  weft_free(old);
  return error;
}

/* The work for one device. */
static cl_int translate(struct job *job, cl_uint which, const struct weft_target *target,
                        struct weft_step_result *out) {
  struct weft_program_device *at = &job->program->devices[job->devices[which]];
  if (job->stage == WEFT_STAGE_LINK)
    return weft_step_link(target, &job->options, job->text, &job->inputs[(size_t)which * job->num_inputs],
                          job->num_inputs, out);
  if (!at->given) {
    struct weft_step_source source = {
        job->program->source,  job->program->source_size, job->headers, job->num_headers, job->il,
        job->program->il_size, job->working_folder};
    return weft_step_compile(target, &job->options, job->text, &source, job->stage == WEFT_STAGE_BUILD, out);
  }
  unsigned zeroed = job->options.build.flags & WEFT_BUILD_ZERO_PRIVATE & ~at->given->flags;
  bool is_complete = at->given->object.data || target->deferral != WEFT_DEFER_NOTHING;
  if (!zeroed && is_complete && weft_binary_fits(at->given, target, weft_compiler_build_id())) {
    out->log = weft_strdup("");
    out->binary = weft_binary_ref(at->given);
    return out->log ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
  }
  if (!at->given->bitcode.data) {
    out->log = weft_strdup("error: the binary is for another processor and holds nothing to build it from again\n");
    return CL_INVALID_BINARY;
  }
  struct weft_parsed_options options = job->options;
  if (!job->given_text) {
    options.build.std = at->given->std;
    options.build.flags = at->given->flags | zeroed;
  }
  return weft_step_link(target, &options, job->text, &at->given, 1, out);
}

/* The answer of each entry point for what a step ended with. */
static cl_int stage_error(const struct job *job, cl_int error) {
  bool from_binary = job->program->origin == WEFT_PROGRAM_BINARY;
  switch (error) {
  case CL_SUCCESS:
  case CL_OUT_OF_HOST_MEMORY:
  case CL_OUT_OF_RESOURCES:
    return error;
  case CL_COMPILER_NOT_AVAILABLE:
    return job->stage == WEFT_STAGE_LINK ? CL_LINKER_NOT_AVAILABLE : error;
  case CL_INVALID_BINARY:
    if (from_binary)
      return error;
    break;
  default:
    break;
  }
  static const cl_int failures[] = {CL_BUILD_PROGRAM_FAILURE, CL_COMPILE_PROGRAM_FAILURE, CL_LINK_PROGRAM_FAILURE};
  return failures[job->stage];
}

static cl_int build_device(struct job *job, cl_uint which, const struct weft_target *targets) {
  cl_program program = job->program;
  struct weft_program_device *at = &program->devices[job->devices[which]];
  struct weft_step_result result = {0};
  cl_int error = CL_SUCCESS;
  /* Devices of one target share what was built of the source. */
  bool shared = false;
  for (cl_uint k = 0; k < which && !shared && (program->source || program->il); k++) {
    struct weft_program_device *other = &program->devices[job->devices[k]];
    if (!weft_step_same_target(&targets[k], &targets[which]))
      continue;
    shared = true;
    error = other->error; /* this thread wrote them */
    result.log = other->log ? weft_strdup(other->log) : NULL;
    result.binary = other->binary ? weft_binary_ref(other->binary) : NULL;
  }
  if (!shared)
    error = translate(job, which, &targets[which], &result);

  struct weft_executable *executable = NULL;
  if (!error && result.binary->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
    error = weft_executable_create(result.binary, NULL, at->device, &result.log, &executable);
  if (!error && executable && weft_shadow_level())
    weft_shadow_add_reference(executable, &targets[which]);
  if (error)
    weft_binary_unref(&result.binary);
  error = stage_error(job, error);

  weft_lock_acquire(&program->lock);
  at->error = error;
  at->log = result.log;
  at->binary = result.binary;
  at->executable = executable;
  at->status = error ? CL_BUILD_ERROR : CL_BUILD_SUCCESS;
  weft_lock_release(&program->lock);
  return error;
}

/* Ends what claim() began, for devices that were not reached too. */
static void unclaim(struct job *job, cl_int error) {
  weft_lock_acquire(&job->program->lock);
  for (cl_uint i = 0; i < job->num_devices; i++) {
    struct weft_program_device *at = &job->program->devices[job->devices[i]];
    if (at->status == CL_BUILD_IN_PROGRESS) {
      at->status = CL_BUILD_ERROR;
      at->error = error;
    }
  }
  job->program->building = false;
  weft_lock_release(&job->program->lock);
}

static cl_int run(struct job *job) {
  struct weft_target *targets = weft_calloc(job->num_devices + 1, sizeof(*targets));
  cl_int error = targets ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
  for (cl_uint i = 0; i < job->num_devices && !error; i++)
    error = weft_step_target(job->program->devices[job->devices[i]].device, &targets[i]);
  if (!error && weft_compiler_exits())
    error = CL_OUT_OF_RESOURCES;
  bool begins = !error;
  weft_idleness_work_begins();
  for (cl_uint i = 0; begins && i < job->num_devices; i++) {
    cl_int one = build_device(job, i, targets);
    error = error ? error : one;
  }
  weft_idleness_work_ends();
  weft_free(targets);
  unclaim(job, error);
  return error;
}

static void run_and_notify(struct job *job) {
  cl_int ignored = run(job); /* the callback asks the program */
  (void)ignored;
  job->notify(job->program, job->user);
  free_job(job);
}

static void *run_thread(void *arg) {
  weft_thread_begin("weft-build");
  run_and_notify(arg);
  return NULL;
}

/* Takes a claimed job. */
static cl_int start(struct job *job) {
  if (job->notify) {
    pthread_t thread;
    int error = weft_thread_create(&thread, NULL, run_thread, job);
    if (error) /* no thread to be had: at once, then */
      run_and_notify(job);
    else
      pthread_detach(thread);
    return CL_SUCCESS;
  }
  int cancellable = weft_cancel_defer(); /* reading the cache would be a place to be cancelled at */
  cl_int error = run(job);
  free_job(job);
  weft_cancel_restore(cancellable);
  return error;
}

/* Claims and starts; `error` is what was found before. Takes the job. */
static cl_int submit(struct job *job, cl_int error, weft_program_notify notify, void *user) {
  job->notify = notify;
  job->user = user;
  char folder[PATH_MAX];
  if (!error && notify && job->program->source && getcwd(folder, sizeof(folder))) {
    job->working_folder = weft_strdup(folder);
    error = job->working_folder ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
  }
  if (!error)
    error = claim(job);
  if (error) {
    free_job(job);
    return error;
  }
  return start(job);
}

cl_int weft_program_build(cl_program program, cl_uint num_devices, const cl_device_id *devices, const char *options,
                          weft_program_notify notify, void *user) {
  if (program->origin == WEFT_PROGRAM_LINKED)
    return CL_INVALID_OPERATION;
  struct job *job;
  cl_int error = make_job(program, WEFT_STAGE_BUILD, num_devices, devices, options, &job);
  if (error)
    return error;
  for (cl_uint i = 0; i < job->num_devices && program->origin == WEFT_PROGRAM_BINARY; i++) {
    const struct weft_binary *given = program->devices[job->devices[i]].given;
    if (!given || given->type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
      error = CL_INVALID_BINARY;
    else if (!options && i == 0) { /* built as it was built before */
      weft_free(job->text);
      job->text = weft_strdup(given->options);
      error = job->text ? error : CL_OUT_OF_HOST_MEMORY;
    }
  }
  return submit(job, error, notify, user);
}

static cl_int take_headers(struct job *job, cl_uint count, const cl_program *programs, const char **names) {
  job->headers = weft_calloc(count, sizeof(*job->headers));
  job->header_programs = weft_calloc(count, sizeof(*job->header_programs));
  if (!job->headers || !job->header_programs)
    return CL_OUT_OF_HOST_MEMORY;
  job->num_headers = count;
  for (cl_uint i = 0; i < count; i++) {
    if (programs[i]->origin != WEFT_PROGRAM_SOURCE)
      return CL_INVALID_OPERATION;
    job->header_programs[i] = WEFT_REF(programs[i]);
    job->headers[i] = (struct weft_header){weft_strdup(names[i]), programs[i]->source, programs[i]->source_size};
    if (!job->headers[i].name)
      return CL_OUT_OF_HOST_MEMORY;
  }
  return CL_SUCCESS;
}

cl_int weft_program_compile(cl_program program, cl_uint num_devices, const cl_device_id *devices, const char *options,
                            cl_uint num_headers, const cl_program *headers, const char **names,
                            weft_program_notify notify, void *user) {
  if (!program->source && !program->il)
    return CL_INVALID_OPERATION;
  struct job *job;
  cl_int error = make_job(program, WEFT_STAGE_COMPILE, num_devices, devices, options, &job);
  if (error)
    return error;
  if (num_headers && program->source) /* IL includes nothing */
    error = take_headers(job, num_headers, headers, names);
  return submit(job, error, notify, user);
}

/* What an input contributes for a device, referenced; NULL: nothing compiled. CL_INVALID_OPERATION: being built. */
static cl_int compiled_for(cl_program input, cl_device_id device, struct weft_binary **out) {
  cl_int error = CL_SUCCESS;
  *out = NULL;
  weft_lock_acquire(&input->lock);
  const struct weft_program_device *at = weft_program_built_device_locked(input, device);
  if (input->building)
    error = CL_INVALID_OPERATION;
  else if (at && at->binary && at->binary->type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
    *out = weft_binary_ref(at->binary);
  weft_lock_release(&input->lock);
  return error;
}

/* Each device has a container of all inputs or of none; those of none leave the job. */
static cl_int take_inputs(struct job *job, cl_uint count, const cl_program *inputs) {
  job->inputs = weft_calloc((size_t)count * job->num_devices, sizeof(struct weft_binary *));
  if (!job->inputs)
    return CL_OUT_OF_HOST_MEMORY;
  job->num_inputs = count;
  cl_uint kept = 0;
  for (cl_uint i = 0; i < job->num_devices; i++) {
    struct weft_binary **row = &job->inputs[(size_t)kept * count];
    cl_uint found = 0;
    for (cl_uint k = 0; k < count; k++) {
      cl_int error = compiled_for(inputs[k], job->program->devices[job->devices[i]].device, &row[k]);
      if (error)
        return error;
      found += row[k] != NULL;
    }
    if (found && found != count)
      return CL_INVALID_OPERATION;
    if (found)
      job->devices[kept++] = job->devices[i];
  }
  job->num_devices = kept;
  return kept ? CL_SUCCESS : CL_INVALID_OPERATION;
}

cl_int weft_program_link(cl_context context, cl_uint num_devices, const cl_device_id *devices, const char *options,
                         cl_uint num_inputs, const cl_program *inputs, weft_program_notify notify, void *user,
                         cl_program *out) {
  *out = NULL;
  cl_program program;
  cl_int error = weft_program_create(context, WEFT_PROGRAM_LINKED, num_devices ? num_devices : context->num_devices,
                                     num_devices ? devices : context->devices, &program);
  if (error)
    return error;
  struct job *job = NULL;
  error = make_job(program, WEFT_STAGE_LINK, 0, NULL, options, &job);
  if (!error)
    error = take_inputs(job, num_inputs, inputs);
  if (!error) {
    job->notify = notify;
    job->user = user;
    error = claim(job);
  }
  if (error) {
    free_job(job);
    weft_object_release(&program->object, NULL);
    return error;
  }
  *out = program; /* before the callback can see it */
  return start(job);
}
