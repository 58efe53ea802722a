//@ emit: cuda cpu
//@ run: cpu sim
// `#if` chooses between two heads of one loop: what closes the choice stands in the kernel, and stays. The program was
// read without OpenMP and as C, and its conditions choose so when the result is compiled.
#include <stdio.h>

#define N 64
#define DOWNWARDS 0

static int a[N];

int main(void)
{
    int i;
#pragma hicuda global alloc a[*]
#if DOWNWARDS
    for (i = N - 1; i >= 0; i--) {
#else /* upwards: #if in a comment is none */
#pragma hicuda kernel fill tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (i = 0; i < N; i++) {
#endif
#ifdef TWICE
        a[i] = 2 * i;
#else
        a[i] = i;
#endif
    }
#if N > 32
#pragma hicuda kernel_end
#pragma hicuda global copyout a[*]
#endif
#pragma hicuda global free a
#ifdef _OPENMP
    printf("with OpenMP\n");
#endif
#if defined(__cplusplus) || defined(__CUDACC__)
    printf("C++\n");
#endif
    printf("%d %d %d\n", a[1], a[N - 1], (int)sizeof 'a');
    return 0;
}
