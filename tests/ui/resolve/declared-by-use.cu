//@ run: cpu
//@ emit: cuda
//@ fix: diff
// What old C made up is a warning in the GNU modes; the program is that of gcc.
static count;                           //~ W1181 this declaration has no type

int main(void)
{
    int a[64], last;
    for (int i = 0; i < 64; i++)
        a[i] = i;
    scale(a, 3);                        //~ W1180 the function `scale` is not declared before this call
    last = largest(a);                  //~ W1180 the function `largest` is not declared before this call
    printf("%d %d\n", last, count);     //~ W1180 the function `printf` is not declared before this call
    return 0;
}

#include <cuda_runtime.h>
#include <stdio.h>
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

cudaError_t launch_k(dim3 grid, dim3 block, int *a, int factor);

void scale(int a[64], int factor)
{
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(int) * 64), "declared-by-use.c:20: global alloc a[*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof(int) * 64, cudaMemcpyHostToDevice), "declared-by-use.c:20: global alloc a[*] copyin");
    hicuda_launched(launch_k((dim3){2, 1, 1}, (dim3){32, 1, 1}, d_a, factor), "declared-by-use.c:21: kernel k tblock(2) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof(int) * 64, cudaMemcpyDeviceToHost), "declared-by-use.c:26: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "declared-by-use.c:27: global free a");
    count++;
}

largest(int a[64])                      //~ W1181 this declaration has no type
{
    printf("%d\n", a[1]);
    return a[63];
}
// declared-by-use.c:21: kernel k
__global__ void k(int *__restrict__ a, int factor)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    a[i] = abs(-a[i] * factor);
}

extern "C" cudaError_t launch_k(dim3 grid, dim3 block, int *a, int factor)
{
    k<<<grid, block>>>(a, factor);
    return cudaGetLastError();
}
