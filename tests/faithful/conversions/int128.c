// __int128: arithmetic past 64 bits, both signs, shifts and conversions.
#include <stdio.h>

typedef unsigned __int128 u128;
typedef __int128 s128;

static void show(u128 v) {
  char digits[40];
  int n = 0;
  do digits[n++] = (char)('0' + (int)(v % 10)); while (v /= 10);
  while (n) putchar(digits[--n]);
  putchar('\n');
}

static void show_signed(s128 v) {
  if (v < 0) putchar('-'), show(-(u128)v);
  else show((u128)v);
}

int main(void) {
  u128 factorial = 1;
  for (int i = 2; i <= 34; i++) factorial *= (unsigned)i;
  show(factorial);
  show((u128)-1);
  show_signed(-((s128)1 << 100) >> 3);
  show_signed(-(s128)1234567890123456789LL * 1000000007);
  u128 product = (u128)0xffffffffffffffffull * 0xfffffffffffffffeull;
  printf("%llx %llx\n", (unsigned long long)(product >> 64), (unsigned long long)product);
  show(factorial / 1000000007u), show(factorial % 1000000007u);
  printf("%d %d %zu\n", (s128)-1 < 1, (u128)-1 < 1, sizeof(s128));
  printf("%.6e %d\n", (double)factorial, (int)(s128)-7.9);
  s128 x = 5;
  x <<= 70, x |= 1, x++;
  show_signed(x), show_signed(~x), show_signed(x & -x);
  return 0;
}
