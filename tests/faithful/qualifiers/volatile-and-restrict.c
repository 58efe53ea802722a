// volatile objects and pointers, restrict parameters, both combined, qualified members.
#include <stdio.h>

static volatile int flag = 1;
static volatile struct { int a; volatile const int b; } device = { 2, 3 };
static int *volatile moving;
static void add(int n, double *restrict out, const double *restrict a, const double *__restrict b) { while (n--) *out++ = *a++ + *b++; }
static void scale(int n, float x[restrict static 1], float f) { for (int i = 0; i < n; i++) x[i] *= f; }
typedef int *restrict only;
static int both(only p, only q) { *p = 1; *q = 2; return *p; }

int main(void) {
  int seen = 0;
  while (flag) { seen++; if (seen > 3) flag = 0; }
  printf("%d %d\n", seen, flag);
  device.a += device.b;
  device.a++;
  printf("%d\n", device.a);
  int x = 4;
  moving = &x;
  *moving *= 2;
  volatile int *vp = &x;
  ++*vp;
  printf("%d %d\n", x, *vp + *vp);
  double a[3] = { 1, 2, 3 }, b[3] = { 0.5, 0.25, 0.125 }, c[3];
  add(3, c, a, b);
  printf("%.3f %.3f %.3f\n", c[0], c[1], c[2]);
  float f[2] = { 1.5f, 2.5f };
  scale(2, f, 2);
  int p, q;
  printf("%.1f %.1f %d\n", f[0], f[1], both(&p, &q));
  volatile float vf = 0.1f;
  vf += 0.2f;
  printf("%.7f\n", vf);
  return 0;
}
