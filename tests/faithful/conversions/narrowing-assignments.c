// Assigning to a narrower type keeps the low bits; to _Bool keeps whether it was zero.
#include <stdio.h>

struct narrow { unsigned char u8; signed char s8; unsigned short u16; short s16; _Bool b; unsigned bits : 3; };

static unsigned char low_byte(int x) { return x; }
static short low_half(long x) { return x; }
static _Bool truth(double x) { return x; }

int main(void) {
  int values[] = { 0, 1, -1, 127, 128, 255, 256, 32767, 32768, 65535, 65536, -32769 };
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    int v = values[i];
    struct narrow n = { v, v, v, v, v, v };
    printf("%d: %d %d %d %d %d %d\n", v, n.u8, n.s8, n.u16, n.s16, n.b, n.bits);
  }
  printf("%d %d %d %d\n", low_byte(-2), low_half(0x1ffffL), truth(0.25), truth(-0.0));
  int from_float = 3.99, neg = -3.99;
  unsigned char clipped = 250.7;
  printf("%d %d %d\n", from_float, neg, clipped);
  long long big = 0x123456789abcdefLL;
  int cut = (int)big;
  printf("%x %d\n", (unsigned)cut, (short)big);
  _Bool p = &big, q = (void *)0 == &big;
  printf("%d %d %d\n", p, q, (_Bool)0.5f);
  return 0;
}
