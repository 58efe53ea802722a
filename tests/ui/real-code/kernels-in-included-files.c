//@ emit: cuda cpu
//@ run: cpu
//@ flags: -Iinclude
// A header, or another `.c`, that has kernels: its text takes the place of the line
// that includes it.
#include <stdio.h>
#define N 64
#include "kernels-in-included-files.h"

int main(void)
{
    float a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i % 6;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*] copyin
    for (int t = 0; t < 3; t++) {
        step(b, a, N);
        step(a, b, N);
    }
#pragma hicuda global copyout a[*]
#pragma hicuda global free a b
    printf("%g\n", a[7]);
    return 0;
}
