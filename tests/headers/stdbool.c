// <stdbool.h>: the macros, in C and in the preprocessor.
#include <stdbool.h>
#include <stdio.h>

static bool even(int n) { return n % 2 == 0; }

int main(void) {
  bool flags[] = { true, false, 3, even(4), even(5) };
  for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) printf("%d", flags[i]);
  printf(" %zu\n", sizeof(bool));
#if true && !false && __bool_true_false_are_defined
  printf("usable in #if\n");
#endif
  bool b = false;
  b |= 8;
  printf("%d %s\n", b, b == true ? "true" : "false");
  return 0;
}
