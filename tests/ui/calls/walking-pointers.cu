//@ emit: cuda cpu
//@ run: cpu
// `*p++` walks, in the kernel and in a function, and a base with an offset.
#include <stdio.h>

#define N 32
#define K 5

int a[N + K], b[N], c[N];

__device__ static int dot(const int *p, const int *q, int n)
{
    int sum = 0;
    while (n-- > 0)
        sum += *p++ * *q++;
    return sum;
}

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

// walking-pointers.c:26: kernel walk
__global__ void walk(const int *__restrict__ a, int *__restrict__ b, int *__restrict__ c)
{
    int i = blockIdx.x * 16 + threadIdx.x;
    const int *p = a + i;
    int sum = 0;
    for (int k = 0; k < K; k++)
        sum += *p++;
    b[i] = sum;
    const int *centre = &a[i + 2];
    c[i] = dot(a + i, &a[i], K) + centre[-2] * centre[-1];
}

int main(void)
{
    for (int i = 0; i < N + K; i++)
        a[i] = i % 7 - 3;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "walking-pointers.c:23: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "walking-pointers.c:23: global alloc a[*] copyin");
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "walking-pointers.c:24: global alloc b[*]");
    int *d_c;
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "walking-pointers.c:25: global alloc c[*]");
    walk<<<2, 16>>>(d_a, d_b, d_c);
    hicuda_launched(cudaGetLastError(), "walking-pointers.c:26: kernel walk tblock(2) thread(16)");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "walking-pointers.c:38: global copyout b[*]");
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "walking-pointers.c:39: global copyout c[*]");
    hicuda_check(cudaFree(d_a), "walking-pointers.c:40: global free a b c");
    hicuda_check(cudaFree(d_b), "walking-pointers.c:40: global free a b c");
    hicuda_check(cudaFree(d_c), "walking-pointers.c:40: global free a b c");
    int total = 0;
    for (int i = 0; i < N; i++)
        total += b[i] * 100 + c[i] * (i + 1);
    printf("%d\n", total);
    return 0;
}
