//@ run: cpu
// A kernel cannot follow a host pointer: s->n and s->k are passed by value, s->d has a copy.
#include <stdio.h>
struct s { int n; float k; float *d; };
void f(struct s *s, float *b) {
#pragma hicuda global alloc s->d[0:63] copyin
#pragma hicuda global alloc b[0:63] copyin
#pragma hicuda kernel kk tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
  for (int i = 0; i < s->n; i++) { if (i < 64) b[i] = s->d[i] * s->k; }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[0:63]
#pragma hicuda global free b
#pragma hicuda global free s->d
}
int main(void) { float d[64], b[64]; for (int i = 0; i < 64; i++) { d[i] = i; b[i] = 0; } struct s s = {60, 2, d}; f(&s, b); for (int i = 0; i < 64; i++) printf("%g ", b[i]); printf("\n"); return 0; }
