// Checked arithmetic builtins: the wrapped result and whether it wrapped, also for mixed types.
#include <limits.h>
#include <stdio.h>

static long saturating(long a, long b) { long r; return __builtin_add_overflow(a, b, &r) ? (a < 0 ? LONG_MIN : LONG_MAX) : r; }

int main(void) {
  int i; unsigned u; long l; signed char c; unsigned char b; unsigned long ul;
  _Bool o = __builtin_add_overflow(INT_MAX, 1, &i);
  printf("%d %d\n", o, i);
  o = __builtin_sub_overflow(3u, 5u, &u);
  printf("%d %u\n", o, u);
  o = __builtin_mul_overflow(1L << 40, 1L << 20, &l);
  printf("%d %ld\n", o, l);
  o = __builtin_add_overflow(100, 27, &c);
  printf("%d %d\n", o, c);
  o = __builtin_add_overflow(100, 28, &c);
  printf("%d %d\n", o, c);
  o = __builtin_mul_overflow(-1, 1u, &b);
  printf("%d %d\n", o, b);
  o = __builtin_sub_overflow(-1, -2, &u);
  printf("%d %u\n", o, u);
  printf("%ld %ld\n", saturating(LONG_MAX - 1, 5), saturating(LONG_MIN, -1));
  o = __builtin_smul_overflow(65536, 65536, &i);
  printf("%d %d\n", o, i);
  o = __builtin_uaddl_overflow(ULONG_MAX, 2, &ul);
  printf("%d %lu\n", o, ul);
  o = __builtin_saddl_overflow(1, 2, &l);
  printf("%d %ld\n", o, l);
  return 0;
}
