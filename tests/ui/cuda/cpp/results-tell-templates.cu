//@ run: cpu
// Specialisations that their result tells, defaults that are templates, friends behind words, sums of what cannot be added.
#include <chrono>
#include <cstdio>
#include <cub/cub.cuh>
template <class T> __device__ T filled(int v) { return 0; }
template <> __device__ int filled(int v) { return v; }
template <> __device__ int2 filled(int v) { return make_int2(v, v + 1); }
template <typename T> struct squares { __device__ T of(T x) const { return x * x; } };
template <typename T, template <typename> class Op = squares> __device__ T worked(T x) { return Op<T>().of(x); }
struct point {
    float x, y;
    __device__ friend inline point operator*(const point &a, float b) { point p; p.x = a.x * b; p.y = a.y * b; return p; }
};
template <int N> __device__ void spread(int2 p, float (&out)[N]) { for (int i = 0; i < N; i++) out[i] = p.y; }
template <int N> __device__ void spread(float3 p, float (&out)[N]) { for (int i = 0; i < N; i++) out[i] = p.z; }
struct both { float sum; int n; };
struct joins { __device__ both operator()(const both &a, const both &b) const { both c; c.sum = a.sum + b.sum; c.n = a.n + b.n; return c; } };
template <typename T> __global__ void k(T *out)
{
    typedef cub::BlockReduce<both, 32> Reduce;
    __shared__ typename Reduce::TempStorage room;
    both mine = {0.5f, 1};
    both all = Reduce(room).Reduce(mine, joins());
    auto const twice = 2.0f * all.sum;
    if (threadIdx.x == 0) {
        out[0] = all.sum + all.n;
        out[1] = filled<int>(3) + filled<int2>(4).y;
        out[2] = worked<T>(5);
        point p = {1, 2};
        out[3] = (p * 3.0f).y;
        float two[2];
        spread<2>(make_float3(7, 8, 9), two);
        out[4] = two[1] + twice;
    }
}
int main()
{
    float *d, h[5];
    cudaMalloc(&d, sizeof h);
    k<float><<<1, 32>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (float x : h)
        printf("%g\n", x);
    cudaFree(d);
}
