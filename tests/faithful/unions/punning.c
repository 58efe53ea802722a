// Reading a union through another member gives the bytes' new meaning.
#include <stdint.h>
#include <stdio.h>

union number { float f; uint32_t u; int32_t s; unsigned char bytes[4]; };
union wide { double d; uint64_t u; struct { uint32_t low, high; } half; };

static float fast_inverse_root(float x) {
  union number n = { .f = x };
  n.u = 0x5f3759df - (n.u >> 1);
  return n.f * (1.5f - 0.5f * x * n.f * n.f);
}

int main(void) {
  union number n = { 1.0f };
  printf("%08x\n", n.u);
  n.u |= 0x80000000u;
  printf("%.1f %d\n", n.f, n.s < 0);
  n.s = 0x41200000;
  printf("%.1f %d\n", n.f, n.bytes[0] + n.bytes[1] + n.bytes[2] + n.bytes[3]);
  union wide w = { .d = -2.5 };
  printf("%016llx %x %x\n", (unsigned long long)w.u, w.half.high, w.half.low);
  w.half.high &= 0x7fffffff;
  printf("%.1f\n", w.d);
  printf("%.5f\n", fast_inverse_root(4.0f));
  union number list[3] = { { .u = 0x3f800000 }, { .f = 2 }, { .s = -1 } };
  printf("%.1f %x %x\n", list[0].f, list[1].u, list[2].u);
  printf("%d\n", ((union number){ .f = 0.5f }).u == 0x3f000000);
  return 0;
}
