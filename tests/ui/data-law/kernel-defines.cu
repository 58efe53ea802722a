//@ emit: cuda
//@ run: cpu sim
// A kernel that reaches every element by a permutation, which nobody but the user can know: what comes after may read
// all of the array.
#include <stdio.h>

#define N 256

int order[N], a[N], b[N], c[N];

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

// kernel-defines.c:22: kernel scatter
__global__ void scatter(int *__restrict__ b, const int *__restrict__ order, const int *__restrict__ a)
{
    int i = blockIdx.x * 128 + threadIdx.x;
    b[order[i]] = a[i];
}

// kernel-defines.c:27: kernel next
__global__ void next(int *__restrict__ c, const int *__restrict__ b)
{
    int i = blockIdx.x * 128 + threadIdx.x;
    c[i] = 2 * b[i];
}

int main(void)
{
    unsigned check = 0;
    for (int i = 0; i < N; i++) {
        order[i] = i * 37 % N;
        a[i] = i * i % 101;
    }
    int *d_order;
    hicuda_check(cudaMalloc((void **)&d_order, sizeof order), "kernel-defines.c:18: global alloc order[*] copyin");
    hicuda_check(cudaMemcpy(d_order, order, sizeof order, cudaMemcpyHostToDevice), "kernel-defines.c:18: global alloc order[*] copyin");
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "kernel-defines.c:19: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "kernel-defines.c:19: global alloc a[*] copyin");
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "kernel-defines.c:20: global alloc b[*]");
    int *d_c;
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "kernel-defines.c:21: global alloc c[*]");
    scatter<<<2, 128>>>(d_b, d_order, d_a);
    hicuda_launched(cudaGetLastError(), "kernel-defines.c:22: kernel scatter tblock(2) thread(128) defines(b)");
    next<<<2, 128>>>(d_c, d_b);
    hicuda_launched(cudaGetLastError(), "kernel-defines.c:27: kernel next tblock(2) thread(128)");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "kernel-defines.c:32: global copyout b[*]");
    hicuda_check(cudaMemcpy(c, d_c, sizeof c, cudaMemcpyDeviceToHost), "kernel-defines.c:33: global copyout c[*]");
    hicuda_check(cudaFree(d_order), "kernel-defines.c:34: global free order a b c");
    hicuda_check(cudaFree(d_a), "kernel-defines.c:34: global free order a b c");
    hicuda_check(cudaFree(d_b), "kernel-defines.c:34: global free order a b c");
    hicuda_check(cudaFree(d_c), "kernel-defines.c:34: global free order a b c");
    for (int i = 0; i < N; i++)
        check = check * 31u + (unsigned)(b[i] + c[i]);
    printf("%u\n", check);
    return 0;
}
