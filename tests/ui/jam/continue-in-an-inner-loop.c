//@ emit: cuda
//@ run: cpu
// Iterations run at once leave the inner loop each by its own condition.
#include <stdio.h>

#define N 64

int key[N], sums[N][8];

int main(void)
{
    for (int i = 0; i < N; i++)
        key[i] = i * 7 % 10;
#pragma hicuda global alloc key[*] copyin
#pragma hicuda global alloc sums[*][*] clear
#pragma hicuda kernel add tblock(2) thread(8, 4)
#pragma hicuda loop_partition over_tblock over_thread jam(2)
    for (int i = 0; i < N; i++) {
#pragma hicuda loop_partition over_thread
        for (int j = 0; j < 8; j++) {
            if (key[i] > 5)
                continue;
            int sum = 0;
            for (int k = 0; k < 4; k++)
                sum += i + j * k;
            sums[i][j] = sum;
        }
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout sums[*][*]
#pragma hicuda global free key sums
    unsigned hash = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 8; j++)
            hash = hash * 31 + sums[i][j];
    printf("%u\n", hash);
    return 0;
}
