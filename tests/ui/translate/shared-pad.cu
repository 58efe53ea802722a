//@ emit: cuda cpu
//@ run: cpu h200
// Padding against bank conflicts: chosen, given, and switched off.
#include <stdio.h>

#define N 64

float a[N][N], b[N][N], c[N][N], sums[N][N];

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

// shared-pad.c:17: kernel add
__global__ void add(float (*__restrict__ sums)[64], const float (*__restrict__ a)[64], const float (*__restrict__ b)[64], const float (*__restrict__ c)[64])
{
    __shared__ float a_tile[16][18];
    __shared__ float b_tile[16][18];
    __shared__ float c_tile[16][16];
    int i_base = blockIdx.y * 16;
    int i = i_base + threadIdx.y;
    int j_base = blockIdx.x * 16;
    int j = j_base + threadIdx.x;
    a_tile[threadIdx.y][threadIdx.x] = a[j_base + threadIdx.y][i_base + threadIdx.x];
    b_tile[threadIdx.y][threadIdx.x] = b[j_base + threadIdx.y][i_base + threadIdx.x];
    c_tile[threadIdx.y][threadIdx.x] = c[j_base + threadIdx.y][i_base + threadIdx.x];
    __syncthreads();
    sums[i][j] = a_tile[threadIdx.x][threadIdx.y] + b_tile[threadIdx.x][threadIdx.y] + c_tile[threadIdx.x][threadIdx.y];
}

int main(void)
{
    a[1][2] = 1;
    float (*d_a)[64];
    hicuda_check(cudaMalloc((void **)&d_a, sizeof a), "shared-pad.c:13: global alloc a[*][*] copyin");
    hicuda_check(cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice), "shared-pad.c:13: global alloc a[*][*] copyin");
    float (*d_b)[64];
    hicuda_check(cudaMalloc((void **)&d_b, sizeof b), "shared-pad.c:14: global alloc b[*][*] copyin");
    hicuda_check(cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice), "shared-pad.c:14: global alloc b[*][*] copyin");
    float (*d_c)[64];
    hicuda_check(cudaMalloc((void **)&d_c, sizeof c), "shared-pad.c:15: global alloc c[*][*] copyin");
    hicuda_check(cudaMemcpy(d_c, c, sizeof c, cudaMemcpyHostToDevice), "shared-pad.c:15: global alloc c[*][*] copyin");
    float (*d_sums)[64];
    hicuda_check(cudaMalloc((void **)&d_sums, sizeof sums), "shared-pad.c:16: global alloc sums[*][*]");
    add<<<dim3(4, 4), dim3(16, 16)>>>(d_sums, d_a, d_b, d_c);
    hicuda_launched(cudaGetLastError(), "shared-pad.c:17: kernel add tblock(4, 4) thread(16, 16)");
    hicuda_check(cudaMemcpy(sums, d_sums, sizeof sums, cudaMemcpyDeviceToHost), "shared-pad.c:29: global copyout sums[*][*]");
    hicuda_check(cudaFree(d_a), "shared-pad.c:30: global free a b c sums");
    hicuda_check(cudaFree(d_b), "shared-pad.c:30: global free a b c sums");
    hicuda_check(cudaFree(d_c), "shared-pad.c:30: global free a b c sums");
    hicuda_check(cudaFree(d_sums), "shared-pad.c:30: global free a b c sums");
    printf("%g %g\n", sums[2][1], sums[1][2]);
    return 0;
}
