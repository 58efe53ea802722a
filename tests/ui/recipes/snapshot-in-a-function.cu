//@ run: cpu sim
//@ emit: cuda
// A function that a kernel calls, and the host too: for the kernel its reads see old values, and in the text of the host
// no directive is left.
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

// A section that does not fit its array, or a grid that is too large, ends the program.
static void hicuda_require(int holds, const char *problem)
{
    if (!holds) {
        fprintf(stderr, "%s\n", problem);
        exit(EXIT_FAILURE);
    }
}

void shift(float *a, int n)
{
    for (int i = 0; i < n - 1; i++)
        a[i] = a[i + 1] + 1;
}
// snapshot-in-a-function.c:16: kernel k
__global__ void k(float *__restrict__ a, const float *__restrict__ a_before, int n)
{
    int i_chunk = n / 2;
    int i_begin = blockIdx.x * i_chunk;
    int i_end = min(i_begin + i_chunk, n - 1);
    for (int i = i_begin + threadIdx.x; i < i_end; i += 32)
        a[i] = a_before[i + 1] + 1;
}

static void f(float *a, int n)
{
    hicuda_require(0 <= n, "snapshot-in-a-function.c:15: the section of `a` ends before it starts");
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(float) * n), "snapshot-in-a-function.c:15: global alloc a[0:n-1] copyin");
    float *d_a_before;
    hicuda_check(cudaMalloc((void **)&d_a_before, sizeof(float) * n), "snapshot-in-a-function.c:15: global alloc a[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof(float) * n, cudaMemcpyHostToDevice), "snapshot-in-a-function.c:15: global alloc a[0:n-1] copyin");
    hicuda_check(cudaMemcpy(d_a_before, d_a, sizeof(float) * n, cudaMemcpyDeviceToDevice), "snapshot-in-a-function.c:16: kernel k tblock(2) thread(32)");
    k<<<2, 32>>>(d_a, d_a_before, n);
    hicuda_launched(cudaGetLastError(), "snapshot-in-a-function.c:16: kernel k tblock(2) thread(32)");
    hicuda_require(0 <= n, "snapshot-in-a-function.c:19: the section of `a` ends before it starts");
    hicuda_check(cudaMemcpy(a, d_a, sizeof(float) * n, cudaMemcpyDeviceToHost), "snapshot-in-a-function.c:19: global copyout a[0:n-1]");
    hicuda_check(cudaFree(d_a_before), "snapshot-in-a-function.c:20: global free a");
    hicuda_check(cudaFree(d_a), "snapshot-in-a-function.c:20: global free a");
}
int main(void){ float a[100]; for(int i=0;i<100;i++)a[i]=i*i%17; f(a,100); shift(a,50); double s=0; for(int i=0;i<100;i++)s+=a[i]*i; printf("%g\n",s); }
