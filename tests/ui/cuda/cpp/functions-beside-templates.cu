//@ run: cpu
// Functions and templates of one name: a function that takes the arguments as they are comes first.
#include <chrono>
#include <cstdio>
__device__ void spread(float4 p, float (&out)[2]) { out[0] = p.x; out[1] = p.w; }
template <int N> __device__ void spread(int2 p, float (&out)[N]) { for (int i = 0; i < N; i++) out[i] = p.y; }
template <typename T> __device__ T dot(T a, T b) { return a * b; }
__device__ float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
__device__ int dot(int a, int b) { return -a * b; }
template <typename A, typename T> __device__ A dot(const T *a, const T *b) { return (A)(a[0] * b[0]); }
template <typename T> __global__ void k(T *out)
{
    float two[2];
    spread(make_int2(3, 4), two);
    out[0] = two[1];
    spread(make_float4(1, 2, 3, 9), two);
    out[1] = two[1];
    out[2] = dot(make_float2(1, 2), make_float2(3, 4));
    out[3] = dot(2.0f, 3.0f);
    out[4] = dot(2, 3);
    out[5] = dot<int>(two, two) + dot<double>(2.0, 0.5);
}
int main()
{
    float *d, h[6];
    cudaMalloc(&d, sizeof h);
    k<float><<<1, 1>>>(d);
    cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
    for (float x : h)
        printf("%g\n", x);
    cudaFree(d);
}
