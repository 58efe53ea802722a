// The CUDA lecture's first program: y = alpha * x + y, one element a thread.
#include <stdio.h>

__global__ void saxpy_parallel(int n, float alpha, float *x, float *y)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = alpha * x[i] + y[i];
}

void saxpy_serial(int n, float alpha, float *x, float *y)
{
    for (int i = 0; i < n; i++)
        y[i] = alpha * x[i] + y[i];
}

#define N 1000

int main(void)
{
    float x[N], y[N], expected[N], *d_x, *d_y;
    for (int i = 0; i < N; i++) {
        x[i] = i % 17;
        y[i] = expected[i] = i % 5;
    }
    saxpy_serial(N, 2.0f, x, expected);

    cudaMalloc((void **)&d_x, sizeof x);
    cudaMalloc((void **)&d_y, sizeof y);
    cudaMemcpy(d_x, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(d_y, y, sizeof y, cudaMemcpyHostToDevice);
    int nblocks = (N + 255) / 256;
    saxpy_parallel<<<nblocks, 256>>>(N, 2.0f, d_x, d_y);
    cudaMemcpy(y, d_y, sizeof y, cudaMemcpyDeviceToHost);
    cudaFree(d_x);
    cudaFree(d_y);

    for (int i = 0; i < N; i++)
        if (y[i] != expected[i]) {
            printf("FAIL at %d: %g, not %g\n", i, y[i], expected[i]);
            return 1;
        }
    printf("PASS: saxpy of %d elements\n", N);
    return 0;
}
