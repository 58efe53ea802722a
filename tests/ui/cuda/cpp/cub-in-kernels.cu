//@ run: cpu
// CUB in kernels: blocks and warps reduce and scan, with arrays of each thread too.
#include <chrono>
#include <cstdio>
#include <cub/cub.cuh>
using namespace cub;
template <typename T, int N, BlockScanAlgorithm How = BLOCK_SCAN_WARP_SCANS> __global__ void k(const T *in, T *out)
{
    using Reduce = cub::BlockReduce<T, N>;
    typedef BlockScan<T, N, How> Scan;
    __shared__ typename Reduce::TempStorage a;
    __shared__ union { typename Scan::TempStorage scan; int other; } b;
    T x = in[threadIdx.x];
    T sum = Reduce(a).Sum(x);
    T most = Reduce(a).Reduce(x, cub::Max());
    T before, all;
    Scan(b.scan).ExclusiveSum(x, before, all);
    T pair[2] = {x, x + 1};
    T two[2];
    Scan(b.scan).InclusiveSum(pair, two);
    typedef cub::WarpReduce<T> Warp;
    __shared__ typename Warp::TempStorage w[N / 32];
    T lanes = Warp(w[threadIdx.x / 32]).Sum(x);
    T both = Reduce(a).Sum(pair);
    out[threadIdx.x] = before + two[1];
    if (threadIdx.x == 0) { out[N] = sum; out[N + 1] = most; out[N + 2] = all; out[N + 3] = lanes; out[N + 4] = both; }
}
int main()
{

    int h[64 + 5], *d, *e;
    for (int i = 0; i < 64; i++) h[i] = i * 7 % 13;
    cudaMalloc(&d, sizeof h); cudaMalloc(&e, sizeof h);
    cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
    k<int, 64><<<1, 64>>>(d, e);
    cudaMemcpy(h, e, sizeof h, cudaMemcpyDeviceToHost);
    for (int x : h) printf("%d ", x);
    printf("\n");
    cudaFree(d);
    cudaFree(e);
}
