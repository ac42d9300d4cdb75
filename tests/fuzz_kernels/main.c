/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* weft-fuzz: see the usage below and docs/testing.md. */
#include "tests/fuzz_kernels/gen.h"
#include "tests/fuzz_kernels/reduce.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const struct {
  const char *name;
  bool on, elsewhere;
  const char *text;
} features[NUM_FEATURES] = {
#define FUZZ_FEATURE(id, name, on, elsewhere, text) {name, on, elsewhere, text},
#include "tests/fuzz_kernels/features.def"
#undef FUZZ_FEATURE
};

static void usage(FILE *out) {
  fputs(
      "weft-fuzz [OPTION...]\n"
      "Makes kernels of a seed, runs each as several builds and compares the results bit for bit. The first column is\n"
      "built with -cl-opt-disable, the second as programs are built; further ones are asked for.\n"
      "  --seed N           first seed (1)\n"
      "  --count N          seeds to try (10; with --seconds: no end)\n"
      "  --seconds N        stop after so long\n"
      "  --variant SETTINGS a further column: NAME=VALUE,... of its environment; options=... are its build's,\n"
      "                     witness=... those of a second build, asked where the column differs: if that one\n"
      "                     agrees, the difference is counted and is no failure\n"
      "  --reference SETTINGS  likewise for the first column\n"
      "  --no-default       without the second column\n"
      "  --other DIR        columns of the other platforms in DIR, a folder as the loader reads them, with\n"
      "                     -cl-opt-disable as witness\n"
      "                     (WEFT_FUZZ_VENDORS, else /etc/OpenCL/vendors); not for files\n"
      "  --no-other         none of them\n"
      "  --as-with-other    none of them, and yet the kernels that seeds make where there are some\n"
      "  --with NAMES, --without NAMES  what kernels may hold, with commas:\n",
      out);
  for (unsigned i = 0; i < NUM_FEATURES; i++)
    fprintf(out, "      %-18s %s%s%s\n", features[i].name, features[i].text, features[i].on ? "" : " (off)",
            features[i].elsewhere ? "" : " (not elsewhere)");
  fputs("  --file FILE        run a case that was printed, in place of seeds; may be repeated\n"
        "  --print            print each case and run nothing\n"
        "  --reduce           make what fails as small as it goes, and print it\n"
        "  --tries N          runs that reducing a case may take (2000)\n"
        "  --timeout N        seconds that a case may take (120)\n"
        "  --keep-going       do not stop at the first failure\n"
        "  --digest           print a digest of each seed's results in the first column: of what every platform must\n"
        "                     answer alike (three of four seeds with --as-with-other) it is the same on all machines\n"
        "Exit status: 0 all columns agree, 1 not, 2 misuse.\n",
        out);
}

struct fuzzer {
  struct column columns[MAX_COLUMNS];
  unsigned num_columns, features, timeout, tries;
  unsigned others; /* the columns of other platforms, bits */
  bool for_others; /* kernels are made for other platforms, be there columns of them or not */
  bool reduce, keep_going, digest;
  int argc;
  char **argv;
  uint64_t run, failed, unbuilt, contradictory;
};

static unsigned feature_mask(const char *names) {
  unsigned mask = 0;
  while (*names) {
    size_t length = strcspn(names, ",");
    unsigned i = 0;
    while (i < NUM_FEATURES && (strlen(features[i].name) != length || strncmp(features[i].name, names, length)))
      i++;
    if (i == NUM_FEATURES) {
      fprintf(stderr, "weft-fuzz: no feature '%.*s'\n", (int)length, names);
      exit(2);
    }
    mask |= 1u << i;
    names += length + (names[length] == ',');
  }
  return mask;
}

static bool is_value_of(const char *option) {
  return !strcmp(option, "--seed") || !strcmp(option, "--count") || !strcmp(option, "--seconds");
}

/* The command that runs this seed again: the same options but those that say which seeds. */
static void print_command(const struct fuzzer *fuzzer, uint64_t seed) {
  printf("  again: %s --seed %" PRIu64 " --count 1", fuzzer->argv[0], seed);
  for (int i = 1; i < fuzzer->argc; i++)
    if (is_value_of(fuzzer->argv[i]))
      i++;
    else if (strcmp(fuzzer->argv[i], "--keep-going") && strcmp(fuzzer->argv[i], "--reduce") &&
             strcmp(fuzzer->argv[i], "--digest"))
      printf(" '%s'", fuzzer->argv[i]);
  printf(" --reduce\n");
}

struct same_failure {
  struct fuzzer *fuzzer;
  enum outcome outcome;
  unsigned column;
};

static bool fails_likewise(const struct reduction *reduction) {
  struct same_failure *failure = reduction->data;
  struct fuzzer *fuzzer = failure->fuzzer;
  char *text = case_print(reduction->program, reduction->launches);
  struct verdict verdict;
  columns_run(fuzzer->columns, fuzzer->num_columns, 1u << failure->column, text, fuzzer->timeout, &verdict);
  free(text);
  return verdict.outcome == failure->outcome && verdict.column == failure->column;
}

static void report(struct fuzzer *fuzzer, const char *what, const struct verdict *verdict) {
  printf("%s: %s in column '%s': %s\n", what, outcome_name(verdict->outcome), fuzzer->columns[verdict->column].name,
         verdict->detail);
  fflush(stdout);
}

/* With other platforms, only every fourth seed holds what those need not answer alike, and they sit it out. */
static bool is_for_all(const struct fuzzer *fuzzer, uint64_t seed) {
  return fuzzer->for_others && seed % 4;
}

static unsigned features_of(const struct fuzzer *fuzzer, uint64_t seed) {
  unsigned held = fuzzer->features;
  for (unsigned i = 0; i < NUM_FEATURES; i++)
    if (is_for_all(fuzzer, seed) && !features[i].elsewhere)
      held &= ~(1u << i);
  return held;
}

static bool try_seed(struct fuzzer *fuzzer, uint64_t seed) {
  struct arena arena = {NULL};
  struct launch_list launches;
  struct node *program = generate(&arena, seed, features_of(fuzzer, seed), &launches);
  char *text = case_print(program, &launches);
  struct verdict verdict;
  unsigned columns = is_for_all(fuzzer, seed) ? ~0u : ~fuzzer->others;
  columns_run(fuzzer->columns, fuzzer->num_columns, columns, text, fuzzer->timeout, &verdict);
  free(text);
  fuzzer->run++;
  fuzzer->unbuilt += verdict.unbuilt;
  fuzzer->contradictory += verdict.contradictory;
  if (fuzzer->digest)
    printf("seed %" PRIu64 ": %016" PRIx64 "\n", seed, verdict.digest);
  if (verdict.contradictory)
    printf("seed %" PRIu64 ": a column is contradicted by its witness\n", seed);
  bool good = verdict.outcome == OUTCOME_SAME;
  if (!good) {
    fuzzer->failed++;
    char what[40];
    snprintf(what, sizeof(what), "seed %" PRIu64, seed);
    report(fuzzer, what, &verdict);
    print_command(fuzzer, seed);
  }
  if (!good && fuzzer->reduce) {
    struct same_failure failure = {fuzzer, verdict.outcome, verdict.column};
    struct reduction reduction = {program, &launches, &arena, fuzzer->tries, fails_likewise, &failure};
    reduce(&reduction);
    text = case_print(program, &launches);
    printf("%s", text);
    free(text);
  }
  fflush(stdout);
  arena_free(&arena);
  return good;
}

static char *read_file(const char *path) {
  FILE *in = fopen(path, "r");
  char *text = NULL;
  size_t size = 0;
  if (!in || getdelim(&text, &size, 0, in) < 0) {
    fprintf(stderr, "weft-fuzz: cannot read %s\n", path);
    exit(2);
  }
  fclose(in);
  return text;
}

static bool try_file(struct fuzzer *fuzzer, const char *path) {
  char *text = read_file(path);
  struct verdict verdict;
  columns_run(fuzzer->columns, fuzzer->num_columns, ~0u, text, fuzzer->timeout, &verdict);
  free(text);
  fuzzer->run++;
  fuzzer->unbuilt += verdict.unbuilt;
  fuzzer->contradictory += verdict.contradictory;
  if (verdict.outcome == OUTCOME_SAME)
    return true;
  fuzzer->failed++;
  report(fuzzer, path, &verdict);
  return false;
}

static void print_seed(const struct fuzzer *fuzzer, uint64_t seed) {
  struct arena arena = {NULL};
  struct launch_list launches;
  char *text = case_print(generate(&arena, seed, features_of(fuzzer, seed), &launches), &launches);
  fputs(text, stdout);
  free(text);
  arena_free(&arena);
}

static void add_column(struct fuzzer *fuzzer, unsigned at, const char *settings, const char *options) {
  if (at >= MAX_COLUMNS || !column_parse(&fuzzer->columns[at], settings, options)) {
    fprintf(stderr, "weft-fuzz: variant '%s' is malformed, or one too many\n", settings);
    exit(2);
  }
}

#define USUAL "-cl-std=CL3.0"
#define PLAIN USUAL " -cl-opt-disable"

/* What is installed for everybody need not be there; what was asked for must. */
static void add_others(struct fuzzer *fuzzer, const char *asked) {
  const char *vendors = asked ? asked : getenv("WEFT_FUZZ_VENDORS");
  bool must = vendors;
  if (!vendors)
    vendors = "/etc/OpenCL/vendors";
  while (fuzzer->num_columns < MAX_COLUMNS) {
    unsigned found = (unsigned)__builtin_popcount(fuzzer->others);
    if (!column_of_other(&fuzzer->columns[fuzzer->num_columns], vendors, found, USUAL, PLAIN))
      break;
    fuzzer->others |= 1u << fuzzer->num_columns++;
  }
  if (must && !fuzzer->others) {
    fprintf(stderr, "weft-fuzz: no other platform with a processor in %s\n", vendors);
    exit(2);
  }
}

/* A long run that is told to stop still says what it did. */
static volatile sig_atomic_t told_to_stop;

static void stop(int signal) {
  (void)signal;
  told_to_stop = 1;
}

int main(int argc, char **argv) {
  if (argc == 3 && !strcmp(argv[1], "--worker"))
    return worker_main(argv[2]);
  static struct fuzzer fuzzer;
  fuzzer = (struct fuzzer){.timeout = 120, .tries = 2000, .argc = argc, .argv = argv};
  for (unsigned i = 0; i < NUM_FEATURES; i++)
    fuzzer.features |= (unsigned)features[i].on << i;
  uint64_t seed = 1, count = 0, seconds = 0;
  bool print = false, others = true;
  const char *vendors = NULL;
  const char *files[256];
  unsigned num_files = 0;
  add_column(&fuzzer, 0, "", PLAIN);
  fuzzer.columns[0].name = "reference";
  add_column(&fuzzer, 1, "", USUAL);
  fuzzer.columns[1].name = "default";
  fuzzer.num_columns = 2;
  for (int i = 1; i < argc; i++) {
    const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
    bool takes = true;
    if (!strcmp(option, "--seed"))
      seed = strtoull(value, NULL, 0);
    else if (!strcmp(option, "--count"))
      count = strtoull(value, NULL, 0);
    else if (!strcmp(option, "--seconds"))
      seconds = strtoull(value, NULL, 0);
    else if (!strcmp(option, "--tries"))
      fuzzer.tries = (unsigned)strtoul(value, NULL, 0);
    else if (!strcmp(option, "--timeout"))
      fuzzer.timeout = (unsigned)strtoul(value, NULL, 0);
    else if (!strcmp(option, "--variant"))
      add_column(&fuzzer, fuzzer.num_columns++, value, USUAL);
    else if (!strcmp(option, "--reference"))
      add_column(&fuzzer, 0, value, PLAIN);
    else if (!strcmp(option, "--other"))
      vendors = value;
    else if (!strcmp(option, "--with"))
      fuzzer.features |= feature_mask(value);
    else if (!strcmp(option, "--without"))
      fuzzer.features &= ~feature_mask(value);
    else if (!strcmp(option, "--file") && num_files < sizeof(files) / sizeof(*files))
      files[num_files++] = value;
    else
      takes = false;
    if (takes && ++i == argc) {
      usage(stderr);
      return 2;
    }
    if (takes)
      continue;
    if (!strcmp(option, "--no-default") && fuzzer.num_columns > 1) {
      memmove(&fuzzer.columns[1], &fuzzer.columns[2], (fuzzer.num_columns - 2) * sizeof(*fuzzer.columns));
      fuzzer.num_columns--;
    } else if (!strcmp(option, "--no-other")) {
      others = false;
    } else if (!strcmp(option, "--as-with-other")) {
      others = false;
      fuzzer.for_others = true;
    } else if (!strcmp(option, "--print")) {
      print = true;
    } else if (!strcmp(option, "--reduce")) {
      fuzzer.reduce = true;
    } else if (!strcmp(option, "--digest")) {
      fuzzer.digest = true;
    } else if (!strcmp(option, "--keep-going")) {
      fuzzer.keep_going = true;
    } else {
      usage(!strcmp(option, "--help") ? stdout : stderr);
      return strcmp(option, "--help") ? 2 : 0;
    }
  }
  signal(SIGPIPE, SIG_IGN);
  if (others && !num_files)
    add_others(&fuzzer, vendors);
  fuzzer.for_others |= fuzzer.others != 0;
  signal(SIGTERM, stop);
  signal(SIGINT, stop);
  if (!count)
    count = seconds ? UINT64_MAX : 10;
  uint64_t first = seed;
  time_t end = time(NULL) + (time_t)seconds;
  bool good = true;
  for (unsigned i = 0; i < num_files; i++)
    good &= try_file(&fuzzer, files[i]);
  for (uint64_t i = 0; !num_files && i < count && (good || fuzzer.keep_going); i++, seed++) {
    if (told_to_stop || (seconds && time(NULL) >= end))
      break;
    if (print)
      print_seed(&fuzzer, seed);
    else
      good &= try_seed(&fuzzer, seed);
  }
  columns_stop(fuzzer.columns, fuzzer.num_columns);
  if (!print)
    printf("weft-fuzz: %" PRIu64 " %s from seed %" PRIu64 ", %u columns, %" PRIu64 " failed, %" PRIu64
           " not built elsewhere, %" PRIu64 " contradicted by their witness\n",
           fuzzer.run, num_files ? "files, seeds" : "seeds", first, fuzzer.num_columns, fuzzer.failed, fuzzer.unbuilt,
           fuzzer.contradictory);
  return good ? 0 : 1;
}
