// float expressions stay float, mixing widens, and each assignment rounds.
#include <float.h>
#include <stdio.h>

static float add(float a, float b) { return a + b; }
static double widened(float a, float b) { return a + b; }
static double before(float a, float b) { return (double)a + b; }
static long double widest(double a, double b) { return (long double)a + b; }

int main(void) {
  printf("%d\n", FLT_EVAL_METHOD);
  float big = 16777216.0f, one = 1.0f;
  printf("%.1f %.1f %.1f\n", add(big, one), widened(big, one), before(big, one));
  double large = 9007199254740992.0;
  printf("%.1f %.1Lf\n", large + 1, widest(large, 1));
  float third = 1.0f / 3.0f, sum = 0;
  for (int i = 0; i < 10; i++) sum += 0.1f;
  printf("%.9g %.9g\n", third, sum);
  double dsum = 0;
  for (int i = 0; i < 10; i++) dsum += 0.1f;
  printf("%.17g\n", dsum);
  float f = 1;
  f += 1e-8;
  printf("%.9g %d\n", f, f == 1.0f + 1e-8f);
  f = 0.1;
  printf("%d %d\n", f == 0.1f, f < 0.1);
  f *= 3, f -= 0.3;
  printf("%.9g\n", f);
  printf("%zu %zu %zu\n", sizeof(1.0f + 1), sizeof(1.0f + 1.0), sizeof(1.0f * 1.0L));
  return 0;
}
