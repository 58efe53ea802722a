// Bit-fields wrap at their width, sign-extend, and promote by width.
#include <stdio.h>

struct bits { signed int s3 : 3; unsigned int u3 : 3; signed int s1 : 1; unsigned u31 : 31; unsigned u32 : 32; unsigned long long u40 : 40; long long s40 : 40; };

int main(void) {
  struct bits b = { 0 };
  for (int i = -5; i <= 8; i++) { b.s3 = i; b.u3 = i; b.s1 = i; printf("%d %u %d|", b.s3, b.u3, b.s1); }
  printf("\n");
  b.u3 = 7, b.u3++;
  printf("%d\n", b.u3);
  b.u3--;
  printf("%d\n", b.u3-- + 10);
  printf("%d\n", b.u3);
  b.s3 = 3, b.s3 = b.s3 + 1;
  printf("%d\n", b.s3);
  b.u31 = 1;
  printf("%d %d\n", b.u31 - 2 < 0, b.u3 - 8 < 0);
  b.u32 = 1;
  printf("%d\n", b.u32 - 2 < 0);
  b.u40 = 0xffffffffffULL;
  b.s40 = -1;
  printf("%llx %lld\n", (unsigned long long)b.u40, (long long)b.s40);
  b.u40 += 2;
  b.s40 *= 3;
  printf("%llx %lld\n", (unsigned long long)b.u40, (long long)b.s40);
  int assigned = b.u3 = 13;
  printf("%d %d\n", assigned, (b.s3 = 12));
  return 0;
}
