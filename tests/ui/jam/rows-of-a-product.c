//@ emit: cuda cpu
//@ run: cpu h200
// The copies move into the loop over k, and the sum becomes a register each.
#include <stdio.h>

#define N 200
#define M 24

int a[N][M], x[M], y[N];

void product(int m)
{
#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc y[*]
#pragma hicuda kernel rows tblock(3) thread(16)
#pragma hicuda loop_partition over_tblock over_thread jam(4)
    for (int i = 0; i < N; i++) {
        int sum = 0;
        int half = m / 2;
        for (int k = 0; k < half; k++)
            sum += a[i][k] * x[k];
        for (int k = half; k < m; k++)
            sum -= a[i][k] * x[k];
        y[i] = sum;
    }
#pragma hicuda kernel_end
#pragma hicuda global copyout y[*]
#pragma hicuda global free a x y
}

int main(void)
{
    for (int i = 0; i < N; i++)
        for (int k = 0; k < M; k++)
            a[i][k] = (i * 3 + k * 5) % 17 - 8;
    for (int k = 0; k < M; k++)
        x[k] = k - 7;
    product(M);
    unsigned check = 0;
    for (int i = 0; i < N; i++)
        check = check * 31u + (unsigned)y[i];
    printf("%d %d %u\n", y[0], y[199], check);
    return 0;
}
