//@ run: cpu sim
// `half` and `half2` in kernels: arithmetic, conversions, comparisons, templates and shuffles, the same on CPU and simulator.
#include <cstdio>
#include <vector>
#include <cuda_fp16.h>

__global__ void scale(const half *x, half *y, float *sums, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    half a = x[i];
    half b = __hadd(a, __float2half(0.1f));
    b = __hfma(b, a, b);
    if (b > a)
        b -= a;
    y[i] = __hmul(b, b) / __float2half(3.0f);
    sums[i] = __half2float(y[i]) + (float)a;
}

template <typename T> __global__ void pairs(const T *x, T *y)
{
    T v = x[threadIdx.x];
    v = __hfma2(v, v, __float2half2_rn(0.25f));
    v += __halves2half2(v.y, v.x);
    v.x = hexp(v.x);
    y[threadIdx.x] = h2sqrt(__hmax2(v, __half2half2(__half(1.5f))));
}

template <typename T> __global__ void sum(const T *x, T *all)
{
    T v = x[threadIdx.x];
    for (int by = 16; by > 0; by /= 2)
        v = v + __shfl_down_sync(0xffffffff, v, by);
    if (threadIdx.x == 0)
        *all = v;
}

int main()
{
    const int n = 64;
    std::vector<half> x(n), y(n);
    std::vector<float> sums(n);
    for (int i = 0; i < n; i++)
        x[i] = __float2half(0.37f * i - 7);
    half *d_x, *d_y;
    float *d_sums;
    cudaMalloc(&d_x, n * sizeof(half));
    cudaMalloc(&d_y, n * sizeof(half));
    cudaMalloc(&d_sums, n * sizeof(float));
    cudaMemcpy(d_x, x.data(), n * sizeof(half), cudaMemcpyHostToDevice);
    scale<<<2, 32>>>(d_x, d_y, d_sums, n);
    cudaMemcpy(y.data(), d_y, n * sizeof(half), cudaMemcpyDeviceToHost);
    cudaMemcpy(sums.data(), d_sums, n * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 9)
        printf("%g %g\n", __half2float(y[i]), sums[i]);
    pairs<half2><<<1, 32>>>((half2 *)d_x, (half2 *)d_y);
    cudaMemcpy(y.data(), d_y, n * sizeof(half), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 9)
        printf("%g\n", __half2float(y[i]));
    sum<<<1, 32>>>(d_x, d_y);
    half all;
    cudaMemcpy(&all, d_y, sizeof all, cudaMemcpyDeviceToHost);
    printf("%g\n", __half2float(all));
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_sums);
    return 0;
}
