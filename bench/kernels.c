/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Times kernels of many kinds: each launch ends with clFinish, the best of many counts, in milliseconds. The first
 * launch's result and the last one's are checked in C; a wrong one has no time. Each kernel is built as a program of
 * its own, whose text no cache has seen, after one program that wakes the compiler up.
 */
#include "bench/kernels.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MAX_LAUNCHES = 60, MIN_LAUNCHES = 5, MAX_SETTLING = 4096, MAX_TEXT = 1 << 16 };
static const double seconds_per_case = 0.4;
/* A platform may make better code of kernels with images or loops of barriers while they run: so long it has to do so,
 * and so long it may make better of better. */
static const double most_settling = 4, settling_on = 0.5, longest_pause = 0.2;
/* A launch that takes no longer than so many best ones runs the code that the best one ran. */
static const double as_fast = 1.5;

/* Kernels of one kind, which the geometric mean counts as one. */
struct kernel_class {
  const char *name; /* kernels/NAME.cl has their text */
  const struct kernel_case *cases;
  const char *build_options;
  bool images;
  bool barriers; /* in loops: the size of the groups may be worth knowing */
};

static const struct kernel_class classes[] = {
    {"dense", dense_cases, "", false, false},
    {"math", math_cases, "", false, false},
    {"stream", stream_cases, "", false, false},
    {"barriers", barriers_cases, "", false, true},
    {"irregular", irregular_cases, "", false, false},
    {"integer", integer_cases, "", false, false},
    {"image", image_cases, "", true, false},
    {"async", async_cases, "", false, false},
    {"half", half_cases, "", false, false},
    {"shapes", shapes_cases, "", false, false},
    {"groups", groups_cases, "-cl-std=CL3.0", false, false},
};
enum { CLASSES = sizeof classes / sizeof classes[0] };

static double launch(struct kernel_run *run) {
  cl_command_queue queue = run->bench->queue;
  double start = bench_seconds();
  bench_check(clEnqueueNDRangeKernel(queue, run->kernel, run->dimensions, NULL, run->global,
                                     run->local[0] ? run->local : NULL, 0, NULL, NULL),
              "clEnqueueNDRangeKernel");
  bench_check(clFinish(queue), "clFinish");
  return bench_seconds() - start;
}

static void write_before(cl_command_queue queue, const struct kernel_buffer *buffer) {
  size_t origin[3] = {0, 0, 0}, region[3] = {buffer->width, buffer->height, 1};
  cl_int error =
      buffer->width
          ? clEnqueueWriteImage(queue, buffer->memory, CL_TRUE, origin, region, 0, 0, buffer->before, 0, NULL, NULL)
          : clEnqueueWriteBuffer(queue, buffer->memory, CL_TRUE, 0, buffer->bytes, buffer->before, 0, NULL, NULL);
  bench_check(error, "writing what a kernel reads");
}

static void read_after(cl_command_queue queue, const struct kernel_buffer *buffer) {
  size_t origin[3] = {0, 0, 0}, region[3] = {buffer->width, buffer->height, 1};
  cl_int error =
      buffer->width
          ? clEnqueueReadImage(queue, buffer->memory, CL_TRUE, origin, region, 0, 0, buffer->after, 0, NULL, NULL)
          : clEnqueueReadBuffer(queue, buffer->memory, CL_TRUE, 0, buffer->bytes, buffer->after, 0, NULL, NULL);
  bench_check(error, "reading what a kernel wrote");
}

/* Seconds of a launch on the contents from before the first one; what it leaves is in `after`. */
static double launch_afresh(struct kernel_run *run) {
  for (size_t i = 0; i < run->buffers; i++)
    write_before(run->bench->queue, &run->buffer[i]);
  double seconds = launch(run);
  for (size_t i = 0; i < run->buffers; i++)
    read_after(run->bench->queue, &run->buffer[i]);
  return seconds;
}

static bool has_image_arguments(const struct kernel_run *run) {
  for (size_t i = 0; i < run->buffers; i++)
    if (run->buffer[i].width)
      return true;
  return false;
}

/* Launches before those that are measured. */
struct history {
  size_t count;
  struct {
    double start, seconds;
  } launch[MAX_SETTLING];
};

static void keep(struct history *history, double start, double seconds) {
  history->launch[history->count].start = start;
  history->launch[history->count].seconds = seconds;
  history->count++;
}

/* As long a pause as the launch before, so that even one processor has time for something else. */
static void pause_for(double seconds) {
  if (seconds > longest_pause)
    seconds = longest_pause;
  nanosleep(&(struct timespec){.tv_nsec = (long)(seconds * 1e9)}, NULL);
}

static void settle(struct kernel_run *run, struct history *history) {
  double end = bench_seconds() + most_settling, best = 0; /* none yet: the very first one may wait for memory */
  while (history->count < MAX_SETTLING && bench_seconds() < end) {
    double start = bench_seconds(), seconds = launch(run);
    keep(history, start, seconds);
    if (seconds * as_fast < best)
      end = start + settling_on;
    best = best > 0 ? fmin(best, seconds) : seconds;
    pause_for(seconds);
  }
}

/*
 * Seconds from the first launch until launches are as fast as they become, but for the time of one: what the first one
 * takes longer than the best, or, where code comes later, the time until it is there.
 */
static double waited(const struct history *history, double best) {
  size_t i = 0, last = history->count - 1;
  while (i < history->count && history->launch[i].seconds > as_fast * best)
    i++;
  double ready = i > 0 && i <= last ? history->launch[i].start
                                    : history->launch[i ? last : 0].start + history->launch[i ? last : 0].seconds;
  return fmax(ready - history->launch[0].start - best, 0);
}

static double all_bytes(const struct kernel_run *run) {
  double sum = 0;
  for (size_t i = 0; i < run->buffers; i++)
    sum += (double)run->buffer[i].bytes;
  return sum;
}

/*
 * The result line of a kernel. "compile" is clBuildProgram and clCreateKernel; "ready" adds what was waited for code
 * that came later, with the first launch or beside others.
 */
static void print_result(const struct kernel_case *which, const struct kernel_run *run, double best, double build,
                         double wait) {
  printf("{\"case\": \"%s\", \"value\": %.6g, \"unit\": \"ms\", \"compile\": %.6g, \"ready\": %.6g, \"flops\": %.6g, "
         "\"integers\": %.6g, \"bytes\": %.6g, \"footprint\": %.6g}\n",
         which->name, best * 1e3, build * 1e3, (build + wait) * 1e3, run->flops, run->integers,
         run->bytes > 0 ? run->bytes : all_bytes(run), all_bytes(run));
  fflush(stdout);
}

static void measure(const struct bench *bench, const struct kernel_class *class, const struct kernel_case *which,
                    const char *text, bool quick) {
  double start = bench_seconds();
  cl_program program = bench_build(bench, text, class->build_options, true);
  if (!program) {
    bench_no_result(which->name, "does not build");
    return;
  }
  cl_int error;
  struct kernel_run run = {.bench = bench, .kernel = clCreateKernel(program, which->kernel, &error)};
  bench_check(error, "clCreateKernel");
  double build = bench_seconds() - start;
  which->prepare(&run);
  static struct history history;
  history.count = 0;
  double first = bench_seconds();
  keep(&history, first, launch_afresh(&run));
  if (!quick && (class->barriers || has_image_arguments(&run)))
    settle(&run, &history); /* at once: the check takes time */
  bool correct = which->correct(&run);
  if (correct) {
    double best = launch(&run), end = bench_seconds() + seconds_per_case;
    for (int i = 0; i < (quick ? 1 : MAX_LAUNCHES) && (i < MIN_LAUNCHES || bench_seconds() < end); i++)
      best = fmin(best, launch(&run));
    launch_afresh(&run);
    correct = which->correct(&run);
    if (correct)
      print_result(which, &run, best, build, waited(&history, best));
  }
  if (!correct)
    bench_wrong_result(which->name);
  run_release(&run);
  clReleaseKernel(run.kernel);
  clReleaseProgram(program);
}

static char *read_file(const char *class) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s.cl", WEFT_BENCH_KERNELS, class);
  FILE *file = fopen(path, "rb");
  char *text = calloc(1, MAX_TEXT);
  if (!file || !text || fread(text, 1, MAX_TEXT, file) == MAX_TEXT || ferror(file)) {
    fprintf(stderr, "%s: cannot be read, or is too long\n", path);
    exit(1);
  }
  fclose(file);
  return text;
}

/*
 * The text of one kernel's program: what stands above the file's first section, and the section "//: KERNEL". Its last
 * line declares a function of another name each time, so that no cache knows the text, even without its comments.
 */
static char *section(const char *file, const char *kernel) {
  static const char mark[] = "\n//: ";
  const char *first = strstr(file, mark), *from = first;
  size_t length = strlen(kernel);
  while (from && (strncmp(from + strlen(mark), kernel, length) || from[strlen(mark) + length] != '\n'))
    from = strstr(from + 1, mark);
  char *text = malloc(MAX_TEXT + 128);
  if (!from || !text) {
    fprintf(stderr, "no section of %s\n", kernel);
    exit(1);
  }
  const char *end = strstr(from + 1, mark);
  snprintf(text, MAX_TEXT + 128, "%.*s%.*s\nvoid unique_%ld_%.0f(void);\n", (int)(first - file), file,
           (int)(end ? end - from : (ptrdiff_t)strlen(from)), from, (long)getpid(), bench_seconds() * 1e9);
  return text;
}

static bool has_images(const struct bench *bench) {
  cl_bool images = CL_FALSE;
  bench_check(clGetDeviceInfo(bench->device, CL_DEVICE_IMAGE_SUPPORT, sizeof images, &images, NULL), "clGetDeviceInfo");
  return images;
}

/*
 * Builds a kernel so many times. "value" is what processors spent on the cheapest build, which other work on the
 * machine changes less than its length, "compile" the length of the shortest.
 */
static void measure_builds(const struct bench *bench, const struct kernel_class *class, const struct kernel_case *which,
                           const char *file, int builds) {
  double spent = HUGE_VAL, length = HUGE_VAL;
  for (int i = 0; i < builds; i++) {
    char *text = section(file, which->kernel);
    double begun = bench_processor_seconds(), start = bench_seconds();
    cl_program program = bench_build(bench, text, class->build_options, true);
    cl_int error = CL_SUCCESS;
    cl_kernel kernel = program ? clCreateKernel(program, which->kernel, &error) : NULL;
    length = fmin(length, bench_seconds() - start);
    spent = fmin(spent, bench_processor_seconds() - begun);
    free(text);
    if (!program) {
      bench_no_result(which->name, "does not build");
      return;
    }
    bench_check(error, "clCreateKernel");
    clReleaseKernel(kernel);
    clReleaseProgram(program);
  }
  printf("{\"case\": \"%s\", \"value\": %.6g, \"unit\": \"ms\", \"compile\": %.6g}\n", which->name, spent * 1e3,
         length * 1e3);
  fflush(stdout);
}

static void measure_class(const struct bench *bench, const struct kernel_class *class,
                          const struct bench_options *options) {
  char *file = read_file(class->name);
  for (const struct kernel_case *which = class->cases; which->name; which++) {
    if (!bench_wants(options, which->name))
      continue;
    if (class->images && !has_images(bench)) {
      bench_no_result(which->name, "no images");
      continue;
    }
    if (options->builds > 0) {
      measure_builds(bench, class, which, file, options->builds);
      continue;
    }
    char *text = section(file, which->kernel);
    measure(bench, class, which, text, options->quick);
    free(text);
  }
  free(file);
}

static void print_platform(const struct bench *bench) {
  char name[256] = "", version[256] = "", driver[256] = "", device[256] = "";
  clGetPlatformInfo(bench->platform, CL_PLATFORM_NAME, sizeof name - 1, name, NULL);
  clGetPlatformInfo(bench->platform, CL_PLATFORM_VERSION, sizeof version - 1, version, NULL);
  clGetDeviceInfo(bench->device, CL_DRIVER_VERSION, sizeof driver - 1, driver, NULL);
  clGetDeviceInfo(bench->device, CL_DEVICE_NAME, sizeof device - 1, device, NULL);
  printf("{\"platform\": \"%s\", \"version\": \"%s\", \"driver\": \"%s\", \"device\": \"%s\"}\n", name, version, driver,
         device);
}

/* The first program of a process pays for what all share; bench-launch measures that. A cache that knew its text would
 * leave that to the next one. */
static void wake_compiler(const struct bench *bench) {
  char text[128];
  snprintf(text, sizeof text, "kernel void wake(global int *a) { a[0] = 1; }\nvoid unique_%ld_%.0f(void);\n",
           (long)getpid(), bench_seconds() * 1e9);
  cl_program program = bench_build(bench, text, "", true);
  if (program)
    clReleaseProgram(program);
}

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "--classes")) {
    for (size_t i = 0; i < CLASSES; i++)
      puts(classes[i].name);
    return 0;
  }
  struct bench_options options = bench_parse(argc, argv);
  struct bench bench;
  bench_open(&bench, &options);
  print_platform(&bench);
  wake_compiler(&bench);
  size_t measured = 0;
  for (size_t i = 0; i < CLASSES; i++)
    if (!options.class || !strcmp(options.class, classes[i].name)) {
      measure_class(&bench, &classes[i], &options);
      measured++;
    }
  bench_close(&bench);
  if (!measured) {
    fprintf(stderr, "no class %s\n", options.class);
    return 2;
  }
  return bench_status();
}
