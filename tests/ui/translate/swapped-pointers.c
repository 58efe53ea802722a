//@ run: cpu
// After a swap each pointer finds the copy of what it points to; also structs with arrays, and a local pointer.
#include <stdio.h>
#include <stdlib.h>
struct cell { float v; int w[2]; };
int main(void) {
  int n = 50, w = 10, h = 5;
  float *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  struct cell *c = malloc(n * sizeof *c);
  for (int i = 0; i < n; i++) { a[i] = i; b[i] = 0; c[i].v = i; c[i].w[0] = 1; c[i].w[1] = 2; }
#pragma hicuda global alloc a[0:n-1] copyin
#pragma hicuda global alloc b[0:n-1] copyin
#pragma hicuda global alloc c[0:n-1] copyin
  for (int t = 0; t < 3; t++) {
#pragma hicuda kernel step tblock(4) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 1; i < n - 1; i++) {
      float *left = a + i - 1;
      b[i] = left[0] + a[i + 1] + c[i].w[1];
      c[i].v += b[i];
    }
#pragma hicuda kernel_end
    float *s = a; a = b; b = s;
  }
#pragma hicuda global copyout a[0:n-1]
#pragma hicuda global copyout c[0:n-1]
#pragma hicuda global free a b c
  for (int i = 0; i < n; i++) printf("%g %g\n", a[i], c[i].v);
  return 0;
}
