//@ emit: cuda
//@ run: cpu sim
// Pointers to rows of a table, of which the device holds a part: what is read through them stays as it is written.
#include <stdio.h>
#include <stdlib.h>

static float sum_of(const float *r, int lo, int hi)
{
    float s = 0;
    while (lo < hi)
        s += r[lo++];
    return s;
}

int main(void) {
  int h = 12, w = 20;
  float **a = malloc(h * sizeof *a), **b = malloc(h * sizeof *b);
  for (int i = 0; i < h; i++) {
    a[i] = malloc(w * sizeof **a);
    b[i] = calloc(w, sizeof **b);
    for (int j = 0; j < w; j++)
      a[i][j] = i * 3 + j % 5;
  }
#pragma hicuda shape a[h][w] b[h][w]
#pragma hicuda global alloc a[2:h-2][1:w-3] copyin
#pragma hicuda global alloc b[3:h-3][2:w-4] copyin
#pragma hicuda kernel k tblock(3) thread(8)
#pragma hicuda loop_partition over_tblock
  for (int i = 3; i <= h - 3; i++) {
    float *up = a[i - 1], *down, *here = b[i];
    down = a[i + 1];
    float t = sum_of(a[i], 1, w - 2);
#pragma hicuda loop_partition over_thread
    for (int j = 2; j <= w - 4; j++) {
      const float *q = a[i] + j;
      here[j] = up[j] + down[j - 1] * 2 + q[1] + *q + q[-1] + t;
    }
  }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*][*]
#pragma hicuda global free a b
  double s = 0;
  for (int i = 0; i < h; i++)
    for (int j = 0; j < w; j++)
      s += b[i][j] * (i + j * 3);
  printf("%g\n", s);
}
