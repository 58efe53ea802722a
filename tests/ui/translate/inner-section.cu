//@ emit: cuda cpu
//@ run: cpu
// A section that is not contiguous moves in one two-dimensional copy.
#include <stdio.h>

float a[10][12];

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

// inner-section.c:12: kernel twice
__global__ void twice(float (*__restrict__ a)[8])
{
    int i = blockIdx.x + 2;
    int j = threadIdx.x + 3;
    a[i - 2][j - 3] = 2 * a[i - 2][j - 3] + 1;
}

int main(void)
{
    a[3][4] = 1;
    float (*d_a)[8];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(float) * 6 * 8), "inner-section.c:11: global alloc a[2:7][3:10] copyin");
    hicuda_check(cudaMemcpy2D(d_a, sizeof(float) * 8, &a[2][3], sizeof(float) * 12, sizeof(float) * 8, 6, cudaMemcpyHostToDevice), "inner-section.c:11: global alloc a[2:7][3:10] copyin");
    twice<<<6, 8>>>(d_a);
    hicuda_launched(cudaGetLastError(), "inner-section.c:12: kernel twice tblock(6) thread(8)");
    hicuda_check(cudaMemcpy2D(&a[2][3], sizeof(float) * 12, d_a, sizeof(float) * 8, sizeof(float) * 8, 6, cudaMemcpyDeviceToHost), "inner-section.c:19: global copyout a[2:7][3:10]");
    hicuda_check(cudaFree(d_a), "inner-section.c:20: global free a");
    printf("%g %g %g\n", a[3][4], a[7][10], a[7][11]);
    return 0;
}
