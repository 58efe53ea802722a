//@ emit: cuda cpu
//@ run: cpu
// Parameters whose rows have a length that is known at run time, called in kernels.
#include <stdio.h>

static float sum(int n, int m, float a[n][m], int i)
{
    float s = 0;
    for (int j = 0; j < m; j++)
        s += a[i][j] - a[n - 1][j];
    return s;
}

static void scale(int m, float row[restrict static m], float factor)
{
    for (int j = 0; j < m; j++)
        row[j] *= factor;
}

static float middle(int n, int m, float a[n][m])
{
    return sum(n, m, a, n / 2) + a[n / 2][m / 2];
}

#include <cuda_runtime.h>
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

cudaError_t launch_scaling(dim3 grid, dim3 block, float *a, int n, int m);
cudaError_t launch_sums(dim3 grid, dim3 block, float *a, float *s, int n, int m);

static void work(int n, int m, float a[n][m], float s[n])
{
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(float) * n * m), "rows-of-variable-length.c:27: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof(float) * n * m, cudaMemcpyHostToDevice), "rows-of-variable-length.c:27: global alloc a[*][*] copyin");
    float *d_s;
    hicuda_check(cudaMalloc((void **)&d_s, sizeof(float) * n), "rows-of-variable-length.c:28: global alloc s[*]");
    hicuda_launched(launch_scaling((dim3){4, 1, 1}, (dim3){16, 1, 1}, d_a, n, m), "rows-of-variable-length.c:29: kernel scaling tblock(4) thread(16)");
    hicuda_launched(launch_sums((dim3){4, 1, 1}, (dim3){16, 1, 1}, d_a, d_s, n, m), "rows-of-variable-length.c:34: kernel sums tblock(4) thread(16)");
    hicuda_check(cudaMemcpy(s, d_s, sizeof(float) * n, cudaMemcpyDeviceToHost), "rows-of-variable-length.c:39: global copyout s[*]");
    hicuda_check(cudaFree(d_a), "rows-of-variable-length.c:40: global free a s");
    hicuda_check(cudaFree(d_s), "rows-of-variable-length.c:40: global free a s");
}

int main(void)
{
    float a[30][8], s[30];
    for (int i = 0; i < 30; i++)
        for (int j = 0; j < 8; j++)
            a[i][j] = i * 3 + j;
    work(30, 8, a, s);
    printf("%g %g\n", s[3], s[29]);
    return 0;
}
__device__ static void scale(int m, float *__restrict__ row, float factor)
{
    for (int j = 0; j < m; j++)
        row[j] *= factor;
}

__device__ static float sum_in_kernel(int n, int m, float *a, int i)
{
    float s = 0;
    for (int j = 0; j < m; j++)
        s += a[i * m + j] - a[(n - 1) * m + j];
    return s;
}

__device__ static float middle_in_kernel(int n, int m, float *a)
{
    return sum_in_kernel(n, m, &a[0], n / 2) + a[n / 2 * m + m / 2];
}

// rows-of-variable-length.c:29: kernel scaling
__global__ void scaling(float *__restrict__ a, int n, int m)
{
    int i_chunk = (n + 3) / 4;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 16)
        scale(m, &a[(long)i * m], 0.5f);
}

extern "C" cudaError_t launch_scaling(dim3 grid, dim3 block, float *a, int n, int m)
{
    scaling<<<grid, block>>>(a, n, m);
    return cudaGetLastError();
}

// rows-of-variable-length.c:34: kernel sums
__global__ void sums(float *__restrict__ a, float *__restrict__ s, int n, int m)
{
    int i_chunk = (n + 3) / 4;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 16)
        s[i] = sum_in_kernel(n, m, &(&a[(long)0 * m])[0], i) + middle_in_kernel(n, m, &(&a[(long)0 * m])[0]);
}

extern "C" cudaError_t launch_sums(dim3 grid, dim3 block, float *a, float *s, int n, int m)
{
    sums<<<grid, block>>>(a, s, n, m);
    return cudaGetLastError();
}
