//@ emit: cuda cpu
//@ run: cpu
// An array of the kernel's own, shared by the block. Two barriers are needed
// and added: before others read it, and before the next row overwrites it.
#include <stdio.h>

int a[10][32];

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

// shared-local.c:12: kernel reverse
__global__ void reverse(int (*__restrict__ a)[32])
{
    __shared__ int row[32];
    int i_begin = blockIdx.x * 2;
    for (int i = i_begin; i < i_begin + 2; i++) {
        __syncthreads();
        {
            int j = threadIdx.x;
            row[j] = i * 32 + j;
        }
        __syncthreads();
        {
            int j = threadIdx.x;
            a[i][j] = row[31 - j];
        }
    }
}

int main(void)
{
    int (*d_a)[32];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "shared-local.c:11: global alloc a[*][*]");
    reverse<<<5, 32>>>(d_a);
    hicuda_launched(cudaGetLastError(), "shared-local.c:12: kernel reverse tblock(5) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "shared-local.c:26: global copyout a[*][*]");
    hicuda_check(cudaFree(d_a), "shared-local.c:27: global free a");
    printf("%d %d\n", a[0][0], a[9][31]);
    return 0;
}
