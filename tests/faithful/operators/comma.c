// The comma operator: value and type of the right, sequencing, in every place it may stand.
#include <stdio.h>

static int trace(int x) { printf("<%d>", x); return x; }

int main(void) {
  int a = (trace(1), trace(2), 3);
  printf(" %d\n", a);
  int i, j;
  for (i = 0, j = 10; i < j; i += 2, j--) ;
  printf("%d %d\n", i, j);
  a = 1, a += 5;
  printf("%d\n", a);
  int b[] = { (1, 2), (3, 4) };
  printf("%d %d %zu\n", b[0], b[1], sizeof((char)1, 2L));
  if (a--, a == 5) printf("five\n");
  while (a++, a < 8) printf("%d ", a);
  printf("\n%d\n", b[(trace(0), 1)]);
  int *p = (a = 9, &a);
  (void)(*p = 4, *p += 1);
  printf("%d\n", a);
  a = 0 ? (trace(7), 1) : (trace(8), 2);
  printf(" %d\n", a);
  switch (trace(1), a) { case 2: printf(" two\n"); }
  struct { int x; } s = { 3 };
  printf("%d\n", (trace(5), s).x);
  return a = 0, a;
}
