/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "bench/kernels.h"

#include <string.h>

enum { HASHES = 1 << 18, ROUNDS = 256, BLOCKS = 1 << 18, MESSAGES = 1 << 16 };
enum { MATRIX = 512, DEPTH = 512, SIDE = 2048 };

static void prepare_hash(struct kernel_run *run) {
  run_number(run, ROUNDS);
  run_fill_words(run_words(run, HASHES), HASHES, 0);
  run_words(run, HASHES);
  run_size_1d(run, HASHES, 64);
  run->integers = 8.0 * ROUNDS * HASHES;
}

static bool correct_hash(const struct kernel_run *run) {
  const cl_uint *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t id = 0; id < HASHES; id += 11) {
    cl_uint a = in[id], b = 0x9e3779b9U;
    for (cl_uint i = 0; i < ROUNDS; i++) {
      a ^= run_rotate(b, 7) + i;
      b += a * 0x85ebca6bU;
      a = run_rotate(a, 13) ^ b >> 5;
    }
    if (out[id] != a + b)
      return false;
  }
  return true;
}

/* Multiplication by x in the field of AES. */
static unsigned char doubled(unsigned char value) {
  return (unsigned char)(value << 1 ^ (value >> 7) * 0x1b);
}

static unsigned char product(unsigned char a, unsigned char b) {
  unsigned char sum = 0;
  for (; b; b >>= 1, a = doubled(a))
    if (b & 1)
      sum ^= a;
  return sum;
}

/* The inverse in the field, which is the 254th power, and the affine map. */
static unsigned char substituted(unsigned char value) {
  unsigned char inverse = 1;
  for (int i = 0; i < 254; i++)
    inverse = product(inverse, value);
  cl_uint turned = inverse * 0x101U;
  return (unsigned char)(0x63 ^ turned ^ turned >> 4 ^ turned >> 5 ^ turned >> 6 ^ turned >> 7);
}

static void expand_key(const cl_uint *box, cl_uint keys[44]) {
  unsigned char round = 1;
  for (cl_uint i = 0; i < 4; i++)
    keys[i] = 0x00010203 + i * 0x04040404;
  for (size_t i = 4; i < 44; i++) {
    cl_uint word = keys[i - 1];
    if (i % 4 == 0) {
      word = run_rotate(word, 8);
      word = box[word >> 24] << 24 | box[word >> 16 & 255] << 16 | box[word >> 8 & 255] << 8 | box[word & 255];
      word ^= (cl_uint)round << 24;
      round = doubled(round);
    }
    keys[i] = keys[i - 4] ^ word;
  }
}

/* The key is 00 01 ... 0f, and the first block the example of the standard, FIPS 197. */
static void prepare_aes(struct kernel_run *run) {
  cl_uint *table = run_words(run, 256), *box = run_words(run, 256);
  for (cl_uint i = 0; i < 256; i++) {
    unsigned char s = substituted((unsigned char)i), twice = doubled(s);
    box[i] = s;
    table[i] = (cl_uint)twice << 24 | (cl_uint)s << 16 | (cl_uint)s << 8 | (cl_uint)(twice ^ s);
  }
  expand_key(box, run_words(run, 44));
  cl_uint *in = run_words(run, BLOCKS * 4);
  run_fill_words(in, BLOCKS * 4, 0);
  for (cl_uint i = 0; i < 4; i++)
    in[i] = 0x00112233 + i * 0x44444444;
  run_words(run, BLOCKS * 4);
  run_size_1d(run, BLOCKS, 64);
  run->integers = 10.0 * 4 * 14 * BLOCKS;
}

/* AES byte by byte, as the standard tells it; state[4 * c + r] is row r of column c. */
static void encrypt(const cl_uint *box, const cl_uint *keys, const cl_uint in[4], cl_uint out[4]) {
  unsigned char state[16], shifted[16];
  for (size_t i = 0; i < 16; i++)
    state[i] = (unsigned char)((in[i / 4] ^ keys[i / 4]) >> (24 - 8 * (i % 4)));
  for (size_t round = 1; round <= 10; round++) {
    for (size_t c = 0; c < 4; c++)
      for (size_t r = 0; r < 4; r++)
        shifted[4 * c + r] = (unsigned char)box[state[4 * ((c + r) % 4) + r]];
    for (size_t i = 0; i < 16; i++) {
      const unsigned char *column = shifted + i / 4 * 4;
      unsigned char a = column[i % 4], b = column[(i + 1) % 4], mixed = a;
      if (round < 10)
        mixed = (unsigned char)(doubled(a) ^ doubled(b) ^ b ^ column[(i + 2) % 4] ^ column[(i + 3) % 4]);
      state[i] = (unsigned char)(mixed ^ keys[4 * round + i / 4] >> (24 - 8 * (i % 4)));
    }
  }
  for (size_t i = 0; i < 4; i++)
    out[i] = (cl_uint)state[4 * i] << 24 | (cl_uint)state[4 * i + 1] << 16 | (cl_uint)state[4 * i + 2] << 8 |
             state[4 * i + 3];
}

static bool correct_aes(const struct kernel_run *run) {
  static const cl_uint example[4] = {0x69c4e0d8, 0x6a7b0430, 0xd8cdb780, 0x70b4c55a};
  const cl_uint *box = run->buffer[1].before, *keys = run->buffer[2].before;
  const cl_uint *in = run->buffer[3].before, *out = run->buffer[4].after;
  if (memcmp(out, example, sizeof example))
    return false;
  for (size_t i = 0; i < BLOCKS; i += 29) {
    cl_uint expected[4];
    encrypt(box, keys, in + i * 4, expected);
    if (memcmp(out + i * 4, expected, sizeof expected))
      return false;
  }
  return true;
}

/* The first message is "abc", padded. */
static void prepare_sha256(struct kernel_run *run) {
  cl_uint *messages = run_words(run, MESSAGES * 16);
  run_fill_words(messages, MESSAGES * 16, 0);
  memset(messages, 0, 16 * sizeof *messages);
  messages[0] = 0x61626380;
  messages[15] = 24;
  run_words(run, MESSAGES * 8);
  run_size_1d(run, MESSAGES, 64);
  run->integers = 2040.0 * MESSAGES;
}

/* The first 32 bits of the fractional part of the cube root of a prime, in integers: the root itself has 35. */
static cl_uint cube_root_bits(cl_uint prime) {
  unsigned long long root = 0;
  for (int bit = 34; bit >= 0; bit--) {
    unsigned long long tried = root | 1ULL << bit;
    unsigned __int128 cube = (unsigned __int128)tried * tried * tried;
    if (cube <= (unsigned __int128)prime << 96)
      root = tried;
  }
  return (cl_uint)root;
}

static void fill_constants(cl_uint constants[64]) {
  cl_uint prime = 1;
  for (size_t i = 0; i < 64; i++) {
    bool composite = true;
    while (composite) {
      composite = false;
      prime++;
      for (cl_uint d = 2; d * d <= prime; d++)
        composite |= prime % d == 0;
    }
    constants[i] = cube_root_bits(prime);
  }
}

static cl_uint right(cl_uint value, int by) {
  return run_rotate(value, 32 - by);
}

static void digest(const cl_uint *message, const cl_uint constants[64], cl_uint out[8]) {
  static const cl_uint start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  cl_uint w[64], s[8];
  memcpy(w, message, 16 * sizeof *w);
  memcpy(s, start, sizeof s);
  for (size_t i = 16; i < 64; i++)
    w[i] = w[i - 16] + (right(w[i - 15], 7) ^ right(w[i - 15], 18) ^ w[i - 15] >> 3) + w[i - 7] +
           (right(w[i - 2], 17) ^ right(w[i - 2], 19) ^ w[i - 2] >> 10);
  for (size_t i = 0; i < 64; i++) {
    cl_uint t1 = s[7] + (right(s[4], 6) ^ right(s[4], 11) ^ right(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6])) +
                 constants[i] + w[i];
    cl_uint t2 = (right(s[0], 2) ^ right(s[0], 13) ^ right(s[0], 22)) + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
    memmove(s + 1, s, 7 * sizeof *s);
    s[4] += t1;
    s[0] = t1 + t2;
  }
  for (size_t i = 0; i < 8; i++)
    out[i] = start[i] + s[i];
}

static bool correct_sha256(const struct kernel_run *run) {
  static const cl_uint abc[8] = {0xba7816bf, 0x8f01cfea, 0x414140de, 0x5dae2223,
                                 0xb00361a3, 0x96177a9c, 0xb410ff61, 0xf20015ad};
  const cl_uint *messages = run->buffer[0].before, *out = run->buffer[1].after;
  cl_uint constants[64];
  fill_constants(constants);
  if (memcmp(out, abc, sizeof abc))
    return false;
  for (size_t i = 0; i < MESSAGES; i += 19) {
    cl_uint expected[8];
    digest(messages + i * 16, constants, expected);
    if (memcmp(out + i * 8, expected, sizeof expected))
      return false;
  }
  return true;
}

static void prepare_quantised(struct kernel_run *run) {
  run_number(run, MATRIX);
  run_number(run, DEPTH);
  run_fill_words(run_words(run, MATRIX * DEPTH / 4), MATRIX * DEPTH / 4, 0);
  cl_uint *b = run_words(run, MATRIX * DEPTH / 4);
  run_fill_words(b, MATRIX * DEPTH / 4, 0);
  for (size_t i = 0; i < MATRIX * DEPTH / 4; i++)
    b[i] *= 0x9e3779b1U;
  run_fill_floats(run_words(run, MATRIX), MATRIX, 0.001f, 0.01f);
  run_words(run, MATRIX * MATRIX);
  run_size_2d(run, MATRIX, MATRIX, 16, 16);
  run->integers = 2.0 * MATRIX * MATRIX * DEPTH;
}

static bool correct_quantised(const struct kernel_run *run) {
  const signed char *a = run->buffer[0].before, *b = run->buffer[1].before;
  const float *scale = run->buffer[2].before, *c = run->buffer[3].after;
  for (size_t y = 0; y < MATRIX; y += 7)
    for (size_t x = 0; x < MATRIX; x += 5) {
      int sum = 0;
      for (size_t k = 0; k < DEPTH; k++)
        sum += a[y * DEPTH + k] * b[x * DEPTH + k];
      if (!run_close((double)c[y * MATRIX + x], sum * (double)scale[y] * (double)scale[x], 1e-5))
        return false;
    }
  return true;
}

static void prepare_life(struct kernel_run *run) {
  run_number(run, SIDE);
  run_number(run, SIDE);
  cl_uint *cells = run_words(run, SIDE * SIDE / 4);
  run_fill_words(cells, SIDE * SIDE / 4, 0);
  for (size_t i = 0; i < SIDE * SIDE / 4; i++)
    cells[i] &= 0x01010101;
  run_words(run, SIDE * SIDE / 4);
  run_size_2d(run, SIDE, SIDE, 64, 4);
  run->integers = 11.0 * SIDE * SIDE;
}

static bool correct_life(const struct kernel_run *run) {
  const unsigned char *in = run->buffer[0].before, *out = run->buffer[1].after;
  for (size_t y = 0; y < SIDE; y += 5)
    for (size_t x = 0; x < SIDE; x++) {
      int all = 0;
      for (size_t j = SIDE - 1; j <= SIDE + 1; j++)
        for (size_t i = SIDE - 1; i <= SIDE + 1; i++)
          all += in[(y + j) % SIDE * SIDE + (x + i) % SIDE];
      int self = in[y * SIDE + x];
      if (out[y * SIDE + x] != (all == 3 || (self && all == 4)))
        return false;
    }
  return true;
}

const struct kernel_case integer_cases[] = {
    {"hash rounds", "hash", prepare_hash, correct_hash},
    {"AES-128 rounds, 256K blocks", "aes", prepare_aes, correct_aes},
    {"SHA-256 rounds, 64K blocks", "sha256", prepare_sha256, correct_sha256},
    {"quantised dot products, 512x512 of 512", "quantised", prepare_quantised, correct_quantised},
    {"cellular automaton 2048", "life", prepare_life, correct_life},
    {0},
};
