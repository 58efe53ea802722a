#include <stdio.h>
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

// A section that does not fit its array, or a grid that is too large, ends the program.
static void hicuda_require(int holds, const char *problem)
{
    if (!holds) {
        fprintf(stderr, "%s\n", problem);
        exit(EXIT_FAILURE);
    }
}

// copies-of-what-callers-pass.c:7: kernel k
__global__ void k(int *__restrict__ y, const int *__restrict__ x, int n)
{
    int i_chunk = (n + 3) / 4;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 32)
        y[i] += x[i];
}

//@ emit: cuda
// Nobody here calls these functions: whether two of their arrays overlap is tested when the second copy is made.
void add(int n, int *x, int *y)
{
    hicuda_require(0 <= n, "copies-of-what-callers-pass.c:5: the section of `x` ends before it starts");
    int *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof(int) * n), "copies-of-what-callers-pass.c:5: global alloc x[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof(int) * n, cudaMemcpyHostToDevice), "copies-of-what-callers-pass.c:5: global alloc x[0:n-1] copyin");
    hicuda_require(0 <= n, "copies-of-what-callers-pass.c:6: the section of `y` ends before it starts");
    hicuda_require((char *)&x[n] <= (char *)&y[0] || (char *)&y[n] <= (char *)&x[0], "copies-of-what-callers-pass.c:6: `y` overlaps `x`, which line 5 has on the device already");
    int *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof(int) * n), "copies-of-what-callers-pass.c:6: global alloc y[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_y, y, sizeof(int) * n, cudaMemcpyHostToDevice), "copies-of-what-callers-pass.c:6: global alloc y[0:n-1] copyin");
    k<<<4, 32>>>(d_y, d_x, n);
    hicuda_launched(cudaGetLastError(), "copies-of-what-callers-pass.c:7: kernel k tblock(4) thread(32)");
    hicuda_require(0 <= n, "copies-of-what-callers-pass.c:12: the section of `y` ends before it starts");
    hicuda_check(cudaMemcpy(y, d_y, sizeof(int) * n, cudaMemcpyDeviceToHost), "copies-of-what-callers-pass.c:12: global copyout y[0:n-1]");
    hicuda_check(cudaFree(d_x), "copies-of-what-callers-pass.c:13: global free x y");
    hicuda_check(cudaFree(d_y), "copies-of-what-callers-pass.c:13: global free x y");
}

// copies-of-what-callers-pass.c:21: kernel rows
__global__ void rows(int *__restrict__ y, const int *__restrict__ x, int n, int m)
{
    int i_chunk = (n + 3) / 4;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin; i < i_end; i++)
        for (int j = threadIdx.x; j < m; j += 32)
            y[i * m + j] += x[i * m + j];
}

void add_rows(int n, int m, int *x, int *y)
{
    int *d_x2;
    hicuda_check(cudaMalloc((void **)&d_x2, sizeof(int) * n * m), "copies-of-what-callers-pass.c:19: global alloc x[*][*] copyin");
    hicuda_check(cudaMemcpy(d_x2, x, sizeof(int) * n * m, cudaMemcpyHostToDevice), "copies-of-what-callers-pass.c:19: global alloc x[*][*] copyin");
    hicuda_require((char *)&x[n * (long)m] <= (char *)&y[0] || (char *)&y[n * (long)m] <= (char *)&x[0], "copies-of-what-callers-pass.c:20: `y` overlaps `x`, which line 19 has on the device already");
    int *d_y2;
    hicuda_check(cudaMalloc((void **)&d_y2, sizeof(int) * n * m), "copies-of-what-callers-pass.c:20: global alloc y[*][*] copyin");
    hicuda_check(cudaMemcpy(d_y2, y, sizeof(int) * n * m, cudaMemcpyHostToDevice), "copies-of-what-callers-pass.c:20: global alloc y[*][*] copyin");
    rows<<<4, 32>>>(d_y2, d_x2, n, m);
    hicuda_launched(cudaGetLastError(), "copies-of-what-callers-pass.c:21: kernel rows tblock(4) thread(32)");
    hicuda_check(cudaMemcpy(y, d_y2, sizeof(int) * n * m, cudaMemcpyDeviceToHost), "copies-of-what-callers-pass.c:28: global copyout y[*][*]");
    hicuda_check(cudaFree(d_x2), "copies-of-what-callers-pass.c:29: global free x y");
    hicuda_check(cudaFree(d_y2), "copies-of-what-callers-pass.c:29: global free x y");
}

// copies-of-what-callers-pass.c:38: kernel other
__global__ void other(int *__restrict__ y, const int *__restrict__ x, const float *__restrict__ z, int n)
{
    int i_chunk = (n + 3) / 4;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 32)
        y[i] += x[i] + (int)z[i];
}

// `restrict` says it, and numbers of two kinds are two arrays.
void apart(int n, int *__restrict__ x, int *y, float *z)
{
    hicuda_require(0 <= n, "copies-of-what-callers-pass.c:35: the section of `x` ends before it starts");
    int *d_x3;
    hicuda_check(cudaMalloc((void **)&d_x3, sizeof(int) * n), "copies-of-what-callers-pass.c:35: global alloc x[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_x3, x, sizeof(int) * n, cudaMemcpyHostToDevice), "copies-of-what-callers-pass.c:35: global alloc x[0:n-1] copyin");
    hicuda_require(0 <= n, "copies-of-what-callers-pass.c:36: the section of `y` ends before it starts");
    int *d_y3;
    hicuda_check(cudaMalloc((void **)&d_y3, sizeof(int) * n), "copies-of-what-callers-pass.c:36: global alloc y[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_y3, y, sizeof(int) * n, cudaMemcpyHostToDevice), "copies-of-what-callers-pass.c:36: global alloc y[0:n-1] copyin");
    hicuda_require(0 <= n, "copies-of-what-callers-pass.c:37: the section of `z` ends before it starts");
    float *d_z;
    hicuda_check(cudaMalloc((void **)&d_z, sizeof(float) * n), "copies-of-what-callers-pass.c:37: global alloc z[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_z, z, sizeof(float) * n, cudaMemcpyHostToDevice), "copies-of-what-callers-pass.c:37: global alloc z[0:n-1] copyin");
    other<<<4, 32>>>(d_y3, d_x3, d_z, n);
    hicuda_launched(cudaGetLastError(), "copies-of-what-callers-pass.c:38: kernel other tblock(4) thread(32)");
    hicuda_require(0 <= n, "copies-of-what-callers-pass.c:43: the section of `y` ends before it starts");
    hicuda_check(cudaMemcpy(y, d_y3, sizeof(int) * n, cudaMemcpyDeviceToHost), "copies-of-what-callers-pass.c:43: global copyout y[0:n-1]");
    hicuda_check(cudaFree(d_x3), "copies-of-what-callers-pass.c:44: global free x y z");
    hicuda_check(cudaFree(d_y3), "copies-of-what-callers-pass.c:44: global free x y z");
    hicuda_check(cudaFree(d_z), "copies-of-what-callers-pass.c:44: global free x y z");
}
