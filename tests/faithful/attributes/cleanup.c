// __attribute__((cleanup)): run in reverse order at every way out of the scope.
#include <stdio.h>
#include <stdlib.h>

static void goodbye(int *p) { printf("bye %d\n", *p); }
static void release(char **p) { printf("free %s\n", *p); free(*p); }
#define AUTO(name, v) int name __attribute__((cleanup(goodbye))) = (v)

static int early(int n) {
  AUTO(a, n);
  if (n > 1) return a * 10;
  AUTO(b, n + 100);
  return a + b;
}

int main(void) {
  printf("%d\n", early(1));
  printf("%d\n", early(2));
  for (int i = 0; i < 3; i++) {
    AUTO(x, i);
    if (i == 1) continue;
    printf("body %d\n", i);
  }
  {
    __attribute__((cleanup(release))) char *s = malloc(8);
    if (!s) return 1;
    snprintf(s, 8, "seven");
    AUTO(z, 7);
    goto out;
  }
out:
  printf("end\n");
  return 0;
}
