//@ emit: cuda cpu
//@ run: cpu
// Triangular and conditional bounds, steps, commas and second induction
// variables, bounds in a struct.
#include <stdio.h>

#define N 24

struct extent { int x, y; };
int lower[N][N], band[N], pairs[N], strided[N];

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

// shapes-of-loops.c:20: kernel shapes
__global__ void shapes(int (*__restrict__ lower)[24], int *__restrict__ band, int *__restrict__ pairs, int *__restrict__ strided, struct extent grid, int reach)
{
    int i_chunk = (grid.x + 2) / 3;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, grid.x);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 8) {
        for (int j = 0; j <= i; j++)
            lower[i][j] = i * j;
        int sum = 0;
        for (int j = i < reach ? 0 : i - reach; j < (i + reach < grid.y ? i + reach : grid.y); j++)
            sum += j;
        band[i] = sum;
        int up, down, meet = 0;
        for (up = 0, down = N - 1; up < down; up++, down--)
            meet += up * down;
        pairs[i] = meet + i;
        int k = 0;
        for (int j = i; j < N; j += 3, k += 2)
            strided[i] += j * k;
    }
}

int main(void)
{
    struct extent grid = {N, N - 3};
    int reach = 2;
    int (*d_lower)[24];
    hicuda_check(cudaMalloc((void **)&d_lower, sizeof lower), "shapes-of-loops.c:16: global alloc lower[*][*] clear");
    hicuda_check(cudaMemset(d_lower, 0, sizeof lower), "shapes-of-loops.c:16: global alloc lower[*][*] clear");
    int *d_band;
    hicuda_check(cudaMalloc((void **)&d_band, sizeof band), "shapes-of-loops.c:17: global alloc band[*]");
    int *d_pairs;
    hicuda_check(cudaMalloc((void **)&d_pairs, sizeof pairs), "shapes-of-loops.c:18: global alloc pairs[*]");
    int *d_strided;
    hicuda_check(cudaMalloc((void **)&d_strided, sizeof strided), "shapes-of-loops.c:19: global alloc strided[*] clear");
    hicuda_check(cudaMemset(d_strided, 0, sizeof strided), "shapes-of-loops.c:19: global alloc strided[*] clear");
    shapes<<<3, 8>>>(d_lower, d_band, d_pairs, d_strided, grid, reach);
    hicuda_launched(cudaGetLastError(), "shapes-of-loops.c:20: kernel shapes tblock(3) thread(8)");
    hicuda_check(cudaMemcpy(lower, d_lower, sizeof lower, cudaMemcpyDeviceToHost), "shapes-of-loops.c:38: global copyout lower[*][*]");
    hicuda_check(cudaMemcpy(band, d_band, sizeof band, cudaMemcpyDeviceToHost), "shapes-of-loops.c:39: global copyout band[*]");
    hicuda_check(cudaMemcpy(pairs, d_pairs, sizeof pairs, cudaMemcpyDeviceToHost), "shapes-of-loops.c:40: global copyout pairs[*]");
    hicuda_check(cudaMemcpy(strided, d_strided, sizeof strided, cudaMemcpyDeviceToHost), "shapes-of-loops.c:41: global copyout strided[*]");
    hicuda_check(cudaFree(d_lower), "shapes-of-loops.c:42: global free lower band pairs strided");
    hicuda_check(cudaFree(d_band), "shapes-of-loops.c:42: global free lower band pairs strided");
    hicuda_check(cudaFree(d_pairs), "shapes-of-loops.c:42: global free lower band pairs strided");
    hicuda_check(cudaFree(d_strided), "shapes-of-loops.c:42: global free lower band pairs strided");
    long total = 0;
    for (int i = 0; i < N; i++) {
        total = total * 3 + band[i] + pairs[i] + strided[i];
        for (int j = 0; j < N; j++)
            total += lower[i][j];
    }
    printf("%ld\n", total);
    return 0;
}
