// Functions that return function pointers, with and without typedef.
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
typedef int binary(int, int);
typedef binary *binary_pointer;

static int (*pick(char op))(int, int) { return op == '+' ? add : sub; }
static binary *pick_typed(char op) { return op == '+' ? &add : &sub; }
static int (*(*pick_picker(int typed))(char))(int, int) { return typed ? pick_typed : pick; }
static int apply(int f(int, int), int a, int b) { return f(a, b); }
static binary add, sub; /* redeclared through the typedef */

int main(void) {
  binary_pointer table[] = { add, sub, pick('+'), pick_typed('-') };
  for (unsigned i = 0; i < sizeof table / sizeof *table; i++) printf("%d\n", table[i](10, (int)i));
  printf("%d %d\n", pick_picker(0)('+')(3, 4), (*pick_picker(1)('-'))(3, 4));
  printf("%d %d\n", apply(add, 1, 2), apply(*pick('-'), 1, 2));
  printf("%d\n", (****add)(5, 6));
  int (*const volatile fixed)(int, int) = sub;
  printf("%d\n", fixed(9, 4));
  return 0;
}
