//@ emit: cuda cpu
//@ run: cpu h200
// The section reaches over the array's border; what is outside is not read.
#include <stdio.h>

#define N 100

int a[N], b[N];

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * i;
#pragma hicuda global alloc a[*] copyin
#pragma hicuda global alloc b[*]
#pragma hicuda kernel smooth tblock(4) thread(32)
#pragma hicuda loop_partition over_tblock over_thread
    for (int i = 0; i < N; i++) {
#pragma hicuda shared alloc a[i-1:i+1] copyin
#pragma hicuda barrier
        int left = i > 0 ? a[i - 1] : 0, right = i < N - 1 ? a[i + 1] : 0;
        b[i] = left + a[i] + right;
#pragma hicuda barrier
#pragma hicuda shared remove a
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout b[*]
#pragma hicuda global free a b
    printf("%d %d %d\n", b[0], b[50], b[99]);
    return 0;
}
