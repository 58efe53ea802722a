//@ emit: cuda opencl
//@ run: cpu sim
// In a kernel an array is a pointer, and what is not evaluated is not passed: sizes of the host's things are asked of types.
#include <stdio.h>
#include <string.h>
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
static int x[96], o[96];
static const int tab[7] = { 1, 2, 3, 4, 5, 6, 7 };
struct s { int v[5]; char c; };
static struct s g[3];
static int size_of_x(int k) { return k + (int)sizeof x + (int)sizeof g[0].v; }
static int elements(void) { return (int)COUNT(x) + (int)COUNT(tab); }
static int uses(int k) { return x[k] + (int)COUNT(x) + (int)sizeof(x[k]); }
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

cudaError_t launch_k(dim3 grid, dim3 block, const int *x, int *o);

int main(void)
{
    double m[4][6];
    m[0][0] = 1;
    for (int i = 0; i < 96; i++) x[i] = i % 9;
    int *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "sizes-of-what-is-outside.c:19: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "sizes-of-what-is-outside.c:19: global alloc x[*] copyin");
    int *d_o;
    hicuda_check(cudaMalloc((void **)&d_o, sizeof o), "sizes-of-what-is-outside.c:20: global alloc o[*]");
    hicuda_launched(launch_k((dim3){3, 1, 1}, (dim3){32, 1, 1}, d_x, d_o), "sizes-of-what-is-outside.c:21: kernel k tblock(3) thread(32)");
    hicuda_check(cudaMemcpy(o, d_o, sizeof o, cudaMemcpyDeviceToHost), "sizes-of-what-is-outside.c:31: global copyout o[*]");
    hicuda_check(cudaFree(d_x), "sizes-of-what-is-outside.c:32: global free x o");
    hicuda_check(cudaFree(d_o), "sizes-of-what-is-outside.c:32: global free x o");
    for (int i = 0; i < 96; i++) printf("%d ", o[i]);
    printf("\n");
    return 0;
}
struct s {
    int v[5];
    char c;
};

static __constant__ const int tab_device[7] = {1, 2, 3, 4, 5, 6, 7};

__device__ static int size_of_x_k(int k)
{
    return k + (int)sizeof(int[96]) + (int)sizeof(int[5]);
}

__device__ static int elements_k()
{
    return (int)(sizeof(int[96]) / sizeof(int)) + (int)(sizeof(const int[7]) / sizeof(const int));
}

__device__ static int uses_k(int k, const int *x)
{
    return x[k] + (int)(sizeof(int[96]) / sizeof(int)) + (int)sizeof(int);
}

// sizes-of-what-is-outside.c:21: kernel k
__global__ void k(const int *__restrict__ x, int *__restrict__ o)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    int t[8], s = 0;
    for (int element = 0; element < 8; element++)
        t[element] = 0;
    for (unsigned int q = 0; q < sizeof(const int[7]) / sizeof(const int); q++)
        s += tab_device[q] * x[(i + q) % (sizeof(int[96]) / sizeof(int))];
    for (unsigned int q = 0; q < sizeof(t) / sizeof(*t); q++)
        s += t[q] + (int)q;
    o[i] = s + (int)sizeof(int[96]) + (int)sizeof(double[4][6]) + (int)sizeof(double[6]) + (int)sizeof(struct s[3]) + size_of_x_k(i) + elements_k() + uses_k(i, x) + (int)__alignof__(int);
}

extern "C" cudaError_t launch_k(dim3 grid, dim3 block, const int *x, int *o)
{
    k<<<grid, block>>>(x, o);
    return cudaGetLastError();
}
