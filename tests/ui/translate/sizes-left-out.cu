//@ emit: cuda cpu
//@ run: cpu
// Without `tblock` and `thread` the compiler chooses, and says what.
#include <stdio.h>

#define N 100

int a[N], b[N][N], c[N];

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

// sizes-left-out.c:13: kernel scaled
__global__ void scaled(int *__restrict__ a, int n)
{
    int i = blockIdx.x * 1024 + threadIdx.x;
    if (i + 768 < n) {
        #pragma unroll
        for (int u = 0; u < 4; u++)
            a[i + 256 * u] = a[i + 256 * u] * 3 + 1;
    } else {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            if (i + 256 * u < n)
                a[i + 256 * u] = a[i + 256 * u] * 3 + 1;
        }
    }
}

void scale(int n)
{
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "sizes-left-out.c:12: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "sizes-left-out.c:12: global alloc a[*] copyin");
    if ((n + 1023) / 1024 > 0) {
        scaled<<<(n + 1023) / 1024, 256>>>(d_a, n);
        hicuda_launched(cudaGetLastError(), "sizes-left-out.c:13: kernel scaled //~ R2080 thread(256)");
    }
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "sizes-left-out.c:18: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "sizes-left-out.c:19: global free a");
}

// sizes-left-out.c:31: kernel table
__global__ void table(int (*__restrict__ b)[100])
{
    int i = blockIdx.y * 8 + threadIdx.y;
    int j = blockIdx.x * 25 + threadIdx.x;
    if (i < N && threadIdx.x < 25)
        b[i][j] = i * j;
}

// sizes-left-out.c:38: kernel rows
__global__ void rows(int *__restrict__ c, const int (*__restrict__ b)[100])
{
    int i = blockIdx.x;
    int j = threadIdx.x;
    if (j < 1)
        c[i] = b[i][i] + j;
}

int main(void)
{
    int i, j;
    for (i = 0; i < N; i++)
        a[i] = i;
    for (int n = -1; n <= N; n += N / 2)
        scale(n);
    int (*d_b)[100];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "sizes-left-out.c:29: global alloc b[*][*]");
    int *d_c;
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "sizes-left-out.c:30: global alloc c[*]");
    table<<<dim3(4, 13), dim3(32, 8)>>>(d_b);
    hicuda_launched(cudaGetLastError(), "sizes-left-out.c:31: kernel table thread(8, 32) //~ R2080 tblock(13, 4)");
    rows<<<100, 32>>>(d_c, d_b);
    hicuda_launched(cudaGetLastError(), "sizes-left-out.c:38: kernel rows //~ R2080");
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "sizes-left-out.c:45: global copyout c[*]");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "sizes-left-out.c:46: global copyout b[*][*]");
    hicuda_check(cudaFree(d_b), "sizes-left-out.c:47: global free b c");
    hicuda_check(cudaFree(d_c), "sizes-left-out.c:47: global free b c");
    unsigned check = 0;
    for (i = 0; i < N; i++)
        check = check * 31u + (unsigned)(a[i] + c[i] + b[i][N - 1 - i]);
    printf("%u\n", check);
    return 0;
}
