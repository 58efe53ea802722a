//@ emit: cuda cpu
//@ run: cpu h200
// The section reaches over the array's border; what is outside is not read.
#include <stdio.h>

#define N 100

int a[N], b[N];

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

// shared-halo.c:16: kernel smooth
__global__ void smooth(const int *__restrict__ a, int *__restrict__ b)
{
    __shared__ int a_tile[34];
    int i_base = blockIdx.x * 25;
    int i = i_base + threadIdx.x;
    for (int first = 0; first < 34; first += 32) {
        int element = first + threadIdx.x;
        if (element < 34) {
            int from = i_base - 1 + element;
            a_tile[element] = from >= 0 && from < 100 ? a[from] : 0;
        }
    }
    __syncthreads();
    int left;
    int right;
    if (threadIdx.x < 25) {
        left = i > 0 ? a_tile[threadIdx.x] : 0;
        right = i < N - 1 ? a_tile[threadIdx.x + 2] : 0;
        b[i] = left + a_tile[threadIdx.x + 1] + right;
    }
}

int main(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * i;
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "shared-halo.c:14: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "shared-halo.c:14: global alloc a[*] copyin");
    int *d_b;
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "shared-halo.c:15: global alloc b[*]");
    smooth<<<4, 32>>>(d_a, d_b);
    hicuda_launched(cudaGetLastError(), "shared-halo.c:16: kernel smooth tblock(4) thread(32)");
    hicuda_check(cudaMemcpy(b, d_b, sizeof b, cudaMemcpyDeviceToHost), "shared-halo.c:27: global copyout b[*]");
    hicuda_check(cudaFree(d_a), "shared-halo.c:28: global free a b");
    hicuda_check(cudaFree(d_b), "shared-halo.c:28: global free a b");
    printf("%d %d %d\n", b[0], b[50], b[99]);
    return 0;
}
