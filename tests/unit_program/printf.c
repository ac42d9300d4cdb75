/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/printf.h"

#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/alloc.h"
#include "tests/unit_program/unit.h"

/* Arguments as kernels lay them out: each at the next multiple of 8. */
struct args {
  char bytes[512];
  size_t size;
};

static void put(struct args *args, const void *data, size_t size) {
  memcpy(args->bytes + args->size, data, size);
  args->size += (size + 7) / 8 * 8;
}

static int result;

static const char *format(const char *text, const char *types, const struct args *args) {
  static char out[8192];
  struct weft_text grown = {0};
  result = weft_printf_format(&grown, text, types, args->bytes);
  size_t size = grown.size < sizeof(out) ? grown.size : sizeof(out) - 1;
  if (size)
    memcpy(out, grown.data, size);
  out[size] = 0;
  weft_text_free(&grown);
  return out;
}

static const char *one_int(const char *text, int value) {
  struct args args = {0};
  put(&args, &value, sizeof(value));
  return format(text, "i", &args);
}

static const char *one_long(const char *text, long value) {
  struct args args = {0};
  put(&args, &value, sizeof(value));
  return format(text, "l", &args);
}

static const char *one_double(const char *text, double value) {
  struct args args = {0};
  put(&args, &value, sizeof(value));
  return format(text, "d", &args);
}

static const char *one_string(const char *text, const char *value) {
  struct args args = {0};
  put(&args, &value, sizeof(value));
  return format(text, "s", &args);
}

static const char *vector(const char *text, const char *types, const void *data, size_t size) {
  struct args args = {0};
  put(&args, data, size);
  return format(text, types, &args);
}

static void integers(void) {
  CHECK_TEXT(one_int("%d", -5), "-5");
  CHECK_TEXT(one_int("%i|", 5), "5|");
  CHECK_TEXT(one_int("%5d|", 42), "   42|");
  CHECK_TEXT(one_int("%-5d|", 42), "42   |");
  CHECK_TEXT(one_int("%05d", 42), "00042");
  CHECK_TEXT(one_int("%+d", 42), "+42");
  CHECK_TEXT(one_int("% d", 42), " 42");
  CHECK_TEXT(one_int("%.4d", 42), "0042");
  CHECK_TEXT(one_int("%.d|", 0), "|");
  CHECK_TEXT(one_int("%u", -1), "4294967295");
  CHECK_TEXT(one_int("%#x", 255), "0xff");
  CHECK_TEXT(one_int("%#X", 255), "0XFF");
  CHECK_TEXT(one_int("%#o", 8), "010");
  CHECK_TEXT(one_int("%hhd", 300), "44");
  CHECK_TEXT(one_int("%hhd", 200), "-56");
  CHECK_TEXT(one_int("%hhu", 300), "44");
  CHECK_TEXT(one_int("%hd", 70000), "4464");
  CHECK_TEXT(one_int("%hx", -1), "ffff");
  CHECK_TEXT(one_long("%ld", -(1l << 40)), "-1099511627776");
  CHECK_TEXT(one_long("%lu", -1l), "18446744073709551615");
  CHECK_TEXT(one_long("%lx", -1l), "ffffffffffffffff");
  CHECK_TEXT(one_long("%zu", 77), "77");
  CHECK_TEXT(one_long("%td", -77), "-77");
  CHECK_TEXT(one_int("%c%%", 'A'), "A%");
  CHECK_TEXT(one_int("%3c|", 'A'), "  A|");
  CHECK(result == 0);
}

static void reals(void) {
  CHECK_TEXT(one_double("%f", 1.5), "1.500000");
  CHECK_TEXT(one_double("%.2f", 2.5), "2.50");
  CHECK_TEXT(one_double("%10.1f|", -1.25), "      -1.2|");
  CHECK_TEXT(one_double("%e", 12345.678), "1.234568e+04");
  CHECK_TEXT(one_double("%G", 1e-10), "1E-10");
  CHECK_TEXT(one_double("%g", 100000.0), "100000");
  CHECK_TEXT(one_double("%#.0f", 3.0), "3.");
  CHECK_TEXT(one_double("%a", 1.5), "0x1.8p+0");
  CHECK_TEXT(one_double("%A", 10.0), "0X1.4P+3");
  CHECK_TEXT(one_double("%f", (double)INFINITY), "inf");
  CHECK_TEXT(one_double("%F", -(double)INFINITY), "-INF");
  CHECK_TEXT(one_double("%e", (double)NAN), "nan");
  CHECK_TEXT(one_double("%G", (double)NAN), "NAN");
  CHECK_TEXT(one_double("%06f", (double)INFINITY), "   inf");
  CHECK(result == 0);
}

static void vectors(void) {
  CHECK_TEXT(vector("f4 = %2.2v4hlf", "4f", (float[]){1, 2, 3, 4}, 16), "f4 = 1.00,2.00,3.00,4.00");
  CHECK_TEXT(vector("uc = %#v4hhx", "4b", (unsigned char[]){0xfa, 0xfb, 0xfc, 0xfd}, 4), "uc = 0xfa,0xfb,0xfc,0xfd");
  CHECK_TEXT(vector("%v2hhd", "2b", (signed char[]){-1, 2}, 2), "-1,2");
  CHECK_TEXT(vector("%v3hd", "3h", (short[]){-1, 2, 3}, 6), "-1,2,3");
  CHECK_TEXT(vector("%v3hu", "3h", (short[]){-1, 2, 3}, 6), "65535,2,3");
  CHECK_TEXT(vector("%v4hld", "4i", (int[]){-1, 2, 3, 4}, 16), "-1,2,3,4");
  CHECK_TEXT(vector("%v2ld", "2l", (long[]){-1, 1l << 40}, 16), "-1,1099511627776");
  CHECK_TEXT(vector("%v2lf", "2d", (double[]){0.5, 2}, 16), "0.500000,2.000000");
  CHECK_TEXT(vector("%v8hld", "8i", (int[]){1, 2, 3, 4, 5, 6, 7, 8}, 32), "1,2,3,4,5,6,7,8");
  char bytes[16];
  for (int i = 0; i < 16; i++)
    bytes[i] = (char)i;
  CHECK_TEXT(vector("%3v16hhd|", "16b", bytes, 16), "  0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 10, 11, 12, 13, 14, 15|");
  /* halves: 1, -2, the least and the largest, infinity, NaN, a subnormal, -0 */
  CHECK_TEXT(
      vector("%.3v8hg", "8e", (unsigned short[]){0x3c00, 0xc000, 0x0001, 0x7bff, 0x7c00, 0x7e00, 0x0200, 0x8000}, 16),
      "1,-2,5.96e-08,6.55e+04,inf,nan,3.05e-05,-0");
  CHECK(result == 0);
}

static void several(void) {
  struct args args = {0};
  put(&args, (char[]){1, 2, 3}, 3);
  put(&args, &(int){7}, 4);
  put(&args, &(const char *){"text"}, 8);
  put(&args, &(double){2.5}, 8);
  put(&args, &(void *){(void *)0x1234}, 8);
  CHECK_TEXT(format("%v3hhd %d %s %.1f %p.", "3bisdp", &args), "1,2,3 7 text 2.5 0x1234.");
  CHECK(result == 0);
}

static void strings(void) {
  CHECK_TEXT(one_string("%s", "foo%%bar"), "foo%%bar");
  CHECK_TEXT(one_string("%8s|", "foo"), "     foo|");
  CHECK_TEXT(one_string("%-8s|", "foo"), "foo     |");
  CHECK_TEXT(one_string("%.2s|", "foo"), "fo|");
  CHECK_TEXT(one_string("%%%s%%", "foo"), "%foo%");
  CHECK_TEXT(one_string("%s", NULL), "(null)");
  CHECK_TEXT(one_string("plain\n", ""), "plain\n");
  char pointer[32];
  snprintf(pointer, sizeof(pointer), "%s", vector("%p", "p", &(void *){NULL}, 8));
  CHECK_TEXT(pointer, "0x0");
  CHECK(result == 0);
}

/* What the specification leaves undefined must not crash, nor succeed. */
static void invalid(void) {
  struct args none = {0};
  CHECK_TEXT(format("%d", "", &none), "");
  CHECK(result == -1);
  CHECK_TEXT(format("100%", "", &none), "100%");
  CHECK(result == -1);
  CHECK_TEXT(format("%y", "i", &none), "%y");
  CHECK(result == -1);
  CHECK_TEXT(format("%n", "p", &none), "%n");
  CHECK(result == -1);
  CHECK_TEXT(format("%v5hld", "4i", &none), "%v5hld");
  CHECK(result == -1);
  CHECK_TEXT(format("%s", "p", &none), "");
  CHECK(result == -1);
  struct weft_text text = {0};
  CHECK(weft_printf_format(&text, "%999999999999d", "i", none.bytes) == 0);
  CHECK(text.size == 1 << 16); /* cut */
  weft_text_free(&text);
}

/* An application's locale with a comma for a point does not show, and stays. */
static void locales(void) {
  if (!setlocale(LC_NUMERIC, "de_DE.UTF-8"))
    return;
  char before[32], after[32];
  snprintf(before, sizeof(before), "%f", 1.5);
  CHECK_TEXT(one_double("%f", 1.5), "1.500000");
  snprintf(after, sizeof(after), "%f", 1.5);
  CHECK_TEXT(after, before);
  setlocale(LC_NUMERIC, "C");
}

static void no_memory(void) {
  struct args args = {0};
  put(&args, &(int){7}, 4);
  weft_alloc_fail_after(0);
  struct weft_text text = {0};
  CHECK(weft_printf_format(&text, "%d", "i", args.bytes) == -1);
  weft_alloc_fail_after(-1);
  weft_text_free(&text);
}

/* Lines of many threads come out whole and complete. */
enum { THREADS = 8, LINES = 4000 };

static void *print_lines(void *arg) {
  const struct weft_launch *launch = arg;
  static atomic_uint next;
  int which = (int)atomic_fetch_add(&next, 1);
  for (int i = 0; i < LINES; i++) {
    long args[] = {which, i, which * LINES + i};
    if (weft_printf_service(launch, "<%ld %ld %ld of a line that is long enough to be torn>\n", "lll", args))
      return arg;
  }
  return NULL;
}

static void threads(void) {
  fflush(stdout);
  FILE *file = tmpfile();
  int saved = dup(1);
  dup2(fileno(file), 1);
  struct weft_printf_sink sink;
  weft_printf_sink_init(&sink);
  struct weft_launch launch = {.host = &sink};
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, print_lines, &launch);
  for (int i = 0; i < THREADS; i++) {
    void *failed;
    pthread_join(thread[i], &failed);
    CHECK(!failed);
  }
  weft_printf_sink_finish(&sink);
  fflush(stdout);
  dup2(saved, 1);
  close(saved);
  rewind(file);
  static char seen[THREADS * LINES];
  char line[256];
  long lines = 0, a, b, c;
  while (fgets(line, sizeof(line), file)) {
    int end = 0;
    if (sscanf(line, "<%ld %ld %ld of a line that is long enough to be torn>\n%n", &a, &b, &c, &end) == 3 && end &&
        c == a * LINES + b && c >= 0 && c < THREADS * LINES && !seen[c]) {
      seen[c] = 1;
      lines++;
    }
  }
  CHECK(lines == THREADS * LINES);
  fclose(file);
}

int main(void) {
  integers();
  reals();
  vectors();
  several();
  strings();
  invalid();
  locales();
  no_memory();
  threads();
  return unit_result();
}
