// Attributes that change layout: packed, aligned, on types, members and variables.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct plain { char c; int i; short s; double d; };
struct __attribute__((packed)) packed { char c; int i; short s; double d; };
struct member_packed { char c; int i __attribute__((packed)); double d; };
struct __attribute__((aligned(32))) wide { int i; };
struct member_aligned { char c; int i __attribute__((aligned(16))); char e; };
struct __attribute__((packed, aligned(4))) both { char c; int i; short s; };
struct nested { char c; struct packed p; struct wide w; };
typedef int aligned_int __attribute__((aligned(64)));
static aligned_int placed;
static char buffer[7] __attribute__((aligned(128)));

int main(void) {
  printf("%zu %zu %zu\n", sizeof(struct plain), sizeof(struct packed), sizeof(struct member_packed));
  printf("%zu %zu %zu %zu\n", sizeof(struct wide), sizeof(struct member_aligned), sizeof(struct both), sizeof(struct nested));
  printf("%zu %zu %zu %zu\n", offsetof(struct packed, d), offsetof(struct member_packed, d), offsetof(struct member_aligned, e), offsetof(struct nested, w));
  printf("%zu %zu %zu\n", _Alignof(struct packed), _Alignof(struct wide), _Alignof(struct both));
  printf("%d %d\n", (int)((uintptr_t)&placed % 64), (int)((uintptr_t)buffer % 128));
  struct packed p = { 'p', -5, 300, 2.5 }, q = p;
  q.i += 10, q.d *= q.s;
  printf("%c %d %d %.1f\n", q.c, q.i, q.s, q.d);
  struct wide pair[2] = { { 1 }, { 2 } };
  printf("%td %d\n", (char *)&pair[1] - (char *)&pair[0], pair[0].i + pair[1].i);
  return 0;
}
