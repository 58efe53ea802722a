//@ emit: cuda
//@ run: cpu sim
// A kernel changes an array that is part of a struct; the struct as a whole is no variable of its threads.
#include <stdio.h>

#define N 64

static struct field {
    int steps;
    float v[N];
} field;

int main(void)
{
    field.steps = 3;
    for (int i = 0; i < N; i++)
        field.v[i] = i;
#pragma hicuda global alloc field.v[*] copyin
#pragma hicuda kernel grow tblock(2) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        field.v[i] = field.v[i] * 2 + field.steps;
#pragma hicuda kernel_end
#pragma hicuda global copyout field.v[*]
#pragma hicuda global free field.v
    struct field copy = field;
    printf("%g %g\n", copy.v[0], copy.v[N - 1]);
    return 0;
}
