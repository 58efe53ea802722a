//@ emit: cuda
//@ run: cpu
// What a loop divides by and does not change has its inverse computed before the loop.
// Quotients and remainders are exact, also of numbers that are large or below zero.
#include <stdio.h>

#define N 96

struct box { short rows, columns; unsigned depth; };

int digits[N], signs[N], once[N], changing[N], below[N];
unsigned unsigneds[N];

#include <stdlib.h>

// A failed CUDA call ends the program and names the directive behind it.
static void hicuda_check(cudaError_t status, const char *directive)
{
    if (status != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", directive, cudaGetErrorString(status));
        if ((status == cudaErrorIllegalAddress || status == cudaErrorLaunchFailure) && !getenv("WARPLOOM_SYNC"))
            fprintf(stderr, "a kernel failed before that: WARPLOOM_SYNC=1 in the environment shows which\n");
        exit(EXIT_FAILURE);
    }
}

// The host goes on while a kernel runs. What fails in the kernel is reported by the next transfer,
// or here if the program runs with WARPLOOM_SYNC=1.
static void hicuda_launched(cudaError_t status, const char *directive)
{
    if (status == cudaSuccess && getenv("WARPLOOM_SYNC"))
        status = cudaDeviceSynchronize();
    hicuda_check(status, directive);
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

// n / by, given 1.0f / by, for n from 0 to 1048575: there floating point is exact.
__device__ static int small_quotient(int n, float inverse)
{
    return (int)((n + 0.5f) * inverse);
}

// division-by-what-stays.c:24: kernel divide
__global__ void divide(int *__restrict__ digits, int *__restrict__ signs, unsigned int *__restrict__ unsigneds, int *__restrict__ once, int *__restrict__ changing, int *__restrict__ below, struct box box, int first, int width)
{
    int i = blockIdx.x * 48 + threadIdx.x;
    struct box own = box;
    int sum = 0, by = 1;
    unsigned int mixed = 0;
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
    int end = i % 2 ? 900000 : 9000000, rows = i % 5 ? own.rows : -own.rows, columns = i % 7 ? 9 : -9;
    float rows_inverse = 1.0f / rows;
    float columns_inverse = 1.0f / columns;
    if (end <= 1048576 && rows > 0 && columns > 0)
        for (int m = 0; m < end; m += 40999) {
            int m_by_rows = small_quotient(m, rows_inverse);
            int row = m - m_by_rows * rows, rest = m_by_rows;
            int rest_by_columns = small_quotient(rest, columns_inverse);
            int column = rest - rest_by_columns * columns, layer = rest_by_columns;
            sum = (sum + row + column * 5 + layer) % 100003;
        }
    else
        for (int m = 0; m < end; m += 40999) {
            int row = m % rows, rest = m / rows;
            int column = rest % columns, layer = rest / columns;
            sum = (sum + row + column * 5 + layer) % 100003;
        }
    below[i] = sum;
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
    int *d_below;
    hicuda_check(cudaMalloc((void **)&d_below, sizeof below), "division-by-what-stays.c:23: global alloc below[*]");
    divide<<<2, 48>>>(d_digits, d_signs, d_unsigneds, d_once, d_changing, d_below, box, first, width);
    hicuda_launched(cudaGetLastError(), "division-by-what-stays.c:24: kernel divide tblock(2) thread(48)");
    hicuda_check(cudaMemcpy(digits, d_digits, sizeof digits, cudaMemcpyDeviceToHost), "division-by-what-stays.c:66: global copyout digits[*]");
    hicuda_check(cudaMemcpy(signs, d_signs, sizeof signs, cudaMemcpyDeviceToHost), "division-by-what-stays.c:67: global copyout signs[*]");
    hicuda_check(cudaMemcpy(unsigneds, d_unsigneds, sizeof unsigneds, cudaMemcpyDeviceToHost), "division-by-what-stays.c:68: global copyout unsigneds[*]");
    hicuda_check(cudaMemcpy(once, d_once, sizeof once, cudaMemcpyDeviceToHost), "division-by-what-stays.c:69: global copyout once[*]");
    hicuda_check(cudaMemcpy(changing, d_changing, sizeof changing, cudaMemcpyDeviceToHost), "division-by-what-stays.c:70: global copyout changing[*]");
    hicuda_check(cudaMemcpy(below, d_below, sizeof below, cudaMemcpyDeviceToHost), "division-by-what-stays.c:71: global copyout below[*]");
    hicuda_check(cudaFree(d_digits), "division-by-what-stays.c:72: global free digits signs unsigneds once changing below");
    hicuda_check(cudaFree(d_signs), "division-by-what-stays.c:72: global free digits signs unsigneds once changing below");
    hicuda_check(cudaFree(d_unsigneds), "division-by-what-stays.c:72: global free digits signs unsigneds once changing below");
    hicuda_check(cudaFree(d_once), "division-by-what-stays.c:72: global free digits signs unsigneds once changing below");
    hicuda_check(cudaFree(d_changing), "division-by-what-stays.c:72: global free digits signs unsigneds once changing below");
    hicuda_check(cudaFree(d_below), "division-by-what-stays.c:72: global free digits signs unsigneds once changing below");
    unsigned check = 0;
    for (int i = 0; i < N; i++)
        check = check * 31 + digits[i] + signs[i] * 3u + unsigneds[i] * 5 + once[i] * 7 + changing[i] * 11 + below[i] * 13u;
    for (int i = 0; i < N; i += 13)
        printf("%d %d %u %d %d %d\n", digits[i], signs[i], unsigneds[i], once[i], changing[i], below[i]);
    printf("%u\n", check);
    return 0;
}
