//@ emit: cuda cpu
//@ run: cpu
// A sparse matrix in rows: bounds read from an array, indirect subscripts.
#include <stdio.h>

#define ROWS 40
#define NNZ 200

int start[ROWS + 1], column[NNZ];
float value[NNZ], x[ROWS], y[ROWS];

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

// sparse-rows.c:29: kernel multiply
__global__ void multiply(const int *__restrict__ start, const float *__restrict__ value, const float *__restrict__ x, const int *__restrict__ column, float *__restrict__ y)
{
    int i = blockIdx.x * 8 + threadIdx.x;
    float sum = 0;
    for (int k = start[i]; k < start[i + 1]; k++)
        sum += value[k] * x[column[k]];
    y[i] = sum;
}

int main(void)
{
    int count = 0;
    for (int i = 0; i < ROWS; i++) {
        start[i] = count;
        for (int k = 0; k < i % 6 && count < NNZ; k++, count++) {
            column[count] = (i * 7 + k * 3) % ROWS;
            value[count] = k + 1;
        }
        x[i] = i % 11;
    }
    start[ROWS] = count;
    int *d_start;
    hicuda_check(cudaMalloc((void **)&d_start, sizeof start), "sparse-rows.c:24: global alloc start[*] copyin");
    hicuda_check(cudaMemcpy(d_start, start, sizeof start, cudaMemcpyHostToDevice), "sparse-rows.c:24: global alloc start[*] copyin");
    int *d_column;
    hicuda_check(cudaMalloc((void **)&d_column, sizeof column), "sparse-rows.c:25: global alloc column[*] copyin");
    hicuda_check(cudaMemcpy(d_column, column, sizeof column, cudaMemcpyHostToDevice), "sparse-rows.c:25: global alloc column[*] copyin");
    float *d_value;
    hicuda_check(cudaMalloc((void **)&d_value, sizeof value), "sparse-rows.c:26: global alloc value[*] copyin");
    hicuda_check(cudaMemcpy(d_value, value, sizeof value, cudaMemcpyHostToDevice), "sparse-rows.c:26: global alloc value[*] copyin");
    float *d_x;
    hicuda_check(cudaMalloc((void **)&d_x, sizeof x), "sparse-rows.c:27: global alloc x[*] copyin");
    hicuda_check(cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice), "sparse-rows.c:27: global alloc x[*] copyin");
    float *d_y;
    hicuda_check(cudaMalloc((void **)&d_y, sizeof y), "sparse-rows.c:28: global alloc y[*]");
    multiply<<<5, 8>>>(d_start, d_value, d_x, d_column, d_y);
    hicuda_launched(cudaGetLastError(), "sparse-rows.c:29: kernel multiply tblock(5) thread(8)");
    hicuda_check(cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost), "sparse-rows.c:38: global copyout y[*]");
    hicuda_check(cudaFree(d_start), "sparse-rows.c:39: global free start column value x y");
    hicuda_check(cudaFree(d_column), "sparse-rows.c:39: global free start column value x y");
    hicuda_check(cudaFree(d_value), "sparse-rows.c:39: global free start column value x y");
    hicuda_check(cudaFree(d_x), "sparse-rows.c:39: global free start column value x y");
    hicuda_check(cudaFree(d_y), "sparse-rows.c:39: global free start column value x y");
    float total = 0;
    for (int i = 0; i < ROWS; i++)
        total += y[i] * (i + 1);
    printf("%g\n", total);
    return 0;
}
