//@ emit: cuda
//@ run: cpu
// What a loop divides by and does not change has its inverse computed before the loop.
// Quotients and remainders are exact, also of numbers that are large or below zero.
#include <stdio.h>

#define N 96

struct box { short rows, columns; unsigned depth; };

int digits[N], signs[N], once[N], changing[N];
unsigned unsigneds[N];

#include <stdlib.h>

// A failed CUDA call ends the program and names the directive behind it.
static void hicuda_check(cudaError_t status, const char *directive)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", directive, cudaGetErrorString(status));
        exit(EXIT_FAILURE);
    }
}

// n / by, given 1.0f / by: through floating point where that is exact.
__device__ static int quotient(int n, int by, float inverse)
{
    if ((unsigned int)n < 1048576)
        return (int)((n + 0.5f) * inverse);
    return n / by;
}

// n / by, given 1.0f / by: through floating point where that is exact.
__device__ static unsigned int quotient(unsigned int n, unsigned int by, float inverse)
{
    if (n < 1048576)
        return (unsigned int)((n + 0.5f) * inverse);
    return n / by;
}

// division-by-what-stays.c:23: kernel divide
__global__ void divide(int *__restrict__ digits, int *__restrict__ signs, unsigned int *__restrict__ unsigneds, int *__restrict__ once, int *__restrict__ changing, struct box box, int first, int width)
{
    int i = blockIdx.x * 48 + threadIdx.x;
    struct box own = box;
    int sum = 0, mixed = 0, by = 1;
    float own_columns_inverse = 1.0f / own.columns;
    float own_rows_inverse = 1.0f / own.rows;
    for (int m = i; m < 40 + i; m += 3) {
        int m_by_own_columns = quotient(m, own.columns, own_columns_inverse);
        int column = m - m_by_own_columns * own.columns, rest = m_by_own_columns;
        int rest_by_own_rows = quotient(rest, own.rows, own_rows_inverse);
        int row = rest - rest_by_own_rows * own.rows;
        int layer = rest_by_own_rows;
        sum += column + 10 * row + 100 * layer;
    }
    digits[i] = sum;
    float width_inverse = 1.0f / width;
    for (int m = first + i; m < 3 * N; m += 17) {
        int large = m * 70000;
        int large_by_width = quotient(large, width, width_inverse);
        mixed = mixed * 3 + quotient(m, width, width_inverse) + m % -width + large_by_width - (large - large_by_width * width);
    }
    signs[i] = mixed;
    unsigned int total = 0;
    float own_depth_inverse = 1.0f / own.depth;
    for (unsigned int m = 4000000000u + i; m > 300000000u; m -= 300000000u)
        total = total * 5 + quotient(m, own.depth, own_depth_inverse) + (m - quotient(m, own.depth, own_depth_inverse) * own.depth);
    unsigneds[i] = total;
    once[i] = i / width;
    for (int m = 100 + i; m > by; m -= 5) {
        sum += m / by;
        by += m % 3;
    }
    changing[i] = sum;
}

int main(void)
{
    int width = 7, first = -3 * N;
    struct box box = { 5, 3, 11 };
    int *d_digits;
    hicuda_check(cudaMalloc((void **)&d_digits, sizeof digits), "division-by-what-stays.c:18: global alloc digits[*]");
    int *d_signs;
    hicuda_check(cudaMalloc((void **)&d_signs, sizeof signs), "division-by-what-stays.c:19: global alloc signs[*]");
    unsigned int *d_unsigneds;
    hicuda_check(cudaMalloc((void **)&d_unsigneds, sizeof unsigneds), "division-by-what-stays.c:20: global alloc unsigneds[*]");
    int *d_once;
    hicuda_check(cudaMalloc((void **)&d_once, sizeof once), "division-by-what-stays.c:21: global alloc once[*]");
    int *d_changing;
    hicuda_check(cudaMalloc((void **)&d_changing, sizeof changing), "division-by-what-stays.c:22: global alloc changing[*]");
    divide<<<2, 48>>>(d_digits, d_signs, d_unsigneds, d_once, d_changing, box, first, width);
    hicuda_check(cudaGetLastError(), "division-by-what-stays.c:23: kernel divide tblock(2) thread(48)");
    hicuda_check(cudaDeviceSynchronize(), "division-by-what-stays.c:23: kernel divide tblock(2) thread(48)");
    hicuda_check(cudaMemcpy(digits, d_digits, sizeof digits, cudaMemcpyDeviceToHost), "division-by-what-stays.c:56: global copyout digits[*]");
    hicuda_check(cudaMemcpy(signs, d_signs, sizeof signs, cudaMemcpyDeviceToHost), "division-by-what-stays.c:57: global copyout signs[*]");
    hicuda_check(cudaMemcpy(unsigneds, d_unsigneds, sizeof unsigneds, cudaMemcpyDeviceToHost), "division-by-what-stays.c:58: global copyout unsigneds[*]");
    hicuda_check(cudaMemcpy(once, d_once, sizeof once, cudaMemcpyDeviceToHost), "division-by-what-stays.c:59: global copyout once[*]");
    hicuda_check(cudaMemcpy(changing, d_changing, sizeof changing, cudaMemcpyDeviceToHost), "division-by-what-stays.c:60: global copyout changing[*]");
    hicuda_check(cudaFree(d_digits), "division-by-what-stays.c:61: global free digits signs unsigneds once changing");
    hicuda_check(cudaFree(d_signs), "division-by-what-stays.c:61: global free digits signs unsigneds once changing");
    hicuda_check(cudaFree(d_unsigneds), "division-by-what-stays.c:61: global free digits signs unsigneds once changing");
    hicuda_check(cudaFree(d_once), "division-by-what-stays.c:61: global free digits signs unsigneds once changing");
    hicuda_check(cudaFree(d_changing), "division-by-what-stays.c:61: global free digits signs unsigneds once changing");
    unsigned check = 0;
    for (int i = 0; i < N; i++)
        check = check * 31 + digits[i] + signs[i] * 3u + unsigneds[i] * 5 + once[i] * 7 + changing[i] * 11;
    for (int i = 0; i < N; i += 13)
        printf("%d %d %u %d %d\n", digits[i], signs[i], unsigneds[i], once[i], changing[i]);
    printf("%u\n", check);
    return 0;
}
