//@ emit: cuda cpu
//@ run: cpu
// Whether two device copies are of the same memory is tested where only the run knows it, and only there.
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

// copies-that-may-overlap.c:10: kernel next
__global__ void next(int *__restrict__ y, const int *__restrict__ x, int n)
{
    int i_chunk = (n + 1) / 2;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 32)
        y[i] += x[i];
}

static void add(int n, const int *x, int *y)
{
    hicuda_require(0 <= n, "copies-that-may-overlap.c:8: the section of `x` ends before it starts");
    int *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof(int) * n), "copies-that-may-overlap.c:8: global alloc x[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof(int) * n, cudaMemcpyHostToDevice), "copies-that-may-overlap.c:8: global alloc x[0:n-1] copyin");
    hicuda_require(0 <= n, "copies-that-may-overlap.c:9: the section of `y` ends before it starts");
    hicuda_require((char *)&x[n] <= (char *)&y[0] || (char *)&y[n] <= (char *)&x[0], "copies-that-may-overlap.c:9: `y` overlaps `x`, which line 8 has on the device already");
    int *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof(int) * n), "copies-that-may-overlap.c:9: global alloc y[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_y, y, sizeof(int) * n, cudaMemcpyHostToDevice), "copies-that-may-overlap.c:9: global alloc y[0:n-1] copyin");
    next<<<2, 32>>>(d_y, d_x, n);
    hicuda_launched(cudaGetLastError(), "copies-that-may-overlap.c:10: kernel next tblock(2) thread(32)");
    hicuda_require(0 <= n, "copies-that-may-overlap.c:15: the section of `y` ends before it starts");
    hicuda_check(cudaMemcpy(y, d_y, sizeof(int) * n, cudaMemcpyDeviceToHost), "copies-that-may-overlap.c:15: global copyout y[0:n-1]");
    hicuda_check(cudaFree(d_x), "copies-that-may-overlap.c:16: global free x y");
    hicuda_check(cudaFree(d_y), "copies-that-may-overlap.c:16: global free x y");
}

// copies-that-may-overlap.c:23: kernel apart_next
__global__ void apart_next(int *__restrict__ y, const int *__restrict__ x, int n)
{
    int i_chunk = (n + 1) / 2;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 32)
        y[i] += x[i];
}

static void apart(int n, const int *x, int *y)
{
    hicuda_require(0 <= n, "copies-that-may-overlap.c:21: the section of `x` ends before it starts");
    int *d_x2;
    hicuda_check(cudaMalloc((void **)&d_x2, sizeof(int) * n), "copies-that-may-overlap.c:21: global alloc x[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_x2, x, sizeof(int) * n, cudaMemcpyHostToDevice), "copies-that-may-overlap.c:21: global alloc x[0:n-1] copyin");
    hicuda_require(0 <= n, "copies-that-may-overlap.c:22: the section of `y` ends before it starts");
    int *d_y2;
    hicuda_check(cudaMalloc((void **)&d_y2, sizeof(int) * n), "copies-that-may-overlap.c:22: global alloc y[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_y2, y, sizeof(int) * n, cudaMemcpyHostToDevice), "copies-that-may-overlap.c:22: global alloc y[0:n-1] copyin");
    apart_next<<<2, 32>>>(d_y2, d_x2, n);
    hicuda_launched(cudaGetLastError(), "copies-that-may-overlap.c:23: kernel apart_next tblock(2) thread(32)");
    hicuda_require(0 <= n, "copies-that-may-overlap.c:28: the section of `y` ends before it starts");
    hicuda_check(cudaMemcpy(y, d_y2, sizeof(int) * n, cudaMemcpyDeviceToHost), "copies-that-may-overlap.c:28: global copyout y[0:n-1]");
    hicuda_check(cudaFree(d_x2), "copies-that-may-overlap.c:29: global free x y");
    hicuda_check(cudaFree(d_y2), "copies-that-may-overlap.c:29: global free x y");
}

int main(int argc, char **argv)
{
    int a[130], b[65];
    for (int i = 0; i < 65; i++)
        a[i] = a[i + 65] = b[i] = i;
    add(64, argc > 5 ? a : a + 65, a);
    apart(64, b, a);
    apart(64, a + 65, a);
    printf("%d\n", a[3]);
    return 0;
}
