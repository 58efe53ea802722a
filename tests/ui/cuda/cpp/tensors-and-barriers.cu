//@ run: processor
// Products by warps, barriers and atomic objects of CUDA's own library, numbers of 8 bits.
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <iostream>
#include <mma.h>
using namespace nvcuda;

__global__ void product(const half *a, const half *b, float *c)
{
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
    wmma::fill_fragment(sum, 0.0f);
    wmma::load_matrix_sync(left, a, 16);
    wmma::load_matrix_sync(right, b, 16);
    wmma::mma_sync(sum, left, right, sum);
    for (int i = 0; i < sum.num_elements; i++)
        sum.x[i] = 2 * sum.x[i];
    wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
}

__global__ void turns(int *out, cuda::atomic<int, cuda::thread_scope_device> *count)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ alignas(16) int s[64];
    if (threadIdx.x == 0)
        init(&barrier, blockDim.x);
    __syncthreads();
    for (int round = 0; round < 3; round++) {
        s[threadIdx.x] = (int)threadIdx.x + round;
        auto token = barrier.arrive();
        barrier.wait(std::move(token));
        out[threadIdx.x] = s[63 - threadIdx.x];
        barrier.arrive_and_wait();
    }
    count->fetch_add(1);
    cuda::atomic_ref<int, cuda::thread_scope_device> largest(out[64]);
    largest.fetch_max((int)threadIdx.x);
}

int main()
{
    half *a, *b;
    float *c;
    int *out;
    cuda::atomic<int, cuda::thread_scope_device> *count;
    cudaMallocManaged(&a, 256 * sizeof(half));
    cudaMallocManaged(&b, 256 * sizeof(half));
    cudaMallocManaged(&c, 256 * sizeof(float));
    cudaMallocManaged(&out, 65 * sizeof(int));
    cudaMallocManaged(&count, sizeof *count);
    for (int i = 0; i < 256; i++)
        a[i] = (float)(i % 7), b[i] = (float)(i % 5) - 2;
    product<<<1, 32>>>(a, b, c);
    cudaDeviceSynchronize();
    bool right = true;
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 16; j++) {
            float sum = 0;
            for (int k = 0; k < 16; k++)
                sum += (float)a[16 * i + k] * (float)b[16 * j + k];
            right = right && c[16 * i + j] == 2 * sum;
        }
    *count = 0, out[64] = 0;
    turns<<<1, 64>>>(out, count);
    cudaDeviceSynchronize();
    std::cout << right << " " << c[17] << "\n" << out[0] << " " << out[63] << " " << count->load() << " " << out[64] << "\n";
    for (float value : {0.3f, 17.0f, -500.0f, 0.0015f})
        std::cout << (float)__nv_fp8_e4m3(value) << " " << (float)__nv_fp8_e5m2(value) << " ";
    std::cout << "\n";
    const __nv_fp8x4_e4m3 of_halves(__floats2half2_rn(1, 2.5f), __floats2half2_rn(-3, 4));
    const __nv_fp8x4_e5m2 of_bfloats(__floats2bfloat162_rn(5, -6), __floats2bfloat162_rn(0.5f, 8));
    const float4 halves = (float4)of_halves, bfloats = (float4)of_bfloats;
    std::cout << halves.x << " " << halves.y << " " << halves.z << " " << halves.w << " ";
    std::cout << bfloats.x << " " << bfloats.y << " " << bfloats.z << " " << bfloats.w << "\n";
    return 0;
}
