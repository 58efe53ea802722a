// #pragma pack with push, pop and numbers, and structs inside and outside its reach.
#include <stddef.h>
#include <stdio.h>

struct before { char c; long l; };
#pragma pack(push, 1)
struct one { char c; long l; struct before b; };
#pragma pack(push)
#pragma pack(2)
struct two { char c; long l; };
#pragma pack(pop)
struct again { char c; int i; };
#pragma pack(pop)
struct after { char c; int i; };
#pragma pack(4)
struct four { char c; double d; char e; };
#pragma pack()
struct normal { char c; double d; char e; };

int main(void) {
  printf("%zu %zu %zu %zu\n", sizeof(struct before), sizeof(struct one), sizeof(struct two), sizeof(struct again));
  printf("%zu %zu %zu\n", sizeof(struct after), sizeof(struct four), sizeof(struct normal));
  printf("%zu %zu %zu %zu\n", offsetof(struct one, b), offsetof(struct two, l), offsetof(struct four, d), offsetof(struct normal, d));
  struct one o = { 'a', 1L << 40, { 'b', -7 } };
  struct one copy = o;
  copy.b.l += copy.l;
  printf("%c %ld %c %ld\n", copy.c, copy.l, copy.b.c, copy.b.l);
  printf("%zu %zu\n", _Alignof(struct one), _Alignof(struct four));
  return 0;
}
