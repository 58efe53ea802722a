//@ emit: cuda cpu
//@ run: cpu
// Functions that compute with pointers into copies of a part of an array.
#include <stdio.h>

float part[64], out[64], rows[16][8];

__device__ static float pick(const float *p, int i)
{
    return p[i];
}

__device__ static float corner(float (*p)[8], int i, int j)
{
    return p[i][j];
}

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

// parts-of-arrays.c:28: kernel picks
__global__ void picks(float *__restrict__ part, float (*__restrict__ rows)[8], float *__restrict__ out)
{
    int i = blockIdx.x * 14 + threadIdx.x + 8;
    if (threadIdx.x < 14)
        out[i] = pick(part - 8, i) + pick(&(part - 8)[i], 0) + corner(rows - 2, i % 14 + 2, i % 8);
}

int main(void)
{
    for (int i = 0; i < 64; i++)
        part[i] = i;
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 8; j++)
            rows[i][j] = i * j;
    float *d_part;
    hicuda_check(cudaMalloc((void **)&d_part, sizeof(float) * 56), "parts-of-arrays.c:25: global alloc part[8:63] copyin");
    hicuda_check(cudaMemcpy(d_part, &part[8], sizeof(float) * 56, cudaMemcpyHostToDevice), "parts-of-arrays.c:25: global alloc part[8:63] copyin");
    float (*d_rows)[8];
    hicuda_check(cudaMalloc((void **)&d_rows, sizeof(float) * 14 * 8), "parts-of-arrays.c:26: global alloc rows[2:15][*] copyin");
    hicuda_check(cudaMemcpy(d_rows, &rows[2][0], sizeof(float) * 14 * 8, cudaMemcpyHostToDevice), "parts-of-arrays.c:26: global alloc rows[2:15][*] copyin");
    float *d_out;
    hicuda_check(cudaMalloc((void **)&d_out, sizeof out), "parts-of-arrays.c:27: global alloc out[*] clear");
    hicuda_check(cudaMemset(d_out, 0, sizeof out), "parts-of-arrays.c:27: global alloc out[*] clear");
    picks<<<4, 16>>>(d_part, d_rows, d_out);
    hicuda_launched(cudaGetLastError(), "parts-of-arrays.c:28: kernel picks tblock(4) thread(16)");
    hicuda_check(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost), "parts-of-arrays.c:33: global copyout out[*]");
    hicuda_check(cudaFree(d_part), "parts-of-arrays.c:34: global free part rows out");
    hicuda_check(cudaFree(d_rows), "parts-of-arrays.c:34: global free part rows out");
    hicuda_check(cudaFree(d_out), "parts-of-arrays.c:34: global free part rows out");
    float total = 0;
    for (int i = 0; i < 64; i++)
        total += i * out[i];
    printf("%g\n", total);
    return 0;
}
