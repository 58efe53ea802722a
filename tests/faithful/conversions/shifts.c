// The result of a shift has the promoted type of the left operand alone.
#include <stdio.h>

#define KIND(e) _Generic((e), int: "int", unsigned: "uint", long: "long", unsigned long: "ulong", long long: "llong", unsigned long long: "ullong")

int main(void) {
  unsigned char c = 0x81;
  short s = -4;
  printf("%d %d %d\n", c << 1, c >> 1, (unsigned char)(c << 1));
  printf("%d %d\n", s >> 1, -1 >> 31);
  printf("%u %u\n", 1u << 31, 0x80000000u >> 31);
  printf("%lx %lx\n", 1ul << 63, (unsigned long)-1L >> 60);
  printf("%s %s %s %s\n", KIND(c << 1L), KIND(1 << 1ull), KIND(1L << c), KIND(1u << 1L));
  unsigned r = 0x12345678;
  for (int i = 0; i < 32; i += 8) printf("%x ", r >> i & 0xff);
  printf("%x\n", r << 8 | r >> 24);
  int x = 3;
  x <<= 4, x >>= 1, x |= 1 << 2 + 3;
  printf("%d\n", x);
  unsigned char narrow = 0xf0;
  narrow <<= 2;
  printf("%d\n", narrow);
  narrow >>= 3;
  printf("%d %d\n", narrow, 1 << 2 < 5);
  long long wide = -1024;
  printf("%lld %llx\n", wide >> 3, (unsigned long long)wide >> 56);
  return 0;
}
