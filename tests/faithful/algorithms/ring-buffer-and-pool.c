// A ring buffer and an object pool over raw storage, with alignment arithmetic.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct ring { unsigned head, tail; unsigned char data[16]; };
_Static_assert((sizeof(((struct ring *)0)->data) & 15) == 0, "power of two");
static int put(struct ring *r, int c) { if (r->head - r->tail == sizeof r->data) return 0; r->data[r->head++ % sizeof r->data] = (unsigned char)c; return 1; }
static int get(struct ring *r) { return r->head == r->tail ? -1 : r->data[r->tail++ % sizeof r->data]; }

#define ALIGN_UP(n, a) (((n) + (a) - 1) & ~((size_t)(a) - 1))
static struct { _Alignas(max_align_t) unsigned char bytes[1024]; size_t used; } arena;
static void *take(size_t size, size_t align) {
  size_t at = ALIGN_UP(arena.used, align);
  if (at + size > sizeof arena.bytes) return NULL;
  arena.used = at + size;
  return memset(arena.bytes + at, 0, size);
}
#define NEW(t, n) ((t *)take(sizeof(t) * (n), _Alignof(t)))
union slot { union slot *next; double payload; };
static union slot *free_list;
static double *acquire(void) { union slot *s = free_list; if (!s) return NULL; free_list = s->next; s->payload = 0; return &s->payload; }
static void release(double *p) { union slot *s = (union slot *)((char *)p - offsetof(union slot, payload)); s->next = free_list; free_list = s; }

int main(void) {
  struct ring r = { .head = UINT32_MAX - 3, .tail = UINT32_MAX - 3 };
  int stored = 0;
  for (const char *p = "the ring goes round and round"; *p; p++) { stored += put(&r, *p); if (stored % 5 == 0) putchar(get(&r)); }
  printf("|");
  for (int c; (c = get(&r)) >= 0;) putchar(c);
  printf(" %d %u\n", stored, r.head);
  char *a = NEW(char, 3);
  double *d = NEW(double, 4);
  short *s = NEW(short, 5);
  printf("%td %td %zu %d\n", (unsigned char *)d - (unsigned char *)a, (unsigned char *)s - (unsigned char *)d, arena.used, NEW(long, 1000) == NULL);
  union slot *slots = NEW(union slot, 4);
  for (int i = 0; i < 4; i++) slots[i].next = i < 3 ? &slots[i + 1] : NULL;
  free_list = slots;
  double *x = acquire(), *y = acquire();
  *x = 1.5, *y = 2.5;
  release(x);
  double *z = acquire();
  printf("%d %.1f %.1f\n", x == z, *y, *z);
  int n = 0;
  while (acquire()) n++;
  printf("%d\n", n);
  return 0;
}
