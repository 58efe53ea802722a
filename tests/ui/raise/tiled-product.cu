//@ raise: c
//@ run: sim
// Barriers in a loop that all threads take alike: the loop goes outside, sums become arrays.
#include <stdio.h>

#define N 40
#define T 8

__global__ void multiply(float *c, const float *a, const float *b, int n)
{
    __shared__ float as[T][T], bs[T][T];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * T + ty, column = blockIdx.x * T + tx;
    float sum = 0;
    for (int t = 0; t < n / T; t++) {
        as[ty][tx] = a[row * n + t * T + tx];
        bs[ty][tx] = b[(t * T + ty) * n + column];
        __syncthreads();
        for (int k = 0; k < T; k++)
            sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

int main(void)
{
    static float a[N * N];
    float *d_a, *d_c;
    for (int i = 0; i < N * N; i++)
        a[i] = i % 7;
    cudaMalloc(&d_a, sizeof a);
    cudaMalloc(&d_c, sizeof a);
    cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
    multiply<<<dim3(N / T, N / T), dim3(T, T)>>>(d_c, d_a, d_a, N);
    cudaMemcpy(a, d_c, sizeof a, cudaMemcpyDeviceToHost);
    printf("%g %g\n", a[1], a[N * N - 1]);
    return 0;
}
