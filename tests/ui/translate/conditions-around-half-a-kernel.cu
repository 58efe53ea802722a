//@ emit: cuda cpu
//@ run: cpu sim
// `#if` chooses between two heads of one loop: what closes the choice stands in the kernel, and stays. The program was
// read without OpenMP and as C, and its conditions choose so when the result is compiled.
#include <stdio.h>

#define N 64
#define DOWNWARDS 0

static int a[N];

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

cudaError_t launch_fill(dim3 grid, dim3 block, int *a);

int main(void)
{
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "conditions-around-half-a-kernel.c:15: global alloc a[*]");
#if DOWNWARDS
    for (i = N - 1; i >= 0; i--) {
#else /* upwards: #if in a comment is none */
    hicuda_launched(launch_fill((dim3){2, 1, 1}, (dim3){32, 1, 1}, d_a), "conditions-around-half-a-kernel.c:19: kernel fill tblock(2) thread(32)");
#endif
#if N > 32
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "conditions-around-half-a-kernel.c:31: global copyout a[*]");
#endif
    hicuda_check(cudaFree(d_a), "conditions-around-half-a-kernel.c:33: global free a");
#ifdef _OPENMP
    printf("with OpenMP\n");
#endif
#if defined(__cplusplus) || defined(__CUDACC__)
    printf("C++\n");
#endif
    printf("%d %d %d\n", a[1], a[N - 1], (int)sizeof 'a');
    return 0;
}
// conditions-around-half-a-kernel.c:19: kernel fill
__global__ void fill(int *__restrict__ a)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    a[i] = i;
}

extern "C" cudaError_t launch_fill(dim3 grid, dim3 block, int *a)
{
    fill<<<grid, block>>>(a);
    return cudaGetLastError();
}
