//@ emit: cuda cpu
//@ run: cpu
// Of three variables declared together one differs between the copies from the
// start, one is the same for all, and one begins the same.
#include <stdio.h>

#define N 96

int a[N], b[4] = { 3, 1, 4, 1 };

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

// declared-together.c:15: kernel together
__global__ void together(const int *__restrict__ b, int *__restrict__ a)
{
    int i = blockIdx.x * 48 + threadIdx.x;
    int first[4];
    int factor = N - 1;
    int sum[4];
    #pragma unroll
    for (int u = 0; u < 4; u++) {
        first[u] = 2 * (i + 12 * u);
        sum[u] = 0;
    }
    #pragma unroll
    for (int k = 0; k < 4; k++) {
        #pragma unroll
        for (int u = 0; u < 4; u++)
            sum[u] += first[u] * b[k] + factor;
    }
    #pragma unroll
    for (int u = 0; u < 4; u++)
        a[i + 12 * u] = sum[u];
}

int main(void)
{
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "declared-together.c:13: global alloc a[*]");
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "declared-together.c:14: global alloc b[*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "declared-together.c:14: global alloc b[*] copyin");
    together<<<2, 12>>>(d_b, d_a);
    hicuda_launched(cudaGetLastError(), "declared-together.c:15: kernel together tblock(2) thread(12)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "declared-together.c:24: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "declared-together.c:25: global free a b");
    hicuda_check(cudaFree(d_b), "declared-together.c:25: global free a b");
    unsigned check = 0;
    for (int i = 0; i < N; i++)
        check = check * 31u + (unsigned)a[i];
    printf("%u\n", check);
    return 0;
}
