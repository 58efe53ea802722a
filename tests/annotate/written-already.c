// annotate: --force
// What a person wrote stays as it is; the rest is completed.
#include <stdio.h>

#define N 1024

static int a[N], b[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i % 100;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel twice tblock(4) thread(256)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++)
        b[i] = 2 * a[i];
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
    printf("%d %d\n", b[10], b[N - 1]);
    return 0;
}
