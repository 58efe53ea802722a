//@ run: cpu
// A section of nothing copies nothing.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
  int n = argc - 1;
  float *a = malloc(4);
#pragma hicuda global alloc a[0:n-1] copyin
#pragma hicuda kernel k tblock(4) thread(8)
#pragma hicuda loop_partition over_tblock over_thread
  for (int i = 0; i < n; i++) a[i] = 1;
#pragma hicuda kernel_end
#pragma hicuda global copyout a[0:n-1]
#pragma hicuda global free a
  puts("done");
  return 0;
}
