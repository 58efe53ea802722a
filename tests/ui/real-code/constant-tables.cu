//@ emit: cuda cpu
//@ run: cpu
// Tables of every kind of element, initialised in every way.
#include <stdio.h>
static const char letters[] = "hello world";
static const unsigned char codes[8] = { 'a', 0x7f, [5] = 200 };
static const double w[3] = { 1, 2, -3 };
static const float g[2][2] = { { 1, 2.5f }, { 3, 4 } };
static const struct bits_type { unsigned a : 3; int b : 5; float f; } bits[2] = { { 5, -7, 1 }, { 2, 3, 2 } };
static const long big = 1L << 40;
static const union u_type { int i; float f; } u = { .f = 1.5f };
enum { K = 3 };
static const short neg[] = { -1, -K, 'b' - 'a' };
static int tab(int i) { static const int t[] = { 3, 1, 4, 1, 5 }; return t[i % 5]; }
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

cudaError_t launch_k(dim3 grid, dim3 block, double *r, long big, union u_type u);

int main(void) {
    double r[40];
    double *d_r;
    hicuda_check(cudaMalloc((void **)&d_r, sizeof r), "constant-tables.c:17: global alloc r[*]");
    hicuda_launched(launch_k((dim3){1, 1, 1}, (dim3){40, 1, 1}, d_r, big, u), "constant-tables.c:18: kernel k tblock(1) thread(40)");
    hicuda_check(cudaMemcpy(r, d_r, sizeof r, cudaMemcpyDeviceToHost), "constant-tables.c:23: global copyout r[*]");
    hicuda_check(cudaFree(d_r), "constant-tables.c:24: global free r");
    double s = 0; for (int i = 0; i < 40; i++) s += r[i] * (i % 7 + 1);
    printf("%.6f\n", s);
    return 0;
}
struct bits_type {
    unsigned int a : 3;
    int b : 5;
    float f;
};
union u_type {
    int i;
    float f;
};
enum unnamed_11 {
    K = 3,
};

static __constant__ const char letters_device[12] = "hello world";

static __constant__ const unsigned char codes_device[8] = {'a', 0x7f, 0, 0, 0, 200};

static __constant__ const double w_device[3] = {1, 2, -3};

static __constant__ const float g_device[2][2] = {{1, 2.5f}, {3, 4}};

static __constant__ const struct bits_type bits_device[2] = {{5, -7, 1}, {2, 3, 2}};

static __constant__ const short neg_device[3] = {-1, -K, 'b' - 'a'};

__device__ static int tab(int i)
{
    static const int t[5] = {3, 1, 4, 1, 5};
    return t[i % 5];
}

// constant-tables.c:18: kernel k
__global__ void k(double *__restrict__ r, const long big, const union u_type u)
{
    int i = threadIdx.x;
    r[i] = letters_device[i % 11] + codes_device[i % 8] * w_device[i % 3] + g_device[i % 2][i / 2 % 2] + bits_device[i & 1].a * 3 + bits_device[i & 1].b + bits_device[i & 1].f + (big >> 38) + u.f + neg_device[i % 3] + tab(i) + sizeof(const char[12]);
}

extern "C" cudaError_t launch_k(dim3 grid, dim3 block, double *r, long big, union u_type u)
{
    k<<<grid, block>>>(r, big, u);
    return cudaGetLastError();
}
