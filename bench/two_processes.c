/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * Two processes with one worker each, beside one alone: how much work they get done together. The kernel only computes,
 * so that two processors should do twice the work of one; they do not where the workers of both sit on the same
 * processor. One round is a time alone and a time together; the result is the middle ratio of all rounds.
 *
 * The measuring process opens no platform. Each worker process is this program again (--worker), told by one byte to
 * start and answering with what it did; where its threads were is read from outside while they work.
 */
#include "bench/bench.h"

#include <ctype.h>
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ITEMS = 4096, MAX_ROUNDS = 9, MAX_CPUS = 1024 };

static const char source[] = "kernel void spin(global float *out, uint steps) {\n"
                             "  float x = get_global_id(0) * 1e-4f, y = 0.5f;\n"
                             "  for (uint i = 0; i < steps; i++) {\n"
                             "    x = fma(x, 0.999f, y);\n"
                             "    y = fma(y, -0.75f, x * 0.25f);\n"
                             "  }\n"
                             "  out[get_global_id(0)] = x + y;\n"
                             "}\n";

/* What a worker process did: launches, and the seconds from its first to its last. */
struct done {
  double launches;
  double seconds;
};

struct worker {
  pid_t pid;
  int start;  /* write end: one double, for how many seconds to work */
  int answer; /* read end: a byte when ready, then a struct done for each time */
};

static void exchange(ssize_t moved, size_t wanted, const char *what) {
  if (moved == (ssize_t)wanted)
    return;
  fprintf(stderr, "two-processes: the other process is gone (%s)\n", what);
  exit(1);
}

/* The worker process: answers each time on the standard output. */
static int work(const struct bench_options *options) {
  struct bench bench;
  bench_open(&bench, options);
  cl_program program = bench_build(&bench, source, "", true);
  if (!program)
    return 1;
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, "spin", &error);
  bench_check(error, "clCreateKernel");
  cl_mem out = bench_buffer(&bench, CL_MEM_WRITE_ONLY, ITEMS * sizeof(float), NULL);
  cl_uint steps = 2000;
  bench_check(clSetKernelArg(kernel, 0, sizeof out, &out), "clSetKernelArg");
  bench_check(clSetKernelArg(kernel, 1, sizeof steps, &steps), "clSetKernelArg");

  double seconds = 0;
  char ready = 'r';
  for (bool first = true;; first = false) {
    struct done done = {0};
    double begin = bench_seconds();
    do {
      size_t size = ITEMS, group = 64;
      bench_check(clEnqueueNDRangeKernel(bench.queue, kernel, 1, NULL, &size, &group, 0, NULL, NULL),
                  "clEnqueueNDRangeKernel");
      bench_check(clFinish(bench.queue), "clFinish");
      done.launches++;
      done.seconds = bench_seconds() - begin;
    } while (done.seconds < seconds);
    if (first)
      exchange(write(STDOUT_FILENO, &ready, 1), 1, "ready");
    else
      exchange(write(STDOUT_FILENO, &done, sizeof done), sizeof done, "answer");
    if (read(STDIN_FILENO, &seconds, sizeof seconds) != sizeof seconds)
      break; /* the measuring process has closed its end */
  }
  clReleaseMemObject(out);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  bench_close(&bench);
  return 0;
}

static struct worker start_worker(char *const *arguments) {
  int start[2], answer[2];
  if (pipe(start) || pipe(answer)) {
    perror("pipe");
    exit(1);
  }
  struct worker worker = {.pid = fork(), .start = start[1], .answer = answer[0]};
  if (worker.pid < 0) {
    perror("fork");
    exit(1);
  }
  if (worker.pid == 0) {
    dup2(start[0], STDIN_FILENO);
    dup2(answer[1], STDOUT_FILENO);
    /* Each worker's end must be closed in the other, or neither sees the end of the file. */
    for (int fd = 3; fd < 64; fd++)
      close(fd);
    execv("/proc/self/exe", arguments);
    _exit(127);
  }
  close(start[0]);
  close(answer[1]);
  char ready;
  exchange(read(worker.answer, &ready, 1), 1, "ready");
  return worker;
}

/* Adds, for each thread of the process that runs now, one to the count of the processor that it is on. */
static void look(pid_t pid, unsigned *seen) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", (int)pid);
  DIR *tasks = opendir(path);
  if (!tasks)
    return;
  for (const struct dirent *task; (task = readdir(tasks));) {
    if (!isdigit((unsigned char)task->d_name[0]))
      continue;
    char file[400], text[1024];
    snprintf(file, sizeof file, "%s/%s/stat", path, task->d_name);
    FILE *stat = fopen(file, "re");
    if (!stat)
      continue;
    size_t length = fread(text, 1, sizeof text - 1, stat);
    fclose(stat);
    text[length] = 0;
    /* After the name in brackets: the state is field 3, the processor field 39. */
    char *at = strrchr(text, ')'), state = 0;
    if (!at || sscanf(at, ") %c", &state) != 1 || state != 'R')
      continue;
    at++; /* at the blank before field 3 */
    for (int field = 3; at && field < 39; field++)
      at = strchr(at + 1, ' ');
    unsigned cpu = at ? (unsigned)strtoul(at, NULL, 10) : MAX_CPUS;
    if (cpu < MAX_CPUS)
      seen[cpu]++;
  }
  closedir(tasks);
}

/* Launches per second of the first count workers at once. */
static double measure(const struct worker *workers, int count, double seconds, unsigned *seen) {
  for (int i = 0; i < count; i++)
    exchange(write(workers[i].start, &seconds, sizeof seconds), sizeof seconds, "start");
  for (int moment = 0; seen && moment < 10; moment++) {
    usleep((useconds_t)(seconds * 1e6 / 12));
    for (int i = 0; i < count; i++)
      look(workers[i].pid, seen);
  }
  double rate = 0;
  for (int i = 0; i < count; i++) {
    struct done done;
    exchange(read(workers[i].answer, &done, sizeof done), sizeof done, "answer");
    rate += done.launches / done.seconds;
  }
  return rate;
}

int main(int argc, char **argv) {
  bool worker = argc > 1 && !strcmp(argv[1], "--worker");
  if (worker) {
    argv[1] = argv[0];
    argc--, argv++;
  }
  struct bench_options options = bench_parse(argc, argv);
  if (worker)
    return work(&options);
  if (!bench_wants(&options, "two_processes"))
    return 0;
  if (options.cpu >= 0) {
    fprintf(stderr, "two-processes: both would be on the processor of --cpu\n");
    return 2;
  }

  signal(SIGPIPE, SIG_IGN); /* a worker that is gone is told by exchange() */
  bench_one_worker();
  char *arguments[16] = {argv[0], "--worker"};
  for (int i = 1; i < argc && i < 14; i++)
    arguments[i + 1] = argv[i];
  struct worker workers[2] = {start_worker(arguments), start_worker(arguments)};

  int rounds = options.quick ? 1 : MAX_ROUNDS;
  double seconds = options.quick ? 0.1 : 1.0, ratios[MAX_ROUNDS];
  unsigned seen[MAX_CPUS] = {0};
  for (int round = 0; round < rounds; round++) {
    /* Either of the two alone, in turn. */
    double alone = measure(&workers[round % 2], 1, seconds, NULL);
    ratios[round] = measure(workers, 2, seconds, seen) / alone;
    fprintf(stderr, "round %d: together %.2f times one alone\n", round + 1, ratios[round]);
  }
  fprintf(stderr, "threads that were running, by processor:");
  for (unsigned cpu = 0; cpu < MAX_CPUS; cpu++)
    if (seen[cpu])
      fprintf(stderr, " %u: %u", cpu, seen[cpu]);
  fprintf(stderr, "\n");

  for (int i = 0; i < 2; i++) {
    int status;
    close(workers[i].start);
    if (waitpid(workers[i].pid, &status, 0) < 0 || status)
      bench_wrong_result("two_processes");
  }
  double ratio = bench_median(ratios, (size_t)rounds);
  /* Results are times: what two processes take for the work that one does in 1. */
  bench_result("two_processes", 1.0 / ratio, "time of one", 0);
  printf("{\"ratio\": %.3f}\n", ratio);
  return bench_status();
}
