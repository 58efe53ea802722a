//@ emit: cuda cpu
//@ run: cpu
// A section of a three-dimensional array moves in one three-dimensional copy.
#include <stdio.h>

short a[5][6][7];

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

// three-dimensional-section.c:11: kernel number
__global__ void number(short (*__restrict__ a)[4][4])
{
    int i = blockIdx.x + 1;
    int j = threadIdx.y + 1;
    int k = threadIdx.x + 2;
    a[i - 1][j - 1][k - 2] = i * 100 + j * 10 + k;
}

int main(void)
{
    short (*d_a)[4][4];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof(short) * 3 * 4 * 4), "three-dimensional-section.c:10: global alloc a[1:3][1:4][2:5] copyin");
    for (size_t plane = 0; plane < 3; plane++)
        hicuda_check(cudaMemcpy2D(&d_a[plane][0][0], sizeof(short) * 4, &a[1 + plane][1][2], sizeof(short) * 7, sizeof(short) * 4, 4, cudaMemcpyHostToDevice), "three-dimensional-section.c:10: global alloc a[1:3][1:4][2:5] copyin");
    number<<<3, dim3(4, 4)>>>(d_a);
    hicuda_launched(cudaGetLastError(), "three-dimensional-section.c:11: kernel number tblock(3) thread(4, 4)");
    for (size_t plane = 0; plane < 3; plane++)
        hicuda_check(cudaMemcpy2D(&a[1 + plane][1][2], sizeof(short) * 7, &d_a[plane][0][0], sizeof(short) * 4, sizeof(short) * 4, 4, cudaMemcpyDeviceToHost), "three-dimensional-section.c:20: global copyout a[1:3][1:4][2:5]");
    hicuda_check(cudaFree(d_a), "three-dimensional-section.c:21: global free a");
    printf("%d %d %d\n", a[1][1][2], a[3][4][5], a[0][0][0]);
    return 0;
}
