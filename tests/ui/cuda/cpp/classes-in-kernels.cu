//@ run: cpu
// What classes have: types and constants of their own, bases, templates of functions, members that begin with a value.
#include <chrono>
#include <cstdio>

struct counted {
    int n;
    typedef float value;
    static constexpr int lanes = 32;
    static constexpr float half = 0.5f;
    __device__ int twice() const { return 2 * n; }
};
struct empty {};
struct adds {
    template <typename T> __device__ T operator()(const T &a, const T &b) const { return a + b; }
};
struct scan : public counted, empty {
    using real = value;
    enum { FOUR = 4 };
    enum class mode { one, two };
    struct room { int at[4]; float w = 2.5f; };
    real sum = 1.5f;
    int k{3};
    room r;
    template <typename T, typename F> __device__ T by(T x, F f) const { return f(x, (T)n); }
    template <int N> __device__ int times() const { return N * n; }
    static __device__ int lane(int i) { return i % lanes; }
    __device__ int all() { return twice() + lane(40) + times<3>() + FOUR; }
};
template <typename T, int N = 4> struct block : scan {
    typedef T item;
    struct storage { T items[N]; };
    storage &s;
    int x;
    __device__ block(storage &s) : s(s), x(7) { n = 5; }
    template <typename F> __device__ T fold(F f) { T all = s.items[0]; for (int i = 1; i < N; i++) all = f(all, s.items[i]); return all; }
};
__device__ int of_base(const counted &c) { return c.n; }
__device__ int of_pointer(const counted *c) { return c->n + 1; }

template <typename T> __global__ void k(float *out)
{
    typedef block<T, 4> mine;
    __shared__ typename mine::storage s;
    if (threadIdx.x == 0)
        for (int i = 0; i < 4; i++) s.items[i] = i + 1;
    __syncthreads();
    mine b(s);
    typename mine::item total = b.fold(adds());
    scan c;
    c.n = 9;
    counted copy = c;
    out[0] = total;
    out[1] = b.x + b.n;
    out[2] = c.sum + c.k + c.r.w;
    out[3] = c.by(1.25f, adds());
    out[4] = c.all();
    out[5] = scan::lanes + counted::half + scan::FOUR + scan::lane(33);
    out[6] = of_base(c) + of_pointer(&c) + copy.n;
    out[7] = sizeof(empty) + sizeof(scan);
    out[8] = c.template times<2>();
    scan::mode m = scan::mode::two;
    out[9] = m == scan::mode::two;
}
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
