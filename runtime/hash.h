/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_HASH_H
#define WEFT_RUNTIME_HASH_H

/*
 * Hashes for the disk cache and for checksums of binaries: 128 bits from two independently seeded 64-bit lanes,
 * fed piece by piece. Against accidents, not against an adversary: who can write to the cache's folder runs as the user
 * anyway.
 */

#include <stddef.h>
#include <stdint.h>

struct weft_hash {
  uint64_t lane[2];
  uint64_t length;
  unsigned char tail[8];
  unsigned tail_size;
};

struct weft_digest {
  uint64_t word[2];
};

void weft_hash_init(struct weft_hash *hash);
void weft_hash_update(struct weft_hash *hash, const void *data, size_t size);
/* Pieces with their length, so that ("ab", "c") differs from ("a", "bc"). */
void weft_hash_update_sized(struct weft_hash *hash, const void *data, size_t size);
void weft_hash_update_string(struct weft_hash *hash, const char *string);
void weft_hash_update_u64(struct weft_hash *hash, uint64_t value);
struct weft_digest weft_hash_final(const struct weft_hash *hash);

/* FNV-1a of 64 bits: what the compiler reports of the files that it read (struct weft_dependency). */
uint64_t weft_hash_fnv1a(const void *data, size_t size);

/* 32 hexadecimal digits and a NUL. */
void weft_digest_hex(const struct weft_digest *digest, char out[33]);

#endif
