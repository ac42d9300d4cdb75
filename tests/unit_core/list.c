/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include "runtime/list.h"

#include "tests/unit_core/unit.h"

struct item {
  int value;
  struct weft_list link;
};

int main(void) {
  struct weft_list head = WEFT_LIST_INIT(head);
  struct item items[4];
  int expected = 0;
  CHECK(weft_list_empty(&head) && weft_list_take(&head) == NULL);
  for (int i = 0; i < 4; i++) {
    items[i].value = i;
    weft_list_init(&items[i].link);
    weft_list_append(&head, &items[i].link);
  }
  WEFT_LIST_FOR(node, &head) CHECK(WEFT_LIST_ENTRY(node, struct item, link)->value == expected++);
  CHECK(expected == 4);
  weft_list_remove(&items[1].link);
  weft_list_remove(&items[1].link); /* out of any list: no effect */
  CHECK(weft_list_take(&head) == &items[0].link);
  CHECK(weft_list_take(&head) == &items[2].link);
  CHECK(weft_list_take(&head) == &items[3].link);
  CHECK(weft_list_empty(&head));
  return 0;
}
