//@ emit: cuda cpu
//@ run: cpu
// The sums run in all copies, also in those beyond the end, whose `scale` nobody has set: it begins as 0.
#include <stdio.h>

static int a[37], b[8], c[37];

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

// registers-without-iteration.c:17: kernel weighted
__global__ void weighted(const int *__restrict__ a, const int *__restrict__ b, int *__restrict__ c)
{
    __shared__ int b_tile[8];
    int i_base = blockIdx.x * 19;
    int i = i_base + threadIdx.x;
    int scale[4] = {};
    int sum[4] = {};
    #pragma unroll
    for (int u = 0; u < 4; u++) {
        if (threadIdx.x + 8 * u < 19 && i + 8 * u < 37) {
            scale[u] = a[i + 8 * u];
            sum[u] = 0;
        }
    }
    b_tile[threadIdx.x] = b[threadIdx.x];
    __syncthreads();
    #pragma unroll
    for (int k = 0; k < 8; k++) {
        #pragma unroll
        for (int u = 0; u < 4; u++)
            sum[u] += scale[u] * b_tile[k];
    }
    #pragma unroll
    for (int u = 0; u < 4; u++) {
        if (threadIdx.x + 8 * u < 19 && i + 8 * u < 37)
            c[i + 8 * u] = sum[u];
    }
}

int main(void)
{
    for (int i = 0; i < 37; i++)
        a[i] = i * 7 % 10;
    for (int k = 0; k < 8; k++)
        b[k] = k * k;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "registers-without-iteration.c:14: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "registers-without-iteration.c:14: global alloc a[*] copyin");
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "registers-without-iteration.c:15: global alloc b[*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "registers-without-iteration.c:15: global alloc b[*] copyin");
    int *d_c;
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "registers-without-iteration.c:16: global alloc c[*]");
    weighted<<<2, 8>>>(d_a, d_b, d_c);
    hicuda_launched(cudaGetLastError(), "registers-without-iteration.c:17: kernel weighted tblock(2) thread(8)");
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "registers-without-iteration.c:30: global copyout c[*]");
    hicuda_check(cudaFree(d_a), "registers-without-iteration.c:31: global free a b c");
    hicuda_check(cudaFree(d_b), "registers-without-iteration.c:31: global free a b c");
    hicuda_check(cudaFree(d_c), "registers-without-iteration.c:31: global free a b c");
    int total = 0;
    for (int i = 0; i < 37; i++)
        total += c[i] * (i + 1);
    printf("%d %d %d\n", c[1], c[36], total);
    return 0;
}
