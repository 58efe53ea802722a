//@ emit: cuda cpu
//@ run: cpu
// Pointers to the rows of one block: the host uses them, kernels use the block.
#include <stdio.h>
#include <stdlib.h>

static float **matrix(int n, int m)
{
    float **rows = (float **)malloc(n * sizeof *rows);
    rows[0] = (float *)malloc(n * m * sizeof **rows);
    for (int i = 1; i < n; i++)
        rows[i] = rows[0] + i * m;
    return rows;
}

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

// rows-of-one-block.c:21: kernel relaxed
__global__ void relaxed(float *__restrict__ next, const float *__restrict__ now, int n, int m)
{
    int i_chunk = (n + 1) / 4;
    int i_begin = blockIdx.x * i_chunk + 1;
    int i_end = min(i_begin + i_chunk, n - 1);
    for (int i = i_begin; i < i_end; i++)
        for (int j = threadIdx.x + 1; j < m - 1; j += 16)
            next[i * m + j] = (now[(i - 1) * m + j] + now[(i + 1) * m + j] + now[i * m + j]) / 4;
}

static void relax(float *now, float *next, int n, int m)
{
    float *d_now;
    hicuda_check(cudaMalloc((void **)&d_now, sizeof(float) * n * m), "rows-of-one-block.c:19: global alloc now[*][*] copyin");
    hicuda_check(cudaMemcpy(d_now, now, sizeof(float) * n * m, cudaMemcpyHostToDevice), "rows-of-one-block.c:19: global alloc now[*][*] copyin");
    float *d_next;
    hicuda_check(cudaMalloc((void **)&d_next, sizeof(float) * n * m), "rows-of-one-block.c:20: global alloc next[*][*] copyin");
    hicuda_check(cudaMemcpy(d_next, next, sizeof(float) * n * m, cudaMemcpyHostToDevice), "rows-of-one-block.c:20: global alloc next[*][*] copyin");
    relaxed<<<4, 16>>>(d_next, d_now, n, m);
    hicuda_launched(cudaGetLastError(), "rows-of-one-block.c:21: kernel relaxed tblock(4) thread(16)");
    hicuda_check(cudaMemcpy(next, d_next, sizeof(float) * n * m, cudaMemcpyDeviceToHost), "rows-of-one-block.c:28: global copyout next[*][*]");
    hicuda_check(cudaFree(d_now), "rows-of-one-block.c:29: global free now next");
    hicuda_check(cudaFree(d_next), "rows-of-one-block.c:29: global free now next");
}

int main(void)
{
    int n = 18, m = 20;
    float **a = matrix(n, m), **b = matrix(n, m);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = b[i][j] = i * j % 11;
    relax(a[0], b[0], n, m);
    float total = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            total += b[i][j] * (i + j);
    printf("%g\n", total);
    return 0;
}
