// __typeof__ of expressions and types: arrays, functions, qualifiers, VLAs, macros.
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })
#define SWAP(a, b) do { __typeof__(a) t_ = (a); (a) = (b); (b) = t_; } while (0)
static int side;
static int effect(void) { return ++side; }
static int twice(int x) { return 2 * x; }

int main(void) {
  int a = 3, b = 7, arr[4] = { 1, 2, 3, 4 };
  double d = 2.5, e = 9.5;
  SWAP(a, b);
  SWAP(d, e);
  printf("%d %d %.1f %.1f\n", a, b, d, e);
  printf("%d %.1f\n", MAX(a, b), MAX(a, e));
  __typeof__(arr) copy = { 5, 6 };
  __typeof__(arr[0]) element = copy[1];
  __typeof__(&arr) whole = &arr;
  __typeof__(twice) *fp = twice;
  __typeof__(int *[2]) pointers = { &a, &b };
  __typeof__(0 ? 1L : 'c') wide = 1L << 40;
  const __typeof__(char) letter = 'q';
  printf("%zu %d %d %d %d %ld %c\n", sizeof copy, element, (*whole)[3], fp(21), *pointers[1], wide, letter);
  __typeof__(effect()) untouched = 8;
  printf("%d %d\n", untouched, side);
  int n = 5;
  int vla[n];
  __typeof__(vla) same;
  same[4] = 44;
  printf("%zu %d\n", sizeof same / sizeof *same, same[4]);
  typeof(unsigned char) wraps = 255;
  wraps++;
  printf("%d\n", wraps);
  __auto_type deduced = 3.5f;
  printf("%zu %.1f\n", sizeof deduced, deduced);
  return 0;
}
