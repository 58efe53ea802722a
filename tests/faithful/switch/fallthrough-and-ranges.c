// switch with fallthrough, GNU ranges, default in the middle, no default, strings of labels.
#include <stdio.h>

static const char *kind(int c) {
  switch (c) {
  case '0' ... '9': return "digit";
  case 'a' ... 'f': case 'A' ... 'F': return "hex";
  default: return "other";
  case 'g' ... 'z': return "letter";
  case ' ': case '\t': case '\n': return "space";
  }
}

static int steps(int n) {
  int r = 0;
  switch (n) {
  case 5: r += 5; /* fallthrough */
  case 4: r += 4;
    __attribute__((fallthrough));
  case 3: r += 3; break;
  default: r -= 1;
  case 2: r += 2;
  case -1: r += 100; break;
  case 0:;
  }
  return r;
}

int main(void) {
  for (const char *p = "5bFq \n~"; *p; p++) printf("%s ", kind(*p));
  printf("\n");
  for (int i = -3; i <= 6; i++) printf("%d ", steps(i));
  printf("\n");
  int hits = 0;
  for (int i = 0; i < 10; i++) switch (i % 3) case 1: hits++;
  switch (7) { }
  switch (hits) { default:; }
  printf("%d\n", hits);
  return 0;
}
