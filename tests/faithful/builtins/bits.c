// Bit-counting and byte-swapping builtins at all widths.
#include <stdio.h>

static unsigned values[] = { 1, 2, 0x80000000u, 0xff00ff00u, 12345, 0xffffffffu };

int main(void) {
  for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
    unsigned v = values[i];
    printf("%x: %d %d %d %d %d\n", v, __builtin_popcount(v), __builtin_clz(v), __builtin_ctz(v), __builtin_parity(v), __builtin_ffs((int)v));
  }
  unsigned long long w = 0x00f0000000001000ull;
  printf("%d %d %d %d %d\n", __builtin_popcountll(w), __builtin_clzll(w), __builtin_ctzll(w), __builtin_parityll(w), __builtin_ffsll((long long)w));
  printf("%d %d\n", __builtin_popcountl(~0ul), __builtin_clzl(1ul));
  printf("%x %x %llx\n", __builtin_bswap16(0x1234), __builtin_bswap32(0x12345678), (unsigned long long)__builtin_bswap64(0x123456789abcdef0ull));
  printf("%d %d\n", __builtin_clrsb(-1), __builtin_clrsb(1));
  printf("%d %d\n", __builtin_ffs(0), __builtin_abs(-5));
  enum { LOG = 31 - __builtin_clz(1000) };
  printf("%d\n", LOG);
  return 0;
}
