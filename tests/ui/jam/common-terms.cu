//@ emit: cuda
//@ run: cpu
// With `fastmath` what the copies have in common is added up first; without it,
// sums keep their order.
#include <math.h>
#include <stdio.h>

#define N 64

struct charge { float x, y, z, q; };

float fast[N], exact[N];
struct charge charges[3] = { { 1, 2, 3, 1 }, { 5, -1, 2, -1 }, { 40, 3, 1, 2 } };

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

// common-terms.c:20: kernel quick
__global__ void quick(const struct charge *__restrict__ charges, float *__restrict__ fast)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    float sum[4];
    #pragma unroll
    for (int u = 0; u < 4; u++)
        sum[u] = 0;
    #pragma unroll
    for (int k = 0; k < 3; k++) {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            float dx = i + 16 * u - charges[k].x;
            float dy = charges[k].y;
            float dz = charges[k].z;
            sum[u] += charges[k].q * rsqrtf(dx * dx + (dy * dy + dz * dz));
        }
    }
    #pragma unroll
    for (int u = 0; u < 4; u++)
        fast[i + 16 * u] = sum[u];
}

// common-terms.c:31: kernel slow
__global__ void slow(const struct charge *__restrict__ charges, float *__restrict__ exact)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    float sum[4];
    #pragma unroll
    for (int u = 0; u < 4; u++)
        sum[u] = 0;
    #pragma unroll
    for (int k = 0; k < 3; k++) {
        #pragma unroll
        for (int u = 0; u < 4; u++) {
            float dx = i + 16 * u - charges[k].x;
            float dy = charges[k].y;
            float dz = charges[k].z;
            sum[u] += charges[k].q / sqrtf(dx * dx + dy * dy + dz * dz);
        }
    }
    #pragma unroll
    for (int u = 0; u < 4; u++)
        exact[i + 16 * u] = sum[u];
}

int main(void)
{
    struct charge *d_charges;
    hicuda_check(cudaMalloc((void **)&d_charges, sizeof charges), "common-terms.c:17: global alloc charges[*] copyin");
    hicuda_check(cudaMemcpy(d_charges, charges, sizeof charges, cudaMemcpyHostToDevice), "common-terms.c:17: global alloc charges[*] copyin");
    float *d_fast;
    hicuda_check(cudaMalloc((void **)&d_fast, sizeof fast), "common-terms.c:18: global alloc fast[*]");
    float *d_exact;
    hicuda_check(cudaMalloc((void **)&d_exact, sizeof exact), "common-terms.c:19: global alloc exact[*]");
    quick<<<1, 16>>>(d_charges, d_fast);
    hicuda_launched(cudaGetLastError(), "common-terms.c:20: kernel quick tblock(1) thread(16) fastmath");
    slow<<<1, 16>>>(d_charges, d_exact);
    hicuda_launched(cudaGetLastError(), "common-terms.c:31: kernel slow tblock(1) thread(16)");
    hicuda_check(cudaMemcpy(fast, d_fast, sizeof fast, cudaMemcpyDeviceToHost), "common-terms.c:42: global copyout fast[*]");
    hicuda_check(cudaMemcpy(exact, d_exact, sizeof exact, cudaMemcpyDeviceToHost), "common-terms.c:43: global copyout exact[*]");
    hicuda_check(cudaFree(d_charges), "common-terms.c:44: global free charges fast exact");
    hicuda_check(cudaFree(d_fast), "common-terms.c:44: global free charges fast exact");
    hicuda_check(cudaFree(d_exact), "common-terms.c:44: global free charges fast exact");
    for (int i = 0; i < N; i += 9)
        printf("%.3f %.3f\n", fast[i], exact[i]);
    return 0;
}
