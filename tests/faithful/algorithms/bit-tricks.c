// Classic bit manipulation: every trick has a loop beside it that must agree.
#include <stdint.h>
#include <stdio.h>

static int count_loop(uint32_t x) { int n = 0; while (x) n += x & 1, x >>= 1; return n; }
static int count_swar(uint32_t x) { x -= x >> 1 & 0x55555555; x = (x & 0x33333333) + (x >> 2 & 0x33333333); return (int)(((x + (x >> 4)) & 0x0f0f0f0f) * 0x01010101u >> 24); }
static uint32_t reverse(uint32_t x) { x = (x & 0x55555555) << 1 | (x >> 1 & 0x55555555); x = (x & 0x33333333) << 2 | (x >> 2 & 0x33333333); x = (x & 0x0f0f0f0f) << 4 | (x >> 4 & 0x0f0f0f0f); return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24; }
static uint32_t reverse_loop(uint32_t x) { uint32_t r = 0; for (int i = 0; i < 32; i++) r |= (x >> i & 1) << (31 - i); return r; }
static uint32_t next_power(uint32_t x) { x--; x |= x >> 1; x |= x >> 2; x |= x >> 4; x |= x >> 8; x |= x >> 16; return x + 1; }
static uint32_t interleave(uint16_t a, uint16_t b) { uint32_t r = 0; for (int i = 0; i < 16; i++) r |= (uint32_t)(a >> i & 1) << (2 * i) | (uint32_t)(b >> i & 1) << (2 * i + 1); return r; }
static unsigned isqrt(uint32_t n) { uint32_t r = 0; for (uint32_t b = 1u << 30; b; b >>= 2) { if (n >= r + b) n -= r + b, r = (r >> 1) + b; else r >>= 1; } return r; }
static int sign(int x) { return (x > 0) - (x < 0); }
static int absolute(int x) { int m = x >> 31; return (x ^ m) - m; }
static uint32_t gray(uint32_t x) { return x ^ x >> 1; }
static uint32_t same_bits_next(uint32_t x) { uint32_t s = x & -x, r = x + s; return r | (((x ^ r) >> 2) / s); }

int main(void) {
  uint32_t x = 1;
  int bad = 0;
  for (int i = 0; i < 500; i++) { x = x * 1664525u + 1013904223u; bad += count_loop(x) != count_swar(x); bad += reverse(x) != reverse_loop(x); bad += reverse(reverse(x)) != x; }
  printf("%d\n", bad);
  printf("%u %u %u\n", (unsigned)next_power(5), (unsigned)next_power(64), (unsigned)next_power(1000000));
  printf("%x %u %u\n", (unsigned)interleave(0xff, 0x0f), isqrt(1000000), isqrt(4294967295u));
  printf("%d %d %d %d\n", sign(-9), sign(0), absolute(-77), absolute(77));
  for (uint32_t g = 0; g < 8; g++) printf("%u ", (unsigned)gray(g));
  for (uint32_t s = 7, i = 0; i < 5; i++, s = same_bits_next(s)) printf("%u ", (unsigned)s);
  printf("\n%d %d %d\n", (x & (x - 1)) != 0, (64 & 63) == 0, -8 & 8);
  return 0;
}
