// <stdlib.h>: memory, numbers, sorting, environment, exit handlers.
#include <stdio.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
static void bye(void) { puts("bye"); }

int main(void) {
  int *p = calloc(4, sizeof *p);
  if (!p) return EXIT_FAILURE;
  p[3] = 7;
  int *grown = realloc(p, 8 * sizeof *p);
  if (!grown) return EXIT_FAILURE;
  for (int i = 4; i < 8; i++) grown[i] = 20 - 3 * i;
  qsort(grown, 8, sizeof *grown, by_value);
  for (int i = 0; i < 8; i++) printf("%d ", grown[i]);
  int key = 7, *found = bsearch(&key, grown, 8, sizeof *grown, by_value);
  printf("%d\n", found && *found == 7);
  free(grown);
  char *end;
  long parsed = strtol("0x1fz", &end, 0);
  printf("%ld %s\n", parsed, end);
  printf("%lu %.3f %d %ld %.1f\n", strtoul("777", NULL, 8), strtod("1.5e1x", &end), atoi("-12"), atol("99"), atof("2.5"));
  printf("%lld %llu\n", strtoll("-9000000000", NULL, 10), strtoull("18446744073709551615", NULL, 10));
  div_t q = div(-7, 2);
  ldiv_t l = ldiv(100L, 7L);
  lldiv_t ll = lldiv(-100LL, 7LL);
  printf("%d %d %ld %ld %lld %lld\n", q.quot, q.rem, l.quot, l.rem, ll.quot, ll.rem);
  printf("%d %ld %lld\n", abs(-3), labs(-4L), llabs(-5LL));
  srand(1);
  int r = rand();
  printf("%d\n", r >= 0 && r <= RAND_MAX);
  printf("%d\n", getenv("NO_SUCH_VARIABLE_HERE") == NULL);
  printf("%d\n", MB_CUR_MAX >= 1);
  atexit(bye);
  exit(EXIT_SUCCESS);
}
