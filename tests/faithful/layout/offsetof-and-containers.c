// offsetof with nested members and indices; container_of in the kernel's manner; empty structs.
#include <stddef.h>
#include <stdio.h>

struct link { struct link *next; };
struct item { int id; struct { char kind; struct link link; } node; short tail[5]; };
struct empty { };
struct with_empty { int a; struct empty e; char b; };
#define container_of(ptr, type, member) \
  ({ const __typeof__(((type *)0)->member) *mptr = (ptr); (type *)((char *)mptr - offsetof(type, member)); })

int main(void) {
  printf("%zu %zu %zu\n", offsetof(struct item, node), offsetof(struct item, node.link), offsetof(struct item, tail[3]));
  printf("%zu %zu\n", sizeof(struct empty), offsetof(struct with_empty, b));
  struct item items[3] = { { .id = 10 }, { .id = 20 }, { .id = 30 } };
  struct link *head = NULL;
  for (int i = 0; i < 3; i++) { items[i].node.link.next = head; head = &items[i].node.link; }
  for (struct link *l = head; l; l = l->next) {
    struct item *it = container_of(l, struct item, node.link);
    printf("%d ", it->id);
  }
  printf("\n%d\n", (int)(container_of(&items[1].tail[0], struct item, tail[0]) - items));
  enum { WHERE = offsetof(struct item, tail) };
  char room[WHERE];
  printf("%zu\n", sizeof room);
  return 0;
}
