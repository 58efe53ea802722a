// _Alignas on members and variables, _Alignof of types, max_align_t.
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct vector { alignas(16) float v[4]; char tag; };
struct like_double { _Alignas(double) char c; _Alignas(8) _Alignas(4) short s; };
static _Alignas(64) unsigned char cache_line[64];
_Static_assert(_Alignof(struct vector) == 16, "vector");
_Static_assert(sizeof(struct vector) == 32, "vector is padded");

int main(void) {
  alignas(32) char local[3] = "ab";
  printf("%zu %zu %zu %zu\n", alignof(char), alignof(short), alignof(int), alignof(double));
  printf("%zu %zu %zu\n", alignof(char *), alignof(int[7]), alignof(max_align_t));
  printf("%zu %zu %zu\n", sizeof(struct vector), sizeof(struct like_double), offsetof(struct like_double, s));
  printf("%d %d\n", (int)((uintptr_t)cache_line % 64), (int)((uintptr_t)local % 32));
  printf("%zu %zu\n", __alignof__(struct vector), __alignof__(local));
  struct vector a[2] = { { { 1, 2, 3, 4 }, 'a' }, { { 5, 6, 7, 8 }, 'b' } };
  printf("%.1f %c %zu\n", a[1].v[2] + a[0].v[3], a[1].tag, (size_t)((char *)(a + 1) - (char *)a));
  return 0;
}
