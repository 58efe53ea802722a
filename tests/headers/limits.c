// <limits.h>: the sizes of the standard integer types.
#include <limits.h>
#include <stdio.h>

static int bits[CHAR_BIT];

int main(void) {
  printf("%d %d %d %d\n", CHAR_BIT, SCHAR_MIN, SCHAR_MAX, UCHAR_MAX);
  printf("%d %d %d\n", SHRT_MIN, SHRT_MAX, USHRT_MAX);
  printf("%d %d %u\n", INT_MIN, INT_MAX, UINT_MAX);
  printf("%ld %ld %lu\n", LONG_MIN, LONG_MAX, ULONG_MAX);
  printf("%lld %lld %llu\n", LLONG_MIN, LLONG_MAX, ULLONG_MAX);
  printf("%d %zu\n", CHAR_MIN < 0, sizeof bits / sizeof *bits);
#if INT_MAX == 2147483647 && LONG_MAX > INT_MAX && UINT_MAX > 0
  printf("LP64\n");
#endif
  _Static_assert(INT_MIN == -INT_MAX - 1, "two's complement");
  printf("%d\n", MB_LEN_MAX >= 1);
  return 0;
}
