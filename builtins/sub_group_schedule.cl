// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which sub-group takes the next step in a kernel whose sub-groups come to different cuts, and which (docs/groups.md).
#include "builtins/weft.h"

/* As compiler/regions/group_statements.cpp knows it. */
struct weft_schedule {
  ulong first;  /* linear id of the sub-group's first work-item */
  ulong active; /* a bit for each of its work-items that takes the step */
  uint count;   /* of its work-items */
};

/* Entries of `next`: the region in which a work-item goes on, with OF_GROUP if it waits for the whole group there. */
#define OF_GROUP 0x80000000u
#define ENDED 0xffffffffu

WEFT_INLINE uint lowest(const __private uint *next, ulong count) {
  uint low = ENDED;
  for (ulong i = 0; i < count; i++)
    low = next[i] < low ? next[i] : low;
  return low;
}

/*
 * The region of the first sub-group with a number of its first work-item in [begin, end) that does not wait for the
 * group, and that sub-group in `schedule`; OF_GROUP: there is none.
 */
WEFT_INLINE uint find(const __private uint *next, ulong begin, ulong end, ulong items, uint width,
                      __private struct weft_schedule *schedule) {
  for (ulong first = begin; first < end; first += width) {
    uint count = items - first < width ? (uint)(items - first) : width;
    uint region = lowest(next + first, count);
    if (region >= OF_GROUP)
      continue;
    ulong active = 0;
    for (uint i = 0; i < count; i++)
      active |= (ulong)(next[first + i] == region) << i;
    schedule->first = first;
    schedule->active = active;
    schedule->count = count;
    return region;
  }
  return OF_GROUP;
}

/*
 * The region of the step, for the work-items in `schedule`. Of the regions in which those of a sub-group could go on
 * the first: the others wait until these have come to them. Once no sub-group can go on, the group's statement at the
 * first cut where work-items wait for the group, with OF_GROUP; they can go on behind it then. ENDED: none is left.
 * A sub-group takes steps until it waits for the group; or, where sub-groups wait for one another (`in_turn`), one
 * before the next sub-group does.
 */
uint __weft_stmt_schedule_body(__private uint *next, ulong items, uint width, uint in_turn,
                               __private struct weft_schedule *schedule) {
  ulong begin = schedule->first + (in_turn ? width : 0);
  uint region = find(next, begin, items, items, width, schedule);
  if (region >= OF_GROUP && in_turn)
    region = find(next, 0, begin, items, width, schedule);
  if (region < OF_GROUP)
    return region;
  schedule->first = 0;
  region = lowest(next, items);
  if (region != ENDED)
    for (ulong i = 0; i < items; i++)
      next[i] = next[i] == region ? region - OF_GROUP : next[i];
  return region;
}
