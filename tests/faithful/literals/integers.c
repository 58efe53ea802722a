// Integer literals: base and suffix choose the type.
#include <stdio.h>

#define KIND(e) _Generic((e), int: "int", unsigned: "uint", long: "long", unsigned long: "ulong", long long: "llong", unsigned long long: "ullong")

int main(void) {
  printf("%s %s %s %s\n", KIND(1), KIND(1u), KIND(1L), KIND(1uL));
  printf("%s %s %s %s\n", KIND(1LL), KIND(1llu), KIND(1ULL), KIND(1Lu));
  printf("%s %s %s\n", KIND(2147483647), KIND(2147483648), KIND(4294967296));
  printf("%s %s %s\n", KIND(0x7fffffff), KIND(0x80000000), KIND(0x100000000));
  printf("%s %s\n", KIND(0xffffffffffffffff), KIND(0x7fffffffffffffff));
  printf("%s %s %s\n", KIND(017777777777), KIND(037777777777), KIND(0b11));
  printf("%s %s\n", KIND(-2147483648), KIND(-2147483647 - 1));
  printf("%d %d %d %d\n", 10, 010, 0x10, 0b10);
  printf("%d %d %d\n", 0, 00, 0X1F);
  printf("%u %ld %lu\n", 4294967295u, 9223372036854775807, 18446744073709551615u);
  printf("%d %d\n", 0xE +1 > 0 ? 1 : 0, 1 - -1);
  printf("%d\n", -0x80000000 > 0);
  printf("%zu %zu %zu\n", sizeof 1, sizeof 1L, sizeof 2147483648);
  return 0;
}
