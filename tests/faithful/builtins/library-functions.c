//@ cflags: -lm
// Library functions by their builtin names, and special floating values.
#include <stdio.h>

int main(void) {
  char buffer[16];
  __builtin_memset(buffer, 0, sizeof buffer);
  __builtin_memcpy(buffer, "builtin", 8);
  printf("%s %zu %d\n", buffer, __builtin_strlen(buffer), __builtin_strcmp(buffer, "builtin"));
  __builtin_strcpy(buffer, "x");
  __builtin_printf("%s %d\n", buffer, __builtin_memcmp("ab", "ab", 2));
  printf("%g %g %d\n", __builtin_inf(), (double)__builtin_huge_valf(), __builtin_isnan(__builtin_nan("")) != 0);
  printf("%.1f %.1f %.1f\n", __builtin_fabs(-2.5), __builtin_floor(2.7), __builtin_sqrt(16.0));
  printf("%d %d\n", __builtin_signbit(-1.0) != 0, __builtin_isinf(1.0) != 0);
  printf("%.1f %.1f\n", __builtin_copysign(3.0, -0.0), __builtin_fmax(1.0, 2.0));
  int *p = __builtin_alloca(4 * sizeof *p);
  for (int i = 0; i < 4; i++) p[i] = i * i;
  printf("%d %d\n", p[3], __builtin_labs(-7L) == 7);
  printf("%s\n", __builtin_strchr("find me", 'm'));
  printf("%d\n", __builtin_isgreater(2.0, 1.0));
  return 0;
}
