//@ run: processor
// What comes with CUDA: half, cooperative groups, CUB, random numbers, Thrust.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cub/cub.cuh>
#include <cuda_fp16.h>
#include <curand_kernel.h>
#include <iostream>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>

namespace cg = cooperative_groups;

__global__ void halves(const half *a, half2 *b, int n)
{
    int i = threadIdx.x;
    if (i < n)
        b[i] = __hfma2(__half2half2(a[i]), __floats2half2_rn(2.0f, 0.5f), make_half2(a[i], a[i]));
}

template <int N> __global__ void groups(const int *in, int *out)
{
    using Reduce = cub::BlockReduce<int, N>;
    using Scan = cub::BlockScan<int, N>;
    __shared__ typename Reduce::TempStorage reduce;
    __shared__ typename Scan::TempStorage scan;
    int value = in[threadIdx.x], before;
    int sum = Reduce(reduce).Sum(value);
    Scan(scan).ExclusiveSum(value, before);
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
    int of_tile = cg::reduce(tile, value, cg::plus<int>());
    block.sync();
    out[threadIdx.x] = tile.thread_rank() == 0 ? of_tile : before;
    if (threadIdx.x == 0)
        out[N] = sum;
}

__global__ void numbers(unsigned *out)
{
    curandState xorwow;
    curand_init(1234, 0, threadIdx.x, &xorwow);
    curandStatePhilox4_32_10_t philox;
    curand_init(1234, threadIdx.x, 0, &philox);
    out[2 * threadIdx.x] = curand(&xorwow);
    out[2 * threadIdx.x + 1] = curand(&philox);
}

int main()
{
    half *a;
    half2 *b;
    int *in, *out;
    unsigned *random;
    cudaMallocManaged(&a, 4 * sizeof(half));
    cudaMallocManaged(&b, 4 * sizeof(half2));
    cudaMallocManaged(&in, 64 * sizeof(int));
    cudaMallocManaged(&out, 65 * sizeof(int));
    cudaMallocManaged(&random, 4 * sizeof(unsigned));
    for (int i = 0; i < 64; i++)
        in[i] = i;
    for (int i = 0; i < 4; i++)
        a[i] = __float2half(i + 0.25f);
    halves<<<1, 32>>>(a, b, 4);
    groups<64><<<1, 64>>>(in, out);
    numbers<<<1, 2>>>(random);
    cudaDeviceSynchronize();
    float2 last = __half22float2(b[3]);
    std::cout << last.x << " " << last.y << "\n" << out[64] << " " << out[56] << " " << out[63] << "\n";
    std::cout << random[0] << " " << random[2] << " " << (random[1] != random[3]) << "\n";
    thrust::device_vector<int> v(100);
    thrust::sequence(v.begin(), v.end());
    std::cout << thrust::reduce(v.begin(), v.end()) << " " << v[99] << "\n";
}
