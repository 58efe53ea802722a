//@ emit: cuda cpu
//@ run: cpu
// `printf` in kernels: each iteration prints its line, once, and what the host prints afterwards
// comes afterwards. `independent` says that the order does not matter; one block of one thread keeps it.
#include <stdio.h>

int a[8];

__device__ static void tell(int i, float x)
{
    printf("half of a[%d] is %g\n", i, x);
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

// kernels-that-print.c:17: kernel squares
__global__ void squares(int *__restrict__ a)
{
    int i = threadIdx.x;
    a[i] = i * i;
    if (i == 3)
        tell(i, 0.5f * a[i]);
}

// kernels-that-print.c:26: kernel list
__global__ void list(const int *__restrict__ a)
{
    for (int i = blockIdx.x * 8 + threadIdx.x; i < 8; i++)
        printf("%s %d: %5.1f%%\n", "a", i, 0.25 * a[i]);
}

int main(void)
{
    int *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "kernels-that-print.c:16: global alloc a[*]");
    squares<<<1, 8>>>(d_a);
    hicuda_launched(cudaGetLastError(), "kernels-that-print.c:17: kernel squares tblock(1) thread(8)");
    hicuda_check(cudaDeviceSynchronize(), "kernels-that-print.c:17: kernel squares tblock(1) thread(8)");
    puts("between");
    list<<<1, 1>>>(d_a);
    hicuda_launched(cudaGetLastError(), "kernels-that-print.c:26: kernel list tblock(1) thread(1)");
    hicuda_check(cudaDeviceSynchronize(), "kernels-that-print.c:26: kernel list tblock(1) thread(1)");
    printf("after\n");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "kernels-that-print.c:32: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "kernels-that-print.c:33: global free a");
    printf("%d\n", a[7]);
    return 0;
}
