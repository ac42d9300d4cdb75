/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_CACHE_H
#define WEFT_RUNTIME_CACHE_H

/*
 * The disk cache of what was built. One file for each key, in a folder that is the user's alone:
 *
 *   header: magic, version, sizes, key, checksum; what the build looked for on disk, found or not; the container.
 *
 * Files are written under a temporary name and renamed, so a reader sees all of one or nothing, whichever processes
 * run. An entry whose bytes are not what they were is a miss, and so is one whose build would find other files now.
 * Where the folder has outgrown WEFT_CACHE_SIZE, the entries used longest ago go. Every failure is a miss or a build
 * that is not kept: nothing here can fail a build.
 */

#include "runtime/hash.h"
#include "runtime/program_binary.h"

/* NULL: a miss, or the cache is off. `working_folder`: where relative paths of dependencies start; NULL: where the
 * process is. */
struct weft_binary *weft_cache_load(const struct weft_digest *key, const char *working_folder);
/* Whether there is an entry, without reading it: one that is damaged, or whose build would find other files now, is
 * there too. No use of it, nothing is logged. CLOSED: none, and none can be stored. */
enum weft_cache_answer { WEFT_CACHE_CLOSED, WEFT_CACHE_LACKS, WEFT_CACHE_HAS };
enum weft_cache_answer weft_cache_ask(const struct weft_digest *key);
void weft_cache_store(const struct weft_digest *key, const struct weft_binary *binary,
                      const struct weft_dependency *dependencies, size_t num_dependencies);

#endif
