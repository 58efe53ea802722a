// GNU __label__: labels local to a block, so that a macro may be used twice.
#include <stdio.h>

#define FIND(array, n, value) ({ \
    __label__ found; \
    int at; \
    for (at = 0; at < (n); at++) \
      if ((array)[at] == (value)) goto found; \
    at = -1; \
  found: \
    at; \
  })

int main(void) {
  int a[] = { 4, 8, 15, 16, 23, 42 };
  int first = FIND(a, 6, 15), second = FIND(a, 6, 42), none = FIND(a, 6, 5);
  printf("%d %d %d\n", first, second, none);
  int n = 0;
  {
    __label__ again, out;
  again:
    if (++n > 5) goto out;
    goto again;
  out:;
  }
  {
    __label__ again;
  again:
    n += 10;
    if (n < 40) goto again;
  }
  printf("%d\n", n);
  return 0;
}
