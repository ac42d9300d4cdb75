/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/hash.h"

#include <stdio.h>
#include <string.h>

static const uint64_t multiplier[2] = {0x9fb21c651e98df25u, 0xd6e8feb86659fd93u};

static uint64_t mix(uint64_t x, uint64_t m) {
  x ^= x >> 32;
  x *= m;
  x ^= x >> 29;
  x *= m;
  return x ^ (x >> 32);
}

void weft_hash_init(struct weft_hash *hash) {
  *hash = (struct weft_hash){.lane = {0x243f6a8885a308d3u, 0x13198a2e03707344u}};
}

static void word(struct weft_hash *hash, uint64_t value) {
  for (unsigned i = 0; i < 2; i++)
    hash->lane[i] = mix(hash->lane[i] + value * multiplier[1 - i], multiplier[i]);
}

void weft_hash_update(struct weft_hash *hash, const void *data, size_t size) {
  const unsigned char *bytes = data;
  hash->length += size;
  while (size > 0) {
    if (hash->tail_size == 0 && size >= 8) {
      uint64_t value;
      memcpy(&value, bytes, 8);
      word(hash, value);
      bytes += 8;
      size -= 8;
      continue;
    }
    hash->tail[hash->tail_size++] = *bytes++;
    size--;
    if (hash->tail_size == 8) {
      uint64_t value;
      memcpy(&value, hash->tail, 8);
      word(hash, value);
      hash->tail_size = 0;
    }
  }
}

void weft_hash_update_u64(struct weft_hash *hash, uint64_t value) {
  weft_hash_update(hash, &value, sizeof(value));
}

void weft_hash_update_sized(struct weft_hash *hash, const void *data, size_t size) {
  weft_hash_update_u64(hash, size);
  weft_hash_update(hash, data, size);
}

void weft_hash_update_string(struct weft_hash *hash, const char *string) {
  weft_hash_update_sized(hash, string, strlen(string));
}

struct weft_digest weft_hash_final(const struct weft_hash *hash) {
  struct weft_hash last = *hash;
  uint64_t value = 0;
  memcpy(&value, last.tail, last.tail_size);
  word(&last, value);
  word(&last, last.length);
  return (struct weft_digest){
      {mix(last.lane[0] ^ (last.lane[1] >> 1), multiplier[0]), mix(last.lane[1], multiplier[1])}};
}

uint64_t weft_hash_fnv1a(const void *data, size_t size) {
  const unsigned char *bytes = data;
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < size; i++)
    hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

void weft_digest_hex(const struct weft_digest *digest, char out[33]) {
  snprintf(out, 33, "%016llx%016llx", (unsigned long long)digest->word[0], (unsigned long long)digest->word[1]);
}
