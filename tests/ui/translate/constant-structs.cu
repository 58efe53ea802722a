//@ emit: cuda
//@ run: cpu
// Structs in constant memory are aligned so that they are read at once, and loops over them
// are unrolled: the longer the body, the less often.
#include <stdio.h>

#define POINTS 64
#define CHARGES 128

struct charge { float x, y, z, q; };
struct weight { float a, b, c; };

struct charge charges[CHARGES];
struct weight weights[CHARGES];
float potential[POINTS], sums[POINTS];
int above[POINTS];

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

cudaError_t set_c_charges(const void *host);
cudaError_t set_c_weights(const void *host);
cudaError_t launch_add(dim3 grid, dim3 block, float *potential);
cudaError_t launch_weigh(dim3 grid, dim3 block, float *sums, int *above);

int main(void)
{
    for (int k = 0; k < CHARGES; k++) {
        charges[k] = (struct charge){ k % 8, k % 5, k % 3, k % 2 ? 1 : -1 };
        weights[k] = (struct weight){ k % 4, k % 7, 1 };
    }
    hicuda_check(set_c_charges(charges), "constant-structs.c:24: constant copyin charges[*]");
    hicuda_check(set_c_weights(weights), "constant-structs.c:25: constant copyin weights[*]");
    float *d_potential;
    hicuda_check(cudaMalloc((void **)&d_potential, sizeof potential), "constant-structs.c:26: global alloc potential[*]");
    float *d_sums;
    hicuda_check(cudaMalloc((void **)&d_sums, sizeof sums), "constant-structs.c:27: global alloc sums[*]");
    int *d_above;
    hicuda_check(cudaMalloc((void **)&d_above, sizeof above), "constant-structs.c:28: global alloc above[*]");
    hicuda_launched(launch_add((dim3){1, 1, 1}, (dim3){16, 1, 1}, d_potential), "constant-structs.c:29: kernel add tblock(1) thread(16)");
    hicuda_launched(launch_weigh((dim3){1, 1, 1}, (dim3){64, 1, 1}, d_sums, d_above), "constant-structs.c:38: kernel weigh tblock(1) thread(64)");
    hicuda_check(cudaMemcpy(potential, d_potential, sizeof potential, cudaMemcpyDeviceToHost), "constant-structs.c:54: global copyout potential[*]");
    hicuda_check(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost), "constant-structs.c:55: global copyout sums[*]");
    hicuda_check(cudaMemcpy(above, d_above, sizeof above, cudaMemcpyDeviceToHost), "constant-structs.c:56: global copyout above[*]");
    hicuda_check(cudaFree(d_potential), "constant-structs.c:57: global free potential sums above");
    hicuda_check(cudaFree(d_sums), "constant-structs.c:57: global free potential sums above");
    hicuda_check(cudaFree(d_above), "constant-structs.c:57: global free potential sums above");
    for (int i = 0; i < POINTS; i += 9)
        printf("%g %g %d\n", potential[i], sums[i], above[i]);
    return 0;
}
struct charge {
    float x;
    float y;
    float z;
    float q;
};
struct weight {
    float a;
    float b;
    float c;
};

__constant__ __align__(16) struct charge c_charges[128];

extern "C" cudaError_t set_c_charges(const void *host)
{
    return cudaMemcpyToSymbol(c_charges, host, sizeof c_charges);
}

__constant__ struct weight c_weights[128];

extern "C" cudaError_t set_c_weights(const void *host)
{
    return cudaMemcpyToSymbol(c_weights, host, sizeof c_weights);
}

// constant-structs.c:29: kernel add
__global__ void add(float *__restrict__ potential)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    float sum[4];
    #pragma unroll
    for (int u = 0; u < 4; u++)
        sum[u] = 0;
    #pragma unroll 32
    for (int k = 0; k < 128; k++) {
        #pragma unroll
        for (int u = 0; u < 4; u++)
            sum[u] += c_charges[k].q * (i + 16 * u - c_charges[k].x) * c_charges[k].y * c_charges[k].z;
    }
    #pragma unroll
    for (int u = 0; u < 4; u++)
        potential[i + 16 * u] = sum[u];
}

extern "C" cudaError_t launch_add(dim3 grid, dim3 block, float *potential)
{
    add<<<grid, block>>>(potential);
    return cudaGetLastError();
}

// constant-structs.c:38: kernel weigh
__global__ void weigh(float *__restrict__ sums, int *__restrict__ above)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    float sum = 0;
    int count = 0;
    #pragma unroll 32
    for (int k = 0; k < 128; k++)
        sum += c_weights[k].a * i - c_weights[k].b + c_weights[k].c;
    #pragma unroll 4
    for (int k = 0; k < 128; k++) {
        if (c_weights[k].b > i % 7)
            count++;
    }
    sums[i] = sum;
    above[i] = count;
}

extern "C" cudaError_t launch_weigh(dim3 grid, dim3 block, float *sums, int *above)
{
    weigh<<<grid, block>>>(sums, above);
    return cudaGetLastError();
}
