//@ emit: cuda
//@ run: cpu sim
// Where every thread has all of its iterations, and everything is inside, windows need no test and leave nothing behind.
#include <stdio.h>

#define N 64

static int image[N + 8], mask[8], sums[N];

int main(void)
{
    long total = 0;
    for (int i = 0; i < N + 8; i++)
        image[i] = i * i % 23;
    for (int j = 0; j < 8; j++)
        mask[j] = j % 3;
#pragma hicuda global alloc image[*] copyin
#pragma hicuda global alloc mask[*] copyin
#pragma hicuda global alloc sums[*]
#pragma hicuda kernel match tblock(2) thread(4)
#pragma hicuda loop_partition over_tblock over_thread jam(8:8) vector(image)
    for (int n = 0; n < N; n++) {
        int sum = image[n + 8];
        for (int j = 0; j < 8; j++)
            if (mask[j] != 0)
                sum += image[j + n] * j;
        sums[n] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout sums[*]
#pragma hicuda global free image mask sums
    for (int n = 0; n < N; n++)
        total += sums[n] * (n + 1);
    printf("%ld\n", total);
    return 0;
}
