//@ run: cpu
// Conversions that classes define, specialisation in part, traits, pairs of 16 bits between lanes.
#include <chrono>
#include <cstdio>
#include <type_traits>
#include <utility>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
template <typename T> struct kind { static constexpr int value = 0; };
template <typename T> struct kind<T *> { static constexpr int value = 1 + kind<T>::value; };
template <> struct kind<float> { static constexpr int value = 10; };
template <typename T, int D> struct dims { T a[D]; static constexpr int n = D; };
template <typename T> struct dims<T, -1> { T a[16]; static constexpr int n = 16; };
struct complex {
    float re, im;
    __host__ __device__ complex(float re = 0, float im = 0) : re(re), im(im) {}
    __host__ __device__ operator float() const { return re; }
};
__host__ __device__ inline complex operator*(const complex &a, const complex &b) { return complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); }
template <typename T> __device__ T twice(T x)
{
    if constexpr (std::is_pointer<T>::value) return x + 2;
    else if constexpr (std::is_same_v<T, complex>) return complex(2.0f * x.re, 2.0f * x.im);
    else return 2 * x;
}
template <typename T> __global__ void k(float *out)
{
    using wide = std::conditional_t<std::is_integral<T>::value, long long, double>;
    out[0] = sizeof(wide) + kind<T *>::value + kind<T **>::value;
    out[1] = dims<T, -1>::n + dims<T, 3>::n + sizeof(dims<T, 3>);
    complex a(1.0f, 2.0f), b = 3.0f;
    complex c = a * b;
    float f = c;
    out[2] = f + c.im;
    out[3] = twice(c).im + twice(1.5f);
    __nv_bfloat16 x = __float2bfloat16(1.5f), y = x * x;
    out[4] = (float)y + __bfloat162float(x);
    __nv_bfloat162 p = __floats2bfloat162_rn(threadIdx.x, 1.0f);
    for (int d = 16; d > 0; d /= 2) p = __hadd2(p, __shfl_xor_sync(0xffffffff, p, d));
    half2 h = __floats2half2_rn(threadIdx.x, 1.0f);
    for (int d = 16; d > 0; d /= 2) h += __shfl_down_sync(0xffffffff, h, d);
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    float sum = cg::reduce(tile, (float)threadIdx.x, cg::plus<float>{});
    std::pair<int, float> both = std::make_pair(1, 2.5f);
    if (threadIdx.x == 0) {
        out[5] = (float)p.x + (float)p.y;
        out[6] = __low2float(h) + __high2float(h);
        out[7] = sum;
        out[8] = both.first + both.second;
        out[9] = x < y ? 1.0f : 0.0f;
    }
}
int main()
{
    float *d, h[10];
    cudaMalloc(&d, sizeof h);
    k<float><<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (float x : h)
        printf("%g\n", x);
    cudaFree(d);
}
