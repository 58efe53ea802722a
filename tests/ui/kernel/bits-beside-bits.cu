//@ emit: cuda
//@ run: cpu sim
// A bit-field is written by a store of the word around it: nobody reads the bits beside it.
#include <stdio.h>

struct parts { unsigned low : 3; int middle : 5; unsigned high : 7; };
int x[96], o[96];

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

// bits-beside-bits.c:15: kernel packed
__global__ void packed(const int *__restrict__ x, int *__restrict__ o)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    struct parts p;
    p.low = x[i];
    p.middle = x[i];
    p.high = x[i] * 3;
    o[i] = p.low * 10000 + p.middle * 200 + p.high;
}

int main(void)
{
    for (int i = 0; i < 96; i++)
        x[i] = i * 37 % 97;
    int *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "bits-beside-bits.c:13: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "bits-beside-bits.c:13: global alloc x[*] copyin");
    int *d_o;
    hicuda_check(cudaMalloc((void **)&d_o, sizeof o), "bits-beside-bits.c:14: global alloc o[*]");
    packed<<<3, 32>>>(d_x, d_o);
    hicuda_launched(cudaGetLastError(), "bits-beside-bits.c:15: kernel packed tblock(3) thread(32)");
    hicuda_check(cudaMemcpy(o, d_o, sizeof o, cudaMemcpyDeviceToHost), "bits-beside-bits.c:25: global copyout o[*]");
    hicuda_check(cudaFree(d_x), "bits-beside-bits.c:26: global free x o");
    hicuda_check(cudaFree(d_o), "bits-beside-bits.c:26: global free x o");
    for (int i = 0; i < 96; i++)
        printf("%d ", o[i]);
    printf("\n");
    return 0;
}
