//@ emit: cuda
//@ run: cpu sim
// A kernel that reaches every element by a permutation, which nobody but the user can know: what comes after may read
// all of the array.
#include <stdio.h>

#define N 256

int order[N], a[N], b[N], c[N];

int main(void)
{
    unsigned check = 0;
    for (int i = 0; i < N; i++) {
        order[i] = i * 37 % N;
        a[i] = i * i % 101;
    }
#pragma hicuda global alloc order[*] copyin
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda global alloc c[*]
#pragma hicuda kernel scatter tblock(2) thread(128) defines(b)
#pragma hicuda loop_partition over_tblock over_thread independent
    for (int i = 0; i < N; i++)
        b[order[i]] = a[i];
#pragma hicuda kernel_end
#pragma hicuda kernel next tblock(2) thread(128)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        c[i] = 2 * b[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global copyout c[*]
#pragma hicuda global free order a b c
    for (int i = 0; i < N; i++)
        check = check * 31u + (unsigned)(b[i] + c[i]);
    printf("%u\n", check);
    return 0;
}
