/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "tests/fuzz_kernels/columns.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct answer_data {
  bool arrived;
  struct answer_head head;
  char *data;
  int status; /* of a process that ended instead */
  bool hung;
};

const char *outcome_name(enum outcome outcome) {
  static const char *const names[] = {"same", "differs", "crashed", "hung", "error", "no build"};
  return names[outcome];
}

static bool add_setting(struct column *column, char *setting) {
  if (!setting || column->num_settings == MAX_SETTINGS)
    return false;
  column->settings[column->num_settings++] = setting;
  return true;
}

/* After the settings: the witness has them too. */
static bool add_witness(struct column *column, const char *options) {
  column->witness = malloc(sizeof(*column->witness));
  if (!column->witness)
    return false;
  *column->witness = *column;
  column->witness->witness = NULL;
  column->witness->options = options;
  column->witness->pid = 0;
  return true;
}

bool column_parse(struct column *column, const char *text, const char *options) {
  const char *witness = NULL;
  *column = (struct column){.name = text, .options = options};
  for (const char *at = text; *at;) {
    size_t length = strcspn(at, ",");
    char *setting = strndup(at, length);
    if (!setting || !strchr(setting, '='))
      return false;
    if (!strncmp(setting, "options=", 8)) {
      column->options = setting + 8;
    } else if (!strncmp(setting, "witness=", 8)) {
      witness = setting + 8;
    } else if (!add_setting(column, setting)) {
      return false;
    }
    at += length + (at[length] == ',');
  }
  return !witness || add_witness(column, witness);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Reads `size` bytes before `deadline`. False: the other end is gone or late. */
static bool read_until(int from, void *to, size_t size, double deadline, bool *late) {
  for (char *at = to; size;) {
    double left = deadline - now();
    struct pollfd wait = {.fd = from, .events = POLLIN};
    if (left <= 0 || poll(&wait, 1, (int)(left * 1000) + 1) == 0) {
      *late = true;
      return false;
    }
    ssize_t got = read(from, at, size);
    if (got == 0 || (got < 0 && errno != EINTR))
      return false;
    if (got > 0)
      at += got, size -= (size_t)got;
  }
  return true;
}

static int stop(struct column *column, int signal) {
  int status = 0;
  close(column->to);
  close(column->from);
  if (signal)
    kill(column->pid, signal);
  waitpid(column->pid, &status, 0);
  column->pid = 0;
  return status;
}

void columns_stop(struct column *columns, unsigned num) {
  for (unsigned i = 0; i < num; i++) {
    if (columns[i].pid)
      stop(&columns[i], 0);
    if (columns[i].witness && columns[i].witness->pid)
      stop(columns[i].witness, 0);
  }
}

static bool receive(struct column *column, struct answer_data *answer, unsigned seconds) {
  double deadline = now() + seconds;
  *answer = (struct answer_data){.arrived = false};
  if (read_until(column->from, &answer->head, sizeof(answer->head), deadline, &answer->hung)) {
    answer->data = calloc(1, answer->head.size + 1);
    answer->arrived =
        answer->data && read_until(column->from, answer->data, answer->head.size, deadline, &answer->hung);
  }
  if (!answer->arrived)
    answer->status = stop(column, answer->hung ? SIGKILL : 0);
  return answer->arrived;
}

static bool start(struct column *column, unsigned seconds) {
  int to[2], from[2];
  if (pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC))
    return false;
  column->pid = fork();
  if (column->pid < 0)
    return false;
  if (column->pid == 0) {
    /* Out of the way of 3 and 4 first. */
    int in = fcntl(to[0], F_DUPFD, 10), out = fcntl(from[1], F_DUPFD, 10);
    dup2(in, 3);
    dup2(out, 4);
    close(in);
    close(out);
    signal(SIGINT, SIG_IGN); /* of the terminal: the parent's to handle */
    setenv("WEFT_CACHE", "0", 0);
    for (unsigned i = 0; i < column->num_settings; i++)
      putenv(column->settings[i]);
    execl("/proc/self/exe", "weft-fuzz", "--worker", column->options, (char *)NULL);
    _exit(127);
  }
  close(to[0]);
  close(from[1]);
  column->to = to[1];
  column->from = from[0];
  struct answer_data hello;
  if (!receive(column, &hello, seconds))
    return false;
  snprintf(column->platform, sizeof(column->platform), "%s", hello.data);
  column->is_weft = strstr(column->platform, "Weft");
  free(hello.data);
  return true;
}

bool column_of_other(struct column *column, const char *vendors, unsigned number, const char *options,
                     const char *witness) {
  char *folder = NULL, *place = NULL;
  *column = (struct column){.options = options, .is_other = true};
  if (asprintf(&folder, "OCL_ICD_VENDORS=%s", vendors) < 0 || asprintf(&place, "WEFT_FUZZ_OTHER=%u", number) < 0)
    return false;
  if (!add_setting(column, folder) || !add_setting(column, place) || !start(column, 60))
    return false;
  column->name = column->platform;
  return add_witness(column, witness);
}

static bool send_case(struct column *column, const char *text) {
  uint32_t size = (uint32_t)strlen(text);
  if (write(column->to, &size, sizeof(size)) != sizeof(size))
    return false;
  for (const char *at = text; size;) {
    ssize_t put = write(column->to, at, size);
    if (put < 0 && errno != EINTR)
      return false;
    if (put > 0)
      at += put, size -= (uint32_t)put;
  }
  return true;
}

/* Which launch, buffer and element two results differ in first. */
static void describe(const struct launch_list *launches, const char *want, const char *got, size_t size, char *to,
                     size_t room) {
  size_t base = 0;
  for (unsigned l = 0; l < launches->num; l++)
    for (unsigned b = NUM_INPUTS; b < NUM_BUFFERS; b++) {
      const struct buffer_kind *kind = &buffer_kinds[b];
      size_t bytes = launch_buffer_size(&launches->at[l], b);
      if (base + bytes <= size && memcmp(want + base, got + base, bytes)) {
        size_t at = 0, count = 0;
        for (size_t i = bytes / kind->element; i-- > 0;)
          if (memcmp(want + base + i * kind->element, got + base + i * kind->element, kind->element)) {
            at = i;
            count++;
          }
        uint64_t left = 0, right = 0;
        memcpy(&left, want + base + at * kind->element, kind->element);
        memcpy(&right, got + base + at * kind->element, kind->element);
        snprintf(to, room, "launch %u (%s): %s[%zu] is 0x%llx, not 0x%llx; %zu of %zu elements differ", l,
                 launches->at[l].kernel, kind->name, at, (unsigned long long)right, (unsigned long long)left, count,
                 bytes / kind->element);
        return;
      }
      base += bytes;
    }
  snprintf(to, room, "results of different sizes");
}

/* FNV-1a: short enough to be held against another machine's by eye. */
static uint64_t digest_of(const struct answer_data *answer) {
  uint64_t digest = 0xcbf29ce484222325;
  for (uint32_t i = 0; i < answer->head.size; i++)
    digest = (digest ^ (unsigned char)answer->data[i]) * 0x100000001b3;
  return digest;
}

static enum outcome judge(const struct column *column, const struct answer_data *answer, char *detail, size_t room) {
  if (!answer->arrived && answer->hung) {
    snprintf(detail, room, "no answer in time");
    return OUTCOME_HUNG;
  }
  if (!answer->arrived) {
    snprintf(detail, room, WIFSIGNALED(answer->status) ? "ended by signal %d" : "exited with status %d",
             WIFSIGNALED(answer->status) ? WTERMSIG(answer->status) : WEXITSTATUS(answer->status));
    return OUTCOME_CRASHED;
  }
  if (answer->head.answer != ANSWER_DONE)
    snprintf(detail, room, "%s", answer->data);
  return answer->head.answer == ANSWER_DONE       ? OUTCOME_SAME
         : answer->head.answer == ANSWER_NO_BUILD ? OUTCOME_NO_BUILD
                                                  : OUTCOME_ERROR;
}

static void ask(struct column *column, const char *text) {
  if (!column->pid && !start(column, 120)) {
    fprintf(stderr, "weft-fuzz: '%s' finds no device\n", column->name);
    exit(2);
  }
  send_case(column, text); /* a process that is gone shows in its answer */
}

static bool is_same(const struct answer_data *one, const struct answer_data *other) {
  return one->head.size == other->head.size && !memcmp(one->data, other->data, one->head.size);
}

static bool witness_agrees(struct column *witness, const struct answer_data *first, const char *text,
                           unsigned seconds) {
  if (!witness)
    return false;
  struct answer_data answer;
  ask(witness, text);
  receive(witness, &answer, seconds);
  const bool agrees = answer.arrived && answer.head.answer == ANSWER_DONE && is_same(first, &answer);
  free(answer.data);
  return agrees;
}

void columns_run(struct column *columns, unsigned num, unsigned mask, const char *text, unsigned seconds,
                 struct verdict *verdict) {
  struct answer_data answers[MAX_COLUMNS] = {{0}};
  struct launch_list launches;
  *verdict = (struct verdict){.outcome = OUTCOME_SAME};
  mask |= 1;
  for (unsigned i = 0; i < num; i++)
    if (mask >> i & 1)
      ask(&columns[i], text);
  if (!case_parse(text, &launches))
    launches.num = 0;
  for (unsigned i = 0; i < num; i++) {
    if (!(mask >> i & 1))
      continue;
    receive(&columns[i], &answers[i], seconds);
    char detail[sizeof(verdict->detail)] = "";
    enum outcome outcome = judge(&columns[i], &answers[i], detail, sizeof(detail));
    if (outcome != OUTCOME_SAME && !columns[i].is_weft) {
      verdict->unbuilt++;
      continue;
    }
    const struct answer_data *first = &answers[0], *this = &answers[i];
    if (outcome == OUTCOME_SAME && i && first->arrived && first->head.answer == ANSWER_DONE && !is_same(first, this)) {
      if (witness_agrees(columns[i].witness, first, text, seconds)) {
        verdict->contradictory++;
        continue;
      }
      outcome = OUTCOME_DIFFERS;
      describe(&launches, first->data, this->data,
               first->head.size < this->head.size ? first->head.size : this->head.size, detail, sizeof(detail));
    }
    if (outcome != OUTCOME_SAME && verdict->outcome == OUTCOME_SAME) {
      verdict->outcome = outcome;
      verdict->column = i;
      memcpy(verdict->detail, detail, sizeof(detail));
    }
  }
  if (answers[0].arrived && answers[0].head.answer == ANSWER_DONE)
    verdict->digest = digest_of(&answers[0]);
  for (unsigned i = 0; i < num; i++)
    free(answers[i].data);
}
