//@ emit: cuda
//@ run: cpu sim
// A bit-field is written by a store of the word around it: nobody reads the bits beside it.
#include <stdio.h>

struct parts { unsigned low : 3; int middle : 5; unsigned high : 7; _Bool odd : 1; _Bool large : 1; };
struct mixed { _Bool is_set : 1; int number : 3; };
int x[96], o[96];

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

cudaError_t launch_packed(dim3 grid, dim3 block, const int *x, int *o);

int main(void)
{
    for (int i = 0; i < 96; i++)
        x[i] = i * 37 % 97;
    int *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "bits-beside-bits.c:14: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "bits-beside-bits.c:14: global alloc x[*] copyin");
    int *d_o;
    hicuda_check(cudaMalloc((void **)&d_o, sizeof o), "bits-beside-bits.c:15: global alloc o[*]");
    hicuda_launched(launch_packed((dim3){3, 1, 1}, (dim3){32, 1, 1}, d_x, d_o), "bits-beside-bits.c:16: kernel packed tblock(3) thread(32)");
    hicuda_check(cudaMemcpy(o, d_o, sizeof o, cudaMemcpyDeviceToHost), "bits-beside-bits.c:31: global copyout o[*]");
    hicuda_check(cudaFree(d_x), "bits-beside-bits.c:32: global free x o");
    hicuda_check(cudaFree(d_o), "bits-beside-bits.c:32: global free x o");
    for (int i = 0; i < 96; i++)
        printf("%d ", o[i]);
    printf("\n");
    return 0;
}
struct parts {
    unsigned int low : 3;
    int middle : 5;
    unsigned int high : 7;
    bool odd : 1;
    bool large : 1;
};
struct mixed {
    bool is_set : 1;
    int number : 3;
};

// bits-beside-bits.c:16: kernel packed
__global__ void packed(const int *__restrict__ x, int *__restrict__ o)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    struct parts p;
    p.low = x[i];
    p.middle = x[i];
    p.high = x[i] * 3;
    p.odd = x[i] & 1;
    p.large = x[i] & 96;
    struct mixed m;
    m.is_set = x[i] & 6;
    m.number = x[i];
    o[i] = m.is_set * 1000000 + m.number + p.low * 10000 + p.middle * 200 + p.high + p.odd * 100000 + p.large * 200000;
}

extern "C" cudaError_t launch_packed(dim3 grid, dim3 block, const int *x, int *o)
{
    packed<<<grid, block>>>(x, o);
    return cudaGetLastError();
}
