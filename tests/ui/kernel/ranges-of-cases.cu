//@ emit: cuda opencl
//@ run: cpu sim
// Ranges of cases are GNU C: kernels have each case by itself.
#include <stdio.h>

int x[96], o[96];

static int kind(int c)
{
    switch (c) {
    case '0' ... '9':
        return 1;
    case -2 ... -1:
    case 'A' ... 'F':
        return 2;
    default:
        return 0;
    }
}

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

cudaError_t launch_kinds(dim3 grid, dim3 block, const int *x, int *o);

int main(void)
{
    for (int i = 0; i < 96; i++)
        x[i] = i - 5;
    int *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "ranges-of-cases.c:25: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "ranges-of-cases.c:25: global alloc x[*] copyin");
    int *d_o;
    hicuda_check(cudaMalloc((void **)&d_o, sizeof o), "ranges-of-cases.c:26: global alloc o[*]");
    hicuda_launched(launch_kinds((dim3){3, 1, 1}, (dim3){32, 1, 1}, d_x, d_o), "ranges-of-cases.c:27: kernel kinds tblock(3) thread(32)");
    hicuda_check(cudaMemcpy(o, d_o, sizeof o, cudaMemcpyDeviceToHost), "ranges-of-cases.c:43: global copyout o[*]");
    hicuda_check(cudaFree(d_x), "ranges-of-cases.c:44: global free x o");
    hicuda_check(cudaFree(d_o), "ranges-of-cases.c:44: global free x o");
    for (int i = 0; i < 96; i++)
        printf("%d ", o[i]);
    printf("\n");
    return 0;
}
__device__ static int kind(int c)
{
    switch (c) {
    case 48:
    case 49:
    case 50:
    case 51:
    case 52:
    case 53:
    case 54:
    case 55:
    case 56:
    case 57:
        return 1;
    case -2:
    case -1:
    case 65:
    case 66:
    case 67:
    case 68:
    case 69:
    case 70:
        return 2;
    default:
        return 0;
    }
}

// ranges-of-cases.c:27: kernel kinds
__global__ void kinds(const int *__restrict__ x, int *__restrict__ o)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    int r = 0;
    switch (x[i] & 7) {
    case 3:
        r += 3;
    case 2:
        r += 2;
        break;
    case 6:
    case 7:
        r = 60;
    }
    o[i] = r + kind(x[i]);
}

extern "C" cudaError_t launch_kinds(dim3 grid, dim3 block, const int *x, int *o)
{
    kinds<<<grid, block>>>(x, o);
    return cudaGetLastError();
}
