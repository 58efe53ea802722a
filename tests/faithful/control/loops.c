// Every loop shape: empty parts, several variables, nested breaks and continues, do-while bodies.
#include <stdio.h>

static int first_prime_after(int n) {
  for (;;) {
    int d = 2;
    for (n++; d * d <= n; d++) if (n % d == 0) goto next;
    return n;
  next:;
  }
}

int main(void) {
  int i = 0;
  for (; i < 3;) i++;
  for (int a = 0, b = 10; a < b; a++, --b) i += b - a;
  printf("%d\n", i);
  do i -= 7; while (i > 0);
  printf("%d\n", i);
  do { if (i < -2) continue; i = 100; } while (i++ < 0);
  printf("%d\n", i);
  int n = 0;
  for (int x = 0; x < 10; x++) {
    if (x % 2) continue;
    for (int y = 0; y < 10; y++) { if (y > x) break; if (y == 1) continue; n += y; }
  }
  printf("%d\n", n);
  while (1) { if (++n % 7 == 0) break; else continue; n = -1000; }
  printf("%d\n", n);
  for (unsigned u = 5; u-- > 0;) printf("%u", u);
  for (char c = 'a'; c <= 'e'; c += 2) putchar(c);
  for (float f = 0; f < 1; f += 0.25f) printf(" %.2f", f);
  for (const char *p = "xyz"; *p; ) putchar(*p++);
  printf("\n%d %d\n", first_prime_after(13), first_prime_after(89));
  int k = 3;
  while (k --> 0) ;
  for (int j = ({ 2; }); j; j--) k += j;
  printf("%d\n", k);
  for (int x = 0; x < 2; x++) for (int y = 0; y < 2; y++) if (x == y) printf("="); else printf("#");
  printf("\n");
  return 0;
}
