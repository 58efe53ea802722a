// Conjugate gradients: A x = b for a symmetric, positive definite A. The large
// work, A p and the sums, is a library's; the updates of the vectors are kernels.
// All of it happens where the vectors are: `use_device` hands the library the
// addresses of the device copies.
//
//   warploom run cg.c library_cpu.c -lblas
//   warploom run --target cuda cg.c library_cuda.c -lcublas
#include "library.h"
#include <stdio.h>
#include <stdlib.h>

#define N 512

static float a[N][N], b[N], x[N], r[N], p[N], q[N];

static int solve(int steps, float tolerance)
{
    float rho, alpha, beta, next;
    int step;

#pragma hicuda global alloc a[*][*] copyin
#pragma hicuda global alloc x[*] copyin
#pragma hicuda global alloc r[*] copyin
#pragma hicuda global alloc p[*] copyin
#pragma hicuda global alloc q[*]
#pragma hicuda use_device(r) reads(r)
    rho = dot(N, r, r);
    for (step = 0; step < steps && rho > tolerance; step++) {
#pragma hicuda use_device(a, p, q) reads(a, p) writes(q)
        matrix_vector(N, &a[0][0], p, q);
#pragma hicuda use_device(p, q) reads(p, q)
        alpha = rho / dot(N, p, q);
#pragma hicuda kernel advance
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < N; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
#pragma hicuda kernel_end
#pragma hicuda use_device(r) reads(r)
        next = dot(N, r, r);
        beta = next / rho;
        rho = next;
#pragma hicuda kernel turn
#pragma hicuda loop_partition over_tblock over_thread
        for (int i = 0; i < N; i++)
            p[i] = r[i] + beta * p[i];
#pragma hicuda kernel_end
    }
#pragma hicuda global copyout x[*]
#pragma hicuda global free a x r p q
    return step;
}

int main(void)
{
    float worst = 0;

    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++)
            a[i][j] = i == j ? 2 + (float)i / N : 1.0f / (1 + abs(i - j)) / 16;
        b[i] = r[i] = p[i] = 1 + (float)(i % 7);
    }
    int steps = solve(100, 1e-8f);
    for (int i = 0; i < N; i++) {
        float sum = 0;
        for (int j = 0; j < N; j++)
            sum += a[i][j] * x[j];
        float error = sum > b[i] ? sum - b[i] : b[i] - sum;
        worst = error > worst ? error : worst;
    }
    printf("%s after %s steps\n", worst < 1e-4f ? "solved" : "NOT SOLVED", steps < 40 ? "few" : "many");
    return worst < 1e-4f ? 0 : 1;
}
