// Arrays made anew at each turn of a loop, left by break, continue, goto and return.
#include <stdio.h>

static int found(int limit) {
  for (int n = 1; n <= limit; n++) {
    int squares[n];
    for (int i = 0; i < n; i++) squares[i] = i * i;
    if (n % 2) continue;
    int sum = 0;
    for (int i = 0; i < n; i++) sum += squares[i];
    if (sum > 50) return n;
    char text[n + 1];
    for (int i = 0; i < n; i++) text[i] = (char)('a' + i);
    text[n] = 0;
    printf("%s %zu\n", text, sizeof text);
  }
  return -1;
}

int main(void) {
  printf("%d\n", found(20));
  printf("%d\n", found(2));
  int round = 0;
again:;
  int width = ++round * 2;
  long block[width];
  for (int i = 0; i < width; i++) block[i] = (long)i * round;
  printf("%zu %ld\n", sizeof block / sizeof *block, block[width - 1]);
  if (round < 4) goto again;
  int total = 0;
  while (1) {
    short inner[total + 1];
    inner[total] = (short)total;
    total += inner[total] + 1;
    if (total > 20) goto out;
  }
out:
  printf("%d\n", total);
  return 0;
}
