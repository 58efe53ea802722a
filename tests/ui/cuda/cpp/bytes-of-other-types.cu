//@ run: processor
// Memory read and written by pointers to other types, as nvcc allows: sixteen bytes are eight halves.
#include <cuda_fp16.h>
#include <iostream>

__global__ void keep_positive(const half *value, const half *sign, half *out, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count / 8)
        return;
    float4 values = reinterpret_cast<const float4 *>(value)[i], signs = reinterpret_cast<const float4 *>(sign)[i], kept;
    half2 *from = reinterpret_cast<half2 *>(&values), *test = reinterpret_cast<half2 *>(&signs);
    half2 *to = reinterpret_cast<half2 *>(&kept);
    const half2 zero = __float2half2_rn(0.f);
    for (int k = 0; k < 4; k++)
        to[k] = __hmul2(__hgt2(test[k], zero), from[k]);
    reinterpret_cast<float4 *>(out)[i] = kept;
}

int main()
{
    const int count = 64;
    half value[count], sign[count], out[count], *a, *b, *c;
    for (int i = 0; i < count; i++) {
        value[i] = __float2half(i);
        sign[i] = __float2half(i % 3 - 1);
    }
    cudaMalloc(&a, sizeof value);
    cudaMalloc(&b, sizeof sign);
    cudaMalloc(&c, sizeof out);
    cudaMemcpy(a, value, sizeof value, cudaMemcpyHostToDevice);
    cudaMemcpy(b, sign, sizeof sign, cudaMemcpyHostToDevice);
    keep_positive<<<1, 8>>>(a, b, c, count);
    cudaMemcpy(out, c, sizeof out, cudaMemcpyDeviceToHost);
    float sum = 0;
    for (int i = 0; i < count; i++)
        sum += __half2float(out[i]) * (i % 3 == 2 ? 1 : -1000);
    std::cout << sum << "\n";
    cudaFree(a);
    cudaFree(b);
    cudaFree(c);
    return 0;
}
