// <float.h>: what the floating types can hold.
#include <float.h>
#include <stdio.h>

int main(void) {
  printf("%d %d %d %d\n", FLT_RADIX, FLT_MANT_DIG, DBL_MANT_DIG, LDBL_MANT_DIG >= DBL_MANT_DIG);
  printf("%d %d %d %d\n", FLT_DIG, DBL_DIG, FLT_MAX_EXP, DBL_MAX_EXP);
  printf("%d %d %d\n", DBL_MIN_EXP, DBL_MAX_10_EXP, DBL_MIN_10_EXP);
  printf("%a %a %a\n", (double)FLT_MAX, (double)FLT_MIN, (double)FLT_EPSILON);
  printf("%a %a %a\n", DBL_MAX, DBL_MIN, DBL_EPSILON);
  printf("%d %d\n", DECIMAL_DIG >= 17, FLT_EVAL_METHOD);
  printf("%a %d %d\n", DBL_TRUE_MIN, FLT_DECIMAL_DIG, DBL_HAS_SUBNORM);
  printf("%d\n", FLT_ROUNDS);
#if DBL_MANT_DIG == 53
  printf("binary64\n");
#endif
  return 0;
}
