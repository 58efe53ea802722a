//@ emit: cuda cpu
//@ run: cpu sim
// What is assumed is tested when the program runs, and proves what could not be proven without it.
#include <stdio.h>

#define N 64

int a[4 * N], b[N];

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

// assume.c:15: kernel folds
__global__ void folds(int *__restrict__ a, int n, int shift)
{
    int i_chunk = (n + 1) / 2;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 32)
        a[i] += a[i + shift];
}

// Iterations would meet if `shift` were less than `n`.
static void fold(int n, int shift)
{
    hicuda_require(0 <= n, "assume.c:13: `0 <= n` is assumed, and does not hold");
    hicuda_require(n <= shift, "assume.c:13: `n <= shift` is assumed, and does not hold");
    hicuda_require(n + shift <= 4 * N, "assume.c:13: `n + shift <= 4 * N` is assumed, and does not hold");
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(int) * (n + shift)), "assume.c:14: global alloc a[0:n+shift-1] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof(int) * (n + shift), cudaMemcpyHostToDevice), "assume.c:14: global alloc a[0:n+shift-1] copyin");
    folds<<<2, 32>>>(d_a, n, shift);
    hicuda_launched(cudaGetLastError(), "assume.c:15: kernel folds tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof(int) * n, cudaMemcpyDeviceToHost), "assume.c:20: global copyout a[0:n-1]");
    hicuda_check(cudaFree(d_a), "assume.c:21: global free a");
}

// assume.c:30: kernel picks
__global__ void picks(int *__restrict__ b, const int *__restrict__ a, int first)
{
    int i = threadIdx.x;
    b[i] = a[first + i];
}

// In a kernel it is tested before each launch.
static void pick(int first)
{
    int *d_a2;
    hicuda_check(cudaMalloc((void **)&d_a2, sizeof a), "assume.c:27: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a2, a, sizeof a, cudaMemcpyHostToDevice), "assume.c:27: global alloc a[*] copyin");
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "assume.c:28: global alloc b[*]");
    for (int round = 0; round < 2; round++) {
        hicuda_require(first >= 0, "assume.c:31: `first >= 0` is assumed, and does not hold");
        hicuda_require(first <= 3 * N, "assume.c:31: `first <= 3 * N` is assumed, and does not hold");
        picks<<<1, N>>>(d_b, d_a2, first);
        hicuda_launched(cudaGetLastError(), "assume.c:30: kernel picks tblock(1) thread(N)");
    }
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "assume.c:37: global copyout b[*]");
    hicuda_check(cudaFree(d_a2), "assume.c:38: global free a b");
    hicuda_check(cudaFree(d_b), "assume.c:38: global free a b");
}

int main(void)
{
    unsigned check = 0;
    for (int i = 0; i < 4 * N; i++)
        a[i] = i * i % 101;
    fold(N, 2 * N);
    pick(3 * N);
    for (int i = 0; i < N; i++)
        check = check * 31u + (unsigned)(a[i] + b[i]);
    printf("%u\n", check);
    return 0;
}
