/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#ifndef WEFT_RUNTIME_LIST_H
#define WEFT_RUNTIME_LIST_H

/* An intrusive doubly linked ring. The head is a node of its own; a node out of any list points to itself. */

#include <stdbool.h>
#include <stddef.h>

struct weft_list {
  struct weft_list *prev, *next;
};

#define WEFT_LIST_INIT(head) {&(head), &(head)}

static inline void weft_list_init(struct weft_list *node) {
  node->prev = node->next = node;
}
static inline bool weft_list_empty(const struct weft_list *head) {
  return head->next == head;
}
static inline void weft_list_append(struct weft_list *head, struct weft_list *node) {
  node->prev = head->prev;
  node->next = head;
  head->prev->next = node;
  head->prev = node;
}
static inline void weft_list_prepend(struct weft_list *head, struct weft_list *node) {
  weft_list_append(head->next, node);
}
static inline void weft_list_remove(struct weft_list *node) {
  node->prev->next = node->next;
  node->next->prev = node->prev;
  weft_list_init(node);
}
/* Removes and returns the first node, NULL where there is none. */
static inline struct weft_list *weft_list_take(struct weft_list *head) {
  struct weft_list *node = head->next;
  if (node == head)
    return NULL;
  weft_list_remove(node);
  return node;
}

/* The struct that a node is the `member` of. */
#define WEFT_LIST_ENTRY(node, type, member) ((type *)((char *)(node) - offsetof(type, member)))
#define WEFT_LIST_FOR(node, head) for (struct weft_list *node = (head)->next; node != (head); node = node->next)

#endif
