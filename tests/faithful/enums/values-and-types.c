// Enumerators: implicit values, negative ones, expressions of earlier ones, large GNU values.
#include <stdio.h>

enum plain { A, B, C = 10, D, E = B + C, F = -3, G, };
enum { SMALL = 1, LARGE = 0x100000000LL, AFTER };
enum signs { NEGATIVE = -1, ZERO, POSITIVE };
enum unsigned_only { MAX = 0xffffffffu };
enum character { LETTER = 'x', NEXT, LENGTH = sizeof "four" - 1 };
typedef enum { OFF, ON } toggle;
static enum plain global = D;
static int counts[E + 1] = { [C] = 5, [A] = 1 };

static toggle flip(toggle t) { return t == ON ? OFF : ON; }

int main(void) {
  printf("%d %d %d %d %d %d %d\n", A, B, C, D, E, F, G);
  printf("%d %lld %lld %zu\n", SMALL, (long long)LARGE, (long long)AFTER, sizeof LARGE);
  printf("%zu %zu %zu %zu\n", sizeof(enum plain), sizeof(enum signs), sizeof(enum unsigned_only), sizeof A);
  printf("%d %d\n", (enum signs)-1 < 0, (enum character)0 - 1 < 0);
  printf("%u %d %c %d\n", MAX, MAX > 0, NEXT, LENGTH);
  printf("%d %d %d\n", global, counts[C], (int)(sizeof counts / sizeof *counts));
  toggle t = OFF;
  for (int i = 0; i < 3; i++) t = flip(t);
  printf("%d\n", t);
  enum plain p = A;
  p++, p += 9;
  printf("%d %d\n", p == C, p);
  enum local { A = 100, H } h = H;
  printf("%d %d\n", A, h);
  return 0;
}
