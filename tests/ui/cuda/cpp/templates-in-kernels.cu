//@ run: cpu
// Templates of templates, second names that are templates, templates before their bodies, `>>`, alignas, parts of words.
#include <chrono>
#include <cstdio>
template <int N> using row = int[2 * N];
template <typename T> struct sum_of { __device__ T operator()(const T &a, const T &b) const { return a + b; } };
template <typename T> struct box { T value; };
template <typename T, int N> struct ahead;
template <typename T, int N> struct alignas(sizeof(T) * N) ahead { T items[N]; };
constexpr int rounded(int n) { return (n + 7) / 8 * 8; }
struct alignas(2 * sizeof(double)) wide { double a; };
template <typename A, typename B> __device__ A widened(B x);
template <> inline __device__ float widened<float, int>(int x) { return x + 0.5f; }
template <typename T> __device__ T doubled(T x);
struct larger { template <typename T, typename U> __device__ T operator()(T &&a, U &&b) const { return a > b ? a : b; } };
template <template <typename> class Op, typename T> __device__ T folded(const T *a, int n)
{
    T all = a[0];
    for (int i = 1; i < n; i++) all = Op<T>()(all, a[i]);
    return all;
}
template <typename T> __device__ T picked(T a) { return a; }
template <typename K> __device__ K picked(const box<K> &b) { return b.value + 1; }
struct stores { __device__ void operator()(int *to, int x) { *to = x; } };
template <typename T> __global__ void k(T *out)
{
    __shared__ row<2> r;
    for (int i = 0; i < 4; i++) r[i] = i + 1;
    out[0] = folded<sum_of, int>(r, 4);
    out[1] = widened<float, int>(3) + doubled<T>(4);
    box<box<int>> deep;
    deep.value.value = 7;
    out[2] = deep.value.value + picked(deep.value);
    out[3] = sizeof(wide) + alignof(wide);
    out[4] = __vabs2(0xfff50003u) & 0xffff;
    out[5] = __vaddss4(0x7f7f0101u, 0x01010101u) >> 16;
    T x = 5, y = 6;
    out[6] = larger()(x, y) + larger()(1, 2);
    __stcs(&out[7], __ldcs(&out[6]));
    int z;
    stores()(&z, 9);
    out[8] = z;
    out[9] = alignof(ahead<T, 4>) + sizeof(ahead<T, 4>) + rounded(13);
}
template <typename T> __device__ T doubled(T x) { return 2 * x; }
int main()
{
    float *d, h[10];
    cudaMalloc(&d, sizeof h);
    k<float><<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (float x : h)
        printf("%g\n", x);
    cudaFree(d);
}
