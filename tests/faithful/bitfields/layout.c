// How bit-fields share units: zero width, mixed types, following members, unnamed padding.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct shared { unsigned a : 3, b : 5, c : 8; };
struct zero { unsigned a : 3; unsigned : 0; unsigned b : 3; };
struct padded { unsigned a : 4; unsigned : 8; unsigned b : 4; };
struct mixed { char c; unsigned a : 10; short s; unsigned char d : 2; };
struct wide { unsigned long long a : 33, b : 33; int c; };
struct crossing { unsigned a : 20, b : 20; };
struct tail { int i; unsigned char low : 4, high : 4; char after; };

static struct shared shared = { 5, 21, 200 };
static struct zero zero = { 5, 6 };

int main(void) {
  printf("%zu %zu %zu %zu %zu %zu %zu\n", sizeof(struct shared), sizeof(struct zero), sizeof(struct padded), sizeof(struct mixed),
         sizeof(struct wide), sizeof(struct crossing), sizeof(struct tail));
  printf("%zu %zu %zu\n", offsetof(struct mixed, s), offsetof(struct wide, c), offsetof(struct tail, after));
  unsigned image;
  memcpy(&image, &shared, 2);
  printf("%d %d %d %x\n", shared.a, shared.b, shared.c, image & 0xffff);
  printf("%d %d\n", zero.a, zero.b);
  static struct wide w = { 0x1ffffffffULL, 0x123456789ULL, 7 };
  printf("%llx %llx %d\n", (unsigned long long)w.a, (unsigned long long)w.b, w.c);
  struct crossing x = { 0xfffff, 0x12345 };
  x.a = 1;
  printf("%x %x\n", x.a, x.b);
  return 0;
}
