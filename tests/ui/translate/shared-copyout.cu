//@ emit: cuda cpu
//@ run: cpu h200
// Results are collected in shared memory and written back together.
#include <stdio.h>

float a[3][70];

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

// shared-copyout.c:11: kernel number
__global__ void number(float (*__restrict__ a)[70])
{
    __shared__ float a_tile[1][32];
    int i_base = blockIdx.y;
    int i = i_base + threadIdx.y;
    int j_base = blockIdx.x * 24;
    int j = j_base + threadIdx.x;
    if (threadIdx.x < 24 && j < 70)
        a_tile[threadIdx.y][threadIdx.x] = i + j;
    __syncthreads();
    if (threadIdx.x < 24 && j < 70)
        a[i][j] = a_tile[i - i_base][j - j_base];
}

int main(void)
{
    float (*d_a)[70];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "shared-copyout.c:10: global alloc a[*][*]");
    number<<<dim3(3, 3), 32>>>(d_a);
    hicuda_launched(cudaGetLastError(), "shared-copyout.c:11: kernel number tblock(3, 3) thread(1, 32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "shared-copyout.c:24: global copyout a[*][*]");
    hicuda_check(cudaFree(d_a), "shared-copyout.c:25: global free a");
    printf("%g %g\n", a[0][1], a[2][69]);
    return 0;
}
