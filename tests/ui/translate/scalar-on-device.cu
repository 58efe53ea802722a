//@ emit: cuda cpu
//@ run: cpu
// A scalar with a device copy is changed by the kernel and comes back.
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

// scalar-on-device.c:10: kernel square
__global__ void square(int *__restrict__ best)
{
    if (threadIdx.x == 0) {
        *best = *best * *best;
    }
}

int main(void)
{
    int best = 3;
    int *d_best;
    hicuda_check(cudaMalloc((void **)&d_best, sizeof best), "scalar-on-device.c:9: global alloc best copyin");
    hicuda_check(cudaMemcpy(d_best, &best, sizeof best, cudaMemcpyHostToDevice), "scalar-on-device.c:9: global alloc best copyin");
    square<<<1, 32>>>(d_best);
    hicuda_launched(cudaGetLastError(), "scalar-on-device.c:10: kernel square tblock(1) thread(32)");
    hicuda_check(cudaMemcpy(&best, d_best, sizeof best, cudaMemcpyDeviceToHost), "scalar-on-device.c:15: global copyout best");
    hicuda_check(cudaFree(d_best), "scalar-on-device.c:16: global free best");
    printf("%d\n", best);
    return 0;
}
