//@ emit: cuda cpu
//@ run: cpu
// Scalars and structs that a kernel only reads are passed by value; one that
// every iteration sets first is private.
#include <stdio.h>

struct line {
    int slope;
    float start;
};

float a[32];

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

// scalar-arguments.c:22: kernel evaluate
__global__ void evaluate(float *__restrict__ a, struct line line, double scale, unsigned char byte, long wide)
{
    float y;
    int i = threadIdx.x;
    y = line.slope * i + line.start;
    a[i] = (float)(y * scale + byte + wide);
}

int main(void)
{
    struct line line = { 2, 0.5f };
    unsigned char byte = 200;
    long wide = -3;
    double scale = 0.25;
    float *d_a;
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "scalar-arguments.c:21: global alloc a[*]");
    evaluate<<<1, 32>>>(d_a, line, scale, byte, wide);
    hicuda_launched(cudaGetLastError(), "scalar-arguments.c:22: kernel evaluate tblock(1) thread(32)");
    hicuda_check(cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost), "scalar-arguments.c:29: global copyout a[*]");
    hicuda_check(cudaFree(d_a), "scalar-arguments.c:30: global free a");
    printf("%g %g\n", a[0], a[31]);
    return 0;
}
