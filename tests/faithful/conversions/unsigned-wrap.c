// Unsigned arithmetic is modulo a power of two at every width.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
  unsigned u = 0;
  u--;
  printf("%u %d\n", u, u == UINT_MAX);
  u += 2;
  printf("%u\n", u);
  uint8_t a = 0, b = 255;
  a--, b++;
  printf("%d %d\n", a, b);
  uint16_t h = 65535;
  h *= h;
  printf("%d\n", h);
  unsigned long l = ULONG_MAX;
  printf("%lu %lu\n", l * l, l + 2);
  uint32_t x = 0x9e3779b9u;
  for (int i = 0; i < 4; i++) x = x * 1664525u + 1013904223u;
  printf("%u\n", x);
  uint64_t y = 1;
  for (int i = 0; i < 5; i++) y = y * 6364136223846793005ull + 1442695040888963407ull;
  printf("%llu\n", (unsigned long long)y);
  printf("%u %u\n", -1u, -(unsigned)INT_MIN);
  printf("%lu\n", (unsigned long)-1 / 3);
  size_t count = 0;
  for (size_t i = 3; i-- > 0;) count += i;
  printf("%zu\n", count);
  printf("%d\n", 0u - 1 > 0);
  return 0;
}
