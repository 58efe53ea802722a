// Which if an else belongs to, with macros, loops and empty statements between.
#include <stdio.h>

static const char *f(int a, int b) {
  if (a)
    if (b) return "both";
    else return "a only";
  return "not a";
}
static const char *g(int a, int b) {
  if (a) { if (b) return "both"; }
  else return "not a";
  return "a only";
}
static int h(int a, int b, int c) {
  int r = 0;
  if (a) for (int i = 0; i < 2; i++) if (b) r += 1; else r += 10;
  else if (c) while (r < 5) if (r == 3) r += 100; else r++;
  else ;
  return r;
}
static int chain(int x) { if (x < 1) return 1; else if (x < 2) return 2; else if (x < 3) { return 3; } else return 4; }

int main(void) {
  for (int i = 0; i < 4; i++) printf("%s, %s\n", f(i & 1, i >> 1), g(i & 1, i >> 1));
  for (int i = 0; i < 8; i++) printf("%d ", h(i & 1, i >> 1 & 1, i >> 2));
  for (int i = 0; i < 4; i++) printf("%d ", chain(i));
  if (0) ; else if (1) { } else ;
  if (1) if (0) ; else printf("inner");
  if (0) { label: printf(" label\n"); } else goto label;
  return 0;
}
