//@ emit: cuda
//@ run: cpu
// Members of what functions and compound literals give are values, not accesses; a value between several braces is one.
#include <stdio.h>

struct pair { int x, v[2]; };
static struct pair made(int i) { struct pair r = {{i}, {{2 * i}, {{3}}}}; return r; }

int a[64], start = {{7}};

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

cudaError_t launch_k(dim3 grid, dim3 block, int *a);

int main(void) {
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "members-of-values.c:12: global alloc a[*]");
    hicuda_launched(launch_k((dim3){2, 1, 1}, (dim3){32, 1, 1}, d_a), "members-of-values.c:13: kernel k tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "members-of-values.c:21: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "members-of-values.c:22: global free a");
    long hash = start;
    for (int i = 0; i < 64; i++) hash = (hash * 31 + a[i]) % 1000003;
    printf("%ld\n", hash);
    return 0;
}
struct pair {
    int x;
    int v[2];
};

__device__ static struct pair made(int i)
{
    struct pair r = {i, {2 * i, 3}};
    return r;
}

// members-of-values.c:13: kernel k
__global__ void k(int *__restrict__ a)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    struct pair own = {1};
    int first = i;
    a[i] = (struct pair){8}.x + made(i).v[0] + (own = made(2)).x + (i > 3 ? own : made(1)).v[1] + first;
}

extern "C" cudaError_t launch_k(dim3 grid, dim3 block, int *a)
{
    k<<<grid, block>>>(a);
    return cudaGetLastError();
}
