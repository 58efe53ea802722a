// Pointer arithmetic and differences on all kinds of elements, comparisons, one past the end.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct rec { char c; double d; short s[3]; };

int main(void) {
  int a[6] = { 0, 10, 20, 30, 40, 50 }, *p = a, *end = a + 6, *q = &a[4];
  printf("%td %td %td\n", end - p, q - p, p - q);
  printf("%d %d %d %d\n", *(p + 2), *(2 + p), 2[p], (p + 1)[1]);
  printf("%d %d %d\n", p < q, p == a, end > q && q >= p);
  int sum = 0;
  for (const int *r = end; r-- != a;) sum += *r;
  printf("%d\n", sum);
  struct rec recs[4] = { { 'a', 1, { 1, 2, 3 } }, { 'b', 2, { 4, 5, 6 } }, { 'c' }, { 'd' } }, *r = recs;
  printf("%td %td\n", &recs[3] - r, (char *)&recs[3] - (char *)r);
  printf("%c ", (++r)->c);
  printf("%d %d\n", r->s[1], *(r[-1].s + 2));
  short *s = recs[1].s;
  printf("%d %td\n", s[2], &recs[1].s[2] - s);
  double **pp = (double *[]){ &recs[0].d, &recs[1].d };
  printf("%.1f %.1f %td\n", **pp, **(pp + 1), &pp[1] - pp);
  char text[] = "pointer", *c = text;
  while (*c) c++;
  printf("%td %s\n", c - text, c - 3);
  uintptr_t u = (uintptr_t)&a[2] - (uintptr_t)a;
  printf("%d %d\n", (int)u, *(int *)((uintptr_t)a + 3 * sizeof *a));
  ptrdiff_t back = -2;
  printf("%d %d\n", q[back], *(q + back + 1));
  int *n = 0;
  printf("%d %d %d\n", n == NULL, !n, (n ? 1 : 2));
  return 0;
}
