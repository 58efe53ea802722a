// A union's initialiser fills the first member, or the one a designator names.
#include <stdio.h>
#include <string.h>

union value { int i; unsigned char bytes[8]; double d; struct { short lo, hi; } halves; };
static union value first = { 42 };
static union value named = { .d = 1.5 };
static union value inner = { .halves = { .hi = 7 } };
static union value deep = { .halves.lo = 3 };
static union value list[] = { { 1 }, { .bytes = { 2, 3 } }, { .d = -2.0 }, 9 };
static struct { int tag; union { int i; float f; const char *s; }; } tagged[] = { { 0, { 5 } }, { 1, .f = 2.5f }, { 2, { .s = "str" } } };

int main(void) {
  union value copy = first, local = { .bytes = "text" };
  printf("%d %.2f %d %d\n", first.i, named.d, inner.halves.hi, deep.halves.lo);
  printf("%d %d %d %.1f %d\n", list[0].i, list[1].bytes[0], list[1].bytes[1], list[2].d, list[3].i);
  printf("%d %.1f %s\n", tagged[0].i, tagged[1].f, tagged[2].s);
  printf("%d %s %zu\n", copy.i, (char *)local.bytes, sizeof(union value));
  copy.d = 0.5;
  unsigned long long image;
  memcpy(&image, &copy, sizeof image);
  printf("%llx\n", image);
  return 0;
}
