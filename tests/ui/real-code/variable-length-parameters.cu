//@ emit: cuda cpu
//@ run: cpu
// Arrays whose extents are other parameters, `static` and `restrict` inside the
// brackets.
#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime.h>

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

cudaError_t launch_relaxed(dim3 grid, dim3 block, float *to, const float *from, int n, int m);

static void relax(int n, int m, float to[n][m], float from[static restrict n][m])
{
    float *d_from;
    hicuda_check(cudaMalloc((void **)&d_from, sizeof(float) * n * m), "variable-length-parameters.c:10: global alloc from[*][*] copyin");
    hicuda_check(cudaMemcpy(d_from, from, sizeof(float) * n * m, cudaMemcpyHostToDevice), "variable-length-parameters.c:10: global alloc from[*][*] copyin");
    float *d_to;
    hicuda_check(cudaMalloc((void **)&d_to, sizeof(float) * n * m), "variable-length-parameters.c:11: global alloc to[*][*] clear //~ R2049 `to`");
    hicuda_check(cudaMemcpy(d_to, to, sizeof(float) * n * m, cudaMemcpyHostToDevice), "variable-length-parameters.c:11: global alloc to[*][*] clear //~ R2049 `to`");
    hicuda_launched(launch_relaxed((dim3){2, 2, 1}, (dim3){8, 4, 1}, d_to, d_from, n, m), "variable-length-parameters.c:12: kernel relaxed tblock(2,2) thread(4,8)");
    hicuda_check(cudaMemcpy(to, d_to, sizeof(float) * n * m, cudaMemcpyDeviceToHost), "variable-length-parameters.c:19: global copyout to[*][*]");
    hicuda_check(cudaFree(d_from), "variable-length-parameters.c:20: global free from to");
    hicuda_check(cudaFree(d_to), "variable-length-parameters.c:20: global free from to");
}

int main(int argc, char **argv)
{
    int n = argc > 5 ? atoi(argv[1]) : 9, m = n + 6;
    float (*a)[m] = malloc(n * sizeof *a), (*b)[m] = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = i * j % 7;
    relax(n, m, b, a);
    float total = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            total += b[i][j] * (i - j);
    printf("%g\n", total);
    return 0;
}
// variable-length-parameters.c:12: kernel relaxed
__global__ void relaxed(float *__restrict__ to, const float *__restrict__ from, int n, int m)
{
    int i_chunk = (n - 1) / 2;
    int i_begin = blockIdx.y * i_chunk + 1;
    int i_end = min(i_begin + i_chunk, n - 1);
    for (int i = i_begin + threadIdx.y; i < i_end; i += 4) {
        int j_chunk = (m - 1) / 2;
        int j_begin = blockIdx.x * j_chunk + 1;
        int j_end = min(j_begin + j_chunk, m - 1);
        for (int j = j_begin + threadIdx.x; j < j_end; j += 8)
            to[(long)i * m + j] = (from[(long)i * m + j - 1] + from[(long)i * m + j + 1] + from[(long)(i - 1) * m + j] + from[(long)(i + 1) * m + j]) / 4;
    }
}

extern "C" cudaError_t launch_relaxed(dim3 grid, dim3 block, float *to, const float *from, int n, int m)
{
    relaxed<<<grid, block>>>(to, from, n, m);
    return cudaGetLastError();
}
